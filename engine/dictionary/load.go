package dictionary

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/internal/treehash"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
	"tijian/engine/units"
)

// Hash names the content of the tree.
func Hash(fsys fs.FS) string {
	h := sha256.New()
	treehash.Add(h, fsys, ".")
	return hex.EncodeToString(h.Sum(nil))
}

// Load reads the tree whose root holds units.yaml, grades.yaml and
// indicators/. With any problem the dictionary is nil; the list is sorted.
func Load(fsys fs.FS) (*Dictionary, problem.List) {
	l := &loader{fsys: fsys, d: &Dictionary{byName: map[string]*Indicator{}, byLOINC: map[string]*Indicator{}, names: &names{}, worded: &worded{}}}
	l.units()
	l.grades()
	l.indicators()
	l.plausible()
	l.collisions()
	if len(l.list) > 0 {
		l.list.Sort()
		return nil, l.list
	}
	l.d.hash = Hash(fsys)
	slices.SortFunc(l.d.all, func(a, b *Indicator) int { return cmp.Compare(a.Name, b.Name) })
	return l.d, nil
}

type loader struct {
	fsys     fs.FS
	d        *Dictionary
	list     problem.List
	unitless bool // units.yaml is broken, so that no unit is known
}

func (l *loader) read(name string, into any) bool {
	data, err := fs.ReadFile(l.fsys, name)
	if err != nil {
		l.list.Add(message.Unreadable.At(problem.Place{File: name}, "error", err))
		return false
	}
	f := strictyaml.Parse(name, data, &l.list)
	return f != nil && f.Decode(into, &l.list)
}

func (l *loader) units() {
	var entries strictyaml.Entries[[]strictyaml.Text]
	l.unitless = !l.read("units.yaml", &entries)
	spellings, at := map[string][]string{}, map[string]problem.Place{}
	for _, e := range entries {
		list := []string{}
		at[e.Key.Value] = e.Key.At
		for _, s := range e.Value {
			list = append(list, s.Value)
			at[s.Value] = s.At
		}
		spellings[e.Key.Value] = list
	}
	table, conflicts := units.New(spellings)
	for _, c := range conflicts {
		l.list.Add(message.SharedSpelling.At(at[c.Spelling], "spelling", c.Spelling, "first", c.First, "second", c.Second))
	}
	for _, c := range units.Contrary(spellings) {
		l.list.Add(message.SpellingOfOther.At(at[c.Spelling], "spelling", c.Spelling, "canonical", c.First, "factor", c.Second))
	}
	l.d.units = table
}

type grade struct {
	Value   float64           `yaml:"value"`
	Display strictyaml.Text   `yaml:"display,required"`
	Words   []strictyaml.Text `yaml:"words,required"`
	At      problem.Place
}

func (l *loader) grades() {
	var grades []grade
	l.read("grades.yaml", &grades)
	g := &Grades{values: map[string]float64{}, display: map[float64]string{}}
	for _, entry := range grades {
		if old, taken := g.display[entry.Value]; taken {
			l.list.Add(message.DuplicateGrade.At(entry.At, "value", entry.Value, "display", old))
			continue
		}
		g.display[entry.Value] = entry.Display.Value
		for _, word := range append([]strictyaml.Text{entry.Display}, entry.Words...) {
			k := gradeKey(word.Value)
			if v, taken := g.values[k]; taken {
				if v != entry.Value {
					l.list.Add(message.SharedGradeWord.At(word.At, "word", word.Value, "value", v))
				}
				continue
			}
			g.values[k] = entry.Value
			g.words = append(g.words, word.Value)
		}
	}
	slices.SortStableFunc(g.words, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	l.d.grades = g
}

func (l *loader) indicators() {
	files, err := fs.Glob(l.fsys, "indicators/*.yaml")
	if err != nil || len(files) == 0 {
		l.list.Add(message.NoIndicators.At(problem.Place{File: "indicators"}))
	}
	defer l.categories()
	for _, file := range files {
		var list []*Indicator
		l.read(file, &list)
		for _, i := range list {
			if i != nil && i.Name != "" {
				l.indicator(i)
			}
		}
	}
}

var (
	identifier = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)
	specimens  = []string{"blood", "urine", "stool", "body", "breath", "other"}
	loinc      = regexp.MustCompile(`^\d{1,7}-\d$`)
)

