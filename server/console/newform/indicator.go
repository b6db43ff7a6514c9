package newform

import (
	"fmt"
	"math"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"tijian/engine/assess"
	"tijian/engine/draft"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
	"tijian/server/console/answer"
	"tijian/server/console/form"
	"tijian/server/console/words"
)

// An Indicator is the form of an indicator that a draft does not have.
type Indicator struct {
	Item
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
	Rows          []Row
	Neighbours    []form.Choice
	Whom          []form.Choice
}

// A Row is a row of the new table: it reaches up to a bound, the last one as far as
// there are values.
type Row struct {
	Level, Title, Below, Tip, Hint string
	Color                          int
	Last                           bool
}

// levels are those of a new table, from below.
var levels = []string{"L4", "L1", "N0", "H1", "H4"}

// Whom are the people a new table can be for, as conditions; new.whom and the place are
// the words of each.
var Whom = []string{"age >= 18 and not pregnant", "age >= 18", `age >= 18 and sex == "male"`, `age >= 18 and sex == "female" and not pregnant`, ""}

// IndicatorOf is the form as it was sent, empty for one that nobody has filled in.
func IndicatorOf(lang string, version draft.Version, set *ruleset.Set, sent url.Values) *Indicator {
	p := &Indicator{Decimals: "2", For: Whom[0]}
	if len(sent) > 0 {
		form.Fill(p, sent)
	}
	p.Version = version
	p.Offer(set)
	typed := func(field string) string { return strings.TrimSpace(sent.Get(field)) }
	for i, id := range levels {
		row := Row{Level: id, Below: typed("below." + id), Tip: typed("tip." + id), Hint: typed("hint." + id), Last: i == len(levels)-1}
		if l := set.Level(id); l != nil {
			row.Title, row.Color = words.Level(lang, l), l.Color
		}
		p.Rows = append(p.Rows, row)
	}
	for _, i := range set.Dictionary.All() {
		if len(set.Tables[i.Name]) > 0 {
			p.Neighbours = append(p.Neighbours, form.Choice{Value: i.Name, Title: words.Called(lang, i) + " · " + i.Category, Chosen: i.Name == p.Neighbour})
		}
	}
	for i, condition := range Whom {
		p.Whom = append(p.Whom, form.Choice{Value: condition, Title: words.In(lang).Say("new.whom." + strconv.Itoa(i)), Chosen: condition == p.For})
	}
	return p
}

// Read makes of the form what is to be added, with the bounds of its table. The fault
// says what is missing.
func (p *Indicator) Read(lang string, set *ruleset.Set) (n draft.NewIndicator, bounds []string, fault string) {
	say := words.In(lang).Say
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
	n = draft.NewIndicator{Name: p.Name, Title: p.Title, English: p.English, Aliases: Words(p.Title + "," + p.Aliases), Abbreviations: Words(p.Abbreviations), Neighbour: p.Neighbour,
		Unit: p.Unit, Decimals: decimals, Plausible: [2]float64{low, high}, For: p.For, Organ: p.Organ, Sources: []string{p.Source}}
	if o := answer.OrganOf(set, p.Neighbour); n.Organ == "" && o != nil {
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
	for _, unit := range Words(text) {
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
func (p *Indicator) table() (rows []Row, bounds []string, bad string) {
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

// Cases has a case for each number at, below and above a bound, so that the table is
// tried from the first day on.
func Cases(n draft.NewIndicator, bounds []string, signed string, now time.Time) (list []regress.NewCase) {
	person := assess.Person{Sex: assess.Male, Born: now.AddDate(-45, 0, 0), At: now}
	if strings.Contains(n.For, "female") {
		person.Sex = assess.Female
	}
	for i, bound := range bounds {
		for k, value := range draft.Beside(bound, n.Decimals) {
			row := n.Rows[i+min(k, 1)]
			list = append(list, regress.NewCase{Name: fmt.Sprintf("%s %s %s", n.Title, value, n.Unit), Person: person, Signed: signed,
				Samples: []regress.Entry{{Name: n.Name, Value: value}}, Levels: []regress.Entry{{Name: n.Name, Value: row.Level}}})
		}
	}
	return list
}
