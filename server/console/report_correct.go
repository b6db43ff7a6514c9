package console

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/dictionary"
	"tijian/server/audit"
	"tijian/server/store"
)

// A key names a line of a report.
type key struct {
	indicator string
	entry     int
}

func (c *Console) corrections(v *visit, id string) (map[key]string, error) {
	rows, err := c.DB.Query(v.Context(), "SELECT indicator, entry, value FROM corrections WHERE owner = ? AND task_id = ?", v.user.Name, id)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := map[key]string{}
	for rows.Next() {
		var k key
		var value string
		if err := rows.Scan(&k.indicator, &k.entry, &value); err != nil {
			return nil, err
		}
		all[k] = value
	}
	return all, rows.Err()
}

// say takes over what a person says of a line: a number in the standard unit, or
// "" when the report has no such line.
func (l *line) say(said string) {
	l.Corrected, l.Struck, l.now = said != "", said == "", nil
	if value, err := strconv.ParseFloat(said, 64); err == nil {
		l.now = &value
	}
}

// added is a line that a person added.
func added(lang, id string, i *dictionary.Indicator, said string, dict *dictionary.Dictionary) line {
	l := line{ID: id, Indicator: i.Name, Entry: addedEntry, Title: called(lang, i), Name: called(lang, i), Unit: i.Unit,
		Added: true, Certainty: "sure", indicator: i}
	l.say(said)
	l.write(dict)
	return l
}

// typed is the value of a line in the standard unit, of what a person typed in
// the line's unit.
func (l *line) typed(text string, dict *dictionary.Dictionary) (string, bool) {
	if l.indicator == nil {
		_, err := number(text)
		return text, err == nil
	}
	number, _, ok := reading(text, l.indicator, dict) // of <0.5 it is 0.5, as recognition reads it
	if !ok {
		return "", false
	}
	value, err := number.Float64()
	standard, ok := l.indicator.ToStandard(value, l.Unit)
	return shortest(standard), err == nil && ok
}

// correct keeps what a person says a line shows, strikes it out, or goes back to
// what was read.
func (c *Console) correct(v *visit) error {
	p, err := c.readReport(v)
	if err != nil {
		return err
	}
	entry, err := strconv.Atoi(v.PostFormValue("entry"))
	at := slices.IndexFunc(p.Lines, func(l line) bool { return l.Indicator == v.PostFormValue("indicator") && l.Entry == entry })
	if err != nil || at < 0 {
		return v.fail(http.StatusBadRequest, "error.form")
	}
	l := &p.Lines[at]
	dict := c.Live.Snapshot().Dictionary
	said, ok, text := "", true, strings.TrimSpace(v.PostFormValue("value"))
	strike := v.PostFormValue("strike") != ""
	back := v.PostFormValue("restore") != "" || !strike && text == "" // to what was read
	if !strike && !back {
		if said, ok = l.typed(text, dict); !ok {
			if !v.isHTMX() {
				return v.fail(http.StatusUnprocessableEntity, "report.bad.value", l.Title)
			}
			l.Fault, l.Shown = words[v.lang].say("report.bad.value", l.Title), text
			return v.part(http.StatusOK, "report", "line", l) // browsers would note anything else as a failure
		}
		back = l.read != nil && said == shortest(*l.read)
	}
	gone := l.Added && (strike || back)
	if gone || back {
		_, err = c.DB.Exec(v.Context(), "DELETE FROM corrections WHERE owner = ? AND task_id = ? AND indicator = ? AND entry = ?", v.user.Name, p.ID, l.Indicator, l.Entry)
	} else {
		err = c.keep(v, p.ID, l, said)
	}
	if err != nil {
		return err
	}
	c.corrected(v, p.ID)
	switch {
	case !v.isHTMX():
		return v.redirect("report/" + p.ID)
	case gone:
		return nil // an empty answer takes the line away
	case back:
		l.Corrected, l.Struck, l.now = false, false, l.read
	default:
		l.say(said)
	}
	l.write(dict)
	return v.part(http.StatusOK, "report", "line", l)
}

// keep stores what a person says of a line.
func (c *Console) keep(v *visit, id string, l *line, said string) error {
	_, err := c.DB.Exec(v.Context(), `INSERT INTO corrections (owner, task_id, indicator, entry, value, corrected_at) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (owner, task_id, indicator, entry) DO UPDATE SET value = excluded.value, corrected_at = excluded.corrected_at`,
		v.user.Name, id, l.Indicator, l.Entry, said, store.Micros(c.Now()))
	return err
}

func (c *Console) corrected(v *visit, id string) {
	c.Audit.Add(v.Context(), audit.Entry{Event: audit.ReportCorrected, Who: v.user.Name, About: id, Via: "console", Address: v.RemoteAddr})
}

// addLine adds a line that was not read.
func (c *Console) addLine(v *visit) error {
	p, err := c.readReport(v)
	if err != nil {
		return err
	}
	say := words[v.lang].say
	dict := c.Live.Snapshot().Dictionary
	row := row{Name: strings.TrimSpace(v.PostFormValue("name")), Value: strings.TrimSpace(v.PostFormValue("value")), Unit: strings.TrimSpace(v.PostFormValue("unit"))}
	var said string
	i := row.indicator(v.lang, dict)
	if i != nil {
		l := line{indicator: i, Unit: row.Unit}
		var ok bool
		if _, known := i.ToStandard(0, row.Unit); !known {
			row.Fault = say("report.bad.unit", called(v.lang, i), row.Unit, i.Unit)
		} else if said, ok = l.typed(row.Value, dict); !ok {
			row.Fault = say("assess.bad.value", row.Value)
		} else if slices.ContainsFunc(p.Lines, func(l line) bool { return l.Indicator == i.Name }) {
			row.Fault = say("report.bad.again", called(v.lang, i))
		}
	}
	form := addForm{ID: p.ID, Indicators: p.Add.Indicators}
	if row.Fault != "" {
		form.Name, form.Value, form.Unit, form.Fault = row.Name, row.Value, row.Unit, row.Fault
		if v.isHTMX() {
			return v.part(http.StatusOK, "report", "add", form)
		}
		p.Add = form
		return v.show(http.StatusUnprocessableEntity, "report", p)
	}
	one := added(v.lang, p.ID, i, said, dict)
	if err := c.keep(v, p.ID, &one, said); err != nil {
		return err
	}
	c.corrected(v, p.ID)
	if form.Added = &one; v.isHTMX() {
		return v.part(http.StatusOK, "report", "add", form)
	}
	return v.redirect("report/" + p.ID)
}