func (l *loader) indicator(i *Indicator) {
	if before, taken := l.d.byName[i.Name]; taken {
		l.list.Add(message.DuplicateIndicator.At(i.At, "name", i.Name, "before", before.At))
		return
	}
	l.d.byName[i.Name] = i
	l.d.all = append(l.d.all, i)
	i.table = l.d.units
	if !identifier.MatchString(i.Name) {
		l.list.Add(message.IndicatorName.At(i.At, "name", i.Name))
	}
	if !slices.Contains(specimens, i.Specimen) {
		l.choice(i, "specimen", i.Specimen, specimens)
	}
	if i.Kind != Quantitative && i.Kind != Qualitative {
		l.choice(i, "kind", string(i.Kind), []string{string(Quantitative), string(Qualitative)})
	}
	l.loinc(i)
	if !(i.Plausible[0] < i.Plausible[1]) {
		l.list.Add(message.Plausible.At(i.At, "name", i.Name, "low", i.Plausible[0], "high", i.Plausible[1]))
	}
	if u := i.Usual; u.Low < 0 || u.High < 0 || u.High > 0 && u.Low >= u.High || max(u.Low, u.High) > i.Plausible[1] {
		l.list.Add(message.Usual.At(i.At, "name", i.Name))
	}
	if i.Decimals < 0 || i.Decimals > 6 {
		l.list.Add(message.Decimals.At(i.At, "name", i.Name))
	}
	if i.UCUM != "" && !units.IsUCUM(i.UCUM, i.Unit) {
		l.list.Add(message.UCUM.At(i.At, "name", i.Name, "ucum", i.UCUM, "unit", i.Unit))
	}
	if m := i.MolarMass; m.At.Line > 0 && !(m.Value > 0) {
		l.list.Add(message.MolarMass.At(m.At, "name", i.Name))
	}
	l.conversions(i)
}

// loinc refuses a mistyped code, and one of two indicators: what comes in with
// it could be either.
func (l *loader) loinc(i *Indicator) {
	if i.LOINC == "" {
		return
	}
	if !OfLOINC(i.LOINC) {
		l.list.Add(message.LOINC.At(i.At, "name", i.Name, "loinc", i.LOINC))
	}
	if before, taken := l.d.byLOINC[i.LOINC]; taken {
		l.list.Add(message.SharedLOINC.At(i.At, "name", i.Name, "loinc", i.LOINC, "other", before.Name))
		return
	}
	l.d.byLOINC[i.LOINC] = i
}

func (l *loader) choice(i *Indicator, key, value string, allowed []string) {
	l.list.Add(message.Choice.At(i.At, "name", i.Name, "key", key, "value", value, "known", allowed))
}

func (l *loader) conversions(i *Indicator) {
	i.conversions = map[string]conversion{}
	known := func(unit string) {
		canonical, ok := l.d.units.Canonical(unit)
		if ok && canonical == unit || l.unitless {
			return
		}
		fix := message.AddUnit.With("unit", unit)
		if ok {
			fix = message.WriteUnit.With("unit", canonical)
		} else if near := problem.Nearest(unit, l.d.units.Names()); near != "" {
			fix = message.NearOrAddUnit.With("near", near, "unit", unit)
		}
		l.list.Add(message.UnknownUnit.At(i.At, "name", i.Name, "unit", unit, "fix", fix))
	}
	if i.Unit != "" {
		known(i.Unit)
		i.conversions[i.Unit] = conversion{factor: 1}
	}
	for _, u := range i.Units {
		known(u.Unit)
		if _, taken := i.conversions[u.Unit]; taken {
			l.list.Add(message.DuplicateUnit.At(u.At, "name", i.Name, "unit", u.Unit))
		}
		c := conversion{factor: u.Factor, offset: u.Offset}
		switch {
		case len(u.Steps) > 0:
			var ok bool
			if c.steps, ok = steps(u.Steps); !ok || u.Factor != 0 || u.Offset != 0 {
				l.list.Add(message.Steps.At(u.At, "name", i.Name, "unit", u.Unit))
			}
		case u.Factor > 0:
			l.size(i, u)
			l.fellows(i, u)
		default:
			l.list.Add(message.Factor.At(u.At, "name", i.Name, "unit", u.Unit))
		}
		i.conversions[u.Unit] = c
	}
}

// steps reads those of a unit, a NaN standing for what says nothing.
func steps(written [][]float64) (*[][2]float64, bool) {
	list := make([][2]float64, 0, len(written))
	for _, w := range written {
		if len(w) == 0 || len(w) > 2 || len(list) > 0 && w[0] <= list[len(list)-1][0] {
			return &[][2]float64{{0, math.NaN()}}, false
		}
		s := [2]float64{w[0], math.NaN()}
		if len(w) > 1 {
			s[1] = w[1]
		}
		list = append(list, s)
	}
	return &list, true
}

