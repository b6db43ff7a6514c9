package keywords

import (
	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/segment"
)

// A heading may say how all below it is meant: 阴性结果:, 去年体检:, 【待排疾病】. Such headings
// are made anew each time they are written, of words of sites.yaml: one that says so and
// those that only go with it. It rules until the next heading or the end of its line, and
// where it stands above what it heads, until the end of the paragraph.

// stateSection begins the section of the heading at token i, and returns the token behind
// it, i where there is none.
func (a *analysis) stateSection(i int) int {
	at, kind := a.readHeading(i)
	if kind == lexicon.NoSection {
		return i
	}
	end := i
	for end < len(a.Tokens) && int(a.Tokens[end].Start) <= at {
		a.flags[end] |= sectionFlag
		end++
	}
	a.near.endLine()
	a.near.endPast()
	a.near.kind, a.near.heading = kind, int32(end-1)
	a.near.below = end < len(a.Tokens) && a.endsLine(end)
	if kind == lexicon.TodaySection {
		a.today = int32(end - 1)
	}
	return end
}

// readHeading reads the heading that begins at token i: the rune it ends at and the kind
// of section, none where it is no such heading.
func (a *analysis) readHeading(i int) (int, lexicon.Section) {
	if !a.Lexicon.Reads(lexicon.StatedSections) || i > 0 && !a.endsPhrase(i-1) && !a.Is(i-1, segment.NumberingToken) && a.Groups(i-1)&(lexicon.OpenGroup|lexicon.TitleGroup) == 0 {
		return 0, lexicon.NoSection
	}
	return a.ReadHeadingAt(int(a.Tokens[i].Start))
}

// applySections lets the headings say of what stands below them how it is meant. What was
// found before is no more where a heading of today follows, but what lasts.
func (a *analysis) applySections() {
	for _, m := range a.mentions {
		said := int32(-1)
		switch certain := a.statusAt(int(m.token)) == Certain; m.section {
		case lexicon.AbsentSection:
			said = a.Lexicon.Denied
		case lexicon.DoubtSection:
			said = a.Lexicon.Doubted
		case lexicon.FormerSection:
			if said = a.Lexicon.Gone; m.token > a.today || a.Groups(int(m.token))&lexicon.ElsewhereGroup != 0 || !certain && a.statusAt(int(m.token)) != Possible {
				continue
			}
			a.assertions[m.token].category = -1
		}
		if said >= 0 && a.statusAt(int(m.token)) == Certain {
			a.assertions[m.token] = assertion{&lexicon.Cue{Text: a.WrittenToken(max(0, int(m.heading)-1))}, said}
		}
	}
}
