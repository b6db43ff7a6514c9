package engine

import (
	"io/fs"
	"slices"
	"sync"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/keywords"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/engine/verify"
)

// A Check examines the dictionaries for another layer, such as recognition.
// It runs once the dictionary of indicators itself is in order.
type Check func(dictionaries fs.FS, dict *dictionary.Dictionary) problem.List

// Load reads everything and proves the rules, all or nothing: what it returns
// is fit to serve. version "" means the one that current.yaml names. It finds
// every error that Files.Check finds, except in versions that can answer
// nothing because neither version nor an overlay's pin names them. With any
// error the snapshot is nil, and the sorted list has the errors of all files.
//
// The embedded rules with the embedded dictionaries are not proved again:
// that was done when the program was built.
func Load(files Files, version string, checks ...Check) (*Snapshot, problem.List) {
	src, problems := read(files)
	if src == nil {
		return nil, problems
	}
	return src.load(version, checks)
}

// Draft reads everything like Load, but proves nothing: for tools that
// explain, test and compare rules while they are being written.
func Draft(files Files, version string) (*Snapshot, problem.List) {
	src, problems := read(files)
	if src == nil {
		return nil, problems
	}
	return src.snapshot(version, nil)
}

func (src *source) load(version string, checks []Check) (*Snapshot, problem.List) {
	s, problems := src.snapshot(version, checks)
	problems = append(problems, src.strayFolders()...)
	if s != nil && src.files != (Files{}) {
		for _, set := range answering(s.Rules) {
			problems = append(problems, src.files.inRules(verify.Check(set).Problems)...)
		}
	}
	if errors := problems.Of(problem.Error); len(errors) > 0 {
		errors.Sort()
		return nil, errors
	}
	return s, nil
}

// snapshot loads one version without proving it.
func (src *source) snapshot(version string, checks []Check) (*Snapshot, problem.List) {
	var problems problem.List
	if version == "" {
		var list problem.List
		version = ruleset.Current(src.rules, &list)
		problems = src.files.inRules(list)
	}
	s := &Snapshot{fingerprint: src.fingerprint}
	if version != "" {
		names, list := src.names(version, checks)
		problems = append(problems, list...)
		if names != nil { // the rules cannot be read without the names of indicators
			s.Dictionary, s.Lexicon, s.DictionaryFiles, s.dictionaries = names.dictionary, names.lexicon, names.archive, names.tree
			s.Rules, s.Assess, list = src.version(version, names.dictionary)
			problems = append(problems, list...)
		}
	}
	if errors := problems.Of(problem.Error); len(errors) > 0 {
		errors.Sort()
		return nil, errors
	}
	return s, nil
}

// names are the dictionaries of one version.
type names struct {
	dictionary *dictionary.Dictionary
	lexicon    *keywords.Lexicon // nil with problems
	archive    []byte
	tree       fs.FS
}

// names loads the dictionaries of a version; nil when the rules cannot be read
// with them.
func (src *source) names(version string, checks []Check) (*names, problem.List) {
	tree, list := folderOf(src.dictionaries, version)
	if tree == nil {
		return nil, src.files.inDictionaries("", list)
	}
	var n names
	var words, files problem.List
	var reading sync.WaitGroup
	reading.Go(func() { n.lexicon, words = keywords.Load(tree) })
	n.archive, n.tree, files = freeze(tree)
	n.dictionary, list = dictionary.Load(tree)
	if n.dictionary != nil {
		for _, check := range checks {
			list = append(list, check(tree, n.dictionary)...)
		}
	}
	reading.Wait()
	list = src.files.inDictionaries(version, slices.Concat(files, words, list))
	if n.dictionary == nil {
		return nil, list
	}
	return &n, list
}

// folderOf is the tree of a version's dictionaries.
func folderOf(dictionaries fs.FS, version string) (fs.FS, problem.List) {
	if info, err := fs.Stat(dictionaries, version); err == nil && info.IsDir() {
		if tree, err := fs.Sub(dictionaries, version); err == nil {
			return tree, nil
		}
	}
	return nil, problem.List{message.NoDictionaries.At(problem.Place{File: version}, "name", version)}
}

// version loads one version of the rules.
func (src *source) version(version string, dict *dictionary.Dictionary) (*ruleset.Set, *assess.Engine, problem.List) {
	set, problems := ruleset.Load(src.rules, version, dict)
	if set == nil {
		return nil, nil, src.files.inRules(problems)
	}
	return set, assess.New(set), src.files.inRules(problems)
}

// answering returns a set and those that its overlays pin, each once.
func answering(set *ruleset.Set) []*ruleset.Set {
	all, seen := []*ruleset.Set{set}, map[string]bool{set.Version: true}
	for i := 0; i < len(all); i++ {
		for _, o := range all[i].Overlays {
			if p := o.Pinned; p != nil && !seen[p.Version] {
				seen[p.Version] = true
				all = append(all, p)
			}
		}
	}
	return all
}
