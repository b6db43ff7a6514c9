// Package engine joins rules, dictionaries and lexicon into one snapshot that
// answers requests, and swaps snapshots as a whole.
package engine

import (
	"crypto/sha256"
	"path"
	"sync"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/keywords"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/engine/verify"
)

// A Snapshot answers requests by one version of the rules and one state of the
// dictionaries. It never changes and is safe for concurrent use.
type Snapshot struct {
	Dictionary *dictionary.Dictionary
	Rules      *ruleset.Set
	Assess     *assess.Engine
	Lexicon    *keywords.Lexicon

	// DictionaryFiles is a zip archive of the dictionaries' tree as it was
	// loaded, for processes that recognise pictures.
	DictionaryFiles []byte

	fingerprint [sha256.Size]byte // of every byte read
}

// Load reads everything, all or nothing. version "" means the one that
// current.yaml names. With any problem the snapshot is nil and the list, which
// is sorted, has every problem of every file.
func Load(files Files, version string) (*Snapshot, problem.List) {
	dictArchive, dictTree, problems := freeze(files.DictionariesFS())
	rulesArchive, rulesTree, unread := freeze(files.RulesFS())
	problems = append(files.inDictionaries(problems), files.inRules(unread)...)
	if len(problems) > 0 {
		return nil, problems
	}
	s := &Snapshot{
		DictionaryFiles: dictArchive,
		fingerprint:     sha256.Sum256(append(append([]byte(nil), dictArchive...), rulesArchive...)),
	}
	var inLexicon problem.List
	var reading sync.WaitGroup
	reading.Go(func() { s.Lexicon, inLexicon = keywords.Load(dictTree) })
	var inDict, inRules problem.List
	if s.Dictionary, inDict = dictionary.Load(dictTree); s.Dictionary != nil {
		if s.Rules, inRules = ruleset.Load(rulesTree, version, s.Dictionary); s.Rules != nil {
			s.Assess = assess.New(s.Rules)
			inRules = append(inRules, s.Assess.Problems()...)
		}
	}
	reading.Wait()
	problems = append(files.inDictionaries(append(inDict, inLexicon...)), files.inRules(inRules)...)
	if len(problems) > 0 {
		problems.Sort()
		return nil, problems
	}
	return s, nil
}

// Prove proves the snapshot's tables, with places as Load gives them.
func (s *Snapshot) Prove(files Files) *verify.Report {
	report := verify.Check(s.Rules)
	files.inRules(report.Problems)
	for i := range report.Unproved {
		report.Unproved[i].File = path.Join(shown(files.Rules, "rules"), report.Unproved[i].File)
	}
	return report
}
