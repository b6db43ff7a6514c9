package page

import (
	"fmt"
	"image/color"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"tijian/tools/reportgen/catalogue"
	"tijian/tools/reportgen/paint"
)

// Inks of a printed page.
var (
	black = color.Gray{Y: 12}
	pale  = color.Gray{Y: 228}
	red   = color.RGBA{R: 196, G: 24, B: 30, A: 255}
)

// A sheet is one page while it is drawn. Lengths are in pixels.
type sheet struct {
	maker     *Maker
	rng       *rand.Rand
	style     *catalogue.Style
	canvas    *paint.Canvas
	form      string
	dpi       float64
	width     float64
	height    float64
	margin    float64
	printed   []*entry
	seen      map[string]bool // indicators on the page
	habits    habits
	boldHeads bool
	align     map[string]float64 // of columns: 0 left, 0.5 middle, 1 right
	traits    []string
	nudge     float64     // by which rules lie nearer to the text above
	halved    bool        // names are cut off in the middle of a character
	resultInk color.Color // of results; nil for that of their row
}

// forms are the drawings of each layout.
var forms = map[string][]string{
	"SINGLE": {"list", "list", "slip", "slip", "checkup"},
	"DOUBLE": {"halves", "divided", "slip"},
	"TABLE":  {"grid", "grid", "rows", "columns", "checkup"},
}

// compose draws the whole page.
func (s *sheet) compose(o Options) error {
	s.form = forms[o.Layout][s.rng.IntN(len(forms[o.Layout]))]
	if o.Form != "" {
		if !slices.Contains(forms[o.Layout], o.Form) {
			return fmt.Errorf("form %q of layout %s: must be one of %s", o.Form, o.Layout, strings.Join(forms[o.Layout], ", "))
		}
		s.form = o.Form
	}
	panels, err := s.choosePanels(o)
	if err != nil {
		return err
	}
	s.dpi = []float64{150, 160, 170, 180, 200}[s.rng.IntN(5)]
	if o.dpi > 0 {
		s.dpi = o.dpi
	}
	s.width, s.height = s.mm(210), s.mm(297)
	if s.form == "slip" {
		s.height = s.mm(148)
	}
	s.margin = s.mm(9 + 5*s.rng.Float64())
	s.canvas = paint.NewCanvas(s.maker.fonts, int(s.width), int(s.height))
	s.habits = habits{
		style: s.style, female: s.rng.IntN(2) == 0, fullRange: s.rng.IntN(3) == 0,
		otherUnits: s.rng.IntN(6) == 0, nameForm: s.rng.IntN(3),
		anyName: o.Wide, short: map[string]bool{},
	}
	s.boldHeads = s.rng.IntN(2) == 0
	s.align = map[string]float64{
		colResult: []float64{0, 0.5, 1}[s.rng.IntN(3)], colFlag: 0.5,
		colReference: []float64{0, 0.5}[s.rng.IntN(2)], colNumber: []float64{0, 0.5}[s.rng.IntN(2)],
	}
	s.chooseHabits()
	top := s.head(panels)
	bottom := s.foot()
	switch {
	case s.form == "checkup":
		s.checkup(o.Layout, panels, top, bottom)
	case o.Layout == "DOUBLE" && s.has(threeColumns):
		s.thirds(panels, top, bottom)
	case o.Layout == "DOUBLE":
		s.halves(panels, top, bottom)
	default:
		rules := map[string]ruling{"grid": fullRules, "rows": rowRules, "columns": columnRules}[s.form]
		overflow := whole
		switch s.rng.IntN(6) {
		case 0:
			overflow = cut
		case 1:
			if rules == fullRules {
				overflow = wrapped
			}
		}
		s.grid(s.items(panels), area{s.margin, top, s.width - s.margin, bottom}, gridLook{rules: rules, overflow: overflow})
	}
	s.watermark()
	s.dateStamp()
	s.notes()
	return nil
}

func (s *sheet) mm(v float64) float64 { return v * s.dpi / 25.4 }

// pt gives the size of a font of so many points.
func (s *sheet) pt(v float64) float64 { return v * s.dpi / 72 }

func (s *sheet) pen(points float64) paint.Pen {
	return paint.Pen{CJK: s.style.CJK, Latin: s.style.Latin, Size: s.pt(points), Ink: black}
}

// choosePanels draws what the page is about, within what it can hold.
func (s *sheet) choosePanels(o Options) ([]*catalogue.Panel, error) {
	choices := [][]string{{"blood_count"}, {"blood_count"}, {"biochemistry"}, {"liver", "kidney"}, {"lipids", "thyroid"}, {"heart", "coagulation"}, {"immunology", "nutrition"}, {"tumour", "thyroid"}, {"liver"}, {"urine"}, {"lipids"}, {"kidney"}}
	switch {
	case s.form == "checkup":
		choices = [][]string{{"general", "blood_count"}, {"general", "lipids", "liver"}, {"general", "urine", "kidney"}, {"general", "lipids", "tumour"}}
	case s.form == "slip" && o.Layout == "SINGLE":
		choices = [][]string{{"liver"}, {"kidney"}, {"lipids"}, {"thyroid", "coagulation"}, {"urine"}, {"immunology"}, {"tumour"}, {"heart"}, {"nutrition"}}
	case o.Layout == "DOUBLE":
		choices = [][]string{{"blood_count"}, {"blood_count"}, {"biochemistry"}, {"liver", "kidney"}, {"lipids", "tumour"}, {"heart", "nutrition"}, {"coagulation", "immunology", "thyroid"}}
		if s.form != "slip" {
			choices = append(choices, []string{"biochemistry", "thyroid"}, []string{"blood_count", "lipids"}, []string{"urine", "blood_count"})
		}
	}
	choice := choices[s.rng.IntN(len(choices))]
	if o.Wide {
		choice = s.anyPanels(o.Layout)
	}
	if o.Panel != "" {
		choice = []string{o.Panel}
	}
	var panels []*catalogue.Panel
	for _, id := range choice {
		panel := s.maker.catalogue.Panel(id)
		if panel == nil {
			return nil, fmt.Errorf("no panel %q; see catalogue/panels.yaml", id)
		}
		panels = append(panels, panel)
	}
	return panels, nil
}

// items makes the entries of panels together, each indicator once, with some
// lines of no indicator among them.
func (s *sheet) items(panels []*catalogue.Panel) []*entry {
	var items []*catalogue.Item
	var others []*entry
	for _, panel := range panels {
		for _, name := range panel.Items {
			item := s.maker.catalogue.Items[name]
			other := map[bool]string{true: "male", false: "female"}[s.habits.female]
			if !s.seen[name] && item.Only != other {
				s.seen[name] = true
				if panel.Short {
					s.habits.short[name] = true
				}
				items = append(items, item)
			}
		}
		for _, f := range panel.Foreign {
			if s.rng.IntN(3) == 0 {
				others = append(others, foreign(s.rng, f, s.style))
			}
		}
	}
	entries := append(s.maker.entries(s.rng, items, s.habits), others...)
	s.misprint(entries)
	if s.rng.IntN(2) == 0 {
		entries = joinBloodPressure(entries)
	}
	for i, e := range entries {
		e.cells[colNumber] = strconv.Itoa(i + 1)
	}
	return entries
}
