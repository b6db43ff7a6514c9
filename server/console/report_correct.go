package console

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/dictionary"
	"tijian/engine/message"
	"tijian/engine/specimen"
	"tijian/server/audit"
	"tijian/server/console/casework"
	"tijian/server/console/lines"
	"tijian/server/console/words"
)

// correct keeps what a person says a line shows, that it was read rightly, or that
// the report has no such line, or goes back to what was read. A form that names none
// adds one.
func (c *Console) correct(v *requestContext) error {
	p := v.report
	entry, err := strconv.Atoi(cmp.Or(v.PostFormValue("entry"), "0"))
	if !v.PostForm.Has("indicator") {
		return c.addLine(v)
	}
	if err != nil {
		return v.fail(http.StatusBadRequest, "error.form")
	}
	name := v.PostFormValue("indicator")
	l := p.line(name, entry)
	dict := c.Live.Snapshot().Dictionary
	said, text, as := "", strings.TrimSpace(v.PostFormValue("value")), strings.TrimSpace(cmp.Or(v.PostFormValue("instead"), v.PostFormValue("as")))
	none := v.PostFormValue("none") != ""
	text = cmp.Or(v.PostFormValue("meant"), text) // chosen of the two that were typed in one
	strike := v.PostFormValue("strike") != ""
	back := v.PostFormValue("restore") != "" || !strike && text == "" && !none
	if l == nil {
		title := plain(v.PostFormValue("name"))
		if i, ok := dict.Lookup(name); ok {
			title = words.Called(v.lang, i)
		}
		if entry <= lines.AddedEntry && title != "" { // another page took it away
			return c.gone(v, p, title, !strike && !back)
		}
		return v.fail(http.StatusBadRequest, "error.form")
	}
	if !strike && !back {
		if l.Added { // which can be removed, and added as another
			as, none = "", false
		}
		said = c.typed(v, p, l, as, text, none)
		if l.Fault != "" && !v.isHTMX() {
			return &fault{http.StatusUnprocessableEntity, l.Title + words.In(v.lang).Say("colon") + l.Fault}
		}
		if l.Fault != "" {
			if l.Shown, l.Meant = text, lines.Meant(text); len(l.Meant) == 0 && l.Of() != "" && !l.Added {
				l.Refused = text
			}
			return c.answer(v, p, l)
		}
		back = l.As == "" && (l.WasRead != nil && said == l.WasRead.String() && text == l.Read && l.Certainty == lines.Certain || l.Other && !l.Added && said == l.AsRead)
	}
	if back || strike && l.Added {
		said = lines.Untouched
	}
	was := l.Was
	if v.PostForm.Has("was") {
		was = v.PostFormValue("was")
	} else if !v.PostForm.Has("entry") { // the page says neither of the first entry of which nothing was said
		was = lines.Untouched
	}
	kept, err := c.keep(v, p.ID, l, was, said)
	if refused, is := errors.AsType[*fault](err); is && v.isHTMX() { // it was signed meanwhile
		l.Fault = refused.text
		return c.answer(v, p, l)
	}
	if err != nil {
		return err
	}
	if !kept {
		return c.contested(v, l, text)
	}
	return c.showCorrected(v, p, l, text)
}

// plain is a text of one line.
func plain(text string) string { return strings.Join(strings.Fields(text), " ") }

// typed reads what somebody typed into a line, that may have become another indicator's, or
// none's; the line's fault says what is wrong with it, and it is what it was then.
func (c *Console) typed(v *requestContext, p *reportPage, l *lines.Line, as, text string, none bool) (said string) {
	unit, printed := l.Beside(), l.Printed
	if v.PostForm.Has("unit") {
		unit = plain(v.PostFormValue("unit"))
	}
	if v.PostForm.Has("reference") {
		printed = plain(v.PostFormValue("reference"))
	}
	if none || as == "" && l.Of() == "" {
		row := l.Row()
		if row.Value = plain(text); row.Value == "" {
			l.Fault = words.In(v.lang).Say("report.add.blank")
			return ""
		}
		row.Name, row.Reference = cmp.Or(plain(v.PostFormValue("name")), row.Name), printed
		if unit != l.Beside() {
			row.Unit = unit
		}
		if l.As = ""; !l.Other {
			l.As = lines.None
		}
		return row.Text()
	}
	now := *l
	if as != "" {
		if unit != l.Beside() {
			now.PrintedUnit = unit
		}
		now.Fault = c.move(v, p, &now, as)
	}
	if now.Fault == "" {
		var why message.Phrase
		said, why = now.Amount(text, unit, printed, c.Live.Snapshot().Dictionary)
		now.Fault = why.In(v.lang)
	}
	if l.Fault, l.Picked = now.Fault, as; l.Fault == "" {
		*l = now
	}
	return said
}

