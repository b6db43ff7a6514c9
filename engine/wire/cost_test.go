package wire

import (
	"strings"
	"testing"

	"tijian/engine/jsontree"
	"tijian/internal/growth"
)

// A request with as many faults as bytes allow costs in proportion to them.
func TestCost(t *testing.T) {
	for name, sample := range map[string]string{
		"empty samples":      `{},`,
		"wrong samples":      `0,`,
		"faulty fields":      `{"name":0,"value":"","unit":0},`,
		"samples of no name": `{"value":1},`,
	} {
		t.Run(name, func(t *testing.T) {
			growth.Memory(t, 1<<14, func(n int) []byte {
				return []byte(`{"samples":[` + strings.Repeat(sample, n/len(sample)) + `0]}`)
			}, func(data []byte) {
				tree, err := jsontree.Parse(data)
				if err != nil {
					t.Fatal(err)
				}
				_, err = Decode(tree, 1<<20, arguments)
				if err == nil {
					t.Fatal("accepted")
				}
				_ = err.Error()
			})
		})
	}
}
