package console

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"tijian/engine/assess"
	"tijian/engine/draft"
	"tijian/engine/regress"
	"tijian/engine/release"
	"tijian/engine/ruleset"
	"tijian/server/console/answer"
	"tijian/server/console/form"
	"tijian/server/console/words"
)

// A newIndicatorPage is the form of an indicator that a draft does not have.
type newIndicatorPage struct {
	newItem
	Name          string `form:"name"`
	Title         string `form:"title"`
	English       string `form:"english"`
	Aliases       string `form:"aliases"`
	Abbreviations string `form:"abbreviations"`
	Neighbour     string `form:"neighbour"`
	Unit          string `form:"unit"`
	Units         string `form:"units"`
	Low           string `form:"low"` // plausible
	High          string `form:"high"`
	Decimals      string `form:"decimals,raw"`
	For           string `form:"for,raw"`
	Sign          bool   `form:"sign"`
	Rows          []newRow
	Neighbours    []form.Choice
	Whom          []form.Choice
}

// A newRow is a row of the new table: it reaches up to a bound, the last one as far as
// there are values.
type newRow struct {
	Level, Title, Below, Tip, Hint string
	Color                          int
	Last                           bool
}

// newLevels are those of a new table, from below.
var newLevels = []string{"L4", "L1", "N0", "H1", "H4"}

// whom are the people a new table can be for, as conditions; new.whom and the place are
// the words of each.
var whom = []string{"age >= 18 and not pregnant", "age >= 18", `age >= 18 and sex == "male"`, `age >= 18 and sex == "female" and not pregnant`, ""}

func indicatorPage(v *requestContext) *newIndicatorPage {
	p := &newIndicatorPage{Decimals: "2", For: whom[0]}
	if v.Method == http.MethodPost {
		v.sent(p)
	}
	set := v.draft.Rules
	p.Version = v.version
	p.offer(set)
	typed := func(field string) string { return strings.TrimSpace(v.PostFormValue(field)) }
	for i, id := range newLevels {
		row := newRow{Level: id, Below: typed("below." + id), Tip: typed("tip." + id), Hint: typed("hint." + id), Last: i == len(newLevels)-1}
		if l := set.Level(id); l != nil {
			row.Title, row.Color = words.Level(v.lang, l), l.Color
		}
		p.Rows = append(p.Rows, row)
	}
	for _, i := range set.Dictionary.All() {
		if len(set.Tables[i.Name]) > 0 {
			p.Neighbours = append(p.Neighbours, form.Choice{Value: i.Name, Title: words.Called(v.lang, i) + " · " + i.Category, Chosen: i.Name == p.Neighbour})
		}
	}
	for i, condition := range whom {
		p.Whom = append(p.Whom, form.Choice{Value: condition, Title: words.In(v.lang).Say("new.whom." + strconv.Itoa(i)), Chosen: condition == p.For})
	}
	return p
}

func (c *Console) newIndicator(v *requestContext) error {
	p := indicatorPage(v)
	if v.Method == http.MethodGet {
		return v.show(http.StatusOK, "indicator", p)
	}
	n, bounds, fault := p.read(v)
	if p.Fault = fault; fault != "" {
		return v.show(p.status(), "indicator", p)
	}
	saved, err := c.addNew(v, &p.newItem, func() (draft.New, error) {
		return c.book.AddIndicator(v.Context(), v.version.Name, v.draft.Rules, n)
	})
	switch {
	case err != nil:
		return err
	case !saved:
		return v.show(p.status(), "indicator", p)
	}
	if err := c.boundCases(v, n, bounds, p.Sign); err != nil {
		return err
	}
	return v.redirect("rules/table/" + v.version.Name + "/" + n.Name + "?saved")
}

