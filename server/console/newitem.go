package console

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/assess"
	"tijian/engine/draft"
	"tijian/engine/problem"
	"tijian/engine/regress"
	"tijian/engine/release"
	"tijian/engine/ruleset"
	"tijian/server/console/answer"
	"tijian/server/console/form"
	"tijian/server/console/words"
)

// A newIndicatorPage is the form of an indicator that a draft does not have.
type newIndicatorPage struct {
	Version       draft.Version
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
	Organ         string `form:"organ,raw"`
	Source        string `form:"source"`
	Do            string `form:"do,raw"`
	Sign          bool   `form:"sign"`
	Rows          []newRow
	Neighbours    []form.Choice
	Organs        []form.Choice
	Sources       []string
	Whom          []form.Choice
	Faults        problem.List
	Fault         string
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

// whom are the people a new table can be for, as conditions.
var whom = []string{"age >= 18 and not pregnant", "age >= 18", `age >= 18 and sex == "male"`, `age >= 18 and sex == "female" and not pregnant`, ""}

func (c *Console) indicatorPage(v *requestContext) *newIndicatorPage {
	p := &newIndicatorPage{Version: v.version, Decimals: "2", For: whom[0]}
	if v.Method == http.MethodPost {
		v.sent(p)
	}
	set := v.draft.Rules
	for i, id := range newLevels {
		row := newRow{Level: id, Below: strings.TrimSpace(v.PostFormValue("below." + id)), Tip: strings.TrimSpace(v.PostFormValue("tip." + id)), Hint: strings.TrimSpace(v.PostFormValue("hint." + id)), Last: i == len(newLevels)-1}
		if l := slices.IndexFunc(set.Levels, func(l *ruleset.Level) bool { return l.ID == id }); l >= 0 {
			row.Title, row.Color = words.Level(v.lang, set.Levels[l]), set.Levels[l].Color
		}
		p.Rows = append(p.Rows, row)
	}
	for _, i := range set.Dictionary.All() {
		if len(set.Tables[i.Name]) > 0 {
			p.Neighbours = append(p.Neighbours, form.Choice{Value: i.Name, Title: words.Called(v.lang, i) + " · " + i.Category, Chosen: i.Name == p.Neighbour})
		}
	}
	p.Organs, p.Sources = organChoices(set, p.Organ), sourcesOf(set)
	for _, condition := range whom {
		p.Whom = append(p.Whom, form.Choice{Value: condition, Title: words.In(v.lang).Say("new.whom." + strconv.Itoa(slices.Index(whom, condition))), Chosen: condition == p.For})
	}
	return p
}

func organChoices(set *ruleset.Set, chosen string) (list []form.Choice) {
	for _, o := range set.Organs {
		list = append(list, form.Choice{Value: o.ID, Title: o.Title, Chosen: o.ID == chosen})
	}
	return list
}

func sourcesOf(set *ruleset.Set) (keys []string) {
	for key := range set.Sources {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

func (c *Console) newIndicator(v *requestContext) error {
	p := c.indicatorPage(v)
	if v.Method == http.MethodGet {
		return v.show(http.StatusOK, "indicator", p)
	}
	n, bounds, fault := p.read(v)
	if p.Fault = fault; fault != "" {
		return v.show(http.StatusUnprocessableEntity, "indicator", p)
	}
	c.saving.Lock()
	what, err := c.book.AddIndicator(v.Context(), v.version.Name, v.draft.Rules, n)
	if err == nil && len(what.Faults) == 0 && p.Do == "save" {
		err = c.writeNew(v, what)
	}
	c.saving.Unlock()
	if err != nil {
		return c.outOfOrder(v, err)
	}
	if p.Faults = what.Faults; len(p.Faults) > 0 || p.Do != "save" {
		return v.show(map[bool]int{true: http.StatusOK, false: http.StatusUnprocessableEntity}[len(p.Faults) == 0], "indicator", p)
	}
	if err := c.boundCases(v, n, bounds, p.Sign); err != nil {
		return err
	}
	return v.redirect("rules/table/" + v.version.Name + "/" + n.Name + "?saved")
}

func (c *Console) writeNew(v *requestContext, what draft.New) error {
	if err := c.book.WriteNew(v.version.Name, v.user.Name, what); err != nil {
		return err
	}
	for file := range what.Files {
		c.edited(v, v.version.Name, file)
	}
	return nil
}

var (
	standardName = regexp.MustCompile(`^[a-z][a-z0-9_]{1,59}$`)
	factorOf     = regexp.MustCompile(`^(.+?)\s*[×*xX]\s*([0-9.]+)$`)
)

// read makes of the form what is to be added, with the bounds of its table. The fault
// says what is missing.
func (p *newIndicatorPage) read(v *requestContext) (n draft.NewIndicator, bounds []string, fault string) {
	say := func(key string, args ...any) (draft.NewIndicator, []string, string) {
		return n, nil, words.In(v.lang).Say(key, args...)
	}
	if !standardName.MatchString(p.Name) {
		return say("new.name.malformed")
	}
	low, errLow := strconv.ParseFloat(p.Low, 64)
	high, errHigh := strconv.ParseFloat(p.High, 64)
	decimals, errDecimals := strconv.Atoi(p.Decimals)
	if p.Title == "" || p.Unit == "" || p.Source == "" || p.Organ == "" && p.Neighbour == "" {
		return say("new.missing")
	}
	if errLow != nil || errHigh != nil || errDecimals != nil || low >= high || decimals < 0 || decimals > 6 {
		return say("new.range")
	}
	n = draft.NewIndicator{Name: p.Name, Title: p.Title, English: p.English, Aliases: listed(p.Title + "," + p.Aliases), Abbreviations: listed(p.Abbreviations), Neighbour: p.Neighbour,
		Unit: p.Unit, Decimals: decimals, Plausible: [2]float64{low, high}, For: p.For, Organ: p.Organ, Sources: []string{p.Source}}
	if o := answer.OrganOf(v.draft.Rules, p.Neighbour); n.Organ == "" && o != nil {
		n.Organ = o.ID
	}
	for _, unit := range listed(p.Units) {
		m := factorOf.FindStringSubmatch(unit)
		if m == nil {
			return say("new.units", unit)
		}
		factor, err := strconv.ParseFloat(m[2], 64)
		if err != nil {
			return say("new.units", unit)
		}
		n.Units = append(n.Units, draft.UnitFactor{Unit: m[1], Factor: factor})
	}
	var used []newRow
	for _, row := range p.Rows { // a row without a bound is left out, but for the last that has a text
		if row.Below != "" || row.Last && row.Tip != "" {
			used = append(used, row)
		}
		if row.Below != "" {
			x, err := strconv.ParseFloat(row.Below, 64)
			if err != nil || len(bounds) > 0 && x <= number(bounds[len(bounds)-1]) {
				return say("new.bounds", row.Below)
			}
			bounds = append(bounds, row.Below)
		}
	}
	if len(used) == len(bounds) && len(used) > 0 { // the level above the last bound
		k := slices.IndexFunc(p.Rows, func(r newRow) bool { return r.Level == used[len(used)-1].Level })
		used = append(used, p.Rows[min(k+1, len(p.Rows)-1)])
	}
	if len(bounds) == 0 {
		return say("new.bounds", "–")
	}
	for i, when := range draft.Ranges(bounds) {
		n.Rows = append(n.Rows, draft.NewRowOf{When: when, Level: used[i].Level, Tip: used[i].Tip, Hint: used[i].Hint})
		if used[i].Level == ruleset.LevelIdeal { // what laboratories print, by which units are questioned
			n.Usual = map[string]float64{}
			if i > 0 {
				n.Usual["low"] = number(bounds[i-1])
			}
			if i < len(bounds) {
				n.Usual["high"] = number(bounds[i])
			}
		}
	}
	return n, bounds, ""
}

func number(text string) float64 {
	x, _ := strconv.ParseFloat(text, 64) // it was read before
	return x
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

// A newRiskPage is the form of a risk that a draft does not have.
type newRiskPage struct {
	Version    draft.Version
	ID         string `form:"id,raw"`
	Name       string `form:"name"`
	Organ      string `form:"organ,raw"`
	Department string `form:"department"`
	Source     string `form:"source"`
	When       string `form:"when,raw"`
	Flag       string `form:"flag,raw"`
	Tip        string `form:"tip"`
	Do         string `form:"do,raw"`
	Organs     []form.Choice
	Flags      []form.Choice
	Sources    []string
	Names      []string // that the condition can name
	Faults     problem.List
	Fault      string
}

func (c *Console) newRisk(v *requestContext) error {
	p := &newRiskPage{Version: v.version, Flag: "2"}
	if v.Method == http.MethodPost {
		v.sent(p)
	}
	set := v.draft.Rules
	p.Organs, p.Sources = organChoices(set, p.Organ), sourcesOf(set)
	for _, f := range set.Flags {
		if f.Flag > 0 {
			p.Flags = append(p.Flags, form.Choice{Value: strconv.Itoa(f.Flag), Title: f.Name, Chosen: strconv.Itoa(f.Flag) == p.Flag})
		}
	}
	for _, i := range set.Dictionary.All() {
		p.Names = append(p.Names, i.Name+" "+words.Called(v.lang, i))
	}
	if v.Method == http.MethodGet {
		return v.show(http.StatusOK, "risk", p)
	}
	flag, err := strconv.Atoi(p.Flag)
	if err != nil || !standardName.MatchString(p.ID) || p.Name == "" || p.When == "" || p.Source == "" {
		p.Fault = words.In(v.lang).Say("new.missing")
		return v.show(http.StatusUnprocessableEntity, "risk", p)
	}
	c.saving.Lock()
	what, err := c.book.AddRisk(v.Context(), v.version.Name, set, draft.NewRisk{ID: p.ID, Name: p.Name, Organ: p.Organ, Department: p.Department, Sources: []string{p.Source}, When: p.When, Flag: flag, Tip: p.Tip})
	if err == nil && len(what.Faults) == 0 && p.Do == "save" {
		err = c.writeNew(v, what)
	}
	c.saving.Unlock()
	if err != nil {
		return c.outOfOrder(v, err)
	}
	if p.Faults = what.Faults; len(p.Faults) > 0 || p.Do != "save" {
		return v.show(map[bool]int{true: http.StatusOK, false: http.StatusUnprocessableEntity}[len(p.Faults) == 0], "risk", p)
	}
	return v.redirect("rules/draft/" + v.version.Name + "/case?risk=" + p.ID)
}
