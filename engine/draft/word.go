package draft

import (
	"context"
	"errors"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"tijian/engine/keywords"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/workbook"
)

// A WordKind is a kind of word that dictionaries have.
type WordKind struct {
	Key string // what pages call it

	files string // below the folder of a version
	home  workbook.Home
}

// WordKinds are all of them, the most usual first.
var WordKinds = []WordKind{
	{"finding", findingFiles, workbook.Home{List: "findings", By: "term", Key: "variants"}},
	{"head", findingFiles, workbook.Home{List: "heads", By: "head", Key: "words"}},
	{"site", "sites.yaml", workbook.Home{List: "sites", By: "site", Key: "words"}},
	{"severity", "modifiers.yaml", workbook.Home{List: "severity", By: "name", Key: "words"}},
	{"quality", "modifiers.yaml", workbook.Home{List: "qualities"}},
	{"plain", "modifiers.yaml", workbook.Home{List: "plain"}},
	{"cue", "cues.yaml", workbook.Home{List: "cues", By: "category", Key: "words"}},
}

// KindOfWord finds a kind by its key.
func KindOfWord(key string) (WordKind, bool) {
	i := slices.IndexFunc(WordKinds, func(k WordKind) bool { return k.Key == key })
	if i < 0 {
		return WordKind{}, false
	}
	return WordKinds[i], true
}

// WordNames are the entries of a version that a word of a kind can belong to,
// sorted; none where it belongs to a plain list.
func (b *Book) WordNames(version string, kind WordKind) ([]string, error) {
	var names []string
	if kind.home.Key == "" {
		return nil, nil
	}
	err := b.dictionaryFiles(version, kind.files, func(_ string, data []byte) bool {
		names = append(names, kind.home.Names(data)...)
		return true
	})
	slices.Sort(names)
	return slices.Compact(names), err
}

// AddWord adds a word to a version, under the entry of a name. Its error is that of
// the file system.
func (b *Book) AddWord(ctx context.Context, version string, kind WordKind, of, word string) (Addition, error) {
	if faults := faultyWord(word); faults != nil {
		return Addition{Faults: faults}, nil
	}
	to := kind.home
	to.Name = of
	var file string
	var before []byte
	err := b.dictionaryFiles(version, kind.files, func(name string, data []byte) bool {
		file, before = name, data
		return to.Key != "" && !slices.Contains(to.Names(data), of)
	})
	if err != nil {
		return Addition{}, err
	}
	after, refused := workbook.AddWord(before, to, word)
	return b.added(ctx, version, file, after, refused), nil
}

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

// An Addition is a file of a draft's dictionaries with something more in it.
type Addition struct {
	File    string
	After   []byte            // nil where it cannot be added
	Faults  problem.List      // what speaks against it
	Lexicon *keywords.Lexicon // of the draft with the addition; nil with faults
}

// MostInWord is how many characters a word of a dictionary may have.
const MostInWord = 40

// faultyWord says why a word cannot be one of a dictionary.
func faultyWord(word string) problem.List {
	if word == "" || utf8.RuneCountInString(word) > MostInWord || strings.ContainsAny(word, "\r\n\t") {
		return problem.List{message.WordMalformed.With("most", MostInWord).Fault()}
	}
	return nil
}

// added is a file with an addition, unless that was refused, after a review.
func (b *Book) added(ctx context.Context, version, file string, after []byte, refused *problem.Problem) Addition {
	if refused != nil {
		return Addition{File: file, Faults: problem.List{*refused}}
	}
	said := b.Judge(ctx, version, file, map[string][]byte{file: after})
	return Addition{file, after, said.Errors(), said.Lexicon}
}
