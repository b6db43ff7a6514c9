package names

import "sync"

// A memory keeps what texts name that were looked up before: reports print the same
// names again and again. Only texts that name an item plainly are kept, so nothing of
// a person is.
type memory struct {
	mu   sync.Mutex
	hits map[string][]Hit
}

// mostKnown is how many texts a memory has room for; it forgets all of them then.
const mostKnown = 4096

// plainlyNamed is the similarity of a text's best hit from which it is kept.
const plainlyNamed = 0.95

func (m *memory) get(text string) ([]Hit, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	hits, ok := m.hits[text]
	return hits, ok
}

func (m *memory) keep(text string, hits []Hit) {
	if len(hits) == 0 || hits[0].Sim < plainlyNamed || hits[0].To-hits[0].From < len([]rune(text)) {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.hits == nil || len(m.hits) >= mostKnown {
		m.hits = map[string][]Hit{}
	}
	m.hits[text] = hits
}
