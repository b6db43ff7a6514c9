// Package recent remembers what is asked for again and again.
package recent

import "sync"

// most bounds what one map remembers.
const most = 1 << 12

// A Map remembers values by their keys, and begins anew once there are too many. Its
// zero value is empty. It is safe for concurrent use.
type Map[K comparable, V any] struct {
	mu  sync.RWMutex
	all map[K]V
}

// Get returns what was put last under a key.
func (m *Map[K, V]) Get(key K) (V, bool) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	value, ok := m.all[key]
	return value, ok
}

// Put remembers a value.
func (m *Map[K, V]) Put(key K, value V) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.all == nil || len(m.all) >= most {
		m.all = map[K]V{}
	}
	m.all[key] = value
}
