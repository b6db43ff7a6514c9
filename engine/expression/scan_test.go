package expression

import (
	"math/rand/v2"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// A text that a pattern is not tried on has no match, and a zero leads where
// nothing of a number or name is before it.
func TestPatterns(t *testing.T) {
	parts := []string{
		"value", " ", "<", "=>", "=<", "1", "0", "07", "0x1", ".", "5", "AND", "Or", "In", "band", "和", "并且", "不是", "~", "～", "mmol/L", "mg", "µg/dL",
		"岁", "年", "%", "and", "(", ")", `"a`, `"`, "'x'", "//", "/*", "*/", "\n", "/", "10^9/L", "值", "kPa", "_", "18", "cm", "mm", "pg", "fL", "\t",
	}
	patterns := map[string]pattern{
		"opaque": opaque, "arrow": arrow, "shouted": shouted, "chinese": chinese, "tilde": tilde, "unitBehind": unitBehind, "percent": percent,
	}
	found := map[string]int{}
	whole := regexp.MustCompile(`(?:^|[^\w.])(0[0-9xXbBoO_])`)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		var b strings.Builder
		for range 1 + rng.IntN(6) {
			b.WriteString(parts[rng.IntN(len(parts))])
		}
		text := b.String()
		for name, p := range patterns {
			want := p.FindAllStringSubmatchIndex(text, -1)
			found[name] += len(want)
			if got := p.in(text); !reflect.DeepEqual(got, want) {
				t.Errorf("%s in %q: %v, want %v", name, text, got, want)
			}
		}
		var leading [][]int
		for _, m := range leadingZero.FindAllStringIndex(text, -1) {
			if leads(text, m[0]) {
				leading = append(leading, m)
			}
		}
		want := whole.FindAllStringSubmatchIndex(text, -1)
		found["leadingZero"] += len(want)
		if len(leading) != len(want) {
			t.Errorf("leading zeros of %q: %v, want %v", text, leading, want)
		}
	}
	if len(found) != len(patterns)+1 {
		t.Errorf("some pattern never matched: %v", found)
	}
	for name, n := range found {
		if n == 0 {
			t.Errorf("%s never matched", name)
		}
	}
}
