package fhir_test

import (
	"strings"
	"testing"

	"tijian/engine/fhir"
	"tijian/engine/keywords"
	"tijian/internal/growth"
)

// findings are what a long text says, n bytes of it.
func findings(n int) (*keywords.Full, string) {
	const unit = "肝囊肿。"
	full := &keywords.Full{}
	for range n / len(unit) {
		full.Matches = append(full.Matches, keywords.Finding{Match: keywords.Match{Term: "肝囊肿", Text: "肝囊肿", Status: keywords.Certain}})
	}
	return full, strings.Repeat(unit, n/len(unit))
}

// What findings cost as FHIR grows with the text, which gives each its id.
func TestFindingsCost(t *testing.T) {
	growth.Memory(t, 1<<14, func(n int) []byte { return make([]byte, n) }, func(data []byte) {
		full, text := findings(len(data))
		if _, err := fhir.Findings(full, text, "zh").JSON(); err != nil {
			t.Fatal(err)
		}
	})
}

// However many findings a text has, each has an id of its own.
func TestFindingsHaveTheirOwnIDs(t *testing.T) {
	full, text := findings(1 << 20)
	seen := map[string]bool{}
	for _, e := range fhir.Findings(full, text, "zh").Entry {
		if seen[e.FullURL] {
			t.Fatalf("%s is there twice among %d findings", e.FullURL, len(full.Matches))
		}
		seen[e.FullURL] = true
	}
}
