package console

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"tijian/engine"
	"tijian/engine/keywords"
	"tijian/engine/problem"
	"tijian/engine/wire"
	"tijian/server/console/words"
)

// A findingsPage is a text with what it says.
type findingsPage struct {
	textForm
	Contexts []choice
	Fault    string
	Full     *keywords.Full // nil before anything was asked
	Pieces   []piece
	Mentions []mention
	Values   []valueView
	Editable bool // words can be added to drafts, by the visitor
}

// A piece is a part of the text: plain, or marked as one status.
type piece struct {
	Text, Mark, Note string
}

// A mention is one finding as the text speaks of it.
type mention struct {
	keywords.Match
	Note string
}

// A valueView is a laboratory value or blood pressure of the text with its level.
type valueView struct {
	Name, Value, Level, LevelName, About string
	Color                                int
}

// maxItem is how many characters the name of an examination may have.
const maxItem = 200

func (c *Console) findingsForm(v *requestContext) error {
	return v.show(http.StatusOK, "findings", findingsPage{Contexts: contextChoices(v.lang, c.Live.Snapshot().Lexicon, "")})
}

// findings marks in a text what it says. Of a text no more is kept than of one
// that the API is asked about: see package unread.
func (c *Console) findings(v *requestContext) error {
	say := words.In[v.lang].Say
	snapshot := c.Live.Snapshot()
	p := findingsPage{Editable: c.mayEdit(v)}
	v.sent(&p)
	p.Contexts = contextChoices(v.lang, snapshot.Lexicon, p.Context)
	switch {
	case strings.TrimSpace(p.Text) == "":
		p.Fault = say("findings.none")
	case utf8.RuneCountInString(p.Text) > c.Limits.Text:
		p.Fault = say("findings.long", c.Limits.Text)
	case utf8.RuneCountInString(p.Item) > maxItem:
		p.Fault = say("findings.item.long", maxItem)
	}
	var answer []byte
	var err error
	if p.Fault == "" {
		answer, err = snapshot.Findings(engine.Question{Text: p.Text, Context: p.Context, Item: p.Item, Full: true})
	}
	if wrong, is := errors.AsType[*wire.Error](err); is {
		p.Fault, err = wrong.In(v.lang), nil
	}
	switch {
	case err != nil:
		return err
	case p.Fault != "":
		return v.show(http.StatusUnprocessableEntity, "findings", p)
	}
	c.Unread.Text(p.Text, p.Item)
	var full struct {
		keywords.Full
		Values []engine.Judged
	}
	if err := json.Unmarshal(answer, &full); err != nil {
		return err
	}
	p.Full = &full.Full
	for _, j := range full.Values {
		one := valueView{Name: j.Title, Value: strings.TrimSpace(j.Value + " " + cmp.Or(j.Unit, j.StdUnit)), Level: j.Level, LevelName: words.Level(v.lang, snapshot.Rules.Level(j.Level)), About: cmp.Or(j.Tip, j.Reason), Color: j.Color}
		if i, ok := snapshot.Dictionary.Lookup(j.Name); ok {
			one.Name = words.Called(v.lang, i)
		}
		if one.About == one.LevelName {
			one.About = ""
		}
		p.Values = append(p.Values, one)
	}
	for _, f := range p.Full.Matches {
		p.Mentions = append(p.Mentions, mention{f.Match, noteOf(v.lang, f.Match)})
	}
	p.Pieces = pieces(v.lang, []rune(p.Text), p.Full)
	return v.show(http.StatusOK, "findings", p)
}

// contextChoices are the kinds of findings that can be asked for.
func contextChoices(lang string, l *keywords.Lexicon, chosen string) []choice {
	var list []choice
	for _, name := range l.Contexts() {
		one := choice{name, name, name == chosen}
		if title := l.ContextTitle(name); title != "" && lang != problem.English {
			one.Title = title
		}
		list = append(list, one)
	}
	return list
}

// noteOf says of a mention what decided it and what is known besides.
func noteOf(lang string, m keywords.Match) string {
	say := words.In[lang].Say
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

// statuses are the marks in the order of the legend.
var statuses = []string{string(keywords.Certain), string(keywords.Possible), string(keywords.Negated), string(keywords.Past),
	string(keywords.Family), string(keywords.Conditional), markUnread}

// pieces cuts the text at what is marked. Where marks overlap, the one that
// begins first and is longest is shown; all that stand at the same place share it.
func pieces(lang string, text []rune, full *keywords.Full) []piece {
	type span struct {
		start, end int
		piece
	}
	var spans []span
	for _, f := range full.Matches {
		spans = append(spans, span{f.Start, f.End, piece{Mark: string(f.Status), Note: noteOf(lang, f.Match)}})
	}
	for _, u := range full.Unread {
		spans = append(spans, span{u.Start, u.End, piece{Mark: markUnread, Note: words.In[lang].Say("findings.unread")}})
	}
	slices.SortStableFunc(spans, func(a, b span) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end)) })
	var list []piece
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
			list = append(list, piece{Text: string(text[at:s.start])})
		}
		s.Text = string(text[s.start:s.end])
		list = append(list, s.piece)
		at = s.end
	}
	if at < len(text) {
		list = append(list, piece{Text: string(text[at:])})
	}
	return list
}