// move makes it the line of the indicator that somebody says it is; the fault says why
// it cannot be.
func (c *Console) move(v *requestContext, p *reportPage, l *lines.Line, as string) (fault string) {
	say, dict := words.In(v.lang).Say, c.Live.Snapshot().Dictionary
	row := lines.Row{Name: as}
	i := row.Lookup(v.lang, dict)
	switch {
	case i == nil:
		return row.Fault
	case specimen.Foreign(l.Specimen, i.Specimen):
		return foreign(v.lang, l, i)
	case p.has(i.Name, l):
		return say("report.bad.again", words.Called(v.lang, i))
	case !l.Suits(i):
		return say("report.bad.unit", words.Called(v.lang, i), l.PrintedUnit)
	}
	if l.Move(v.lang, dict, i.Name); l.As == l.Indicator { // the one that was read
		l.As, l.Now = "", l.WasRead
	}
	return ""
}

// foreign says why a line cannot be of an indicator of another specimen.
func foreign(lang string, l *lines.Line, i *dictionary.Indicator) string {
	return words.In(lang).Say("report.bad.specimen", specimen.Kind(l.Specimen).Title().In(lang), words.Called(lang, i))
}

// has reports whether another line than this one is of an indicator.
func (p *reportPage) has(indicator string, but *lines.Line) bool {
	return slices.ContainsFunc(p.Lines, func(l lines.Line) bool {
		return l.Of() == indicator && !l.Struck && (but == nil || l.Indicator != but.Indicator || l.Entry != but.Entry)
	})
}

// showCorrected shows the line as it says now, and where that is another word than the one
// that was typed; or the report without it.
func (c *Console) showCorrected(v *requestContext, p *reportPage, l *lines.Line, typed string) error {
	if !v.isHTMX() {
		return v.redirect("cases/" + p.ID)
	}
	p, err := c.readReport(v)
	if err != nil {
		return err
	}
	now := p.line(l.Indicator, l.Entry)
	if now != nil && now.Now != nil && now.Said() && now.Known != nil && now.Known.Worded(now.Now.Unit) && typed != now.Shown {
		now.Typed = typed
	}
	return c.answer(v, p, now)
}

// line is the one of an indicator's entry, or nil.
func (p *reportPage) line(indicator string, entry int) *lines.Line {
	at := slices.IndexFunc(p.Lines, func(l lines.Line) bool { return l.Indicator == indicator && l.Entry == entry })
	if at < 0 {
		return nil
	}
	return &p.Lines[at]
}

// A lineAnswer is a line after an act, nil when it is no more, with what the page
// says of all of them.
type lineAnswer struct {
	Line   *lines.Line
	Counts standing
	Fault  string // of a line that is no more
}

func (c *Console) answer(v *requestContext, p *reportPage, l *lines.Line) error {
	p.Counts.Counts = lines.Count(p.Lines)
	if l != nil && l.Fault != "" {
		c.open(v, l)
	}
	return v.part(http.StatusOK, "report", "line", lineAnswer{Line: l, Counts: p.Counts})
}

// gone answers about an added line that another page has taken away.
func (c *Console) gone(v *requestContext, p *reportPage, title string, typed bool) error {
	fault := ""
	if typed {
		fault = words.In(v.lang).Say("report.gone", title)
	}
	switch {
	case v.isHTMX():
		return v.part(http.StatusOK, "report", "line", lineAnswer{Counts: p.Counts, Fault: fault})
	case typed:
		return v.fail(http.StatusConflict, "report.gone", title)
	}
	return v.redirect("cases/" + p.ID)
}

// open has a line be shown with all that can be done about it.
func (c *Console) open(v *requestContext, l *lines.Line) {
	if l.Open = true; v.isHTMX() { // a whole page has no room for the list
		l.Offered = lines.Offered(v.lang, c.Live.Snapshot().Dictionary, l.Specimen)
	}
}

// items are the indicators that a line may be of, for a list to choose from.
func (c *Console) items(v *requestContext) error {
	return v.part(http.StatusOK, "report", "items", lines.Offered(v.lang, c.Live.Snapshot().Dictionary, v.URL.Query().Get("of")))
}

// contested answers what cannot be kept because the line has been changed since the
// page was shown: the line as it is now, with what was typed.
func (c *Console) contested(v *requestContext, l *lines.Line, text string) error {
	p, err := c.readReport(v)
	if err != nil {
		return err
	}
	now := p.line(l.Indicator, l.Entry)
	if now == nil {
		return c.gone(v, p, l.Title, text != "")
	}
	key, args := "report.contested", []any{now.Title}
	if text != "" && text != now.Shown {
		key, args = "report.contested.value", []any{now.Title, text}
	}
	if !v.isHTMX() {
		return v.fail(http.StatusConflict, key, args...)
	}
	now.Fault = words.In(v.lang).Say(key, args...)
	return c.answer(v, p, now)
}

// errContested is of a change that does not know what was said meanwhile.
var errContested = errors.New("something else has been said meanwhile")

