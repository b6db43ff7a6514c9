package engine

import (
	"slices"
	"sync"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// What is embedded never changes while the program runs, so that each version
// of it is read once, whoever loads it again.
var (
	embeddedNames      memo[*names]
	embeddedIndicators memo[*dictionary.Dictionary] // of the names
	embeddedRules      memo[*compiled]
)

// compiled are the rules of one version; both nil with any error.
type compiled struct {
	set    *ruleset.Set
	assess *assess.Engine
}

// A memo keeps what was read of each version, with its problems.
type memo[T any] struct {
	sync.Mutex
	versions map[string]func() (T, problem.List)
}

// get reads a version unless that was done before. The list is the caller's own.
func (m *memo[T]) get(version string, read func() (T, problem.List)) (T, problem.List) {
	m.Lock()
	once := m.versions[version]
	if once == nil {
		once = sync.OnceValues(read)
		if m.versions == nil {
			m.versions = map[string]func() (T, problem.List){}
		}
		m.versions[version] = once
	}
	m.Unlock()
	v, problems := once()
	return v, slices.Clone(problems)
}
