package jsontree

import (
	"fmt"
	"strings"
	"testing"

	"tijian/internal/growth"
)

// What a body takes grows with its length, whatever it is made of.
func TestCost(t *testing.T) {
	for name, body := range map[string]func(n int) string{
		"long key above many items": func(n int) string {
			return `{"` + strings.Repeat("k", n/2) + `":[` + strings.Repeat("1,", n/4) + `1]}`
		},
		"long key above many objects": func(n int) string {
			return `{"` + strings.Repeat("k", n/2) + `":[` + strings.Repeat("{},", n/6) + `1]}`
		},
		"long keys in a row": func(n int) string {
			var b strings.Builder
			for i := 0; b.Len() < n; i++ {
				fmt.Fprintf(&b, `{"%s%d":`, strings.Repeat("k", n/MaxDepth), i)
			}
			return b.String()
		},
		"many keys": func(n int) string {
			var b strings.Builder
			b.WriteByte('{')
			for i := 0; b.Len() < n; i++ {
				fmt.Fprintf(&b, `"%08d":1,`, i)
			}
			return b.String() + `"":1}`
		},
		"duplicate long key": func(n int) string {
			key := strings.Repeat("k", n/2)
			return `{"` + key + `":1,"` + key + `":2}`
		},
		"one string":  func(n int) string { return `"` + strings.Repeat(`\u0061`, n/6) + `"` },
		"one number":  func(n int) string { return strings.Repeat("9", n) },
		"blanks":      func(n int) string { return strings.Repeat(" ", n) + "[]" + strings.Repeat(" ", n) },
		"open arrays": func(n int) string { return strings.Repeat("[", n) },
	} {
		t.Run(name, func(t *testing.T) {
			growth.Memory(t, 1<<14, func(n int) []byte { return []byte(body(n)) }, func(data []byte) {
				if tree, err := Parse(data); err == nil {
					tree.Append(nil)
				}
			})
		})
	}
}
