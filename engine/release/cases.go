package release

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"tijian/engine/problem"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
)

// Cases are all that must hold for a version.
func (d *Releaser) Cases(set *ruleset.Set) (*regress.Collection, problem.List) {
	suites, _ := regress.Folder(d.Suites)
	cases, problems := regress.Collect(suites, d.Files.RulesFS(), set)
	for i := range problems {
		problems[i].File = regress.Shown(problems[i].File, "", d.Files.RulesFolder())
	}
	return cases, problems
}

// Accept makes a draft expect otherwise of cases what it is told, from that
// version on; other versions expect what the cases say. It returns the file.
func (d *Releaser) Accept(set *ruleset.Set, changes []regress.Change, reason func(ch regress.Change, milder bool) string, signed string) (file string, err error) {
	return d.write(set.Version, regress.OtherwiseName, func(data []byte) ([]byte, error) {
		cases, problems := d.Cases(set)
		if len(problems) > 0 {
			return nil, &Refused{Problems: problems}
		}
		after, problems, ok := cases.Otherwise(data, changes, func(ch regress.Change) string { return reason(ch, ch.Milder(set)) }, signed)
		switch {
		case !ok:
			return nil, ErrCase
		case len(problems) > 0:
			return nil, &Refused{Problems: problems}
		}
		return after, nil
	})
}

// AddCase adds a case to a draft's own. It returns the file.
func (d *Releaser) AddCase(set *ruleset.Set, n regress.NewCase) (file string, err error) {
	return d.write(set.Version, regress.AddedName, func(data []byte) ([]byte, error) {
		after, problems := n.Add(data, set)
		if len(problems) > 0 {
			return nil, &Refused{Problems: problems}
		}
		return after, nil
	})
}

// write changes a file of a draft's own cases, which need not be there yet.
func (d *Releaser) write(draft, name string, change func([]byte) ([]byte, error)) (file string, err error) {
	err = d.act(func() error {
		if err := d.version(draft); err != nil {
			return err
		}
		if d.locked(draft) {
			return fmt.Errorf("%s: %w", draft, ErrReleased)
		}
		file = filepath.Join(d.Files.Rules, draft, ruleset.CasesFolder, name)
		data, err := os.ReadFile(file)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if data, err = change(data); err != nil {
			return err
		}
		var i intent
		if err := d.put(&i, file, string(data)); err != nil {
			return err
		}
		return d.commit(i)
	})
	return file, err
}
