package draft

import (
	"context"
	"errors"
	"path"

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

// A Finding is one to be added: its standard term, and what else is known of it.
type Finding struct {
	Term, Site, Head, ICD10 string
	Context                 string           // "" for that of its file
	Words                   []workbook.Field // lists of words, such as its variants
}

// Fields are those of the entry, in the order of the files.
func (f Finding) Fields() []workbook.Field {
	one := func(key, value string) workbook.Field {
		if value == "" {
			return workbook.Field{Key: key}
		}
		return workbook.Field{Key: key, Values: []string{value}}
	}
	own := one("context", f.Context)
	own.List = true
	return append([]workbook.Field{one("term", f.Term), one("site", f.Site), one("head", f.Head), one("icd10", f.ICD10), own}, f.Words...)
}

// AddFinding adds a finding to a version: to the named file, or else to the one
// with most findings of the same site. The error may be ErrNoFile.
func (b *Book) AddFinding(ctx context.Context, version, named string, f Finding) (Addition, error) {
	if faults := faultyWord(f.Term); faults != nil {
		return Addition{Faults: faults}, nil
	}
	var file string
	var before []byte
	most := -1
	err := b.dictionaryFiles(version, findingFiles, func(name string, data []byte) bool {
		if named != "" && path.Base(name) != named {
			return true
		}
		sites := workbook.Values(data, "findings", "site")
		n := 0
		for _, one := range sites {
			if one == f.Site && f.Site != "" {
				n++
			}
		}
		if len(sites) > 0 && n > most {
			file, before, most = name, data, n
		}
		return true
	})
	if err != nil {
		return Addition{}, err
	}
	if before == nil {
		return Addition{}, ErrNoFile
	}
	after, refused := workbook.AddItem(before, "findings", "site", f.Site, f.Fields())
	return b.added(ctx, version, file, after, refused), nil
}
