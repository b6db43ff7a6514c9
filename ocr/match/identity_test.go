package match

import (
	"slices"
	"testing"

	"tijian/ocr/block"
)

// TestIdentities reads a blood count whose readers differ in one value: what the
// others make it is chosen, and nothing that no reader saw.
func TestIdentities(t *testing.T) {
	m := loadFrom(t, version("2026.7"))
	plain := form{panels: []string{"blood"}, abreast: 1, rows: []string{"0 name | 26 value | 34 «mark» | 40 «unit» | 52 range"}}
	for _, c := range []struct {
		name, indicator string
		compact, eng    string
		sure            float64
		want            float64 // 0 for none
	}{
		{"the readers agree", "neutrophil_count", "4.73", "4.73", 0.9, 4.73},
		{"the compact reader is right", "neutrophil_count", "4.73", "4.13", 0.5, 4.73},
		{"one reader, not sure", "neutrophil_count", "4.73", "", 0.3, 4.73},
		{"the other is right", "neutrophil_count", "4.23", "4.73", 0.5, 0},
		{"none saw what the others make it", "neutrophil_count", "4.13", "4.23", 0.5, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			page := plain.lay(panels["blood"])
			row := slices.IndexFunc(panels["blood"], func(r printedRow) bool { return r.indicator == c.indicator })
			b := &page.Lines[row].Blocks[1]
			b.Readings = []block.Reading{{Reader: block.Compact, Text: c.compact, Confidence: c.sure}}
			if c.eng != "" {
				b.Readings = append(b.Readings, block.Reading{Reader: block.Eng, Text: c.eng, Confidence: c.sure})
			}
			full := m.Page(page)
			got := full.Simple()[c.indicator]
			if got != c.want {
				t.Errorf("it gives %v, want %v: %v", got, c.want, full[c.indicator][0])
			}
			if c.want != 0 && full[c.indicator][0].Basis["identity"] != "holds" {
				t.Errorf("it rests on %v", full[c.indicator][0].Basis)
			}
		})
	}
}
