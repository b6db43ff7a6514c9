package release

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tijian/engine/message"
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

// Because is why cases are expected otherwise, for each indicator, risk or derived
// value, and why what gets milder may be so, once more.
type Because struct{ Reason, Milder map[string]string }

// of is why an expectation changes; of a milder one also why it may.
func (b Because) of(ch regress.Change, set *ruleset.Set) string {
	reason := b.Reason[ch.Subject()]
	if ch.Milder(set) {
		reason += "；变轻：" + b.Milder[ch.Subject()]
	}
	return reason
}

// answers refuses changes of what nobody named, and milder ones for which there is
// no reason of their own: one reason for everything has let a critical value pass.
func (b Because) answers(set *ruleset.Set, changes []regress.Change) error {
	other, milder := map[string]int{}, map[string]int{}
	for _, ch := range changes {
		switch subject := ch.Subject(); {
		case strings.TrimSpace(b.Reason[subject]) == "":
			other[subject]++
		case ch.Milder(set) && strings.TrimSpace(b.Milder[subject]) == "":
			milder[subject]++
		}
	}
	if len(other) > 0 {
		return OutOfOrder{"case.reason", message.AcceptOther.With("subjects", counted(other))}
	}
	if len(milder) > 0 {
		return OutOfOrder{"case.milder", message.AcceptMilder.With("subjects", counted(milder))}
	}
	return nil
}

// counted are names with how often each is there, in order.
func counted(names map[string]int) (all []string) {
	for _, name := range slices.Sorted(maps.Keys(names)) {
		all = append(all, fmt.Sprintf("%s %d", name, names[name]))
	}
	return all
}

// Accept makes a draft expect otherwise of cases what it is told, from that
// version on; other versions expect what the cases say. It returns the file.
func (d *Releaser) Accept(set *ruleset.Set, changes []regress.Change, why Because, signed string) (file string, err error) {
	if err := errors.Join(why.answers(set, changes), d.otherKey(set.Version, changes, signed)); err != nil {
		return "", err
	}
	return d.write(set.Version, regress.OtherwiseName, func(data []byte) ([]byte, error) {
		cases, problems := d.Cases(set)
		if len(problems) > 0 {
			return nil, &Refused{Problems: problems}
		}
		after, problems, ok := cases.Otherwise(data, changes, func(ch regress.Change) string { return why.of(ch, set) }, signed)
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
