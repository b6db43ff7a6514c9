package lexicon

import (
	"regexp"
	"strings"

	"tijian/engine/message"
)

// headers makes one pattern of those that a line of the page matches as a whole.
func (b *builder) headers(patterns []text) {
	var all []string
	for _, p := range patterns {
		if _, err := regexp.Compile(p.Value); err != nil {
			b.problems.Add(message.BadPattern.At(p.At, "pattern", p.Value, "error", err))
			continue
		}
		all = append(all, p.Value)
	}
	if len(all) > 0 {
		b.lexicon.header = regexp.MustCompile("^(?:" + strings.Join(all, "|") + ")$")
	}
}
