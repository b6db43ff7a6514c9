package engine

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"

	"tijian/engine/changes"
	"tijian/engine/clash"
	"tijian/engine/internal/treehash"
	"tijian/engine/keywords"
	"tijian/engine/lint"
	"tijian/engine/message"
	"tijian/engine/population"
	"tijian/engine/problem"
	"tijian/engine/record"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
	"tijian/engine/strictyaml"
	"tijian/engine/verify"
)

// A Review is everything found out about the rules and dictionaries that staff
// edit.
type Review struct {
	Active   string // version in force, "" when current.yaml is broken
	Versions []Reviewed
	Problems problem.List // of all files and severities, sorted
	locked   []string     // folders of the released versions
	unfit    problem.List // warnings that forbid a release
	// inherited are the warnings and notes of drafts that their origins have, too.
	inherited map[problem.Problem]bool
}

// A Reviewed version. Rules and Proof are nil when it cannot be loaded, and so is
// the Lexicon where that has faults.
type Reviewed struct {
	Version string
	Past    bool // released, as it was then, and answers nobody: it was not loaded
	Rules   *ruleset.Set
	Proof   *verify.Report
	Lexicon *keywords.Lexicon
}

// Forbid makes errors of what forbids the release of a draft: while it is
// edited, these are warnings.
func (r *Review) Forbid() {
	for i := range r.Problems {
		if p := &r.Problems[i]; slices.Contains(r.unfit, *p) {
			p.Severity = problem.Error
		}
	}
}

// ForRelease adds what a release of the versions still lacks.
func (r *Review) ForRelease(f Files) {
	r.Forbid()
	for _, v := range r.Versions {
		if v.Rules != nil {
			r.Problems = append(r.Problems, f.inRules(lint.Release(v.Rules))...)
		}
	}
	r.Problems.Sort()
}

// perRisk is how many generated persons stand for one who is tried for each risk.
const perRisk = 20

// TryOut adds the contradictions in the answers to n generated persons.
func (r *Review) TryOut(f Files, n int) {
	for _, v := range r.Versions {
		if v.Rules == nil {
			continue
		}
		model, list := population.Adults(v.Rules.Dictionary)
		if model != nil {
			list = f.inRules(append(clash.Check(v.Rules, model.Varied(n, 1, v.Rules)), clash.Quiet(v.Rules, n/perRisk)...))
		}
		r.Problems = append(r.Problems, list...)
	}
	r.Problems.Sort()
}

// Doubtful reports whether there are warnings other than those of changes,
// which are what a draft is for, and of released versions, which nobody can
// mend: what a later check finds there is for their successor.
func (r *Review) Doubtful() bool {
	return slices.ContainsFunc(r.Problems.Of(problem.Warning), func(p problem.Problem) bool {
		ofLocked := slices.ContainsFunc(r.locked, func(folder string) bool { return strings.HasPrefix(p.File, folder+"/") })
		return !ofLocked && p.Code != message.Changed.Code && !slices.Contains(lint.ChangeCodes, p.Code)
	})
}

// OK reports whether nothing forbids the use of the files.
func (r *Review) OK() bool { return len(r.Problems.Of(problem.Error)) == 0 }

// Check reviews the dictionaries, the lexicon and every version of the rules,
// or the one named. Of all of them, those that were released and answer nobody are
// held against their locks only.
func (f Files) Check(version string, checks ...Check) *Review {
	src, problems := read(f)
	if src == nil {
		return &Review{Problems: problems}
	}
	return src.check(version, checks)
}

func (src *source) check(version string, checks []Check) *Review {
	r := &Review{}
	problems := append(src.strayFolders(), src.files.inRules(slices.Clone(src.currentFaults))...)
	r.Active = src.current.At(src.at)
	problems = append(problems, src.namespaces()...)
	history, broken := record.ReadHistory(src.rules)
	problems = append(problems, src.files.inRules(append(broken, src.unrecorded(history)...))...)
	versions := []string{version}
	if version == "" {
		versions = ruleset.Versions(src.rules)
	}
	for _, v := range versions {
		if src.released(v) {
			r.locked = append(r.locked, path.Join(src.files.RulesFolder(), v), src.files.DictionariesFolder(v))
			if version == "" && src.past(v) {
				r.Versions = append(r.Versions, Reviewed{Version: v, Past: true})
				continue
			}
			checked, list := src.review(v, checks)
			r.Versions = append(r.Versions, checked)
			problems = append(problems, list...)
			continue
		}
		problems = append(problems, r.draft(src, v, checks)...)
	}
	r.Problems = problems
	r.Problems.Sort()
	return r
}

