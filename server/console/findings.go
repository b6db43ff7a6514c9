package console

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"unicode/utf8"

	"tijian/engine"
	"tijian/engine/keywords"
	"tijian/engine/problem"
	"tijian/engine/wire"
	"tijian/server/console/answer"
	"tijian/server/console/form"
	"tijian/server/console/words"
)

// A findingsPage is a text with what it says.
type findingsPage struct {
	textForm
	Contexts []form.Choice
	Fault    string
	Full     *keywords.Full // nil before anything was asked
	Pieces   []answer.Piece
	Mentions []answer.Mention
	Values   []valueView
	Editable bool // words can be added to drafts, by the visitor
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
	say := words.In(v.lang).Say
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
	var found []byte
	var err error
	if p.Fault == "" {
		found, err = snapshot.Findings(engine.Question{Text: p.Text, Context: p.Context, Item: p.Item, Full: true})
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
	if err := json.Unmarshal(found, &full); err != nil {
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
	p.Mentions = answer.Mentions(v.lang, p.Full)
	p.Pieces = answer.Pieces(v.lang, []rune(p.Text), p.Full)
	return v.show(http.StatusOK, "findings", p)
}

// contextChoices are the kinds of findings that can be asked for.
func contextChoices(lang string, l *keywords.Lexicon, chosen string) []form.Choice {
	var list []form.Choice
	for _, name := range l.Contexts() {
		one := form.Choice{Value: name, Title: name, Chosen: name == chosen}
		if title := l.ContextTitle(name); title != "" && lang != problem.English {
			one.Title = title
		}
		list = append(list, one)
	}
	return list
}
