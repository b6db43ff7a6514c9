package command

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"tijian/engine/record"
)

// Readers of YAML 1.1 and of YAML 1.2 find the same in every file that staff
// edit: nothing in them is a truth value, number, date or error to one of them
// and a text to the other.
func TestReadersOfYAMLAgree(t *testing.T) {
	eachShaped(t, func(t *testing.T, name, _ string, data []byte) {
		for _, fault := range disputed(t, data) {
			t.Errorf("%s:%s", name, fault)
		}
	})
}

func TestDisputed(t *testing.T) {
	for text, faults := range map[string]int{
		"a: 1.70": 0, "a: -3": 0, "a: true": 0, "a: null": 0, "a: 阴性": 0, "a: 2026年起": 0, `a: "no"`: 0, "a: 'n'": 0,
		"a: [0.5, N1]": 0, `a: ["-", 0.05, N1]`: 0, "- a\n- b": 0,
		"a: no": 1, "n: 1": 1, "a: [On, off]": 2, "a: 2026-11-20": 1, "a: 1e3": 1, "a: E46": 1, "a: 017": 1, "a: 1_000": 1, "a: 12:30": 1,
		"a: 0x1F": 1, "a: 1.": 1, "a: .5": 1, "a: .inf": 1, "a: =": 1, "a: [-, 0.05, N1]": 1, "a: \"b\u2028c\"": 1,
	} {
		if got := disputed(t, []byte(text)); len(got) != faults {
			t.Errorf("%q: %q, want %d", text, got, faults)
		}
	}
}

var (
	// decimal is a number to all readers.
	decimal = regexp.MustCompile(`^[-+]?(0|[1-9][0-9]*)(\.[0-9]+)?$`)
	// typed is more than a text to some reader, and not the same to all.
	typed = regexp.MustCompile(`^(?i:y|n|yes|no|on|off|=|<<|[-+]?\.(inf|nan)|[-+]?0[box][0-9a-f_]+|[-+]?[0-9._]*[0-9][0-9._]*(e[-+]?[0-9]+)?|e[-+]?[0-9]+|[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?|\d{4}-\d\d?-\d\d?([t ].*)?)$`)
	// lineEnds are ends of lines to YAML 1.1 alone.
	lineEnds = "\u0085\u2028\u2029"
)

// disputed lists where readers differ, each with its line.
func disputed(t *testing.T, data []byte) []string {
	t.Helper()
	var faults []string
	if strings.ContainsAny(string(data), lineEnds) {
		faults = append(faults, "1: an end of line to YAML 1.1 only")
	}
	var root yaml.Node
	if err := yaml.Unmarshal(data, &root); err != nil {
		t.Fatal(err)
	}
	var visit func(n *yaml.Node, flow bool)
	visit = func(n *yaml.Node, flow bool) {
		const quoted = yaml.SingleQuotedStyle | yaml.DoubleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle
		if n.Kind == yaml.ScalarNode && n.Style&quoted == 0 {
			switch {
			case typed.MatchString(n.Value) && !decimal.MatchString(n.Value):
				faults = append(faults, place(n)+": quote "+n.Value)
			case flow && strings.Trim(n.Value, "-?:") == "" && n.Value != "":
				faults = append(faults, place(n)+": in a list on one line "+n.Value+" is no text to YAML 1.2; quote it")
			}
		}
		for _, c := range n.Content {
			visit(c, flow || n.Style&yaml.FlowStyle != 0)
		}
	}
	visit(&root, false)
	return faults
}

func place(n *yaml.Node) string {
	return strconv.Itoa(n.Line) + ":" + strconv.Itoa(n.Column)
}

// eachShaped calls f with every file that people write and that has a schema:
// its path below the repository, the schema's name and its text.
func eachShaped(t *testing.T, f func(t *testing.T, name, schema string, data []byte)) {
	t.Helper()
	for _, group := range allShapes() {
		folders, err := filepath.Glob(filepath.Join(repository, filepath.FromSlash(group.folder)))
		if err != nil || len(folders) == 0 {
			t.Fatalf("%s: %v", group.folder, err)
		}
		for _, folder := range folders {
			if info, err := os.Stat(folder); err != nil || !info.IsDir() || filepath.Base(folder)[0] == '.' {
				continue // the Go file that embeds the folders, and what is being made
			}
			root := os.DirFS(folder)
			below, err := filepath.Rel(repository, folder)
			if err != nil {
				t.Fatal(err)
			}
			seen := 0
			err = fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
				if err != nil || entry.IsDir() || path.Ext(name) != ".yaml" || slices.Contains([]string{record.LockName, record.HistoryName}, path.Base(name)) {
					return err
				}
				seen++
				full := path.Join(filepath.ToSlash(below), name)
				shape, ok := shapeFor(group.shapes, name)
				if !ok {
					t.Errorf("%s has no schema", full)
					return nil
				}
				data, err := fs.ReadFile(root, name)
				if err == nil {
					f(t, full, schemaName(shape), data)
				}
				return err
			})
			if err != nil || seen == 0 {
				t.Fatalf("%s: %d files, %v", folder, seen, err)
			}
		}
	}
}