// draft reviews a version without a lock, also for what it has otherwise than the
// version that it came from.
func (r *Review) draft(src *source, version string, checks []Check) problem.List {
	if src.memory == nil { // of this check
		own := *src
		own.memory = &memory{}
		src = &own
	}
	checked, list := src.review(version, checks)
	r.Versions = append(r.Versions, checked)
	set := checked.Rules
	if set == nil || src.givenUp() {
		return list
	}
	list = append(list, src.files.inRules(lint.Sentences(set))...)
	before := src.originOf(set)
	forbidden, known := src.unfit(set, before)
	r.unfit = append(r.unfit, forbidden...)
	list = append(append(list, forbidden...), known...)
	if before == nil || src.givenUp() {
		return list
	}
	r.inherit(src.files.inRules(slices.Clone(before.noted())), list)
	if rules := before.rules(); rules != nil {
		list = append(list, src.files.inRules(lint.Changes(rules, set, checked.Lexicon.Names()))...)
	}
	return list
}

// givenUp reports whether nobody waits for the review any more.
func (src *source) givenUp() bool { return src.given != nil && src.given.Err() != nil }

func (src *source) review(version string, checks []Check) (Reviewed, problem.List) {
	if _, err := fs.Stat(src.rules, path.Join(version, "manifest.yaml")); err != nil {
		missing := message.NoVersion.At(problem.Place{File: version}, "name", version, "versions", ruleset.Versions(src.rules))
		return Reviewed{Version: version}, src.files.inRules(problem.List{missing})
	}
	names, problems := src.names(version, checks)
	if problems = append(problems, src.locked(version)...); names == nil {
		return Reviewed{Version: version}, append(problems, src.written(version)...)
	}
	if names.lexicon != nil && !src.givenUp() {
		words := src.memory.reviewed(names.lexicon)
		problems = append(problems, src.files.inDictionaries(version, append(words.Of(problem.Error), words.Of(problem.Warning)...))...)
	}
	if src.givenUp() {
		return Reviewed{Version: version}, problems
	}
	set, list := src.set(version, names.dictionary)
	if problems = append(problems, list...); set == nil || src.givenUp() {
		return Reviewed{Version: version, Lexicon: names.lexicon}, problems
	}
	proof := src.memory.proofs().Check(set)
	list = slices.Concat(proof.Problems, proof.Unproved, proof.Notes, src.memory.proofs().Families(set), lint.Check(set))
	problems = append(problems, src.files.inRules(append(list, regress.CheckOwn(src.rules, set)...))...)
	return Reviewed{Version: version, Rules: set, Proof: proof, Lexicon: names.lexicon}, append(problems, src.changed(set)...)
}

// unfit lists what forbids the release of a draft, as warnings, apart from what
// the released version that it came from says alike: that remains a warning.
func (src *source) unfit(set *ruleset.Set, before *origin) (forbidden, known problem.List) {
	list := src.files.inRules(lint.Unfit(set))
	if len(list) == 0 {
		return nil, nil
	}
	said := map[string]bool{}
	if before != nil && src.released(src.from(set)) {
		if rules := before.rules(); rules != nil {
			for _, p := range lint.Unfit(rules) {
				said[p.Code+p.ZH] = true
			}
		}
	}
	for _, p := range list {
		p.Severity = problem.Warning
		if said[p.Code+p.ZH] {
			known.Add(p)
		} else {
			forbidden.Add(p)
		}
	}
	return forbidden, known
}

// originOf is the version that a draft came from; nil where there is none or its
// dictionary is broken.
func (src *source) originOf(set *ruleset.Set) *origin {
	from := src.from(set)
	dictionaries, faults := folderOf(src.dictionaries, from)
	if len(faults) > 0 || from == set.Version || !slices.Contains(ruleset.Versions(src.rules), from) {
		return nil
	}
	if o := src.memory.originOf(src, from, set, dictionaries); o.dictionary != nil {
		return o
	}
	return nil
}

// from is the version that a draft came from, which is the one in force where
// its manifest does not say.
func (src *source) from(set *ruleset.Set) string {
	return cmp.Or(set.From.Value, src.current.At(src.at))
}

