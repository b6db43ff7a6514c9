package lint

import (
	"fmt"
	"strings"
	"testing"

	"tijian/engine/ruleset"
)

// A table of another organ than the others of its indicator is found, unless as many
// are of that one.
func TestOrgans(t *testing.T) {
	var text strings.Builder
	for _, who := range []string{"age < 10", "10 <= age < 18", "age >= 18"} {
		fmt.Fprintf(&text, "- indicator: hemoglobin\n  for: %s\n  source: [CV]\n  rows:\n    - {when: value < 60, level: L4, tip: 血红蛋白极低，请到血液科就诊}\n    - {when: value >= 60, level: N0, tip: 血红蛋白正常}\n", who)
	}
	blood, eye := &ruleset.Organ{ID: "blood", Title: "血液"}, &ruleset.Organ{ID: "eye", Title: "眼睛"}
	for _, c := range []struct {
		organs []*ruleset.Organ
		want   int
	}{
		{[]*ruleset.Organ{blood, blood, blood}, 0}, {[]*ruleset.Organ{blood, eye, blood}, 1}, {[]*ruleset.Organ{nil, eye, blood}, 0},
	} {
		set := load(t, map[string]string{version + "indicators/blood.yaml": text.String()})
		set.Acts = ruleset.Ranked(scale())
		for i, table := range set.Tables["hemoglobin"] {
			table.Organ = c.organs[i]
		}
		found := 0
		for _, p := range Sentences(set) {
			if p.Code == "strange-organ" {
				found++
			}
		}
		if found != c.want {
			t.Errorf("%v: %d, want %d", c.organs, found, c.want)
		}
	}
}
