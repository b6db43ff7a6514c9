package sheet

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"tijian/dictionaries"
	"tijian/engine"
	"tijian/engine/changes"
	"tijian/engine/diff"
	"tijian/engine/impact"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/internal/rulestest"
	"tijian/internal/wordstest"
	"tijian/rules"
)

// few are files that a small version of the rules has besides its table, so that there
// is one of every kind.
var few = map[string]string{
	"rules/2026.1/constants.yaml":           "tg_raised: {value: 5.6, unit: mmol/L, indicator: triglycerides, zh: 明显升高的起点, source: [LIP23]}\n",
	"rules/2026.1/derived/ratio.yaml":       "- {id: tg_double, zh: 两倍, unit: mmol/L, source: [LIP23], formula: 2 * triglycerides}\n",
	"rules/2026.1/risks/dyslipidaemia.yaml": "id: dyslipidaemia\nname: 血脂异常\nsource: [LIP23]\nrules:\n  - id: raised\n    when: triglycerides >= 2.3\n    rows:\n      - {when: \"true\", flag: 2, tip: 甘油三酯升高}\n",
	"rules/2026.1/indicators/lipids.yaml": `- indicator: triglycerides
  source: [LIP23]
  risks: [dyslipidaemia]
  reviewed: {by: 甲, on: "2026-11-20"}
  rows:
    - {when: value < 1.70, level: N0, tip: 理想, hint: 保持清淡饮食}
    - {when: 1.70 <= value < tg_raised, level: H1, tip: "升高，三个月后复查", hint: 少喝酒, alert: B, recheck: 90, department: 内科, late_tip: 当时升高}
    - {when: value >= tg_raised, level: H2, tip: "明显升高，请一周内到内科就诊", hint: 少吃甜食, alert: B, recheck: 7, department: 内科, late_tip: 当时升高}
`,
	"rules/2026.1/cases/otherwise.yaml": "- {suite: a.yaml, trial: 男, check: level triglycerides, was: H2, now: H1, reason: 指南, signed: 甲 2026-11-20}\n",
}

