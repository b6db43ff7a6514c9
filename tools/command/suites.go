package command

import (
	"fmt"
	"os"
	"path"
	"path/filepath"

	"tijian/engine/regress"
)

// loadSuites reads every suite of a folder. Faults are printed with their
// lines, and the error is that of invalid input.
func loadSuites(s Streams, dir, lang string) ([]regress.Suite, error) {
	tree := os.DirFS(dir)
	folder := path.Clean(filepath.ToSlash(dir))
	suites, problems := regress.Load(tree)
	if len(problems) > 0 {
		for i := range problems {
			problems[i].File = path.Join(folder, problems[i].File)
		}
		return nil, invalid(s.Err, below{folder, tree}, problems, lang)
	}
	if len(suites) == 0 {
		return nil, failure{exitInvalid, fmt.Sprintf("%s: no suites (*.yaml) here", dir)}
	}
	return suites, nil
}
