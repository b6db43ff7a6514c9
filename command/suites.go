package command

import (
	"maps"
	"os"
	"slices"
	"strings"

	"tijian/engine"
	"tijian/engine/problem"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
)

// loadSuites reads every suite of a folder, or the one of a file, and those of the version itself, for the
// rules that they are to test; elsewhere counts the trials left out, by the versions that they are for.
// Faults are printed with their lines, and the error is that of invalid input.
func loadSuites(s Streams, files engine.Files, dir string, set *ruleset.Set) (suites []regress.Suite, elsewhere map[string]int, err error) {
	if _, err := os.Stat(dir); err != nil {
		return nil, nil, failure{exitInvalid, s.in("没有文件夹或文件 "+dir, "there is no folder or file "+dir)}
	}
	tree, _ := regress.Folder(dir)
	cases, problems := regress.Collect(tree, files.RulesFS(), set)
	if len(problems) > 0 {
		return nil, nil, invalidSuites(s, files, dir, problems)
	}
	if len(cases.Hold) == 0 && len(cases.Elsewhere) > 0 {
		versions := strings.Join(slices.Sorted(maps.Keys(cases.Elsewhere)), "、")
		return nil, nil, failure{exitInvalid, dir + s.in("：这里的用例只用于 "+versions+"，不用于 "+set.Version, ": the suites here are for "+versions+" only, not for "+set.Version)}
	}
	if len(cases.Hold) == 0 {
		return nil, nil, failure{exitInvalid, dir + s.in("：这里没有用例（*.yaml）", ": no suites (*.yaml) here")}
	}
	return cases.Hold, cases.Elsewhere, nil
}

// invalidSuites prints faults of the suites of a folder with their lines.
func invalidSuites(s Streams, files engine.Files, dir string, problems problem.List) error {
	tree, folder := regress.Folder(dir)
	for i := range problems {
		problems[i].File = regress.Shown(problems[i].File, folder, files.RulesFolder())
	}
	return invalid(s, below{folder, tree, files}, problems)
}
