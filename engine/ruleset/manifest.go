package ruleset

import (
	"cmp"
	"regexp"
	"slices"
	"time"

	"tijian/engine/expression"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// A Level is what a value can mean, such as H2: a letter and a digit.
type Level struct {
	ID        string `yaml:"id,required"`
	Name      string `yaml:"name,required"`
	Color     int    `yaml:"color"`              // the default colour of its rows
	Severity  int    `yaml:"severity"`           // 0 none to 4 act at once
	Direction string `yaml:"direction,required"` // none, low, high or abnormal
	At        problem.Place
}

// A Color is what readers see beside a value.
type Color struct {
	Code    int    `yaml:"code"`
	Name    string `yaml:"name,required"`
	Hex     string `yaml:"hex,required"`
	Meaning string `yaml:"meaning"`
	At      problem.Place
}

// A Flag is a number of signal bars.
type Flag struct {
	Flag int    `yaml:"flag"`
	Name string `yaml:"name,required"`
	At   problem.Place
}

// Texts are the tips of values that no rule assesses. They may use {zh},
// {value}, {unit} and {age}.
type Texts struct {
	UnknownIndicator string `yaml:"unknown_indicator,required"`
	NoRule           string `yaml:"no_rule,required"`
	UnderAge         string `yaml:"under_age"`    // the rules do not cover this age; else NoRule
	Insufficient     string `yaml:"insufficient"` // a condition needs a value that was not sent; else NoRule
	Implausible      string `yaml:"implausible,required"`
}

// Wording is what tips are held to; what is left out is not looked for.
type Wording struct {
	SeeDoctor []string `yaml:"see_doctor"` // a level that asks to act at once uses one of these
	Avoid     []string `yaml:"avoid"`      // words of diagnosis or fear
}

// An Argument is an additional field of requests that rules may use.
type Argument struct {
	Path     string // in the request, such as profile.region
	Variable string // in expressions
	Slot     int
	Type     expression.Type
	Allowed  []string
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
	Title     string          `yaml:"title,required"`
	Released  strictyaml.Text `yaml:"released,required"`
	Levels    []Level         `yaml:"levels,required"`
	Colors    []Color         `yaml:"colors,required"`
	Flags     []Flag          `yaml:"flags,required"`
	Arguments []argumentEntry `yaml:"arguments"`
	Texts     Texts           `yaml:"texts,required"`
	Wording   Wording         `yaml:"wording"`
}

type argumentEntry struct {
	Path     strictyaml.Text `yaml:"path,required"`
	Variable strictyaml.Text `yaml:"variable,required"`
	Type     strictyaml.Text `yaml:"type,required"`
	Allowed  []string        `yaml:"allowed"`
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

// Layouts are the page layouts that have quality thresholds.
var Layouts = []string{"SINGLE", "DOUBLE", "TABLE", "DEFAULT"}

var hexColor = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)

func (l *loader) manifest() {
	const file = "manifest.yaml"
	var m manifestFile
	ok := l.read(file, &m)
	l.set.Manifest = Manifest{Title: m.Title, Released: m.Released.Value, Colors: m.Colors, Flags: m.Flags, Texts: m.Texts, Wording: m.Wording}
	if m.Version.Set() && m.Version.Value != l.set.Version {
		l.fault(m.Version.At, "version", "version 是“"+m.Version.Value+"”，与所在文件夹“"+l.set.Version+"”不一致", "the version differs from its folder "+l.set.Version, "写成 \""+l.set.Version+"\"（加引号）", "Write \""+l.set.Version+"\" in quotes")
	}
	if _, err := time.Parse(time.DateOnly, m.Released.Value); m.Released.Set() && err != nil {
		l.fault(m.Released.At, "date", "日期“"+m.Released.Value+"”不对", "the date is wrong", "写成 2026-11-20", "Write 2026-11-20")
	}
	l.declared = m.Arguments
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
			l.faultf(l.file("manifest.yaml"), "colors-incomplete", "colors 缺少颜色 %d", "colors lacks the colour %d", code)
		}
	}
	seen := map[int]bool{}
	for _, c := range colors {
		if seen[c.Code] || c.Code < 0 || c.Code > 5 {
			l.faultf(c.At, "color", "颜色 %d 重复或不在 0 到 5 之间", "the colour %d is repeated or not within 0 to 5", c.Code)
		}
		seen[c.Code] = true
		if !hexColor.MatchString(c.Hex) {
			l.faultf(c.At, "color", "颜色写法“%s”不对，应如 \"#9aa0a6\"（加引号）", "the colour %q is wrong, write it like \"#9aa0a6\"", c.Hex)
		}
	}
}

func (l *loader) levels(levels []Level) {
	for i := range levels {
		v := &levels[i]
		if !slices.Contains(levelIDs, v.ID) || l.set.levels[v.ID] != nil {
			l.faultf(v.At, "level", "级别“%s”重复或不认识", "the level %q is repeated or unknown", v.ID)
			continue
		}
		l.set.levels[v.ID] = v
		l.set.Levels = append(l.set.Levels, v)
		if want := directions[v.ID[0]]; v.Direction != want {
			l.faultf(v.At, "direction", "级别 %s 的 direction 应是 %s", "the direction of %s must be %s", v.ID, want)
		}
		if v.Severity < 0 || v.Severity > 4 {
			l.faultf(v.At, "severity", "级别 %s 的 severity 应在 0 到 4 之间", "the severity of %s must be 0 to 4", v.ID)
		}
		if v.Color < 0 || v.Color > 5 || v.ID[0] == 'U' && v.Color != 0 {
			l.faultf(v.At, "color", "级别 %s 的颜色不对（0 到 5，U 级只能是 0）", "the colour of %s is wrong (0 to 5, U-levels 0)", v.ID)
		}
	}
	for _, id := range levelIDs {
		if l.set.levels[id] == nil {
			l.faultf(l.file("manifest.yaml"), "levels-incomplete", "levels 缺少级别 %s", "levels lacks %s", id)
		}
	}
}

func (l *loader) flags(flags []Flag) {
	seen := map[int]bool{}
	for _, f := range flags {
		if seen[f.Flag] || f.Flag < 0 || f.Flag > 4 {
			l.faultf(f.At, "flag", "flag %d 重复或不在 0 到 4 之间", "the flag %d is repeated or not within 0 to 4", f.Flag)
		}
		seen[f.Flag] = true
	}
	for flag := range 5 {
		if !seen[flag] {
			l.faultf(l.file("manifest.yaml"), "flags-incomplete", "flags 缺少 %d", "flags lacks %d", flag)
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
			l.faultf(e.Key.At, "layout", "不认识的版面“%s”", "unknown layout %q", e.Key.Value)
		}
		l.set.Quality[e.Key.Value] = e.Value
	}
	for _, layout := range Layouts {
		if _, ok := l.set.Quality[layout]; !ok {
			l.faultf(l.file("quality.yaml"), "layout", "缺少版面 %s", "the layout %s is missing", layout)
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
