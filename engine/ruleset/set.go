// Package ruleset reads one released version of the rules: manifest, sources,
// tables, derived values, risks and quality thresholds. Loading is all or
// nothing; every fault of every file is reported at its own line and column.
package ruleset

import (
	"sync/atomic"

	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// A Set is one version of the rules, checked and compiled. It is never changed
// after loading and safe for concurrent use.
type Set struct {
	Version string
	Hash    string // of every byte of rules and dictionaries, 12 hexadecimal digits
	Ground  string // hash of what every proof rests on: levels, arguments, grades
	Manifest
	Quality    map[string]Thresholds // by layout: SINGLE, DOUBLE, TABLE, DEFAULT
	Sources    map[string]*Source    // by key
	Constants  map[string]*Constant  // by name
	Dictionary *dictionary.Dictionary
	Scope      *expression.Scope
	Names      Names
	Tables     map[string][]*Table // by indicator, in the order of the files
	Derived    []*Derived          // in the order in which they can be worked out
	Risks      []*Risk             // sorted by id
	Overlays   map[string]*Overlay // by namespace
	Families   []*Family
	// Contradictions are pairs that no answer may show together.
	Contradictions []*Contradiction
	Coherence      []*Identity // what values must be to each other; none in older versions
	Contexts       []*Context  // who somebody is, where that changes words; none in older versions

	levels map[string]*Level
	hurry  hurry
}

// Manifest is what a version says about itself and its vocabulary.
type Manifest struct {
	From            strictyaml.Text // the version that it was copied from; not set when nobody said
	Title, Released string
	Levels          []*Level
	Colors          []Color
	Acts            []*Act // the scale of urgency, the most urgent first; none in older versions
	Flags           []Flag
	Arguments       []*Argument
	Texts           Texts
	Wording         Wording
	UnitDoubt       *UnitDoubt
	Organs          []*Organ // in order
	Summary         *Summary // nil for none
	Late            []Late
	Faded           []Faded // by days, then by how urgent
	Lasting         Lasting
	Unassessed      []*Remark   // tried in order, with the placeholders of Texts: of an indicator that has tables, but none for them
	Remarks         []*Remark   // beside the assumptions that were made
	OtherAges       []*OtherAge // in order, the first that tells a value
	Meanings        []*Meaning  // of what they tell
	Unlent          []*Unlent   // indicators of which they tell nothing, with why; nil in versions that do not list them
}

// Level finds a level by its id; nil when unknown.
func (s *Set) Level(id string) *Level { return s.levels[id] }

// An Overlay is where one namespace differs from the base rules.
type Overlay struct {
	Namespace string
	Title     string
	Tables    map[string][]*Table // replace the base tables of these indicators
	// FewerPersons are the indicators whose tables leave out, on purpose, persons
	// whom the base tables assess.
	FewerPersons []string
	At           problem.Place
}

// A Table says what the values of one indicator mean, for those persons whom
// its guard admits.
type Table struct {
	Indicator *dictionary.Indicator
	For       *expression.Condition // nil admits everybody
	Rows      []*Row
	Risks     []string // ids of the risks that the indicator bears on
	// Printed says that the ends of a printed range take the place of those of
	// the ideal range, and its other bounds keep their proportion to them.
	Printed    bool
	NotPrinted string  // why not, although its texts point to the printed range
	Organ      *Organ  // nil when the version does not say
	Reviewed   *Review // nil until somebody signs
	At         problem.Place
}

// A Row gives a level to the values for which its condition is true.
type Row struct {
	Number int // in its table, from 1
	When   *expression.Condition
	Level  *Level // a U-level leaves its values unassessed and says why
	Color  int
	Urgency
	LateTip    string            // instead of the tip, days after the examination; "" as the manifest says
	Tip, Hint  string            // with the numbers of constants filled in
	Texts      []strictyaml.Text // tip and hint as written
	Numbers    []float64         // of the texts, that are neither bounds of the table nor constants
	Deliberate *Deliberate       // nil where it does as its level asks
	Sources    []Citation        // its own, else its table's
	At         problem.Place
	Cut        []problem.Place // comments behind its unquoted texts
}

// A Citation is a source with a place in it.
type Citation struct {
	*Source
	Place string // table, section; "" when not given
}

// A Derived value is worked out from others by a formula.
type Derived struct {
	ID, Title, Unit string
	Type            expression.Type       // Number or String
	Slot            int                   // of its own variable, or of the indicator it is named after
	Supplies        *dictionary.Indicator // the indicator it stands in for when none was sent; nil for none
	SuppliesSlot    int                   // of that indicator
	When            *expression.Condition // nil: always valid
	Show            *expression.Condition // for whom it is listed in answers; nil: for all who have it
	Assume          []*Assumption
	Let             []*Step
	Cases           []*Case // the first whose condition is true answers
	Sources         []Citation
	At              problem.Place
	// OwnNumbers reports whether its numbers belong to a published model and stay
	// as they are when a bound of the rules moves.
	OwnNumbers bool

	all *atomic.Pointer[everybody]
}

// everybody says whether every person of a set has a value.
type everybody struct {
	set *Set
	is  bool
}

// Everybody reports whether every person has the value, which ask finds out: it
// is asked once, for a set that is in use does not change.
func (d *Derived) Everybody(set *Set, ask func() bool) bool {
	if known := d.all.Load(); known != nil && known.set == set {
		return known.is
	}
	is := ask()
	d.all.Store(&everybody{set, is})
	return is
}

// An Assumption stands in for an input that was not sent.
type Assumption struct {
	Slot  int
	Value *expression.Formula
	Text  string
}

// A Step is a named intermediate number.
type Step struct {
	Slot    int
	Formula *expression.Formula
}

// A Case is a formula with the condition under which it holds; nil is always.
type Case struct {
	When    *expression.Condition
	Formula *expression.Formula
}

// A Risk of a disease, flagged by the first rule that can decide.
type Risk struct {
	ID, Name string
	Organ    *Organ
	Reviewed *Review // nil until somebody signs
	Rules    []*RiskRule
	Sources  []Citation
	// NotShownOn are indicators that it looks at, though their tables do not
	// list it on purpose.
	NotShownOn []string
	Pattern    *Pattern // nil where it is about one result only
	At         problem.Place
}

// A RiskRule flags the persons for whom its condition is true.
type RiskRule struct {
	ID      string
	When    *expression.Condition // nil: for everybody
	Rows    []*RiskRow
	AtLeast []*RiskRow // floors; undecided ones are ignored
	Sources []Citation // its own, else the risk's
	// Ordinary is why it may stand out though all results are normal; "" where it may not.
	Ordinary string
	At       problem.Place
}

// A RiskRow gives a flag when its condition is true.
type RiskRow struct {
	When *expression.Condition
	Flag int
	Urgency
	Tip        string      // why it is told in a summary; "" for its name
	LateTip    string      // instead of the tip, days after the examination; "" for the tip
	Deliberate *Deliberate // nil where it does as its flag asks
	At         problem.Place
}
