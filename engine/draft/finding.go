package draft

import (
	"errors"
	"path"

	"tijian/engine/problem"
	"tijian/engine/workbook"
)

// findingFiles are the files of findings below the folder of a version.
const findingFiles = "findings/*.yaml"

// A FindingFile is a file of findings, and the area that it is about.
type FindingFile struct{ Name, Area string }

// FindingFiles are those of a version that have findings.
func (b *Book) FindingFiles(version string) (files []FindingFile, err error) {
	err = b.dictionaryFiles(version, findingFiles, func(name string, data []byte) bool {
		if len(workbook.Values(data, "findings", "term")) > 0 {
			files = append(files, FindingFile{path.Base(name), workbook.Value(data, "area")})
		}
		return true
	})
	return files, err
}

// ErrNoFile means that there is no such file of findings.
var ErrNoFile = errors.New("no such file")

// AddFinding returns the file of a version with a finding in it, which is made of
// fields: the named one, or else the one with most findings of the same site.
// refused says why it cannot be added; the error may be ErrNoFile.
func (b *Book) AddFinding(version, named, site string, fields []workbook.Field) (file string, after []byte, refused *problem.Problem, err error) {
	var before []byte
	most := -1
	err = b.dictionaryFiles(version, findingFiles, func(name string, data []byte) bool {
		if named != "" && path.Base(name) != named {
			return true
		}
		sites := workbook.Values(data, "findings", "site")
		n := 0
		for _, one := range sites {
			if one == site && site != "" {
				n++
			}
		}
		if len(sites) > 0 && n > most {
			file, before, most = name, data, n
		}
		return true
	})
	if err != nil {
		return "", nil, nil, err
	}
	if before == nil {
		return "", nil, nil, ErrNoFile
	}
	after, refused = workbook.AddItem(before, "findings", "site", site, fields)
	return file, after, refused, nil
}