// How far a factor may be from what it should be: units define one another
// exactly, molar masses are rounded.
const (
	sizeTolerance  = 0.001
	molarTolerance = 0.02
)

// size refuses a factor that the sizes of the two units contradict.
func (l *loader) size(i *Indicator, u Unit) {
	factor, weighed, ok := units.Factor(u.Unit, i.Unit, i.MolarMass.Value)
	if !ok || u.Offset != 0 {
		return
	}
	off := math.Abs(u.Factor/factor - 1)
	want := strconv.FormatFloat(factor, 'g', 4, 64)
	switch {
	case weighed && off > molarTolerance:
		l.list.Add(message.FactorAgainstMass.At(u.At, "name", i.Name, "unit", u.Unit, "factor", u.Factor, "want", want, "standard", i.Unit, "mass", i.MolarMass.Value))
	case !weighed && off > sizeTolerance:
		l.list.Add(message.FactorAgainstUnits.At(u.At, "name", i.Name, "unit", u.Unit, "factor", u.Factor, "want", want, "standard", i.Unit))
	}
}

// fellows refuses a factor that goes with none of the other units of the same kind, where
// that is not the standard one's: of mg/L DDU and ug/mL DDU for mg/L FEU.
func (l *loader) fellows(i *Indicator, u Unit) {
	if _, _, ok := units.Factor(u.Unit, i.Unit, i.MolarMass.Value); ok {
		return // size sees to it
	}
	var against *Unit
	var want float64
	for k := range i.Units {
		other := &i.Units[k]
		ratio, _, ok := units.Factor(u.Unit, other.Unit, 0)
		switch {
		case !ok || other.Unit == u.Unit || other.Factor == 0:
		case math.Abs(u.Factor/(other.Factor*ratio)-1) <= sizeTolerance:
			return
		default:
			against, want = other, other.Factor*ratio
		}
	}
	if against != nil {
		l.list.Add(message.FactorAgainstFellow.At(u.At, "name", i.Name, "unit", u.Unit, "factor", u.Factor, "other", against.Unit, "its", against.Factor, "want", strconv.FormatFloat(want, 'g', 4, 64)))
	}
}

// categories refuses one that a single indicator has where the others of its
// file share another: most likely it is mistyped.
func (l *loader) categories() {
	members := map[string]int{}
	byFile := map[string][]*Indicator{}
	for _, i := range l.d.all {
		members[i.Category]++
		byFile[i.At.File] = append(byFile[i.At.File], i)
	}
	for _, list := range byFile {
		for k, i := range list {
			other := list[(k+1)%len(list)].Category
			if members[i.Category] > 1 || len(list) < 3 || slices.ContainsFunc(list, func(o *Indicator) bool { return o != i && o.Category != other }) {
				continue
			}
			l.list.Add(message.LoneCategory.At(i.At, "name", i.Name, "category", i.Category, "other", other))
		}
	}
}

// collisions refuses a printed name of two indicators that neither specimen
// nor standard unit can tell apart.
func (l *loader) collisions() {
	owners := map[string][]*Indicator{}
	for _, i := range l.d.all {
		own := map[string]bool{}
		for _, name := range append(slices.Clone(i.Aliases), i.Abbreviations...) {
			if strings.TrimSpace(name) == "" {
				l.list.Add(message.EmptyAlias.At(i.At, "name", i.Name))
				continue
			}
			if own[name] {
				l.list.Add(message.DuplicateAlias.At(i.At, "name", i.Name, "alias", name))
				continue
			}
			own[name] = true
			for _, other := range owners[name] {
				if other.Specimen == i.Specimen && other.Unit == i.Unit {
					l.list.Add(message.SharedAlias.At(i.At, "name", i.Name, "alias", name, "other", other.Name))
				}
			}
			owners[name] = append(owners[name], i)
		}
	}
}

// OfLOINC reports whether a code may be one of LOINC: its check digit is right.
func OfLOINC(code string) bool { return loinc.MatchString(code) && checkDigit(code) }

// checkDigit verifies the mod-10 (Luhn) check digit of a LOINC code.
func checkDigit(code string) bool {
	body, check, _ := strings.Cut(code, "-")
	sum := 0
	for k := range len(body) {
		digit := int(body[len(body)-1-k] - '0')
		if k%2 == 0 {
			if digit *= 2; digit > 9 {
				digit -= 9
			}
		}
		sum += digit
	}
	return check == fmt.Sprint((10-sum%10)%10)
}
