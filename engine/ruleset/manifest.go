package ruleset

import (
	"cmp"
	"regexp"
	"slices"
	"time"

	"tijian/engine/expression"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// A Level is what a value can mean, such as H2: a letter and a digit.
type Level struct {
	ID        string `yaml:"id,required"`
	Name      string `yaml:"name,required"`
	English   string `yaml:"en"`                 // for readers of English; "" where a version has none
	Color     int    `yaml:"color"`              // the default colour of its rows
	Severity  int    `yaml:"severity"`           // 0 none to Gravest
	Direction string `yaml:"direction,required"` // none, low, high or abnormal
	Recheck   *int   `yaml:"recheck"`            // default of its rows, in days; of versions without acts
	Act       string `yaml:"act"`                // default of its rows
	At        problem.Place
}

// Severities of levels that code knows.
const (
	Severe  = 3 // told to be urgent
	Gravest = 4 // asks to act at once
)

// A Color is what readers see beside a value.
type Color struct {
	Code    int    `yaml:"code"`
	Name    string `yaml:"name,required"`
	Hex     string `yaml:"hex,required"`
	Meaning string `yaml:"meaning"`
	Recheck *int   `yaml:"recheck"` // default of its rows, where the level has none
	At      problem.Place
}

// A Flag is a number of signal bars.
type Flag struct {
	Flag int    `yaml:"flag"`
	Name string `yaml:"name,required"`
	// How it is told in a summary: as a level is. Colour 0 is not told.
	Color    int    `yaml:"color"`
	Severity int    `yaml:"severity"`
	Recheck  *int   `yaml:"recheck"`
	Act      string `yaml:"act"` // default of its rows
	At       problem.Place
}

// PrintedTexts say that the printed range and the rules disagree about a value, and
// why. They may use {tip}, {printed} (the range), {source} (of the row), {zh} and
// {result}.
type PrintedTexts struct {
	Within   string `yaml:"within,required"`   // no arrow is printed, and the rules call it abnormal
	Outside  string `yaml:"outside,required"`  // an arrow is printed, and the rules do not call it abnormal
	Unjudged string `yaml:"unjudged,required"` // an arrow is printed, and the rules do not judge
	// Beyond is for those of them that no text of Unassessed is for, and for unknown
	// indicators; nil: nothing is said of the latter, and none is urgent.
	Beyond *BeyondTexts `yaml:"beyond"`
}

// BeyondTexts tell a result that lies beyond its printed range, of which nothing else
// is known: what is not known does not calm.
type BeyondTexts struct {
	Text    string          `yaml:"text,required"` // may use {act}, the name of the act, too
	Act     strictyaml.Text `yaml:"act,required"`
	Times   float64         `yaml:"times,required"`   // from how many times the upper end, or below what part of the lower one,
	FarAct  strictyaml.Text `yaml:"far_act,required"` // it is this urgent
	Summary string          `yaml:"summary,required"` // instead of Summary.None: {count} such results, {names}
}

// ActFor is how soon such a result is to be seen.
func (b *BeyondTexts) ActFor(x, low, high float64) string {
	if high > 0 && x >= high*b.Times || low > 0 && x <= low/b.Times {
		return b.FarAct.Value
	}
	return b.Act.Value
}

// BoundTexts tell a result that is only a bound, such as <3.5, which says that it is
// too low but not how much.
type BoundTexts struct {
	Graver  string          `yaml:"graver,required"` // may use {zh}, {result}, {level} and {act}, the name of the act
	Hint    string          `yaml:"hint"`
	Soonest strictyaml.Text `yaml:"soonest,required"` // the most urgent act that it asks for
	// ByAct takes rows of one severity, too, that act sooner than the mildest.
	ByAct bool `yaml:"by_act"`
	// ByTable asks every table that the values within may choose; else the one that is
	// chosen without a value.
	ByTable bool `yaml:"by_table"`
}

// Texts are the tips of values that no rule assesses, which may use {zh},
// {value}, {unit} and {age}, and what joins ideal ranges.
type Texts struct {
	UnknownIndicator string `yaml:"unknown_indicator,required"`
	// UnknownLike is for a name that is nearly that of {like}, or one that people use
	// for it; else UnknownIndicator.
	UnknownLike  string `yaml:"unknown_like"`
	NoRule       string `yaml:"no_rule,required"`
	UnderAge     string `yaml:"under_age"`    // the rules do not cover this age; else NoRule
	Insufficient string `yaml:"insufficient"` // a condition needs a value that was not sent; else NoRule
	Implausible  string `yaml:"implausible,required"`
	// Contradicted is for a value that contradicts {others}; {why} says what must be.
	// ContradictedUrgent is for one that would be severe if it is right.
	Contradicted       string `yaml:"contradicted"`
	ContradictedUrgent string `yaml:"contradicted_urgent"`
	// ImplausibleUrgent is for a value on that side where a true one would be
	// severe; else Implausible.
	ImplausibleUrgent string `yaml:"implausible_urgent"`
	// InPattern joins {tip} and the {pattern} that explains it; "" in versions without
	// patterns.
	InPattern string `yaml:"in_pattern"`
	// InPatternOnce leaves the time out of the later of the two: 请一周内 beside 请今天.
	InPatternOnce bool `yaml:"in_pattern_once"`
	// Printed stand behind the {tip} of a value of which the printed range says
	// something else.
	Printed *PrintedTexts `yaml:"printed"`
	// Bound is for bounds within which there are graver rows than the mildest, which
	// gives the level; where it is nil, that row speaks.
	Bound *BoundTexts `yaml:"bound"`
	// ImplausibleLate is ImplausibleUrgent for an examination so many days ago
	// that the gravest rows speak otherwise; else ImplausibleUrgent.
	ImplausibleLate string `yaml:"implausible_late"`
	And             string `yaml:"ideal_and,required"` // between the ends of an ideal range
	Or              string `yaml:"ideal_or,required"`  // between ideal ranges
	// IdealDigits is how many digits the larger end of an ideal range has in
	// another unit than the standard one: 0.65-1.09 with three, 0 for four of
	// each end.
	IdealDigits int `yaml:"ideal_digits"`
	// Of a sample with an earlier result: {date}, {previous}, {change}, and
	// {percent}, which is TrendPercent where there is one.
	TrendUp      string `yaml:"trend_up"`
	TrendDown    string `yaml:"trend_down"`
	TrendSame    string `yaml:"trend_same"`
	TrendPercent string `yaml:"trend_percent"`
	TrendGrade   string `yaml:"trend_grade"` // of graded results, which are not subtracted
}

// A Remark is a text for persons for whom its condition holds.
type Remark struct {
	When *expression.Condition
	Text string
}

type remarkEntry struct {
	When strictyaml.Text `yaml:"when,required"`
	Text string          `yaml:"text,required"`
}

// Wording is what tips are held to; what is left out is not looked for.
type Wording struct {
	SeeDoctor []string `yaml:"see_doctor"` // a level that asks to act at once uses one of these
	Avoid     []string `yaml:"avoid"`      // words of diagnosis or fear
	Printed   []string `yaml:"printed"`    // words that point to the printed range
	AtOnce    []string `yaml:"at_once"`    // words that are wrong days after the examination
}

// Admits reports whether a number lies within the argument's range.
func (a *Argument) Admits(x float64) bool {
	return a.Range == nil || a.Range[0] <= x && x <= a.Range[1]
}

// An Argument is an additional field of requests that rules may use.
type Argument struct {
	Path     string // in the request, such as profile.region
	Variable string // in expressions
	Slot     int
	Type     expression.Type
	Allowed  []string
	Range    *[2]float64 // of a number, both ends included; nil admits every finite one
	Title    string
	Required *expression.Condition // over the person's variables; nil is never
	At       problem.Place
}

// Thresholds of image quality; a picture must be strictly above each.
type Thresholds struct {
	PPI       float64 `yaml:"ppi,required"`
	Kilobytes float64 `yaml:"kilobytes,required"` // of 1,024 bytes
	Sharpness float64 `yaml:"sharpness,required"` // on the scale of tijian/ocr/quality
	// Legibility is how sure the readers must be of a page's text, 0 to 1; 0 for
	// no such limit.
	Legibility float64 `yaml:"legibility"`
}

// A Source is an entry of the bibliography.
type Source struct {
	Key   string `yaml:"-"`
	Title string `yaml:"title,required"`
	Body  string `yaml:"body"` // who published it
	Year  int    `yaml:"year"`
	Note  string `yaml:"note"`
	At    problem.Place
}

type manifestFile struct {
	Version   strictyaml.Text `yaml:"version,required"`
	From      strictyaml.Text `yaml:"from"`
	Inherits  bool            `yaml:"inherits_cases"` // what is written for From holds for this version, too
	Title     string          `yaml:"title,required"`
	Released  strictyaml.Text `yaml:"released,required"`
	Levels    []Level         `yaml:"levels,required"`
	Colors    []Color         `yaml:"colors,required"`
	Acts      []*Act          `yaml:"acts"` // none in versions that say alert classes and days by themselves
	Flags     []Flag          `yaml:"flags,required"`
	Arguments []argumentEntry `yaml:"arguments"`
	Texts     Texts           `yaml:"texts,required"`
	Wording   Wording         `yaml:"wording"`
	Organs    []Organ         `yaml:"organs"`
	Summary   *Summary        `yaml:"summary"`
	Late      []Late          `yaml:"late"`
	Faded     []Faded         `yaml:"faded"`
	Lasting   Lasting         `yaml:"lasting"`
	UnitDoubt *UnitDoubt      `yaml:"unit_doubt"` // nil: numbers are in the unit that is named, else in the standard one
	// Unassessed are tried in order before the text for an age without rules.
	Unassessed []remarkEntry   `yaml:"unassessed"`
	Remarks    []remarkEntry   `yaml:"remarks"`
	Danger     []*dangerEntry  `yaml:"danger"`
	Unlent     []*unlentEntry  `yaml:"unlent"`
	Meanings   []*meaningEntry `yaml:"meanings"`
}

type argumentEntry struct {
	Path     strictyaml.Text `yaml:"path,required"`
	Variable strictyaml.Text `yaml:"variable,required"`
	Type     strictyaml.Text `yaml:"type,required"`
	Allowed  []string        `yaml:"allowed"`
	Range    *[2]float64     `yaml:"range"`
	Title    string          `yaml:"title,required"`
	Required strictyaml.Text `yaml:"required"`
	At       problem.Place
}

type qualityFile struct {
	Layouts strictyaml.Entries[Thresholds] `yaml:"layouts,required"`
}

// levelIDs are the levels of the API; a rule set names and colours them all.
var levelIDs = []string{"N0", "N1", "L1", "L2", "L3", "L4", "H1", "H2", "H3", "H4", "A1", "A2", "A3", "A4", "U0", "U1"}

// directions by the first letter of a level.
var directions = map[byte]string{'N': "none", 'L': "low", 'H': "high", 'A': "abnormal", 'U': "none"}

// The page layouts of the API.
const (
	LayoutSingle  = "SINGLE"
	LayoutDouble  = "DOUBLE"
	LayoutTable   = "TABLE"
	LayoutDefault = "DEFAULT" // not yet known; no client names it
)

// Layouts are the page layouts that have quality thresholds.
var Layouts = []string{LayoutSingle, LayoutDouble, LayoutTable, LayoutDefault}

var hexColor = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)

