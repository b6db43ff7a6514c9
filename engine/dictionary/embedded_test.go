package dictionary

import (
	"math"
	"testing"

	"tijian/dictionaries"
)

// The dictionaries that ship inside the binary load, and every unit spelling
// that an indicator lists converts there and back; one of steps, from where each begins.
func TestEmbedded(t *testing.T) {
	d, list := Load(dictionaries.Active())
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	for _, i := range d.All() {
		for _, unit := range i.KnownUnits() {
			for _, step := range i.Steps(unit) {
				standard, ok := i.ToStandard(step[0], unit)
				if ok == math.IsNaN(step[1]) || ok && standard != step[1] {
					t.Errorf("%s: %v %s -> %v", i.Name, step[0], unit, standard)
				}
			}
			if i.Steps(unit) != nil {
				continue
			}
			standard, ok := i.ToStandard(1, unit)
			back, ok2 := i.FromStandard(standard, unit)
			if !ok || !ok2 || back < 1-1e-9 || back > 1+1e-9 {
				t.Errorf("%s: 1 %s -> %v -> %v", i.Name, unit, standard, back)
			}
		}
	}
}
