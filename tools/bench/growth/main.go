// Command growth tells how the CPU time of working with rules grows with the
// number of tables, from 50 to 5,000. The ratio of a line is the time for each
// table to that at 50: 1 is in proportion, 0.01 the same for any number.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/diff"
	"tijian/engine/mutate"
	"tijian/engine/ruleset"
	"tijian/engine/verify"
	"tijian/tools/bench/table"
)

const (
	base    = "../../engine/ruleset/testdata/base.txtar" // what a small rule set needs besides
	version = "2026.1"
	fewest  = 50
)

// ten of the tables.
var ten = regexp.MustCompile(`^test_\d$`)

func main() {
	first := map[string]time.Duration{} // by what is done
	for _, tables := range []int{fewest, 500, 5000} {
		if err := measure(tables, first); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

func measure(tables int, first map[string]time.Duration) error {
	dir, err := os.MkdirTemp("", "tijian-growth")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := write(dir, tables, "6.1"); err != nil {
		return err
	}
	show := func(what string, do func()) {
		before := spent()
		do()
		took := spent() - before
		if tables == fewest {
			first[what] = took
		}
		each := took.Seconds() / float64(tables)
		table.Show(table.Comparison{Name: fmt.Sprintf("%s, %d tables", what, tables), Ours: table.Time(took), Ratio: each / (first[what].Seconds() / fewest)})
	}
	set, err := load(dir) // warms up
	if err != nil {
		return err
	}
	show("load", func() { set, err = load(dir) })
	if err != nil {
		return err
	}
	show("ask expr in every cell", func() { assess.New(set) })
	show("prove", func() { verify.Check(set) })
	show("reload: all of these", func() {
		if set, err = load(dir); err == nil {
			assess.New(set)
			verify.Check(set)
		}
	})
	if err != nil {
		return err
	}
	show("mutate ten tables", func() { mutate.Run(set, nil, mutate.Options{Match: ten}) })
	if err := write(dir, tables, "6.2"); err != nil {
		return err
	}
	changed, err := load(dir)
	if err != nil {
		return err
	}
	show("compare after one bound was changed", func() { diff.Compare(set, changed) })
	return nil
}

func load(dir string) (*ruleset.Set, error) {
	dict, list := dictionary.Load(os.DirFS(filepath.Join(dir, "dictionaries")))
	if err := list.Err(); err != nil {
		return nil, err
	}
	set, list := ruleset.Load(os.DirFS(filepath.Join(dir, "rules")), version, dict)
	return set, list.Err()
}

// write makes a folder of rules with so many tables, of an indicator each. The
// first has the bound.
func write(dir string, tables int, bound string) error {
	archive, err := txtar.ParseFile(base)
	if err != nil {
		return err
	}
	names, rules := &bytes.Buffer{}, &bytes.Buffer{}
	for i := range tables {
		fmt.Fprintf(names, "- {name: test_%d, zh: 检查%d号, category: blood, specimen: blood, kind: quantitative, unit: mmol/L, decimals: 1, plausible: [0.1, 100]}\n", i, i)
		fmt.Fprintf(rules, `- indicator: test_%d
  for: age >= 18
  source: [CV]
  rows:
    - {when: value < 3.9, level: L1, tip: 偏低}
    - {when: 3.9 <= value < %s, level: N0, tip: 正常}
    - {when: %[2]s <= value < 7.0 and has_diabetes, level: N1, tip: 控制尚可}
    - {when: %[2]s <= value < 7.0 and not has_diabetes, level: H1, tip: 偏高}
    - {when: value >= 7.0, level: H2, tip: 高}
`, i, bound)
		bound = "6.1"
	}
	for _, file := range append(archive.Files,
		txtar.File{Name: "dictionaries/indicators/many.yaml", Data: names.Bytes()},
		txtar.File{Name: "rules/" + version + "/indicators/many.yaml", Data: rules.Bytes()},
	) {
		path := filepath.Join(dir, filepath.FromSlash(file.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, file.Data, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// spent is the CPU time of this process.
func spent() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err) // impossible: the process is there
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