// read makes of the form what is to be added, with the bounds of its table. The fault
// says what is missing.
func (p *newIndicatorPage) read(v *requestContext) (n draft.NewIndicator, bounds []string, fault string) {
	say := words.In(v.lang).Say
	low, errLow := strconv.ParseFloat(p.Low, 64)
	high, errHigh := strconv.ParseFloat(p.High, 64)
	decimals, errDecimals := strconv.Atoi(p.Decimals)
	switch {
	case !standardName.MatchString(p.Name):
		return n, nil, say("new.name.malformed")
	case p.Title == "" || p.Unit == "" || p.Source == "" || p.Organ == "" && p.Neighbour == "":
		return n, nil, say("new.missing")
	case errLow != nil || errHigh != nil || errDecimals != nil || low >= high || decimals < 0 || decimals > 6:
		return n, nil, say("new.range")
	}
	n = draft.NewIndicator{Name: p.Name, Title: p.Title, English: p.English, Aliases: listed(p.Title + "," + p.Aliases), Abbreviations: listed(p.Abbreviations), Neighbour: p.Neighbour,
		Unit: p.Unit, Decimals: decimals, Plausible: [2]float64{low, high}, For: p.For, Organ: p.Organ, Sources: []string{p.Source}}
	if o := answer.OrganOf(v.draft.Rules, p.Neighbour); n.Organ == "" && o != nil {
		n.Organ = o.ID
	}
	var bad string
	if n.Units, bad = unitsOf(p.Units); bad != "" {
		return n, nil, say("new.units", bad)
	}
	rows, bounds, bad := p.table()
	if bad != "" {
		return n, nil, say("new.bounds", bad)
	}
	for i, when := range draft.Ranges(bounds) {
		n.Rows = append(n.Rows, draft.NewRowOf{When: when, Level: rows[i].Level, Tip: rows[i].Tip, Hint: rows[i].Hint})
		if rows[i].Level == ruleset.LevelIdeal { // what laboratories print, by which units are questioned
			n.Usual = map[string]float64{}
			if i > 0 {
				n.Usual["low"], _ = strconv.ParseFloat(bounds[i-1], 64)
			}
			if i < len(bounds) {
				n.Usual["high"], _ = strconv.ParseFloat(bounds[i], 64)
			}
		}
	}
	return n, bounds, ""
}

var factorOf = regexp.MustCompile(`^(.+?)\s*[×*xX]\s*([0-9.]+)$`)

// unitsOf reads units with their factors; bad is one that has none.
func unitsOf(text string) (units []draft.UnitFactor, bad string) {
	for _, unit := range listed(text) {
		m := factorOf.FindStringSubmatch(unit)
		if m == nil {
			return nil, unit
		}
		factor, err := strconv.ParseFloat(m[2], 64)
		if err != nil {
			return nil, unit
		}
		units = append(units, draft.UnitFactor{Unit: m[1], Factor: factor})
	}
	return units, ""
}

// table is the rows that are used, with the bounds between them; bad is a bound that
// cannot be. A row without a bound is left out. Above the last bound is the last row
// where that has a text, else the next one.
func (p *newIndicatorPage) table() (rows []newRow, bounds []string, bad string) {
	before, next, last := math.Inf(-1), 0, len(p.Rows)-1
	for k, row := range p.Rows[:last] {
		if row.Below == "" {
			continue
		}
		x, err := strconv.ParseFloat(row.Below, 64)
		if err != nil || !(x > before) {
			return nil, nil, row.Below
		}
		before, next = x, k+1
		rows, bounds = append(rows, row), append(bounds, row.Below)
	}
	if len(bounds) == 0 {
		return nil, nil, "–"
	}
	if p.Rows[last].Tip != "" {
		next = last
	}
	return append(rows, p.Rows[next]), bounds, ""
}

// boundCases writes a case for each number at, below and above a bound, so that the
// table is tried from the first day on.
func (c *Console) boundCases(v *requestContext, n draft.NewIndicator, bounds []string, sign bool) error {
	set, problems := c.book.Set(context.WithoutCancel(v.Context()), v.version)
	if set == nil {
		return faulty(v.version, problems)
	}
	person := assess.Person{Sex: assess.Male, Born: c.Now().AddDate(-45, 0, 0), At: c.Now()}
	if strings.Contains(n.For, "female") {
		person.Sex = assess.Female
	}
	signed := ""
	if sign {
		signed = c.signature(v)
	}
	for i, bound := range bounds {
		for k, value := range draft.Beside(bound, n.Decimals) {
			row := n.Rows[i]
			if k > 0 {
				row = n.Rows[i+1]
			}
			one := regress.NewCase{Name: fmt.Sprintf("%s %s %s", n.Title, value, n.Unit), Person: person, Signed: signed,
				Samples: []regress.Entry{{Name: n.Name, Value: value}}, Levels: []regress.Entry{{Name: n.Name, Value: row.Level}}}
			refused, err := c.keepCases(v, func(d *release.Releaser) (string, error) { return d.AddCase(set, one) })
			if err != nil {
				return err
			}
			if refused != "" {
				return &fault{http.StatusConflict, refused}
			}
		}
	}
	return nil
}
