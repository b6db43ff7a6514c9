package ruleset

import (
	"time"

	"tijian/engine/expression"
)

// Sex of a person, as the API writes it.
type Sex string

// The two values that rules know.
const (
	Male   Sex = "male"
	Female Sex = "female"
)

// A Person is whom samples belong to, at the time of the examination.
type Person struct {
	Namespace           string    // selects an overlay of the rule set
	At                  time.Time // of the examination
	Born                time.Time // only the calendar day counts
	Sex                 Sex
	HasDiabetes         bool
	OnAntihypertensives bool
	HasCVD              bool
	HasHypertension     bool
	SmokeDaily          float64
	// Answered is the moment of the answer; zero for that of the examination.
	Answered time.Time
	// Arguments are the rule set's additional arguments by path, such as
	// "profile.region": bool, string or float64.
	Arguments map[string]any
}

// A Background is a yes-or-no field of a person's health background.
type Background struct {
	Name  string // in requests and in conditions
	Title string // for readers
	Of    func(*Person) *bool
}

// Backgrounds are those that every request has, in the order of their slots.
var Backgrounds = [...]Background{
	{"has_diabetes", "糖尿病", func(p *Person) *bool { return &p.HasDiabetes }},
	{"is_taking_antihypertensive_therapy", "服用降压药", func(p *Person) *bool { return &p.OnAntihypertensives }},
	{"has_cvd", "心血管病", func(p *Person) *bool { return &p.HasCVD }},
	{"has_hbp", "高血压", func(p *Person) *bool { return &p.HasHypertension }},
}

// Smoking is the name of the number of cigarettes a day.
const Smoking = "smoke_daily_frequency"

// BackgroundNamed finds a background's value in a person; nil when there is
// none of that name.
func (p *Person) BackgroundNamed(name string) *bool {
	for _, b := range Backgrounds {
		if b.Name == name {
			return b.Of(p)
		}
	}
	return nil
}

// DaysSinceExam is the name of the number of days since the examination.
const DaysSinceExam = "days_since_exam"

// AgeDays is the name of the number of days since birth.
const AgeDays = "age_days"

// Names are the slots of the variables that every rule set has.
type Names struct {
	Value       int // of the sample, in tables only
	Age, Sex    int
	Backgrounds [len(Backgrounds)]int
	SmokeDaily  int
	DaysSince   int
	AgeDays     int
	Facets      [len(Facets)]int       // of the sample, in tables only
	FacetsOf    map[string][]FacetSlot // that rules name, by indicator
	Indicators  map[string]int         // slot by indicator name

	person []int
}

// Person lists the slots of the person's fixed variables. It must not be
// changed.
func (n *Names) Person() []int { return n.person }

// Put gives the rules what they know of a person, additional arguments left
// out.
func (n *Names) Put(in *expression.Inputs, p *Person) {
	in.SetNumber(n.Age, float64(p.Age()))
	in.SetString(n.Sex, string(p.Sex))
	for i, b := range Backgrounds {
		in.SetBoolean(n.Backgrounds[i], *b.Of(p))
	}
	in.SetNumber(n.SmokeDaily, p.SmokeDaily)
	in.SetNumber(n.DaysSince, float64(p.DaysSince()))
	in.SetNumber(n.AgeDays, float64(p.DaysOld()))
}

// The levels that code knows by name; the rest of what levels mean stands in
// the rule set.
const (
	LevelIdeal        = "N0" // its values are the ideal range
	LevelAcceptable   = "N1"
	LevelNotAssessed  = "U0" // no rule applies
	LevelImplausible  = "U1" // check the reading
	LevelContradicted = "U2" // contradicts another value, or its printed range the unit; versions with coherence have it
)

// MaxAge is the highest age, in completed years, that is taken for true.
const MaxAge = 130

// Age in completed years at the examination, by the calendar of At's zone.
// Whoever was born on 29 February is a year older on 1 March of a common year.
// Negative when born after it.
func (p *Person) Age() int {
	year, month, day := p.At.Date()
	bornYear, bornMonth, bornDay := p.Born.Date()
	age := year - bornYear
	if month < bornMonth || month == bornMonth && day < bornDay {
		age--
	}
	return age
}

// DaysOld is how many days of the calendar before the examination the person was
// born, 0 on the day of birth. Of newborns rules need more than whole years.
// Negative when born after it.
func (p *Person) DaysOld() int {
	day := func(t time.Time) time.Time {
		year, month, day := t.Date()
		return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	}
	return int(day(p.At).Sub(day(p.Born)) / (24 * time.Hour))
}

// DaysSince is how many whole days before the answer the examination was, 0
// when it lies in the future.
func (p *Person) DaysSince() int {
	if !p.Answered.After(p.At) {
		return 0
	}
	return int(p.Answered.Sub(p.At) / (24 * time.Hour))
}

// SetDaysSince moves the moment of the answer.
func (p *Person) SetDaysSince(days int) { p.Answered = p.At.Add(time.Duration(days) * 24 * time.Hour) }

// Ahead reports whether an examination is yet to come. A day is left for clocks
// that differ and zones that were not said.
func Ahead(at, now time.Time) bool { return at.After(now.AddDate(0, 0, 1)) }
