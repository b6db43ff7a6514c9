package engine

import (
	"time"

	"tijian/engine/dictionary"
	"tijian/engine/keywords"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/engine/values"
)

// Lexicon reads the lexicon of one version without the rules, and says which;
// "" is the version in force. With any problem it is nil. review, when set, adds
// its findings.
func (f Files) Lexicon(version string, review func(*keywords.Lexicon) problem.List) (lexicon *keywords.Lexicon, read string, list problem.List) {
	if version == "" {
		current, ok := ruleset.ReadCurrent(f.RulesFS(), &list)
		if !ok {
			return nil, "", f.inRules(list)
		}
		version = current.At(time.Now())
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
	tree, list := folderOf(f.DictionariesFS(), version)
	if tree == nil {
		return nil, f.inDictionaries("", list)
	}
	dict, list := dictionary.Load(tree)
	if dict == nil {
		return nil, f.inDictionaries(version, list)
	}
	reader, list := values.Load(tree, dict, lexicon)
	return reader, f.inDictionaries(version, list)
}
