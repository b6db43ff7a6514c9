// Package change is what one difference between two versions of the rules is
// made of, whoever found it: what it is about, for whom, what was answered
// before and what is answered now, where the rules say so, and an example. The
// types write themselves as JSON, and their methods say them to people.
package change

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/lattice"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// A Version names one side of a comparison.
type Version struct {
	Version string `json:"version"`
	Hash    string `json:"hash"`
}

// VersionOf names a version of the rules.
func VersionOf(s *ruleset.Set) Version { return Version{s.Version, s.Hash} }

// Kind of a difference.
type Kind string

// The kinds of differences.
const (
	Added   Kind = "added"
	Removed Kind = "removed"
	Changed Kind = "changed"
	Through Kind = "through" // only through what it uses
)

// A Change is one thing that two versions answer or write otherwise. T is what
// is answered: a level, a flag, a range, a text. What a difference does not have
// is left empty.
type Change[T any] struct {
	Namespace string       `json:"namespace,omitempty"` // "" for the base rules
	ID        string       `json:"id,omitempty"`        // of the derived value or risk
	Indicator string       `json:"indicator,omitempty"`
	Risk      string       `json:"risk,omitempty"`  // that bears another signature
	Title     string       `json:"title,omitempty"` // of the indicator, derived value or risk, for readers
	Kind      Kind         `json:"kind,omitempty"`
	Rule      string       `json:"rule,omitempty"`    // of a risk; "" for the whole risk
	Part      string       `json:"part,omitempty"`    // of a rule: when, rows, at_least, order
	Parts     []string     `json:"parts,omitempty"`   // of a derived value that are written otherwise
	Field     string       `json:"field,omitempty"`   // of a row whose words differ
	From      *T           `json:"from,omitempty"`    // nil where nothing is answered, as of what is added
	To        *T           `json:"to,omitempty"`      // likewise
	Lost      []string     `json:"lost,omitzero"`     // risks that are no longer shown
	Gained    []string     `json:"gained,omitzero"`   // risks that are shown anew
	Through   []string     `json:"through,omitempty"` // changed derived values that it uses, when it is itself as before
	FromTold  *Instruction `json:"from_told,omitempty"`
	ToTold    *Instruction `json:"to_told,omitempty"` // both only where they differ
	FromAt    Row          `json:"from_at,omitzero"`
	ToAt      Row          `json:"to_at,omitzero"`
	Example   *Example     `json:"example,omitempty"`
	Milder    bool         `json:"milder,omitempty"` // somebody is taken less seriously, or told less; said by sheets only
	Doubt     bool         `json:"doubt,omitempty"`  // nobody can tell whether it is milder; said by sheets only
	Lent      int          `json:"lent,omitempty"`   // the age whose table answers persons who have none of their own; 0 where their own does
	*Region                // for whom, and which values
	Within    *Region      `json:"region,omitempty"` // the same of a rule
}

// Under puts the name of a folder before those of the files.
func (c *Change[T]) Under(root string) {
	c.FromAt, c.ToAt = c.FromAt.Under(root), c.ToAt.Under(root)
	for _, side := range []*T{c.From, c.To} {
		if given, ok := any(side).(*Given); ok && given != nil {
			for i, row := range given.Rows {
				given.Rows[i] = row.Under(root)
			}
		}
	}
}

// A List is the changes of one sort.
type List[T any] []Change[T]

// Under puts the name of a folder before those of the files.
func (l List[T]) Under(root string) {
	for i := range l {
		l[i].Under(root)
	}
}

// Names are the keys of either side, sorted.
func Names[V any](from, to map[string]V) []string {
	all := slices.AppendSeq(slices.Collect(maps.Keys(from)), maps.Keys(to))
	slices.Sort(all)
	return slices.Compact(all)
}

// A Row is where rules stand, as people and machines are told it: without a
// column.
type Row problem.Place

// RowOf is a place without its column.
func RowOf(at problem.Place) Row { return Row{File: at.File, Line: at.Line} }

// MarshalText writes file:line. The error is always nil.
func (r Row) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads what MarshalText wrote; the error says what is none.
func (r *Row) UnmarshalText(text []byte) error {
	file, line, numbered := strings.Cut(string(text), ":")
	*r = Row{File: file}
	if !numbered {
		return nil
	}
	n, err := strconv.Atoi(line)
	if err != nil {
		return fmt.Errorf("no place in a file: %q", text)
	}
	r.Line = n
	return nil
}

func (r Row) String() string { return problem.Place{File: r.File, Line: r.Line}.String() }

// Under puts the name of a folder before that of the file, if there is one.
func (r Row) Under(root string) Row {
	if r.File != "" {
		r.File = path.Join(root, r.File)
	}
	return r
}

// A Region is values and persons for whom something differs.
type Region struct {
	Text    string          `json:"text"` // in Chinese
	Where   []lattice.Where `json:"where"`
	Witness map[string]any  `json:"witness"` // the inputs of one point, by name; nil for what is not sent
	space   *lattice.Space
	box     lattice.Box
	lent    int // as of a change
}

// RegionOf describes a box of a space.
func RegionOf(space *lattice.Space, box lattice.Box) *Region {
	return &Region{space.Describe(&box, problem.Chinese), space.Where(&box), space.Inputs(box.First()), space, box, 0}
}

// LentBy says that its persons have no table and are told by that of an age, if there
// is one.
func (r *Region) LentBy(age int) *Region {
	r.lent = age
	r.Text = r.Describe(problem.Chinese)
	return r
}

// Plain is the region as people read it, without its limits; nil of none.
func (r *Region) Plain() *Region {
	if r == nil {
		return nil
	}
	return &Region{Text: r.Text}
}

// Describe writes the region for readers, "" for none.
func (r *Region) Describe(lang string) string {
	switch {
	case r == nil:
		return ""
	case r.space == nil: // it was written and read
		return r.Text
	}
	text := r.space.Describe(&r.box, lang)
	if r.lent > 0 {
		text = message.Borrower.With("age", r.lent).In(lang) + message.Pick(lang, "，", ", ") + text
	}
	return text
}

// Phrase is the region in both languages.
func (r *Region) Phrase() message.Phrase {
	return message.Phrase{ZH: r.Describe(problem.Chinese), EN: r.Describe(problem.English)}
}

// Persons is the region without values: whom it is about.
func (r *Region) Persons() *Region {
	delete(r.Witness, lattice.Value)
	return r
}

// An Example is a person with samples for whom both versions differ.
type Example struct {
	Person   string `json:"person"` // for readers, in Chinese
	PersonEN string `json:"-"`
	From     string `json:"from"`
	To       string `json:"to"`
}

// Text is a side of a difference in words, "" where there is none.
func Text(side *string) string {
	if side == nil {
		return ""
	}
	return *side
}

// A Signature is who signed what when, without the place.
type Signature struct {
	By string `json:"by"`
	On string `json:"on"`
	Of string `json:"of,omitempty"`
}

// SignatureOf is what a review signs, nil for none.
func SignatureOf(r *ruleset.Review) *Signature {
	if r == nil {
		return nil
	}
	return &Signature{r.By, r.On.Value, r.Of}
}
