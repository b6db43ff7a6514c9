package recent

import "testing"

// However many values there are, few are remembered, the last one among them.
func TestMapIsBounded(t *testing.T) {
	var m Map[int, int]
	for i := range 2*most + 1 {
		m.Put(i, -i)
	}
	if value, ok := m.Get(2 * most); !ok || value != -2*most || len(m.all) > most {
		t.Errorf("%d remembered, the last %d %v", len(m.all), value, ok)
	}
}
