package engine

import (
	"io/fs"
	"slices"
	"sync"
	"time"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/keywords"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/record"
	"tijian/engine/ruleset"
	"tijian/engine/values"
	"tijian/engine/verify"
)

// A Check examines the dictionaries for another layer, such as recognition.
// It runs once the dictionary of indicators itself is in order.
type Check func(dictionaries fs.FS, dict *dictionary.Dictionary) problem.List

// Load reads everything and proves the rules, all or nothing: what it returns
// is fit to serve. version "" means what current.yaml says: the version in
// force, with those that namespaces stay with; the one that comes next is
// proved as well. A version by its name answers every namespace. Load finds
// every error that Files.Check finds, except in versions that answer nothing.
// With any error the snapshot is nil, and the sorted list has the errors of all
// files.
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
	return draft(files, version, false)
}

// DraftRules is Draft for tools that look at rules only: the snapshot has no
// Lexicon and no Values where they are the embedded ones, which have no faults.
func DraftRules(files Files, version string) (*Snapshot, problem.List) {
	return draft(files, version, files.Dictionaries == "")
}

func draft(files Files, version string, wordless bool) (*Snapshot, problem.List) {
	src, problems := read(files)
	if src == nil {
		return nil, problems
	}
	src.wordless = wordless
	s, _, problems := src.snapshots(version, nil)
	return s, problems
}

// Rules reads the rules of a version, "" for that in force, and the names of its
// indicators, and nothing else: for those who show it and answer nobody. Nothing is
// proved. With any error the set is nil.
func Rules(files Files, version string) (*ruleset.Set, problem.List) {
	version, list := files.named(version)
	if version == "" {
		return nil, list
	}
	_, dict, list := files.indicators(version)
	if dict == nil || len(list.Of(problem.Error)) > 0 {
		return nil, list
	}
	set, list := ruleset.Load(files.RulesFS(), version, dict)
	return set, files.inRules(list)
}

// named is a version by its name, that in force for ""; "" with problems.
func (f Files) named(version string) (string, problem.List) {
	if version != "" {
		return version, nil
	}
	var list problem.List
	current, ok := ruleset.ReadCurrent(f.RulesFS(), &list)
	if !ok {
		return "", f.inRules(list)
	}
	return current.At(time.Now()), nil
}

// indicators reads the dictionary of indicators of a version, and gives the tree of
// its dictionaries.
func (f Files) indicators(version string) (fs.FS, *dictionary.Dictionary, problem.List) {
	tree, list := folderOf(f.DictionariesFS(), version)
	if tree == nil {
		return nil, nil, f.inDictionaries("", list)
	}
	dict, list := dictionary.Load(tree)
	return tree, dict, f.inDictionaries(version, list)
}

// InForce names the version in force and its hash. The embedded rules have no faults
// and are not read for that.
func (f Files) InForce() (version, hash string, problems problem.List) {
	if !f.Embedded() {
		set, problems := Rules(f, "")
		if set == nil {
			return "", "", problems
		}
		return set.Version, set.Hash, nil
	}
	current, _ := ruleset.ReadCurrent(f.RulesFS(), &problems)
	version = current.At(time.Now())
	tree, list := folderOf(f.DictionariesFS(), version)
	if problems = append(problems, list...); len(problems) > 0 {
		return "", "", problems
	}
	return version, ruleset.Hash(f.RulesFS(), version, dictionary.Hash(tree)), nil
}

func (src *source) load(version string, checks []Check) (*Snapshot, problem.List) {
	s, all, problems := src.snapshots(version, checks)
	problems = append(problems, src.strayFolders()...)
	if s != nil && !src.files.Embedded() {
		for _, one := range all {
			problems = append(problems, src.files.inRules(verify.Check(one.Rules).Problems)...)
			problems = append(problems, src.files.inRules(verify.Families(one.Rules))...)
			problems = append(problems, src.locked(one.Rules.Version)...)
		}
	}
	if errors := problems.Of(problem.Error); len(errors) > 0 {
		errors.Sort()
		return nil, errors
	}
	return s, nil
}

// Locked finds what was changed in a released version.
func (f Files) Locked(version string) problem.List {
	return (&source{files: f, rules: f.RulesFS(), dictionaries: f.DictionariesFS()}).locked(version)
}

func (src *source) locked(version string) problem.List {
	faults := record.Check(src.rules, src.dictionaries, version)
	return append(src.files.inRules(faults.Rules), src.files.inDictionaries("", faults.Dictionaries)...)
}

// snapshots loads what answers, without proving it. all has every version that
// can answer, today or from its day on.
func (src *source) snapshots(version string, checks []Check) (s *Snapshot, all []*Snapshot, problems problem.List) {
	current := ruleset.Current{Active: version}
	if version == "" {
		if current, problems = src.current, src.files.inRules(src.currentFaults); len(problems) > 0 {
			return nil, nil, problems
		}
	}
	loaded := map[string]*Snapshot{}
	for _, v := range current.Answering() {
		one, list := src.snapshot(v, checks)
		problems = append(problems, list...)
		loaded[v], all = one, append(all, one)
	}
	if errors := problems.Of(problem.Error); len(errors) > 0 {
		errors.Sort()
		return nil, nil, errors
	}
	s = loaded[current.At(src.at)]
	s.pins = map[string]*Snapshot{}
	for namespace, v := range current.Pins {
		s.pins[namespace] = loaded[v]
	}
	if s.fingerprint = src.fingerprint; src.at.Before(current.Effective) {
		s.Until = current.Effective
	}
	return s, all, nil
}

