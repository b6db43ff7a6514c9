package draft

import (
	"context"
	"slices"

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
