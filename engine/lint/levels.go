package lint

import (
	"strconv"

	"tijian/engine/message"
	"tijian/engine/ruleset"
)

// levels warns of a level that is not as serious as both others of its digit: L4, H4 and
// A4 differ in direction alone.
func (c *checker) levels() {
	parts := []struct {
		key string
		of  func(*ruleset.Level) string
	}{
		{"severity", func(l *ruleset.Level) string { return strconv.Itoa(l.Severity) }},
		{"color", func(l *ruleset.Level) string { return strconv.Itoa(l.Color) }},
		{"act", func(l *ruleset.Level) string { return l.Act }},
	}
	for _, digit := range "1234" {
		var same []*ruleset.Level
		for _, letter := range "LHA" {
			if l := c.set.Level(string([]rune{letter, digit})); l != nil {
				same = append(same, l)
			}
		}
		if len(same) < 3 {
			continue
		}
		for i, l := range same {
			other, third := same[(i+1)%3], same[(i+2)%3]
			for _, p := range parts {
				if want := p.of(other); want == p.of(third) && want != p.of(l) {
					c.list.Add(message.UnevenLevel.At(l.At, "level", l.ID, "key", p.key, "value", p.of(l), "others", []string{other.ID, third.ID}, "want", want))
				}
			}
		}
	}
}
