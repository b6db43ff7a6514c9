// Package engine joins rules, dictionaries and lexicon into one snapshot that
// answers requests, and swaps snapshots as a whole.
package engine

import (
	"path"
	"sync/atomic"

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
}

// Load reads everything, all or nothing. version "" means the one that
// current.yaml names. With any problem the snapshot is nil and the list, which
// is sorted, has every problem of every file.
func Load(files Files, version string) (*Snapshot, problem.List) {
	dictFS := files.DictionariesFS()
	dict, problems := dictionary.Load(dictFS)
	lexicon, list := keywords.Load(dictFS)
	problems = files.inDictionaries(append(problems, list...))
	s := &Snapshot{Dictionary: dict, Lexicon: lexicon}
	if dict != nil {
		set, list := ruleset.Load(files.RulesFS(), version, dict)
		problems = append(problems, files.inRules(list)...)
		if set != nil {
			s.Rules, s.Assess = set, assess.New(set)
			problems = append(problems, files.inRules(s.Assess.Problems())...)
		}
	}
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

// Live holds the snapshot in force. Requests under way keep the one they
// began with.
type Live struct{ current atomic.Pointer[Snapshot] }

// NewLive starts with a snapshot.
func NewLive(s *Snapshot) *Live {
	l := &Live{}
	l.Set(s)
	return l
}

// Set puts a snapshot in force.
func (l *Live) Set(s *Snapshot) { l.current.Store(s) }

// Snapshot returns the one in force.
func (l *Live) Snapshot() *Snapshot { return l.current.Load() }