// Whatever is altered in a version, one thing at a time, is in a group, which says
// whether somebody is taken less seriously.
func TestEveryKindIsTold(t *testing.T) {
	root := t.TempDir()
	in := func(name string) string { return filepath.Join(root, name) }
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	put := func(name, text string) {
		t.Helper()
		must(os.MkdirAll(filepath.Dir(in(name)), 0o755))
		must(os.WriteFile(in(name), []byte(text), 0o644))
	}
	must(wordstest.FewRules(in("rules"), "../../testdata/script/rules_edit.txtar"))
	must(wordstest.Copy(in("dictionaries/2026.1")))
	for name, text := range few {
		put(name, text)
	}
	files := engine.Files{Rules: in("rules"), Dictionaries: in("dictionaries")}
	before, problems := engine.Draft(files, "2026.1")
	must(problems.Err())
	must(os.CopyFS(in("rules/2026.2"), os.DirFS(in("rules/2026.1"))))
	must(os.CopyFS(in("dictionaries/2026.2"), os.DirFS(in("dictionaries/2026.1"))))
	manifest, err := os.ReadFile(in("rules/2026.1/manifest.yaml"))
	must(err)
	put("rules/2026.2/manifest.yaml", strings.Replace(string(manifest), `"2026.1"`, `"2026.2"`, 1))
	const (
		tables  = "rules/2026.2/indicators/lipids.yaml"
		names   = "dictionaries/2026.2/indicators/lipids.yaml"
		risk    = "rules/2026.2/risks/dyslipidaemia.yaml"
		overall = "rules/2026.2/manifest.yaml"
	)
	named := map[string]string{"rules/2026.2/constants.yaml": "tg_raised", "rules/2026.2/sources.yaml": "LIP23"} // files whose keys are names
	for _, c := range []struct {
		file, from, to string
		want           []string // kinds with * behind those that are milder, in order
	}{
		{tables, "    - {when: value < 1.70", "    # 说明\n    - {when: value < 1.70", nil},
		{tables, "1.70", "1.80", []string{"answer*"}},
		{tables, "1.70", "1.60", []string{"answer"}},
		{"rules/2026.2/constants.yaml", "5.6", "5.7", []string{"answer*", "altered"}},
		{tables, "level: H2", "level: H1", []string{"answer*"}},
		{tables, "tip: 理想", "tip: 是理想的", []string{"wording"}},
		{tables, "请一周内到", "请到", []string{"meaning*"}},
		{tables, ", hint: 少吃甜食", "", []string{"gone*"}},
		{tables, "alert: B, recheck: 7", "alert: A, recheck: 7", []string{"otherwise"}},
		{tables, "alert: B, recheck: 7", "recheck: 7", []string{"otherwise*"}},
		{tables, "recheck: 7,", "recheck: 14,", []string{"otherwise*"}},
		{tables, "department: 内科", "department: 心内科", []string{"otherwise*"}},
		{tables, "late_tip: 当时升高", "late_tip: 当时偏高", []string{"wording"}},
		{tables, "level: H2,", "level: H2, color: 5,", []string{"answer"}},
		{tables, "source: [LIP23]", "source: [LIP23 表2]", []string{"otherwise"}},
		{tables, "risks: [dyslipidaemia]", "risks: []", []string{"answer*"}},
		{tables, "by: 甲", "by: 乙", []string{"signature"}},
		{names, `loinc: "14927-8"`, `loinc: "2571-8"`, []string{"altered*"}},
		{names, "三酰甘油, ", "", []string{"lost*"}},
		{names, "aliases: [甘油三酯", "aliases: [甘油三酯新写法, 甘油三酯", []string{"added*"}},
		{names, "factor: 0.01129", "factor: 0.01130", []string{"altered*"}},
		{names, "plausible: [0.1, 100]", "plausible: [0.2, 100]", []string{"answer*", "altered*"}},
		{"dictionaries/2026.2/findings/few.yaml", "term: 脂肪肝,", "term: 脂肪肝, icd10: K76.0,", []string{"added*"}},
		{"dictionaries/2026.2/cues.yaml", "words: [未见]", "words: [未见, 查无]", []string{"added*"}},
		{"dictionaries/2026.2/cues.yaml", "gap: 4", "gap: 5", []string{"altered*"}},
		{"rules/2026.2/quality.yaml", "kilobytes: 50", "kilobytes: 40", []string{"altered*"}},
		{"rules/2026.2/quality.yaml", "kilobytes: 50", "kilobytes: 60", []string{"altered*"}},
		{"rules/2026.2/derived/ratio.yaml", "2 * trig", "3 * trig", []string{"derived*"}},
		{risk, "flag: 2", "flag: 1", []string{"risk*"}},
		{risk, "2.3", "2.4", []string{"risk*"}},
		{risk, "tip: 甘油三酯升高", "tip: 血脂升高", []string{"meaning*"}},
		{risk, "name: 血脂异常", "name: 血脂升高", []string{"otherwise"}},
		{overall, "no_rule: ", "no_rule: 也许", []string{"meaning*"}},
		{tables, "请一周内到", "请不要一周内到", []string{"meaning*"}},
		{tables, "三个月后复查", "三个月后在本院复查", []string{"wording"}},
		{overall, "id: H2, name: 中度偏高, color: 4", "id: H2, name: 中度偏高, color: 3", []string{"answer*", "altered*"}},
		{overall, "name: 理想,", "name: 良好,", []string{"meaning*", "altered"}},
		{"rules/2026.2/sources.yaml", "2023年", "2024年", []string{"altered"}},
		{"rules/2026.2/cases/otherwise.yaml", "now: H1", "now: N0", []string{"expectation*", "expectation"}},
		{"rules/2026.2/cases/otherwise.yaml", "signed: 甲", "signed: 乙", []string{"expectation"}},
	} {
		data, err := os.ReadFile(in(c.file))
		must(err)
		altered := strings.ReplaceAll(string(data), c.from, c.to)
		if altered == string(data) {
			t.Fatalf("%s has no %q", c.file, c.from)
		}
		put(c.file, altered)
		after, problems := engine.Draft(files, "2026.2")
		if err := problems.Err(); err != nil {
			t.Errorf("%q → %q: %v", c.from, c.to, err)
		} else {
			s, _, _, err := Between(files, before, after)
			must(err)
			var got []string
			for _, g := range s.Groups {
				if kind := g.Kind; g.Milder {
					got = append(got, kind+"*")
				} else {
					got = append(got, kind)
				}
			}
			if !slices.Equal(got, c.want) {
				var text bytes.Buffer
				_ = s.WriteText(&text, problem.Chinese)
				t.Errorf("%q → %q: %q, want %q\n%s", c.from, c.to, got, c.want, &text)
			}
			if id := named[c.file]; id != "" && !slices.ContainsFunc(s.Groups, func(g Group) bool { return g.Kind == "altered" && g.Changes[0].ID == id }) {
				t.Errorf("%q → %q: no group names %s", c.from, c.to, id)
			}
			roundTrip(t, s)
		}
		put(c.file, string(data))
	}
}

