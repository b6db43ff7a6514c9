package console

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"tijian/server/audit"
	"tijian/server/console/casework"
	"tijian/server/console/lines"
	"tijian/server/console/words"
)

// correct keeps what a person says a line shows, that it was read rightly, or that
// the report has no such line, or goes back to what was read.
func (c *Console) correct(v *requestContext) error {
	p := v.report
	entry, err := strconv.Atoi(v.PostFormValue("entry"))
	if err != nil {
		return v.fail(http.StatusBadRequest, "error.form")
	}
	name := v.PostFormValue("indicator")
	l := p.line(name, entry)
	dict := c.Live.Snapshot().Dictionary
	said, text := "", strings.TrimSpace(v.PostFormValue("value"))
	strike := v.PostFormValue("strike") != ""
	back := v.PostFormValue("restore") != "" || !strike && text == ""
	if l == nil {
		if i, ok := dict.Lookup(name); ok && entry == lines.AddedEntry { // another page took it away
			return c.gone(v, p, words.Called(v.lang, i), !strike && !back)
		}
		return v.fail(http.StatusBadRequest, "error.form")
	}
	if !strike && !back {
		var ok bool
		if said, ok = l.Amount(text, dict); !ok {
			if !v.isHTMX() {
				return v.fail(http.StatusUnprocessableEntity, "report.bad.value", l.Title)
			}
			l.Fault, l.Shown = lines.NotRead(v.lang, text, "report.bad.value", l.Title), text
			return c.answer(v, p, l)
		}
		back = l.WasRead != nil && said == l.WasRead.String() && l.Certainty == lines.Certain
	}
	if back || strike && l.Added {
		said = lines.Untouched
	}
	was := l.Was
	if v.PostForm.Has("was") {
		was = v.PostFormValue("was")
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
	return c.showCorrected(v, p, l, said)
}

// showCorrected shows the line as it says now, or the report without it.
func (c *Console) showCorrected(v *requestContext, p *reportPage, l *lines.Line, said string) error {
	switch {
	case !v.isHTMX():
		return v.redirect("cases/" + p.ID)
	case said == lines.Untouched && l.Added:
		p.Lines = slices.DeleteFunc(p.Lines, func(o lines.Line) bool { return o.Added && o.Indicator == l.Indicator })
		return c.answer(v, p, nil)
	case said == lines.Untouched:
		l.Unsay()
	default:
		l.Say(said)
	}
	l.Write(c.Live.Snapshot().Dictionary)
	return c.answer(v, p, l)
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
	Counts lines.Counts
	Fault  string // of a line that is no more
}

func (c *Console) answer(v *requestContext, p *reportPage, l *lines.Line) error {
	p.Counts = lines.Count(p.Lines)
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
		case said == now: // as another page has said, too
			return errSame
		case was != now:
			return errContested
		case said == lines.Untouched:
			delete(w.Said, at)
		default:
			if w.Said == nil {
				w.Said = map[lines.Key]string{}
			}
			w.Said[at] = said
		}
		w.Answers = nil
		return nil
	})
	if errors.Is(err, errContested) {
		return false, nil
	}
	return err == nil, err
}

// addLine adds a line that was not read.
func (c *Console) addLine(v *requestContext) error {
	p := v.report
	say := words.In(v.lang).Say
	dict := c.Live.Snapshot().Dictionary
	row := lines.Row{Name: strings.TrimSpace(v.PostFormValue("name")), Value: strings.TrimSpace(v.PostFormValue("value")), Unit: strings.TrimSpace(v.PostFormValue("unit"))}
	var said string
	i := row.Lookup(v.lang, dict)
	if i != nil {
		l := lines.Line{Known: i, Unit: row.Unit}
		var ok bool
		if _, known := i.ToStandard(0, row.Unit); !known {
			row.Fault = say("report.bad.unit", words.Called(v.lang, i), row.Unit, i.Unit)
		} else if said, ok = l.Amount(row.Value, dict); !ok {
			row.Fault = lines.NotRead(v.lang, row.Value, "assess.bad.value", row.Value)
		} else if slices.ContainsFunc(p.Lines, func(l lines.Line) bool { return l.Indicator == i.Name }) {
			row.Fault = say("report.bad.again", words.Called(v.lang, i))
		}
	}
	one := lines.Typed(v.lang, p.ID, i, said, dict)
	if row.Fault == "" {
		one.Was = lines.Untouched
		kept, err := c.keep(v, p.ID, &one, lines.Untouched, said)
		refused, is := errors.AsType[*fault](err)
		if is && v.isHTMX() {
			row.Fault = refused.text
		} else if err != nil {
			return err
		} else if !kept { // another page added it a moment ago
			row.Fault = say("report.bad.again", words.Called(v.lang, i))
		}
	}
	form := addForm{ID: p.ID, Indicators: p.Add.Indicators, Counts: p.Counts}
	if row.Fault != "" {
		form.Name, form.Value, form.Unit, form.Fault = row.Name, row.Value, row.Unit, row.Fault
		if v.isHTMX() {
			return v.part(http.StatusOK, "report", "add", form)
		}
		p.Add = form
		return v.show(http.StatusUnprocessableEntity, "report", p)
	}
	one.Say(said)
	p.Lines = append(p.Lines, one)
	p.Counts = lines.Count(p.Lines)
	if form.Added, form.Counts = &one, p.Counts; v.isHTMX() {
		return v.part(http.StatusOK, "report", "add", form)
	}
	return v.redirect("cases/" + p.ID)
}
