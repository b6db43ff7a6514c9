package answer

import (
	"cmp"
	"slices"
	"strings"

	"tijian/engine/keywords"
	"tijian/server/console/words"
)

// A Piece is a part of the text: plain, or marked as one status.
type Piece struct {
	Text, Mark, Note string
}

// A Mention is one finding as the text speaks of it.
type Mention struct {
	keywords.Match
	Note string
}

// noteOf says of a mention what decided it and what is known besides.
func noteOf(lang string, m keywords.Match) string {
	say := words.In(lang).Say
	parts := []string{m.Term + say("colon") + say("findings."+string(m.Status))}
	if m.Cue != "" {
		parts = append(parts, say("findings.cue", m.Cue))
	}
	for _, more := range []string{m.Laterality + m.Site, m.Severity, m.Measurement, m.ICD10} {
		if more != "" {
			parts = append(parts, more)
		}
	}
	return strings.Join(parts, " · ")
}

const markUnread = "unread"

// Statuses are the marks in the order of the legend.
var Statuses = []string{string(keywords.Certain), string(keywords.Possible), string(keywords.Negated), string(keywords.Past),
	string(keywords.Family), string(keywords.Conditional), markUnread}

// Pieces cuts the text at what is marked. Where marks overlap, the one that
// begins first and is longest is shown; all that stand at the same place share it.
func Pieces(lang string, text []rune, full *keywords.Full) []Piece {
	type span struct {
		start, end int
		Piece
	}
	var spans []span
	for _, f := range full.Matches {
		spans = append(spans, span{f.Start, f.End, Piece{Mark: string(f.Status), Note: noteOf(lang, f.Match)}})
	}
	for _, u := range full.Unread {
		spans = append(spans, span{u.Start, u.End, Piece{Mark: markUnread, Note: words.In(lang).Say("findings.unread")}})
	}
	slices.SortStableFunc(spans, func(a, b span) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end)) })
	var list []Piece
	at := 0
	for i, s := range spans {
		if i > 0 && len(list) > 0 && s.start == spans[i-1].start && s.end == spans[i-1].end && s.end == at {
			if last := &list[len(list)-1]; !strings.Contains(last.Note, s.Note) {
				last.Note += "\n" + s.Note
			}
			continue
		}
		if s.start < at || s.end <= s.start || s.end > len(text) {
			continue
		}
		if s.start > at {
			list = append(list, Piece{Text: string(text[at:s.start])})
		}
		s.Text = string(text[s.start:s.end])
		list = append(list, s.Piece)
		at = s.end
	}
	if at < len(text) {
		list = append(list, Piece{Text: string(text[at:])})
	}
	return list
}

// Mentions are the findings as the text speaks of them.
func Mentions(lang string, full *keywords.Full) (list []Mention) {
	for _, f := range full.Matches {
		list = append(list, Mention{f.Match, noteOf(lang, f.Match)})
	}
	return list
}