// roundTrip writes a sheet as a file and reads it with everything agreed.
func roundTrip(t *testing.T, s *Sheet) {
	t.Helper()
	var file bytes.Buffer
	if err := s.WriteYAML(&file, "print", problem.Chinese); err != nil {
		t.Fatal(err)
	}
	signed, err := Read(bytes.ReplaceAll(file.Bytes(), []byte(`decision: ""`), []byte("decision: 同意")))
	if err != nil || signed.Fingerprint != "print" || signed.Draft != s.To || len(signed.Decisions) != len(s.Groups) {
		t.Fatalf("%v %+v\n%s", err, signed, &file)
	}
	for _, g := range s.Groups {
		if signed.Decisions[g.ID].Decision != Agreed {
			t.Errorf("%s is not agreed to", g.ID)
		}
	}
	if len(s.Groups) > 0 {
		if _, err := Read(bytes.ReplaceAll(file.Bytes(), []byte(`decision: ""`), []byte("decision: x"))); err == nil || !strings.Contains(message.Localise(err, problem.Chinese), s.Groups[0].ID) {
			t.Errorf("an unknown decision: %v", err)
		}
	}
}

// Every key of every file of the version in force that is altered alone is in a group:
// nothing that is not told by its meaning is left out.
func TestEveryKeyIsTold(t *testing.T) {
	const version = "2026.10"
	set := rulestest.Version(t, version)
	for root, tree := range map[string]fs.FS{"rules": rules.FS, "dictionaries": dictionaries.FS} {
		folder, err := fs.Sub(tree, version)
		if err != nil {
			t.Fatal(err)
		}
		const enough = 12 // keys of one place, which may be names
		seen, beside := map[string]bool{}, map[string]int{}
		for _, f := range changes.Both(os.DirFS(t.TempDir()), folder) {
			var doc yaml.Node
			if err := yaml.Unmarshal(f.After, &doc); err != nil {
				t.Fatal(err)
			}
			name := root + "/" + f.Name
			class := classOf(name).In
			each(&doc, "", func(n *yaml.Node) *yaml.Node { return n }, func(path string, n *yaml.Node, within func(*yaml.Node) *yaml.Node) {
				above := class + path[:max(0, strings.LastIndex(path, "."))]
				if seen[class+path] || beside[above] == enough {
					return
				}
				seen[class+path] = true
				beside[above]++
				other := *n
				other.Value += "7"
				was, errWas := yaml.Marshal(within(n))
				is, errIs := yaml.Marshal(within(&other))
				if err := errors.Join(errWas, errIs); err != nil {
					t.Fatal(err)
				}
				m := &maker{Source: Source{From: changes.Version{Name: version}, To: changes.Version{Name: "x"}, Before: set, After: set, Answers: &diff.Report{}, Made: &impact.Constructed{}},
					grouping: grouping{groups: map[string]*Group{}}, told: map[[2]string]bool{}}
				if one := (changes.States{Name: f.Name, Before: was, After: is}); strings.HasSuffix(name, "cases/otherwise.yaml") {
					m.expectations(one)
				} else {
					m.file(root, name, one)
				}
				if len(m.done()) == 0 {
					t.Errorf("%s: %s is altered and in no group:\n%s", name, path, is)
				}
			})
		}
		if len(seen) < 100 {
			t.Errorf("only %d keys of %s", len(seen), root)
		}
	}
}

// own are the keys that every version has its own.
var own = []string{".version", ".from", ".inherits_cases", ".released"}

// each gives every text and number with the keys that lead to it, and what makes a
// small file of it: what is above it and the texts beside that.
func each(n *yaml.Node, path string, within func(*yaml.Node) *yaml.Node, f func(path string, n *yaml.Node, within func(*yaml.Node) *yaml.Node)) {
	with := func(content ...*yaml.Node) *yaml.Node {
		one := *n
		one.Content = content
		return within(&one)
	}
	switch n.Kind {
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			if below := path + "." + n.Content[i].Value; !slices.Contains(own, below) {
				each(n.Content[i+1], below, func(child *yaml.Node) *yaml.Node {
					var content []*yaml.Node
					for k := 0; k+1 < len(n.Content); k += 2 {
						if k == i {
							content = append(content, n.Content[k], child)
						} else if n.Content[k+1].Kind == yaml.ScalarNode {
							content = append(content, n.Content[k:k+2]...)
						}
					}
					return with(content...)
				}, f)
			}
		}
	case yaml.ScalarNode:
		f(path, n, within)
	default:
		for _, item := range n.Content {
			each(item, path, func(child *yaml.Node) *yaml.Node { return with(child) }, f)
		}
	}
}
