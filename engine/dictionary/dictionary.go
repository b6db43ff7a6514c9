// Package dictionary says what indicators are called: standard name, title,
// aliases, units with conversions and plausible range, and which numbers stand
// for graded results. It reads indicators, units.yaml,
// grades.yaml and plausible.yaml.
package dictionary

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/units"
)

// Kind tells measured numbers from graded words.
type Kind string

// The kinds of indicators.
const (
	Quantitative Kind = "quantitative" // a number with a unit
	Qualitative  Kind = "qualitative"  // a grade: negative 0, trace 0.5, + 1 and so on
)

// A Unit is a unit other than the standard one: standard = printed*Factor + Offset, or
// one of Steps.
type Unit struct {
	Unit   string      `yaml:"unit,required"` // canonical
	Factor float64     `yaml:"factor"`
	Offset float64     `yaml:"offset"`
	Steps  [][]float64 `yaml:"steps"` // from which printed value on, which standard one, none where it says nothing; ascending
	At     problem.Place
}

// A MolarMass is how many grams a mole of what is measured weighs. Factors
// between units that count molecules and units that weigh them are held
// against it.
type MolarMass struct {
	Value  float64 `yaml:"value,required"`
	Source string  `yaml:"source,required"`
	At     problem.Place
}

// An Indicator is one measurable thing.
type Indicator struct {
	Name          string        `yaml:"name,required"` // standard English name, snake_case
	Title         string        `yaml:"zh,required"`   // for readers
	English       string        `yaml:"en"`            // for readers of English; "" where a version has none
	Aliases       []string      `yaml:"aliases"`       // printed long forms
	Abbreviations []string      `yaml:"abbreviations"` // Latin short forms, matched whole
	Exclude       []string      `yaml:"exclude"`       // a printed name that contains one of these is another indicator
	Category      string        `yaml:"category,required"`
	Specimen      string        `yaml:"specimen,required"`
	Kind          Kind          `yaml:"kind,required"`
	LOINC         string        `yaml:"loinc"`
	UCUM          string        `yaml:"ucum"`
	Unit          string        `yaml:"unit"` // standard unit, canonical; "" for a pure number or grade
	Units         []Unit        `yaml:"units"`
	MolarMass     MolarMass     `yaml:"molar_mass"`
	Decimals      int           `yaml:"decimals"`           // as laboratories print it in the standard unit
	Plausible     [2]float64    `yaml:"plausible,required"` // of adults, in the standard unit, both ends included
	Usual         Interval      `yaml:"usual"`              // what laboratories print as reference interval of adults
	At            problem.Place // where it is defined

	conversions map[string]conversion // by canonical unit
	aged        []*aged               // of plausible.yaml
	table       *units.Registry
}

// An Interval is a reference interval in the standard unit. A limit of 0 is
// none.
type Interval struct {
	Low  float64 `yaml:"low"`
	High float64 `yaml:"high"`
}

// A Dictionary holds every indicator. It is safe for concurrent use.
type Dictionary struct {
	byName  map[string]*Indicator
	byLOINC map[string]*Indicator
	all     []*Indicator
	units   *units.Registry
	grades  *Grades
	hash    string
	names   *names
	worded  *worded
	mapping mapping         // of a site; nil for none
	missing map[Missing]int // see Noting; nil where nobody wants to know
}

// Hash returns the SHA-256, in hexadecimal digits, of every YAML file of the
// tree: also of those that only the lexicon and recognition read.
func (d *Dictionary) Hash() string { return d.hash }

// Called returns what readers call the indicator: its title in Chinese, its name
// in English.
func (i *Indicator) Called() message.Phrase { return message.Phrase{ZH: i.Title, EN: i.Name} }

// Graded returns the unit that a graded result of the indicator has, and
// reports whether it can have one: those that are graded always, and others
// that laboratories also grade.
func (i *Indicator) Graded() (unit string, ok bool) {
	if i.Kind == Qualitative {
		return "", true
	}
	_, ok = i.conversion(GradeUnit)
	return GradeUnit, ok
}