func (l *loader) manifest() {
	const file = "manifest.yaml"
	var m manifestFile
	ok := l.read(file, &m)
	l.set.Manifest = Manifest{From: m.From, Title: m.Title, Released: m.Released.Value, Colors: slices.Clone(m.Colors), Flags: slices.Clone(m.Flags), Texts: m.Texts, Wording: m.Wording, Summary: m.Summary, Late: m.Late, Faded: m.Faded, Lasting: m.Lasting, UnitDoubt: m.UnitDoubt}
	if m.Version.Set() && m.Version.Value != l.set.Version {
		l.list.Add(message.VersionDiffers.At(m.Version.At, "version", m.Version.Value, "folder", l.set.Version))
	}
	if _, err := time.Parse(time.DateOnly, m.Released.Value); m.Released.Set() && err != nil {
		l.list.Add(message.ReleaseDate.At(m.Released.At, "date", m.Released.Value))
	}
	if m.Inherits && !m.From.Set() {
		l.list.Add(message.InheritsNothing.At(l.file(file)))
	}
	if u := m.UnitDoubt; u != nil && (u.Near <= 1 || u.Wide <= u.Near) {
		l.list.Add(message.UnprintedTimes.At(u.At))
	} else if u != nil && u.Named != nil && (u.Named.Both <= u.Near || u.Named.One < u.Named.Both) {
		l.list.Add(message.NamedTimes.At(u.At))
	}
	if m.UnitDoubt != nil && m.UnitDoubt.Number != nil {
		l.numberDoubt(m.UnitDoubt.Number, m.UnitDoubt.At)
	}
	l.declared, l.unassessed, l.remarks, l.dangerous, l.unlent, l.meant = m.Arguments, m.Unassessed, m.Remarks, m.Danger, m.Unlent, m.Meanings
	l.organs(slices.Clone(m.Organs))
	l.acts(m.Acts)
	if p := m.Texts.Printed; p != nil && p.Beyond != nil {
		l.act(p.Beyond.Act)
		l.act(p.Beyond.FarAct)
	}
	for _, late := range m.Late {
		l.act(late.Act)
	}
	if b := m.Texts.Bound; b != nil {
		l.act(b.Soonest)
	}
	if !ok {
		return // what is missing was said already
	}
	l.colors(m.Colors)
	l.levels(m.Levels)
	l.flags(m.Flags)
}

