package engine

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"strings"

	"tijian/engine/dictionary"
	"tijian/engine/lint"
	"tijian/engine/problem"
	"tijian/engine/record"
	"tijian/engine/ruleset"
	"tijian/engine/verify"
)

// Edited finds what is wrong in a version when one of its files holds something
// else, before that is saved. name is the file as problems show it, such as
// rules/2026.1/indicators/lipids.yaml. Only what the file says is proved: its
// tables, or everything where the file is none of tables. dict is the version's
// dictionary when the caller has it and the file is one of the rules, else nil.
// The list is sorted.
func (f Files) Edited(version, name string, data []byte, dict *dictionary.Dictionary, checks ...Check) problem.List {
	src, problems := read(f)
	if src == nil {
		return problems
	}
	below, ofRules := strings.CutPrefix(name, shown(f.Rules, "rules")+"/")
	if ofRules {
		src.rules = edited{src.rules, below, data}
	} else {
		below = strings.TrimPrefix(name, shown(f.Dictionaries, "dictionaries")+"/")
		src.dictionaries = edited{src.dictionaries, below, data}
	}
	if dict == nil || !ofRules {
		names, list := src.names(version, checks)
		problems = list
		if names == nil {
			problems = append(problems, src.written(version)...)
			problems.Sort()
			return problems
		}
		if names.lexicon != nil && !ofRules {
			problems = append(problems, src.files.inDictionaries(version, names.lexicon.Review())...)
		}
		dict = names.dictionary
	}
	set, list := ruleset.Load(src.rules, version, dict)
	if set != nil && ofRules {
		list = append(list, verify.Check(inFile(set, below)).Problems...)
		list = append(list, slices.DeleteFunc(lint.Check(set), func(p problem.Problem) bool { return p.File != below })...)
	}
	problems = append(problems, f.inRules(list)...)
	problems.Sort()
	return problems
}

// inFile is a set with the tables of one file, where that holds any.
func inFile(set *ruleset.Set, name string) *ruleset.Set {
	tables := map[string][]*ruleset.Table{}
	for indicator, all := range set.Tables {
		for _, t := range all {
			if t.At.File == name {
				tables[indicator] = all // they are proved together
				break
			}
		}
	}
	if len(tables) == 0 {
		return set
	}
	some := *set
	some.Tables, some.Risks, some.Overlays, some.Families = tables, nil, nil, nil
	return &some
}

// edited is a tree in which one file holds something else.
type edited struct {
	fs.FS
	name string
	data []byte
}

// Open opens the file that is edited, or one of the tree.
func (e edited) Open(name string) (fs.File, error) {
	f, err := e.FS.Open(name)
	if err != nil || name != e.name {
		return f, err
	}
	return editedFile{f, bytes.NewReader(e.data)}, nil
}

type editedFile struct {
	fs.File
	text *bytes.Reader
}

// Read reads what the file holds while it is edited.
func (f editedFile) Read(p []byte) (int, error) { return f.text.Read(p) }

// FilesOf lists the files of a version that staff may edit, as problems show
// them, sorted: its rules, then its dictionaries.
func (f Files) FilesOf(version string) ([]string, error) {
	var all []string
	for _, tree := range []struct {
		fs    fs.FS
		shown string
	}{{f.RulesFS(), shown(f.Rules, "rules")}, {f.DictionariesFS(), shown(f.Dictionaries, "dictionaries")}} {
		err := fs.WalkDir(tree.fs, version, func(name string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() && strings.HasSuffix(name, ".yaml") && path.Base(name) != record.LockName && !strings.HasPrefix(entry.Name(), ".") {
				all = append(all, path.Join(tree.shown, name))
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}
