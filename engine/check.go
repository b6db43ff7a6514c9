package engine

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/keywords"
	"tijian/engine/lint"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/engine/verify"
)

// A Review is everything found out about the rules and dictionaries that staff
// edit.
type Review struct {
	Active   string // version in force, "" when current.yaml is broken
	Versions []Reviewed
	Problems problem.List // of all files and severities, sorted
}

// A Reviewed version. Rules and Proof are nil when it cannot be loaded.
type Reviewed struct {
	Version string
	Rules   *ruleset.Set
	Proof   *verify.Report
}

// OK reports whether nothing forbids the use of the files.
func (r *Review) OK() bool { return len(r.Problems.Of(problem.Error)) == 0 }

// Check reviews the dictionaries, the lexicon and every version of the rules,
// or the one named. Further checks read the dictionaries for other layers;
// they run once the dictionary itself is in order.
func (f Files) Check(version string, further ...func(fs.FS, *dictionary.Dictionary) problem.List) *Review {
	r := &Review{}
	dictFS, rulesFS := f.DictionariesFS(), f.RulesFS()
	dict, problems := dictionary.Load(dictFS)
	_, list := keywords.Load(dictFS)
	problems = append(problems, list...)
	if dict != nil {
		for _, check := range further {
			problems = append(problems, check(dictFS, dict)...)
		}
	}
	f.inDictionaries(problems)

	var found problem.List
	r.Active = ruleset.Current(rulesFS, &found)
	versions := []string{version}
	if version == "" {
		versions = ruleset.Versions(rulesFS)
		found = append(found, strayVersions(rulesFS)...)
	}
	for _, v := range versions {
		if dict == nil {
			break // the rules cannot be read without the names of indicators
		}
		checked, list := review(rulesFS, v, dict)
		r.Versions = append(r.Versions, checked)
		found = append(found, list...)
	}
	found = f.inRules(found)
	r.Problems = append(problems, found...)
	r.Problems.Sort()
	return r
}

func review(rules fs.FS, version string, dict *dictionary.Dictionary) (Reviewed, problem.List) {
	if _, err := fs.Stat(rules, path.Join(version, "manifest.yaml")); err != nil {
		return Reviewed{Version: version}, problem.List{message.NoVersion.At(problem.Place{File: version}, "name", version, "versions", ruleset.Versions(rules))}
	}
	set, list := ruleset.Load(rules, version, dict)
	if set == nil {
		return Reviewed{Version: version}, list
	}
	proof := verify.Check(set)
	list = append(list, proof.Problems...)
	list = append(list, verify.RiskGaps(set)...)
	list = append(list, assess.New(set).Problems()...)
	for _, n := range proof.Unproved {
		list.Add(problem.Problem{Place: n.Place, Severity: problem.Note, Code: "unproved", ZH: "未能证明：" + n.ZH, EN: "not proved: " + n.EN})
	}
	return Reviewed{version, set, proof}, append(list, lint.Check(set)...)
}

// strayVersions reports folders beside the versions that nothing reads.
func strayVersions(rules fs.FS) problem.List {
	var list problem.List
	entries, err := fs.ReadDir(rules, ".")
	if err != nil {
		return problem.List{message.UnreadableFolder.At(problem.Place{File: "."}, "error", err)}
	}
	versions := ruleset.Versions(rules)
	for _, e := range entries {
		_, version := slices.BinarySearchFunc(versions, e.Name(), cmp.Compare[string])
		if !e.IsDir() || version || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		list.Add(message.StrayFolder.At(problem.Place{File: e.Name()}, "name", e.Name()))
	}
	return list
}

// RulesFolder is the folder under which problems show the files of the rules.
func (f Files) RulesFolder() string { return shown(f.Rules, "rules") }