func (l *loader) colors(colors []Color) {
	for code := 0; code <= 5; code++ {
		if !slices.ContainsFunc(colors, func(c Color) bool { return c.Code == code }) {
			l.list.Add(message.ColorMissing.At(l.file("manifest.yaml"), "color", code))
		}
	}
	seen := map[int]bool{}
	for _, c := range colors {
		if seen[c.Code] || c.Code < 0 || c.Code > 5 {
			l.list.Add(message.ColorCode.At(c.At, "color", c.Code))
		}
		seen[c.Code] = true
		if !hexColor.MatchString(c.Hex) {
			l.list.Add(message.ColorHex.At(c.At, "hex", c.Hex))
		}
	}
}

func (l *loader) levels(levels []Level) {
	for i := range levels {
		v := &levels[i]
		if !slices.Contains(levelIDs, v.ID) && v.ID != LevelContradicted || l.set.levels[v.ID] != nil {
			l.list.Add(message.LevelOfManifest.At(v.At, "level", v.ID))
			continue
		}
		l.set.levels[v.ID] = v
		l.set.Levels = append(l.set.Levels, v)
		if want := directions[v.ID[0]]; v.Direction != want {
			l.list.Add(message.LevelDirection.At(v.At, "level", v.ID, "want", want))
		}
		if v.Severity < 0 || v.Severity > Gravest {
			l.list.Add(message.LevelSeverity.At(v.At, "level", v.ID))
		}
		if v.Color < 0 || v.Color > 5 || v.ID[0] == 'U' && v.Color != 0 {
			l.list.Add(message.LevelColor.At(v.At, "level", v.ID))
		}
	}
	for _, id := range levelIDs {
		if l.set.levels[id] == nil {
			l.list.Add(message.LevelMissing.At(l.file("manifest.yaml"), "level", id))
		}
	}
}

