package chart

import (
	"fmt"
	"html"
	"html/template"
	"math"
	"slices"
	"strings"
	"time"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/numeral"
	"tijian/engine/ruleset"
	"tijian/server/console/words"
)

// A Point is a result of an indicator, in its standard unit.
type Point struct {
	At      time.Time
	Value   float64
	Bound   string // a comparison before it
	Unit    string // in which it was reported
	Printed *numeral.Range
	Path    string // of the case that it is of
}

// A Trend is an indicator's results over years, on the scale that the rules have for
// the person.
type Trend struct {
	Title, Unit string
	Picture     template.HTML
	Rows        []TrendRow // the latest first
	Change      string     // what counts as a change, and by whom
	Beyond      bool       // the latest one is
	Grave       int        // severity of the latest
}

// A TrendRow is one result in words.
type TrendRow struct {
	At, Value, Printed, Change, Path string
	Level, LevelName                 string
	Color                            int
	Beyond                           bool // it differs from the one before by more than variation makes
}

// Years are how far a trend looks back.
const Years = 5

// TrendOf draws the results of an indicator, oldest first, in the unit of the last.
func TrendOf(lang string, i *dictionary.Indicator, stretches []assess.Stretch, points []Point) Trend {
	say := words.In(lang).Say
	p := plot{i: i, unit: points[len(points)-1].Unit, points: points, stretches: stretches}
	if _, ok := i.FromStandard(0, p.unit); !ok || p.unit == "" {
		p.unit = i.Unit
	}
	t := Trend{Title: words.Called(lang, i), Unit: p.unit}
	limit, facts := limitsOf(i.Name)
	if facts {
		t.Change = say("trends.limit", percent(limit.Up), percent(limit.Down), limit.Source)
	}
	for k, one := range points {
		row := TrendRow{At: one.At.Format(time.DateOnly), Value: words.Bound(one.Bound) + words.Plain(lang, p.in(one.Value)), Path: one.Path}
		if one.Printed != nil {
			row.Printed = printed(*one.Printed, one.Unit)
		}
		t.Grave = 0
		if l := levelAt(stretches, one.Value); l != nil {
			row.Level, row.LevelName, row.Color = l.Level.ID, words.Level(lang, l.Level), l.Color
			t.Grave = l.Level.Severity
		}
		if k > 0 && one.Bound == "" && points[k-1].Bound == "" && points[k-1].Value > 0 {
			before := points[k-1].Value
			row.Change = signed((one.Value - before) / before)
			row.Beyond = facts && limit.beyond(before, one.Value)
		}
		t.Beyond = row.Beyond
		p.beyond = append(p.beyond, row.Beyond)
		t.Rows = append(t.Rows, row)
	}
	slices.Reverse(t.Rows)
	t.Picture = template.HTML(p.svg(t.Title)) // escapes its texts
	return t
}

func percent(share float64) string { return fmt.Sprintf("%.0f%%", 100*share) }

func signed(share float64) string {
	switch {
	case share > 0:
		return fmt.Sprintf("↑ %.0f%%", 100*share)
	case share < 0:
		return fmt.Sprintf("↓ %.0f%%", -100*share)
	}
	return "="
}

func printed(r numeral.Range, unit string) string {
	switch {
	case math.IsNaN(r.Low):
		return fmt.Sprintf("≤%.6g %s", r.High, unit)
	case math.IsNaN(r.High):
		return fmt.Sprintf("≥%.6g %s", r.Low, unit)
	}
	return fmt.Sprintf("%.6g–%.6g %s", r.Low, r.High, unit)
}

// levelAt is the row that a value falls under; nil for none.
func levelAt(stretches []assess.Stretch, x float64) *ruleset.Row {
	for _, s := range stretches {
		if s.Holds(x) {
			return s.Row
		}
	}
	return nil
}

// A plot is the picture of a trend.
type plot struct {
	i         *dictionary.Indicator
	unit      string
	points    []Point
	stretches []assess.Stretch
	beyond    []bool
	low, high float64
}

// Lengths of the picture.
const (
	trendWidth, trendHeight = 560, 180
	left, right             = 12, 44
	top, bottom             = 22, 24
)

// in is a value in the plot's unit.
func (p *plot) in(x float64) float64 {
	if y, ok := p.i.FromStandard(x, p.unit); ok {
		return y
	}
	return x
}

