package engine

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"

	"tijian/engine/dictionary"
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
// or the one named with those that its overlays pin.
func (f Files) Check(version string, checks ...Check) *Review {
	r := &Review{}
	src, problems := read(f)
	if src == nil {
		r.Problems = problems
		return r
	}
	dict, _, problems := src.names(checks)
	found := strayFolders(src.rules)
	r.Active = ruleset.Current(src.rules, &found)
	problems = append(problems, f.inRules(found)...)
	versions := []string{version}
	if version == "" {
		versions = ruleset.Versions(src.rules)
	}
	for i := 0; i < len(versions) && dict != nil; i++ {
		checked, list := src.review(versions[i], dict)
		r.Versions = append(r.Versions, checked)
		problems = append(problems, list...)
		if checked.Rules == nil {
			continue
		}
		for _, set := range answering(checked.Rules) {
			if !slices.Contains(versions, set.Version) {
				versions = append(versions, set.Version)
			}
		}
	}
	r.Problems = problems
	r.Problems.Sort()
	return r
}

func (src *source) review(version string, dict *dictionary.Dictionary) (Reviewed, problem.List) {
	if _, err := fs.Stat(src.rules, path.Join(version, "manifest.yaml")); err != nil {
		missing := message.NoVersion.At(problem.Place{File: version}, "name", version, "versions", ruleset.Versions(src.rules))
		return Reviewed{Version: version}, src.files.inRules(problem.List{missing})
	}
	set, _, problems := src.version(version, dict)
	if set == nil {
		return Reviewed{Version: version}, problems
	}
	proof := verify.Check(set)
	list := append(slices.Clone(proof.Problems), verify.RiskGaps(set)...)
	list = append(append(list, proof.Unproved...), lint.Check(set)...)
	return Reviewed{version, set, proof}, append(problems, src.files.inRules(list)...)
}

// strayFolders reports folders beside the versions that nothing reads.
func strayFolders(rules fs.FS) problem.List {
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
