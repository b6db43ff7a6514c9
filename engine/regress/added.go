package regress

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"tijian/engine/assess"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// A NewCase is one to be added to a version's own: a person, samples as suites
// write them (1.80 mmol/L), and what must come of them.
type NewCase struct {
	Name    string
	Person  assess.Person // its age is counted at the version's date
	Samples []Entry
	Levels  []Entry // of indicators
	Risks   []Entry // flags, or none
	Signed  string  // by whom and when; "" awaits a signature
}

// An Entry is a name with what is said of it.
type Entry struct{ Name, Value string }

const addedHead = `# yaml-language-server: $schema=../../../docs/schema/suites.schema.json
# 这一版自己的用例，网页上添加的写在这里；也可以用手写，写法见 testdata/rules/README.md。
title: %s
datetime: %q
persons:
cases:
`

// Add writes a case into the suite of those that were added, nil when there is
// none yet. Its file is not to be written when there are problems.
func (n *NewCase) Add(data []byte, set *ruleset.Set) ([]byte, problem.List) {
	var list problem.List
	if n.Name = strings.Join(strings.Fields(n.Name), " "); n.Name == "" || len(n.Levels)+len(n.Risks) == 0 {
		list.Add(message.CaseWithoutCheck.At(problem.Place{}, "name", n.Name))
		return nil, list
	}
	at, err := time.Parse(time.DateOnly, set.Released)
	if err != nil {
		at = n.Person.At // checked when the rules were loaded
	}
	text := string(data)
	if strings.TrimSpace(text) == "" {
		text = fmt.Sprintf(addedHead, plain(set.Version+" 新增"), at.UTC().Format("2006-01-02T15:04:05.000Z"))
	}
	g := &generator{set: set, persons: map[string]string{}}
	person := g.person(&assess.Request{Person: n.Person})
	line := func(name string) string { return fmt.Sprintf("  %s: {%s}\n", plain(name), g.order[0]) }
	for base, i := person, 2; strings.Contains(text, "\n  "+plain(person)+":") && !strings.Contains(text, "\n"+line(person)); i++ {
		person = fmt.Sprintf("%s（%d）", base, i)
	}
	lines := strings.SplitAfter(strings.TrimRight(text, "\n")+"\n", "\n")
	if !slices.Contains(lines, line(person)) {
		if i := slices.Index(lines, "cases:\n"); i >= 0 {
			lines = slices.Insert(lines, i, line(person))
		}
	}
	var b strings.Builder
	b.WriteString(strings.Join(lines, ""))
	fmt.Fprintf(&b, "  - name: %s\n    signed: %s\n    person: %s\n    samples: {%s}\n", plain(n.Name), plain(n.Signed), plain(person), entries(n.Samples))
	var expect []string
	for _, e := range []struct {
		kind Kind
		list []Entry
	}{{Level, n.Levels}, {Risk, n.Risks}} {
		if len(e.list) > 0 {
			expect = append(expect, fmt.Sprintf("%s: {%s}", e.kind, entries(e.list)))
		}
	}
	fmt.Fprintf(&b, "    expect: {%s}\n", strings.Join(expect, ", "))
	s, list := Parse(AddedName, []byte(b.String()))
	if s != nil {
		list = Validate([]Suite{*s}, set)
	}
	return []byte(b.String()), list
}

func entries(list []Entry) string {
	var texts []string
	for _, e := range list {
		texts = append(texts, plain(e.Name)+": "+plain(e.Value))
	}
	return strings.Join(texts, ", ")
}