// snapshot loads one version; nil with any error.
func (src *source) snapshot(version string, checks []Check) (*Snapshot, problem.List) {
	names, problems := src.names(version, checks)
	if names == nil { // the rules cannot be read without the names of indicators
		return nil, problems
	}
	s := &Snapshot{Dictionary: names.dictionary, Lexicon: names.lexicon, Values: names.values, DictionaryFiles: names.archive, dictionaries: names.tree}
	var list problem.List
	s.Rules, s.Assess, list = src.version(version, names.dictionary)
	problems = append(problems, list...)
	if s.Rules == nil || len(problems.Of(problem.Error)) > 0 {
		return nil, problems
	}
	s.spreads = spreads(s.Rules)
	s.Dictionary, list = src.files.mapped(s.Dictionary)
	if problems = append(problems, list...); s.Dictionary == nil {
		return nil, problems
	}
	return s, problems
}

// names are the dictionaries of one version.
type names struct {
	dictionary *dictionary.Dictionary
	lexicon    *keywords.Lexicon // nil with problems
	values     *values.Reader
	archive    []byte
	tree       fs.FS
}

// names loads the dictionaries of a version; nil when the rules cannot be read
// with them.
func (src *source) names(version string, checks []Check) (*names, problem.List) {
	read := func() (*names, problem.List) { return src.readNames(version) }
	var n *names
	var list problem.List
	switch {
	case src.wordless:
		n, list = src.withoutWords(version)
	case src.files.Dictionaries == "":
		n, list = embeddedNames.get(version, read)
	case src.memory != nil:
		return src.memory.named(src, version, checks)
	default:
		n, list = read()
	}
	return src.checked(version, n, list, checks)
}

// checked adds what other layers find in the dictionaries; nil when the rules
// cannot be read with them.
func (src *source) checked(version string, n *names, list problem.List, checks []Check) (*names, problem.List) {
	if n != nil && n.dictionary != nil {
		var further problem.List
		for _, check := range checks {
			further = append(further, check(n.tree, n.dictionary)...)
		}
		list = append(list, src.files.inDictionaries(version, further)...)
	}
	if n == nil || n.dictionary == nil {
		return nil, list
	}
	return n, list
}

// readNames reads the dictionaries of a version; some of them are nil with
// problems.
func (src *source) readNames(version string) (*names, problem.List) {
	tree, list := folderOf(src.dictionaries, version)
	if tree == nil {
		return nil, src.files.inDictionaries("", list)
	}
	var n names
	var words, files problem.List
	var reading sync.WaitGroup
	reading.Go(func() { n.lexicon, words = src.memory.lexiconOf(tree) })
	n.archive, n.tree, files = freeze(tree)
	n.dictionary, list = src.indicators(version, tree)
	reading.Wait()
	var beside problem.List
	n.values, beside = values.Load(tree, n.dictionary, n.lexicon)
	return &n, src.files.inDictionaries(version, slices.Concat(files, words, beside, list))
}

// withoutWords reads what rules need of the dictionaries of a version.
func (src *source) withoutWords(version string) (*names, problem.List) {
	tree, list := folderOf(src.dictionaries, version)
	if tree == nil {
		return nil, src.files.inDictionaries("", list)
	}
	dict, list := src.indicators(version, tree)
	return &names{dictionary: dict, tree: tree}, src.files.inDictionaries(version, list)
}

// indicators loads the dictionary of indicators from the dictionaries of a
// version.
func (src *source) indicators(version string, tree fs.FS) (*dictionary.Dictionary, problem.List) {
	read := func() (*dictionary.Dictionary, problem.List) { return dictionary.Load(tree) }
	if src.files.Dictionaries == "" {
		return embeddedIndicators.get(version, read)
	}
	return read()
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

// set loads one version of the rules, without what answers requests.
func (src *source) set(version string, dict *dictionary.Dictionary) (*ruleset.Set, problem.List) {
	if src.files.Embedded() {
		set, _, list := src.version(version, dict)
		return set, list
	}
	set, list := src.memory.ofRules().Load(src.rules, version, dict)
	return set, src.files.inRules(list)
}

// version loads one version of the rules.
func (src *source) version(version string, dict *dictionary.Dictionary) (*ruleset.Set, *assess.Engine, problem.List) {
	read := func() (*compiled, problem.List) {
		set, problems := ruleset.Load(src.rules, version, dict)
		if set == nil {
			return &compiled{}, src.files.inRules(problems)
		}
		return &compiled{set, assess.New(set)}, src.files.inRules(problems)
	}
	if !src.files.Embedded() {
		c, problems := read()
		return c.set, c.assess, problems
	}
	c, problems := embeddedRules.get(version, read)
	return c.set, c.assess, problems
}

// Lexicon reads the lexicon of one version without the rules, and says which;
// "" is the version in force. With any problem it is nil. review, when set, adds
// its findings.
func (f Files) Lexicon(version string, review func(*keywords.Lexicon) problem.List) (lexicon *keywords.Lexicon, read string, list problem.List) {
	if version, list = f.named(version); version == "" {
		return nil, "", list
	}
	tree, list := folderOf(f.DictionariesFS(), version)
	if tree == nil {
		return nil, version, f.inDictionaries("", list)
	}
	lexicon, list = keywords.Load(tree)
	if lexicon != nil && review != nil {
		list = review(lexicon)
	}
	return lexicon, version, f.inDictionaries(version, list)
}

// Values reads what is needed to read laboratory values in texts by a version;
// nil where it reads none, and with problems.
func (f Files) Values(version string, lexicon *keywords.Lexicon) (*values.Reader, problem.List) {
	tree, dict, list := f.indicators(version)
	if dict == nil {
		return nil, list
	}
	reader, list := values.Load(tree, dict, lexicon)
	return reader, f.inDictionaries(version, list)
}
