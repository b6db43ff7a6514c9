package page

import "image"

// cards draws each item in a card of its own.
func (f *free) cards(entries []*entry) {
	per := int(f.chosen["columns"][0] - '0')
	gap := f.base * (0.4 + 0.6*f.rng.Float64())
	wide := (f.right-f.left)/float64(per) - gap
	base := f.base
	defer func() { f.base = base }()
	f.base *= []float64{1, 1, 0.9, 0.8}[per]
	pad := f.base * (0.4 + 0.5*f.rng.Float64())
	border := f.rng.IntN(2) == 0
	corner := f.rng.IntN(2) == 0 // flags stand in the corner, not beside the value
	for at := 0; at < len(entries); at += per {
		row := entries[at:min(at+per, len(entries))]
		high := 0.0
		cards := make([][]pair, len(row))
		for i, e := range row {
			cards[i] = f.card(e, wide-2*pad, corner)
			h := 2 * pad
			for k := range cards[i] {
				h += f.highest(&cards[i][k].left, &cards[i][k].right)
			}
			high = max(high, h)
		}
		for i, e := range row {
			x, y := f.left+float64(i)*(wide+gap), f.y
			if !f.is("rules", "none") {
				f.canvas.Fill(image.Rect(int(x), int(y), int(x+wide), int(y+high)), f.lift)
				if border {
					for _, r := range [][4]float64{{x, y, x + wide, y}, {x, y + high, x + wide, y + high}, {x, y, x, y + high}, {x + wide, y, x + wide, y + high}} {
						f.canvas.Rule(r[0], r[1], r[2], r[3], 1.5, f.weak)
					}
				}
			}
			y += pad
			for k := range cards[i] {
				left, right := &cards[i][k].left, &cards[i][k].right
				right.align = 1
				h := f.highest(left, right)
				for _, c := range []*cell{left, right} {
					f.draw(c, x+pad, y+(h-f.highest(c))/2, wide-2*pad)
				}
				y += h
			}
			f.printed = append(f.printed, e)
		}
		f.y += high + gap
	}
}

// A pair is what stands left and right in a line of a card.
type pair struct{ left, right cell }

// card gives the lines of a card.
func (f *free) card(e *entry, wide float64, corner bool) []pair {
	cells := f.field(e)
	share := 0.72
	if f.is("value", "beside") {
		share = 0.55
	}
	name := cell{entry: e, lines: append(f.nameRuns(cells[colName], wide*share), f.small(cells[colCode])...)}
	flag := cell{entry: e}
	if r := f.flagRun(e, cells[colFlag]); r != nil && !f.is("flag", "arrow") {
		flag.lines = [][]run{r}
	}
	result := cell{entry: e, lines: [][]run{f.resultRuns(e, cells, false)}, align: map[string]float64{"middle": 0.5}[f.chosen["align"]]}
	if f.is("unit", "column") && cells[colUnit] != "" {
		result.lines[0] = append(result.lines[0], run{text: "  " + cells[colUnit], pen: f.pen(f.base*0.85, f.weak, false)})
	}
	if f.is("unit", "below") {
		result.lines = append(result.lines, f.small(cells[colUnit])...)
	}
	limits := cell{entry: e}
	if cells[colReference] != "" && !f.is("range", "bracket") {
		limits.lines = [][]run{f.rangeRun(cells[colReference])}
	}
	var out []pair
	switch f.chosen["value"] {
	case "beside":
		out = []pair{{name, result}, {limits, flag}}
	case "above":
		result.align = 0
		out = []pair{{left: result}, {left: name}, {limits, flag}}
	default:
		result.align = 0
		if corner {
			out = []pair{{name, flag}, {result, limits}}
		} else {
			out = []pair{{left: name}, {result, flag}, {left: limits}}
		}
	}
	if !f.is("bar", "none") {
		out = append(out, pair{left: cell{entry: e, bar: true}})
	}
	return out
}
