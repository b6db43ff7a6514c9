package engine

import (
	"time"

	"tijian/engine/keywords"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
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