// keep stores what a person says of a line, in place of what the page says that was
// said before: lines.Untouched stands for nothing. It reports false, and stores nothing,
// where something else has been said meanwhile. An answer to other values is none any
// more.
func (c *Console) keep(v *requestContext, id string, l *lines.Line, was, said string) (bool, error) {
	_, err := c.change(v, id, audit.ReportCorrected, func(w *casework.File) error {
		at := lines.Key{Indicator: l.Indicator, Entry: l.Entry}
		now, any := w.Said[at]
		if !any {
			now = lines.Untouched
		}
		switch {
		case said == now && w.As[at] == l.As: // as another page has said, too
			return errSame
		case was != now:
			return errContested
		case said == lines.Untouched:
			delete(w.Said, at)
			delete(w.As, at)
		default:
			if w.Said == nil {
				w.Said = map[lines.Key]string{}
			}
			w.Said[at] = said
			if w.As == nil {
				w.As = map[lines.Key]string{}
			}
			if w.As[at] = l.As; l.As == "" {
				delete(w.As, at)
			}
		}
		w.Answers = nil
		return nil
	})
	if errors.Is(err, errContested) {
		return false, nil
	}
	return err == nil, err
}

// addLine adds a line that was not read, or the rows of a table that were pasted.
func (c *Console) addLine(v *requestContext) error {
	p := v.report
	form := addForm{ID: p.ID, Specimen: p.Add.Specimen}
	rows := lines.Pasted(v.PostFormValue("rows"))
	pasted := len(rows)
	before := lines.Pasted(v.PostFormValue("refused")) // what the fields had, and has not been added
	if typed := (lines.Row{Name: v.PostFormValue("name"), Value: v.PostFormValue("value"), Unit: v.PostFormValue("unit"), Reference: v.PostFormValue("reference")}); pasted == 0 || !typed.Empty() {
		rows = append(rows, typed)
		for _, row := range before {
			if typed.Value != "" && plain(typed.Name) != row.Name {
				form.Rows += row.Text() + "\n"
				form.Faults = append(form.Faults, words.In(v.lang).Say("report.add.left", row.Name))
			}
		}
	}
	for i := range rows {
		row := &rows[i]
		row.Name, row.Value, row.Unit, row.Reference = plain(row.Name), plain(row.Value), plain(row.Unit), plain(row.Reference)
		one, err := c.addRow(v, p, row, v.PostFormValue("none") != "" && (i >= pasted || len(rows) == pasted)) // what is typed in the fields goes first
		switch {
		case err != nil:
			return err
		case row.Fault == "":
			form.Added = append(form.Added, one)
			p.Lines = append(p.Lines, one)
		case i < pasted:
			form.Rows += row.Text() + "\n"
			form.Faults = append(form.Faults, row.At(v.lang, i+1))
		default:
			form.Row, form.Faults = *row, append(form.Faults, row.Fault)
		}
	}
	p.Counts.Counts = lines.Count(p.Lines)
	p.Counts.Outdated = p.Counts.Outdated || p.Assessed && len(form.Added) > 0
	form.Counts = p.Counts
	switch {
	case v.isHTMX():
		return v.part(http.StatusOK, "report", "add", form)
	case len(form.Faults) > 0:
		p.Add = form
		return v.show(http.StatusUnprocessableEntity, "report", p)
	}
	return v.redirect("cases/" + p.ID)
}

// addRow keeps a row as a line of its own, of none of the indicators where somebody says so;
// what is wrong with it is noted in it.
func (c *Console) addRow(v *requestContext, p *reportPage, row *lines.Row, none bool) (one lines.Line, err error) {
	say, dict := words.In(v.lang).Say, c.Live.Snapshot().Dictionary
	var i *dictionary.Indicator
	said := row.Text()
	if none && (row.Name == "" || row.Value == "") {
		row.Fault = say("report.add.blank")
	} else if !none {
		if i = row.Lookup(v.lang, dict); i == nil {
			return one, nil
		}
		var why message.Phrase
		l := &lines.Line{Known: i, Unit: i.Unit, Specimen: p.Add.Specimen}
		said, why = l.Amount(row.Value, row.Unit, row.Reference, dict)
		switch row.Fault = why.In(v.lang); {
		case row.Fault != "":
		case specimen.Foreign(l.Specimen, i.Specimen):
			row.Fault = foreign(v.lang, l, i)
		}
		if p.has(i.Name, nil) { // whatever was typed, it belongs there
			row.Of, row.Fault = i.Name, say("report.bad.again", words.Called(v.lang, i))
		}
	}
	if row.Fault != "" {
		return one, nil
	}
	one = lines.Typed(v.lang, p.ID, i, said, dict)
	for one.Entry = lines.AddedEntry; i == nil && p.line("", one.Entry) != nil; one.Entry-- {
	}
	one.Was = lines.Untouched
	kept, err := c.keep(v, p.ID, &one, lines.Untouched, said)
	refused, is := errors.AsType[*fault](err)
	switch {
	case is && v.isHTMX():
		row.Fault, err = refused.text, nil
	case err == nil && !kept: // another page added it a moment ago
		row.Fault = say("report.bad.again", one.Title)
	}
	one.Was = said
	return one, err
}
