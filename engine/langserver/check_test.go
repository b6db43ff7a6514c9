package langserver

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tijian/engine"
	"tijian/engine/problem"
	"tijian/internal/rulestest"
	"tijian/internal/waittest"
)

// faults are those of what people write, by the files they are made in.
var faults = []struct{ file, old, new string }{
	{"rules/2026.1/indicators/kidney.yaml", "value < crea_high", "value < crea_hihg"},
	{"rules/2026.1/indicators/kidney.yaml", "value < 60", "value < 59"}, // a gap
	{"rules/2026.1/indicators/kidney.yaml", "level: H2", "levle: H2"},
	{"rules/2026.1/indicators/kidney.yaml", "level: N0, tip: 肌酐合适", "level： N0, tip: 肌酐合适"},
	{"rules/2026.1/constants.yaml", "value: 177", "value: 17700000"},
	{"rules/2026.1/risks/kidney.yaml", "flag: 3", "flag: 7"},
	{"rules/2026.1/derived/kidney.yaml", "2 * creatinine", "2 * 肌酐"},
	{"dictionaries/2026.1/units.yaml", "mmol/L:", "mmol/L: :"},
}

type mark struct {
	file           string
	line, severity int
	message        string
}

func marks(list problem.List) (all []mark) {
	for _, p := range list {
		all = append(all, mark{p.File, max(p.Line, 1), 1 + int(p.Severity), p.Text(problem.Chinese)})
	}
	return sorted(all)
}

func sorted(all []mark) []mark {
	slices.SortFunc(all, func(a, b mark) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line), cmp.Compare(a.message, b.message))
	})
	return all
}

func (e *editor) marks() (all []mark) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for file, list := range e.found {
		for _, d := range list {
			all = append(all, mark{file, d.Range.Start.Line + 1, d.Severity, d.Message})
		}
	}
	return sorted(all)
}

// What a check of the folder would find in files that are not saved arrives as
// diagnostics, on the same lines, and goes when it is mended.
func TestDiagnosticsAreTheProblemsOfACheck(t *testing.T) {
	root, _ := begin(t)
	files := engine.Files{Rules: filepath.Join(root, "rules"), Dictionaries: filepath.Join(root, "dictionaries")}
	e := connect(t, root)
	defer e.close()
	sound := marks(files.Check("2026.1").Own())
	for _, f := range faults {
		name := filepath.Join(root, f.file)
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		wrong := strings.Replace(string(data), f.old, f.new, 1)
		if wrong == string(data) {
			t.Fatalf("%s has no %s", f.file, f.old)
		}
		if err := os.WriteFile(name, []byte(wrong), 0o600); err != nil {
			t.Fatal(err)
		}
		want := marks(files.Check("2026.1").Own())
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if slices.Equal(want, sound) {
			t.Errorf("%s: %s is no fault", f.file, f.new)
		}
		e.write(f.file, wrong)
		waittest.Until(t, f.new+" is told", func() bool { return slices.Equal(e.marks(), want) })
		e.write(f.file, string(data))
		waittest.Until(t, f.new+" is mended", func() bool { return slices.Equal(e.marks(), sound) })
	}
}

// The folder above is looked for, and that none has rules is said.
func TestWorkspaceIsFound(t *testing.T) {
	root, _ := begin(t)
	for below, want := range map[string]int{"rules/2026.1": 0, "": 0, "..": 1} {
		e := connect(t, filepath.Join(root, below))
		e.mu.Lock()
		if len(e.told) != want {
			t.Errorf("%q: told %v", below, e.told)
		}
		e.mu.Unlock()
		e.close()
	}
}

// Every place where the loader fills in a constant is a place that renaming it
// finds, and there are no others.
func TestUsesAreThoseOfTheLoader(t *testing.T) {
	set := rulestest.Newest(t)
	s := &server{Options: Options{Shapes: shapes()}, workspace: workspace{known: map[string]*file{}}}
	all := s.version(set.Version)
	if len(set.Constants) == 0 {
		t.Fatal("no constants")
	}
	defined := 0
	for _, d := range all.each(func(n *name) bool { return n.defined && n.kind == constants }) {
		defined++
		c := set.Constants[d.text]
		if c == nil {
			t.Errorf("the loader has no %s", d.text)
			continue
		}
		var got, want []string
		for _, at := range c.Uses {
			want = append(want, at.File)
		}
		for _, n := range all.references(d) {
			if !n.exact {
				t.Errorf("%s is not found at its place in %s:%d", n.text, n.file.name, n.line)
			}
			if n != d {
				got = append(got, strings.TrimPrefix(n.file.name, "rules/"))
			}
		}
		slices.Sort(got)
		if slices.Sort(want); !slices.Equal(got, want) {
			t.Errorf("%s: found in\n%v\nthe loader has it in\n%v", d.text, got, want)
		}
	}
	if defined != len(set.Constants) {
		t.Errorf("%d constants, the loader has %d", defined, len(set.Constants))
	}
	for _, f := range all {
		if !f.sound {
			t.Errorf("%s is taken for broken", f.name)
		}
	}
}

// A file of no version is read alone, and so is a file that nothing can be
// checked with.
func TestFileOfNoVersion(t *testing.T) {
	root, _ := begin(t)
	e := connect(t, root)
	defer e.close()
	const name = "rules/current.yaml"
	for text, want := range map[string]int{"active: \"2026.1\"\n": 0, "activ: \"2026.1\"\n": 2, "active： 1\n": 1} {
		e.write(name, text)
		waittest.Until(t, text, func() bool { return len(e.marks()) == want })
	}
}

// A constant keeps its name where not all of its uses could be renamed.
func TestRenameRefuses(t *testing.T) {
	const constants, table = "rules/2026.1/constants.yaml", "rules/2026.1/indicators/kidney.yaml"
	for file, c := range map[string]struct{ old, new, says string }{
		"rules/2026.1/lock.yaml":           {"", "{}\n", "已经发布"},
		"rules/2026.1/derived/kidney.yaml": {"2 * creatinine", "2 * (creatinine", "rules/2026.1/derived/kidney.yaml 里还有写错的地方"},
		"rules/2026.1/risks/kidney.yaml":   {"name: 肾病", "name： 肾病", "rules/2026.1/risks/kidney.yaml 里还有写错的地方"},
		table:                              {`hint: "达到 {crea_grave}"`, `hint: "\u8fbe到 {crea_high}"`, table + ":14 的名称夹在转义符之间"},
	} {
		root, _ := begin(t)
		name := filepath.Join(root, file)
		data, _ := os.ReadFile(name) // there is no lock
		if err := os.WriteFile(name, []byte(strings.Replace(string(data), c.old, c.new, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		e := connect(t, root)
		if got := e.request("rename", constants, "crea_hi|gh: ", "crea_top"); !strings.Contains(got, c.says) {
			t.Errorf("%s: %s", file, got)
		}
		e.close()
	}
}
