package command

import (
	"os"
	"path"
	"path/filepath"
	"slices"

	"tijian/engine"
	"tijian/engine/problem"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
)

// loadSuites reads every suite of a folder, for the rules that they are to
// test; elsewhere counts the trials left out, by the versions that they are for.
// Faults are printed with their lines, and the error is that of invalid input.
func loadSuites(s Streams, files engine.Files, dir string, set *ruleset.Set) (suites []regress.Suite, elsewhere map[string]int, err error) {
	if _, err := os.Stat(dir); err != nil {
		return nil, nil, failure{exitInvalid, s.in("没有文件夹 "+dir, "there is no folder "+dir)}
	}
	suites, problems := regress.Load(os.DirFS(dir))
	version := ruleset.LineageOf(files.RulesFS(), set.Version)
	elsewhere = regress.Elsewhere(suites, version)
	suites, list := regress.For(suites, version)
	problems = slices.Concat(problems, list, regress.Validate(suites, set))
	if len(problems) > 0 {
		return nil, nil, invalidSuites(s, dir, problems)
	}
	if len(suites) == 0 {
		return nil, nil, failure{exitInvalid, dir + s.in("：这里没有用例（*.yaml）", ": no suites (*.yaml) here")}
	}
	return suites, elsewhere, nil
}

// invalidSuites prints faults of the suites of a folder with their lines.
func invalidSuites(s Streams, dir string, problems problem.List) error {
	folder := path.Clean(filepath.ToSlash(dir))
	for i := range problems {
		problems[i].File = path.Join(folder, problems[i].File)
	}
	return invalid(s, below{folder, os.DirFS(dir)}, problems)
}