// ends are those of a printed range in the plot's unit; NaN for none.
func (p *plot) ends(one *Point) (low, high float64) {
	if one.Printed == nil {
		return math.NaN(), math.NaN()
	}
	into := func(x float64) float64 {
		if y, ok := p.i.ToStandard(x, one.Unit); ok {
			return p.in(y)
		}
		return math.NaN()
	}
	return into(one.Printed.Low), into(one.Printed.High)
}

func (p *plot) svg(title string) string {
	p.low, p.high = math.Inf(1), math.Inf(-1)
	for k := range p.points {
		low, high := p.ends(&p.points[k])
		for _, x := range []float64{p.in(p.points[k].Value), low, high} {
			if !math.IsNaN(x) {
				p.low, p.high = min(p.low, x), max(p.high, x)
			}
		}
	}
	room := max((p.high-p.low)*0.18, math.Abs(p.high)*0.02, 1e-9)
	p.low, p.high = p.low-room, p.high+room
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="trend" viewBox="0 0 %d %d" role="img" aria-label="%s">`, trendWidth, trendHeight, html.EscapeString(title))
	p.bands(&b)
	p.axis(&b)
	var line []string
	for k := range p.points {
		line = append(line, fmt.Sprintf("%.1f,%.1f", p.x(p.points[k].At), p.y(p.in(p.points[k].Value))))
	}
	fmt.Fprintf(&b, `<polyline points="%s"/>`, strings.Join(line, " "))
	for k := range p.points {
		p.point(&b, k)
	}
	b.WriteString("</svg>")
	return b.String()
}

func (p *plot) x(at time.Time) float64 {
	last := p.points[len(p.points)-1].At
	first := p.points[0].At
	if !last.After(first) {
		return (left + trendWidth - right) / 2
	}
	return left + 14 + (trendWidth-left-right-28)*at.Sub(first).Seconds()/last.Sub(first).Seconds()
}

func (p *plot) y(x float64) float64 {
	y := top + (trendHeight-top-bottom)*(p.high-x)/(p.high-p.low)
	return min(max(y, top), trendHeight-bottom)
}

// bands are the levels behind the line, each named at its end.
func (p *plot) bands(b *strings.Builder) {
	for _, s := range p.stretches {
		from, to := p.low, p.high
		if !s.Low.None {
			from = p.in(s.Low.At)
		}
		if !s.High.None {
			to = p.in(s.High.At)
		}
		over, under := p.y(to), p.y(from)
		if s.Row == nil || under-over < 1 {
			continue
		}
		fmt.Fprintf(b, `<rect class="c%d" x="%d" y="%.1f" width="%d" height="%.1f"/>`, s.Row.Color, left, over, trendWidth-left-right, under-over)
		if under-over > 11 {
			fmt.Fprintf(b, `<text x="%d" y="%.1f">%s</text>`, trendWidth-right+4, (over+under)/2+4, html.EscapeString(s.Row.Level.ID))
		}
	}
}

// axis are the years below the line.
func (p *plot) axis(b *strings.Builder) {
	last := -math.MaxFloat64
	for k := range p.points {
		at := p.points[k].At
		if x := p.x(at); x-last > 58 {
			last = x
			fmt.Fprintf(b, `<text x="%.1f" y="%d" text-anchor="middle">%s</text>`, x, trendHeight-8, at.Format("2006-01"))
		}
	}
}

// point is a result with the laboratory's range; one beyond variation is a square.
func (p *plot) point(b *strings.Builder, k int) {
	one := &p.points[k]
	x, y := p.x(one.At), p.y(p.in(one.Value))
	if low, high := p.ends(one); !math.IsNaN(low) || !math.IsNaN(high) {
		from, to := float64(trendHeight-bottom), float64(top)
		if !math.IsNaN(low) {
			from = p.y(low)
		}
		if !math.IsNaN(high) {
			to = p.y(high)
		}
		fmt.Fprintf(b, `<path class="range" d="M%.1f %.1fh8m-4 0V%.1fm-4 0h8"/>`, x-4, from, to)
	}
	if p.beyond[k] {
		fmt.Fprintf(b, `<rect class="beyond" x="%.1f" y="%.1f" width="10" height="10"/>`, x-5, y-5)
	} else {
		fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="4"/>`, x, y)
	}
	fmt.Fprintf(b, `<text class="value" x="%.1f" y="%.1f" text-anchor="middle">%s%.4g</text>`, x, max(y-9, 12), html.EscapeString(words.Bound(one.Bound)), p.in(one.Value))
}