// written finds what is wrong in how the rules are written, where the names of
// indicators are missing to read them.
func (src *source) written(version string) problem.List {
	var list problem.List
	for _, name := range treehash.Names(src.rules, version) {
		if data, err := fs.ReadFile(src.rules, name); err == nil {
			strictyaml.Parse(name, data, &list)
		}
	}
	return src.files.inRules(list)
}

// changed tells what a draft says otherwise than the version that it came from.
func (src *source) changed(set *ruleset.Set) problem.List {
	from := src.from(set)
	if src.released(set.Version) || from == set.Version {
		return nil
	}
	rules, err := fs.Sub(src.rules, from)
	dictionaries, list := folderOf(src.dictionaries, from)
	if err != nil || len(list) > 0 || !slices.Contains(ruleset.Versions(src.rules), from) {
		return src.files.inRules(problem.List{message.FromMissing.At(set.From.At, "name", from)})
	}
	ownRules, err := fs.Sub(src.rules, set.Version)
	if err != nil {
		return nil // it was loaded from there
	}
	ownDictionaries, _ := folderOf(src.dictionaries, set.Version)
	var inRules, inDictionaries problem.List
	for _, f := range changes.Rules(rules, ownRules) {
		inRules.Add(f.Problem(from))
	}
	for _, f := range changes.Dictionaries(dictionaries, ownDictionaries) {
		inDictionaries.Add(f.Problem(from))
	}
	inRules, inDictionaries = append(inRules, changes.Slips(rules, ownRules)...), append(inDictionaries, changes.Slips(dictionaries, ownDictionaries)...)
	list = append(src.files.inRules(prefix(inRules, set.Version)), src.files.inDictionaries(set.Version, inDictionaries)...)
	b := src.originOf(set)
	if b == nil {
		return list // said when that version is checked
	}
	list = append(list, src.files.inDictionaries(set.Version, append(lint.WithoutTable(b.dictionary, set), lint.Names(b.dictionary, set.Dictionary)...))...)
	if lint.Signed(set) {
		if before := b.rules(); before != nil {
			list = append(list, src.files.inRules(lint.Signatures(before, set))...)
		}
	}
	return list
}

// past reports whether a released version answers nobody, and is as it was released:
// it was proved then.
func (src *source) past(version string) bool {
	return len(src.currentFaults) == 0 && !slices.Contains(src.current.Answering(), version) && len(src.locked(version)) == 0
}

// released reports whether a version has a lock.
func (src *source) released(version string) bool {
	_, err := fs.Stat(src.rules, path.Join(version, record.LockName))
	return err == nil
}

// strayFolders reports what lies beside the versions and is not read. The
// embedded dictionaries may have more versions than somebody's own rules.
func (src *source) strayFolders() problem.List {
	versions := ruleset.Versions(src.rules)
	var list problem.List
	for _, e := range beside(src.rules, versions, &list) {
		if e.IsDir() {
			list.Add(message.StrayFolder.At(problem.Place{File: e.Name()}, "name", e.Name()))
		}
	}
	list = src.files.inRules(list)
	if src.files.Dictionaries == "" {
		return list
	}
	var names problem.List
	for _, e := range beside(src.dictionaries, versions, &names) {
		if e.IsDir() || path.Ext(e.Name()) == ".yaml" {
			names.Add(message.StrayNames.At(problem.Place{File: e.Name()}, "name", e.Name(), "versions", versions))
		}
	}
	return append(list, src.files.inDictionaries("", names)...)
}

// beside lists what lies at the root of a tree and is no version's.
func beside(tree fs.FS, versions []string, list *problem.List) []fs.DirEntry {
	entries, err := fs.ReadDir(tree, ".")
	if err != nil {
		list.Add(message.UnreadableFolder.At(problem.Place{File: "."}, "error", err))
	}
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
		return slices.Contains(versions, e.Name()) || strings.HasPrefix(e.Name(), ".")
	})
}

// RulesFolder is the folder under which problems show the files of the rules.
func (f Files) RulesFolder() string { return shown(f.Rules, "rules") }

// DictionariesFolder is the same for the dictionaries of a version.
func (f Files) DictionariesFolder(version string) string {
	return path.Join(shown(f.Dictionaries, "dictionaries"), version)
}