func (l *loader) flags(flags []Flag) {
	seen := map[int]bool{}
	for _, f := range flags {
		if seen[f.Flag] || f.Flag < 0 || f.Flag > 4 {
			l.list.Add(message.FlagOfManifest.At(f.At, "flag", f.Flag))
		}
		seen[f.Flag] = true
	}
	for flag := range 5 {
		if !seen[flag] {
			l.list.Add(message.FlagMissing.At(l.file("manifest.yaml"), "flag", flag))
		}
	}
}

func (l *loader) quality() {
	var file qualityFile
	if !l.read("quality.yaml", &file) {
		return
	}
	for _, e := range file.Layouts {
		if !slices.Contains(Layouts, e.Key.Value) {
			l.list.Add(message.UnknownLayout.At(e.Key.At, "layout", e.Key.Value))
		}
		l.set.Quality[e.Key.Value] = e.Value
	}
	for _, layout := range Layouts {
		if _, ok := l.set.Quality[layout]; !ok {
			l.list.Add(message.LayoutMissing.At(l.file("quality.yaml"), "layout", layout))
		}
	}
}

func (l *loader) sources() {
	var entries strictyaml.Entries[Source]
	l.read("sources.yaml", &entries)
	for _, e := range entries {
		s := e.Value
		s.Key = e.Key.Value
		l.set.Sources[s.Key] = &s
	}
}

// sortedByCode keeps the manifest's tables in the order of their numbers.
func sortedByCode(m *Manifest) {
	slices.SortFunc(m.Colors, func(a, b Color) int { return cmp.Compare(a.Code, b.Code) })
	slices.SortFunc(m.Flags, func(a, b Flag) int { return cmp.Compare(a.Flag, b.Flag) })
}

// ColorOf finds a colour by its code; nil when unknown.
func (m *Manifest) ColorOf(code int) *Color {
	for i := range m.Colors {
		if m.Colors[i].Code == code {
			return &m.Colors[i]
		}
	}
	return nil
}

// FlagOf finds what the manifest says of a number of signal bars; nil when
// unknown.
func (m *Manifest) FlagOf(flag int) *Flag {
	for i := range m.Flags {
		if m.Flags[i].Flag == flag {
			return &m.Flags[i]
		}
	}
	return nil
}
