package segment

import (
	"slices"

	"tijian/engine/keywords/lexicon"
)

// Sites that are a part of a name.

// NamesSite reports whether the word at token i begins with a site: 左室舒张功能减低.
func (c *Cutter) NamesSite(i int) bool {
	text := c.WordOrNone(i).Text
	for at := range text {
		if at <= len("肝") || !c.Lexicon.Reads(lexicon.NamedSites) {
			continue
		}
		if w := c.Lexicon.Find(text[:at]); w != nil && w.Site >= 0 && w.Term < 0 {
			return true
		}
	}
	return false
}

// Likens reports whether the site at token i only tells what something looks like: 乳头状癌.
func (c *Cutter) Likens(i int) bool {
	end := int(c.Tokens[i].End)
	return end < len(c.Text.Runes) && c.Lexicon.Reads(lexicon.Likenesses) && slices.Contains(c.Lexicon.Likens, string(c.Text.Runes[end]))
}
