package release

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"tijian/engine"
	"tijian/engine/change"
	"tijian/engine/changes"
	"tijian/engine/internal/disk"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/regress"
	"tijian/engine/sheet"
)

// It takes two keys to change what a draft answers and to have its cases expect that:
// who accepts an expectation, or agrees to a group of the sheet, did not edit its row.
// Who edited what is known of drafts that are edited by pages; where it is not, who
// proposes stands for it. Releaser.OneKey lifts this, and the history says so.

// edits are by user what each has edited of a draft: rows by the indicator or risk that
// they are of, all else by its file without the version.
type edits map[string][]string

func editsFile(files engine.Files, draft string) string {
	return filepath.Join(files.Rules, workshop, "editors", draft+".json")
}

// editsOf reads who edited a draft.
func editsOf(files engine.Files, draft string) (edits, error) {
	e := edits{}
	data, err := os.ReadFile(editsFile(files, draft))
	if errors.Is(err, fs.ErrNotExist) {
		return e, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &e)
	}
	return e, err
}

// noteEdit notes that somebody is about to write files of a draft. They are named as
// problems show them.
func noteEdit(files engine.Files, draft, by string, after map[string][]byte) error {
	all, err := editsOf(files, draft)
	if err != nil {
		return err
	}
	own := slices.Clone(all[by])
	for name, data := range after {
		before, err := fs.ReadFile(files, name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		own = append(own, editedIn(unversioned(files, draft, name), before, data)...)
	}
	slices.Sort(own)
	if own = slices.Compact(own); slices.Equal(own, all[by]) {
		return nil
	}
	all[by] = own
	data, err := json.Marshal(all)
	if err != nil {
		return err
	}
	file := editsFile(files, draft)
	return errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), disk.Disk{}.Replace(file, file+".new", data, 0o644))
}

// unversioned is a file of a draft without the draft's name: rules/indicators/lipids.yaml.
func unversioned(files engine.Files, draft, name string) string {
	for folder, short := range map[string]string{path.Join(files.RulesFolder(), draft): "rules", files.DictionariesFolder(draft): "dictionaries"} {
		if below, is := strings.CutPrefix(name, folder+"/"); is {
			return path.Join(short, below)
		}
	}
	return name
}

// ofRows are the folders whose files have rows with the names of what they are of.
var ofRows = []string{"rules/indicators/", "rules/overlays/", "dictionaries/indicators/"}

// editedIn is what an edit of a file changes.
func editedIn(file string, before, after []byte) (names []string) {
	if strings.HasPrefix(file, "rules/risks/") {
		for _, data := range [][]byte{before, after} {
			var risk struct{ ID string }
			if yaml.Unmarshal(data, &risk) == nil && risk.ID != "" {
				names = append(names, risk.ID)
			}
		}
		return names
	}
	rows := slices.ContainsFunc(ofRows, func(folder string) bool { return strings.HasPrefix(file, folder) })
	list, order := changes.Leaves(before, after)
	for _, l := range list {
		if name, _, _ := strings.Cut(l.Name, "."); rows && name != "" {
			names = append(names, name)
		} else {
			names = append(names, file)
		}
	}
	if order > 0 {
		names = append(names, file)
	}
	return names
}

// answersFor reports whether somebody edited what a subject of cases is answered by:
// its own rows, or what all share.
func (e edits) answersFor(name, subject string) bool {
	return slices.ContainsFunc(e[name], func(one string) bool {
		shared := strings.HasPrefix(one, "rules/") && !strings.HasPrefix(one, "rules/cases/") && one != "rules/sources.yaml"
		return one == subject || shared || one == "dictionaries/units.yaml" || one == "dictionaries/grades.yaml"
	})
}

// edited reports whether it is known who edited what a subject is answered by.
func (e edits) edited(subject string) bool {
	for name := range e {
		if e.answersFor(name, subject) {
			return true
		}
	}
	return false
}

// otherKey refuses expectations that the person who signs them edited the rows of.
func (d *Releaser) otherKey(draft string, list []regress.Change, signed string) error {
	name, _, _ := strings.Cut(strings.TrimSpace(signed), " ")
	if d.OneKey || name == "" {
		return nil
	}
	all, err := editsOf(d.Files, draft)
	if err != nil {
		return err
	}
	own := map[string]int{}
	for _, ch := range list {
		if all.answersFor(name, ch.Subject()) {
			own[ch.Subject()]++
		}
	}
	if len(own) > 0 {
		return OutOfOrder{"case.own", message.AcceptOwn.With("name", message.Plain(name), "subjects", counted(own))}
	}
	return nil
}

// ownExpectations are those of a draft that were signed by who edited their rows, or,
// where nobody knows who did, by who proposes the draft.
func (d *Releaser) ownExpectations(draft, from, proposer string) (list problem.List, err error) {
	if d.OneKey {
		return nil, nil
	}
	all, err := editsOf(d.Files, draft)
	if err != nil {
		return nil, err
	}
	for _, a := range regress.Accepted(d.Files.RulesFS(), draft, from) {
		if all.answersFor(a.By, a.Subject) || a.By == proposer && !all.edited(a.Subject) {
			a.At.File = regress.Shown(a.At.File, "", d.Files.RulesFolder())
			list.Add(message.AcceptedOwn.At(a.At, "subject", a.Subject, "name", a.By))
		}
	}
	return list, nil
}

// ownGroups are the groups to which somebody would agree who edited what they are about.
func (d *Releaser) ownGroups(s *sheet.Sheet, by string, decisions map[string]sheet.Decision) (own []sheet.Group, err error) {
	if d.OneKey {
		return nil, nil
	}
	all, err := editsOf(d.Files, s.To)
	if err != nil {
		return nil, err
	}
	mine := func(c change.Change[string]) bool {
		at := sheet.At(&c).File
		for _, version := range []string{s.From, s.To} {
			at = strings.Replace(at, "/"+version+"/", "/", 1)
		}
		name := sheet.Subject(&c)
		return slices.Contains(all[by], at) || name != "" && slices.Contains(all[by], name)
	}
	for _, g := range s.Groups {
		if decisions[g.ID].Decision == sheet.Agreed && slices.ContainsFunc(g.Changes, mine) {
			own = append(own, g)
		}
	}
	return own, nil
}
