// Package sheet lists all that a draft has otherwise than the version in force, in
// groups of equal meaning that somebody signs one by one: answers, sentences, words,
// numbers and expectations. Whatever the files hold otherwise is in a group: what the
// comparison of answers and sentences does not tell of is taken from the files leaf
// by leaf. Milder groups come first.
package sheet

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"

	"tijian/engine"
	"tijian/engine/change"
	"tijian/engine/diff"
	"tijian/engine/impact"
	"tijian/engine/message"
)

// A Sheet is the groups of changes between two versions.
type Sheet struct {
	From   string  `json:"from"`
	To     string  `json:"to"`
	Groups []Group `json:"groups"`
}

// A Group is changes of equal meaning.
type Group struct {
	ID      string              `json:"id"` // the hash of what it says, places aside
	Kind    string              `json:"kind"`
	Title   message.Phrase      `json:"title"`
	Milder  bool                `json:"milder,omitempty"` // somebody is, or may be, taken less seriously, or told less
	Changes change.List[string] `json:"changes"`
	Reason  string              `json:"reason,omitempty"` // why it may be milder, by who proposes
	Decision
}

// Doubtful reports whether nothing of a group is known to be milder, only may be.
func (g *Group) Doubtful() bool {
	return g.Milder && !slices.ContainsFunc(g.Changes, func(c change.Change[string]) bool { return c.Milder })
}

// A NamedChange is an indicator, a risk or whatever else has a name, with the words that
// came or went of what is no more than a word; a reason may be given for any of these.
type NamedChange struct {
	Name  string
	Words []string
}

// MilderSubjects are what the group's changes are of that are milder or may be, in
// order. Children who borrow a table are a subject of their own: why adults may be told
// less says nothing of them.
func (g *Group) MilderSubjects() (all []NamedChange) {
	for i := range g.Changes {
		c := &g.Changes[i]
		if !c.Milder && !c.Doubt {
			continue
		}
		word := cmp.Or(change.Text(c.To), change.Text(c.From))
		name := cmp.Or(Subject(c), word)
		if c.Lent > 0 {
			name += OfChildren
		}
		k := slices.IndexFunc(all, func(s NamedChange) bool { return s.Name == name })
		if k < 0 {
			k, all = len(all), append(all, NamedChange{Name: name})
		}
		all[k].Words = append(all[k].Words, word)
	}
	return all
}

// OfChildren stands behind the name of an indicator of which children borrow the table.
const OfChildren = "/children"

// Subject is the indicator, risk, derived value or whatever else has a name that a change
// is about; "" where nothing has.
func Subject(c *change.Change[string]) string { return cmp.Or(c.Indicator, c.Risk, c.ID) }

// Untried reports whether a change of the group could have an example and nobody was
// found for it.
func (g *Group) Untried(c *change.Change[string]) bool {
	return c.Example == nil && slices.ContainsFunc(kinds().Kinds, func(k kind) bool { return k.ID == g.Kind && k.Persons })
}

// Count is how many changes there are.
func (s *Sheet) Count() (n int) {
	for _, g := range s.Groups {
		n += len(g.Changes)
	}
	return n
}

// Milder are the groups by which somebody is, or may be, taken less seriously.
func (s *Sheet) Milder() (groups []*Group) {
	for i := range s.Groups {
		if s.Groups[i].Milder {
			groups = append(groups, &s.Groups[i])
		}
	}
	return groups
}

// A kind of groups, and a class of files.
type kind struct {
	ID      string
	Persons bool
	ZH, EN  string
}

type class struct {
	In     string
	Named  int
	Plain  bool
	Whole  bool     // a file is one group
	Falls  bool     // a number that falls is milder
	Doubt  []string // kinds of changes of which nobody can tell
	ZH, EN string
}

//go:embed kinds.yaml
var kindsYAML []byte

var kinds = sync.OnceValue(func() (k struct {
	Kinds   []kind
	Files   []class
	Lists   []string
	Ranked  []string
	Turning []string // kinds of facts that turn what a sentence says
	Plain   []string

	Repeated, Sentences []string
	Softening           map[string]string // kinds of facts, and which
	Fields              map[string]string // keys, as people call them
}) {
	if err := yaml.Unmarshal(kindsYAML, &k); err != nil {
		panic(err) // it is compiled in
	}
	return k
})