// InWords reports whether a unit is that of graded words, of a quantity.
func (i *Indicator) InWords(unit string) bool {
	if i.Kind == Qualitative {
		return false
	}
	own, ok := i.conversion(strings.TrimSpace(unit))
	words, can := i.conversion(GradeUnit)
	return ok && can && own == words && words.steps != nil
}

// Worded reports whether values in a unit are words: grades, but for what is graded by a
// number against a cut-off.
func (i *Indicator) Worded(unit string) bool {
	unit = strings.TrimSpace(unit)
	return i.Kind == Qualitative && i.Steps(unit) == nil || i.InWords(unit)
}

// GradeUnit is the unit of grades among those of a quantity.
const GradeUnit = "grade"

// InEnglish returns what readers of English call the indicator: where its
// version has no English title, its name with blanks.
func (i *Indicator) InEnglish() string {
	return cmp.Or(i.English, strings.ReplaceAll(i.Name, "_", " "))
}

// Lookup returns the indicator with a standard name and reports whether there
// is one.
func (d *Dictionary) Lookup(name string) (*Indicator, bool) {
	i, ok := d.byName[name]
	return i, ok
}

// All returns every indicator, sorted by name.
func (d *Dictionary) All() []*Indicator { return slices.Clone(d.all) }

// Names returns every standard name, sorted.
func (d *Dictionary) Names() []string {
	names := make([]string, len(d.all))
	for i, indicator := range d.all {
		names[i] = indicator.Name
	}
	return names
}

// Units returns the table of unit spellings.
func (d *Dictionary) Units() *units.Registry { return d.units }

// Grades returns the table of graded words.
func (d *Dictionary) Grades() *Grades { return d.grades }

// UCUMOf returns the code of UCUM of a printed unit, "" being the standard one,
// and reports whether it has one.
func (i *Indicator) UCUMOf(printed string) (code string, ok bool) {
	if (printed == "" || printed == i.Unit) && i.UCUM != "" {
		return i.UCUM, true
	}
	for _, canonical := range i.table.Candidates(printed) {
		if _, known := i.conversions[canonical]; known {
			return units.UCUM(canonical)
		}
	}
	return "", false
}

// FromUCUM returns the unit of the indicator that a code of UCUM means and
// reports whether there is one.
func (i *Indicator) FromUCUM(code string) (canonical string, ok bool) {
	for _, known := range i.KnownUnits() {
		if known == i.Unit && code == i.UCUM || units.IsUCUM(code, known) {
			if canonical, ok = known, true; known != GradeUnit { // a word is no number with a unit
				break
			}
		}
	}
	return canonical, ok
}

// KnownUnits returns the canonical units that the indicator can have, the
// standard one first.
func (i *Indicator) KnownUnits() []string {
	known := []string{i.Unit}
	for _, u := range i.Units {
		known = append(known, u.Unit)
	}
	return known
}

// WithUnit returns a dictionary in which one unit of an indicator has other
// factors or steps, and the faults of that.
func (d *Dictionary) WithUnit(name string, u Unit) (*Dictionary, problem.List) {
	old := d.byName[name]
	changed := *old
	changed.Units = slices.Clone(old.Units)
	for k := range changed.Units {
		if changed.Units[k].Unit == u.Unit {
			changed.Units[k] = u
		}
	}
	l := loader{d: &Dictionary{units: d.units}}
	l.conversions(&changed)
	c := *d
	c.names = &names{}
	c.worded = &worded{}
	c.byName = maps.Clone(d.byName)
	c.byName[name] = &changed
	if changed.LOINC != "" {
		c.byLOINC = maps.Clone(d.byLOINC)
		c.byLOINC[changed.LOINC] = &changed
	}
	c.all = slices.Clone(d.all)
	c.all[slices.Index(c.all, old)] = &changed
	return &c, l.list
}
