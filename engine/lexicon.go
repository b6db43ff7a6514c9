package engine

import (
	"tijian/engine/keywords"
	"tijian/engine/problem"
	"tijian/engine/values"
)

// Lexicon reads the lexicon of one version without the rules, and says which;
// "" is the version in force. With any problem it is nil. review, when set, adds
// its findings.
func (f Files) Lexicon(version string, review func(*keywords.Lexicon) problem.List) (lexicon *keywords.Lexicon, read string, list problem.List) {
	if version, list = f.named(version); version == "" {
		return nil, "", list
	}
	tree, list := folderOf(f.DictionariesFS(), version)
	if tree == nil {
		return nil, version, f.inDictionaries("", list)
	}
	lexicon, list = keywords.Load(tree)
	if lexicon != nil && review != nil {
		list = review(lexicon)
	}
	return lexicon, version, f.inDictionaries(version, list)
}

// Values reads what is needed to read laboratory values in texts by a version;
// nil where it reads none, and with problems.
func (f Files) Values(version string, lexicon *keywords.Lexicon) (*values.Reader, problem.List) {
	tree, dict, list := f.indicators(version)
	if dict == nil {
		return nil, list
	}
	reader, list := values.Load(tree, dict, lexicon)
	return reader, f.inDictionaries(version, list)
}