// classOf is the class of a file, by its name with rules/ or dictionaries/ in front
// and without the version.
func classOf(file string) class {
	i := slices.IndexFunc(kinds().Files, func(c class) bool { return file == c.In || strings.HasPrefix(file, c.In+"/") })
	return kinds().Files[i]
}

// A grouping puts changes into groups.
type grouping struct {
	groups map[string]*Group
	order  []string
}

// add puts a change into the group of a kind and key, whose title it makes with args
// where it is new.
func (g *grouping) add(id, key string, c change.Change[string], args ...any) {
	key = id + "\x00" + key
	if g.groups[key] == nil {
		i := slices.IndexFunc(kinds().Kinds, func(k kind) bool { return k.ID == id })
		g.groups[key] = &Group{Kind: id, Title: message.Phrase{ZH: kinds().Kinds[i].ZH, EN: kinds().Kinds[i].EN}.With(args...)}
		g.order = append(g.order, key)
	}
	one := g.groups[key]
	one.Milder = one.Milder || c.Milder || c.Doubt
	one.Changes = append(one.Changes, c)
}

// done sorts the groups and names them.
func (g *grouping) done() []Group {
	rank := map[string]int{}
	for i, k := range kinds().Kinds {
		rank[k.ID] = i
	}
	gravity := func(milder, may bool) int {
		switch {
		case milder:
			return 0
		case may:
			return 1
		}
		return 2
	}
	groups := make([]Group, 0, len(g.order))
	for _, key := range g.order {
		one := g.groups[key]
		slices.SortStableFunc(one.Changes, func(a, b change.Change[string]) int { return gravity(a.Milder, a.Doubt) - gravity(b.Milder, b.Doubt) })
		one.ID = one.hash()
		groups = append(groups, *one)
	}
	slices.SortStableFunc(groups, func(a, b Group) int {
		return cmp.Or(gravity(a.Milder && !a.Doubtful(), a.Milder)-gravity(b.Milder && !b.Doubtful(), b.Milder), rank[a.Kind]-rank[b.Kind])
	})
	return groups
}

// hash names what a group says: lines move, and who serves as an example may change
// with the program, and what is the same in another draft is said already.
func (g *Group) hash() string {
	parts := [][]string{{g.Kind, g.Title.ZH}}
	for i := range g.Changes {
		c := &g.Changes[i]
		parts = append(parts, []string{unversioned(c.FromAt.File), unversioned(c.ToAt.File), c.Namespace, Subject(c), c.Title, string(c.Kind), c.Field, change.Text(c.From), change.Text(c.To), Where(c, "")})
	}
	data, err := json.Marshal(parts)
	if err != nil {
		panic(err) // texts only
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:6])
}

// unversioned leaves the version out of rules/2026.2/indicators/lipids.yaml.
func unversioned(file string) string {
	root, rest, _ := strings.Cut(file, "/")
	_, name, _ := strings.Cut(rest, "/")
	return root + "/" + name
}

// Where is for whom a change is, "" for everybody.
func Where(c *change.Change[string], lang string) string {
	if c.Region != nil {
		return c.Describe(lang)
	}
	return c.Within.Describe(lang)
}

// At is where a change stands: in the draft, else in the version before.
func At(c *change.Change[string]) change.Row {
	if c.ToAt.File == "" {
		return c.FromAt
	}
	return c.ToAt
}

// Between makes the sheet of two versions that are loaded, and gives what it was made
// of. The error says which folder cannot be read.
func Between(files engine.Files, from, to *engine.Snapshot) (*Sheet, *diff.Report, *impact.Constructed, error) {
	before, errBefore := files.Folders(from)
	after, errAfter := files.Folders(to)
	if err := errors.Join(errBefore, errAfter); err != nil {
		return nil, nil, nil, err
	}
	answers := diff.Compare(from.Rules, to.Rules)
	made := impact.Construct(from.Rules, to.Rules, answers)
	return Make(Source{From: before, To: after, Before: from.Rules, After: to.Rules, Answers: answers, Said: diff.TextChanges(from.Rules, to.Rules), Made: made,
		Findings: to.Lexicon.Names()}), answers, made, nil
}
