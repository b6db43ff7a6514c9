package table

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tijian/ocr/vocabulary"
)

// day is a date as a header prints it, with the time or a sign behind it, or a
// year alone.
var day = regexp.MustCompile(`(20\d\d)(?:[-./年] ?(\d{1,2})[-./月] ?(\d{1,2})日?(?: ?\d{1,2}:\d{2}(?::\d{2})?)?|年度?)`)

// isDated tells that a text is a word for results and the day of these, which is no value
// behind a label: 上次结果2025-10-22.
func (ps *Parser) isDated(text string) bool {
	at := day.FindStringIndex(text)
	if at == nil {
		return false
	}
	role, ok := ps.headerWord(vocabulary.Key(text[:at[0]] + text[at[1]:]))
	return ok && (role == vocabulary.ResultRole || role == vocabulary.PreviousRole)
}

// visit reads a cell as the heading of one examination's results: 2026-05-14, or
// with a word beside it, 本次(2026-05-14).
func (ps *Parser) visit(c *Cell) (piece, bool) {
	text := c.Text()
	at := day.FindStringSubmatchIndex(text)
	if at == nil {
		return piece{}, false
	}
	number := func(k int) int {
		if at[k] < 0 {
			return 0
		}
		n, _ := strconv.Atoi(text[at[k]:at[k+1]])
		return n
	}
	p := piece{x1: c.Box.Min.X, x2: c.Box.Max.X, day: fmt.Sprintf("%04d-%02d-%02d", number(2), number(4), number(6))}
	rest := vocabulary.Key(text[:at[0]] + text[at[1]:])
	if rest == "" {
		return p, true
	}
	role, ok := ps.headerWord(rest)
	p.role = role
	return p, ok && (role == vocabulary.ResultRole || role == vocabulary.PreviousRole)
}

// passEarlier passes over lines that say what was found on another day than the newest:
// those that begin with its date and hold numbers, and what follows these without one.
func (l *lined) passEarlier() {
	days := make([]string, len(l.cells))
	for i, cells := range l.cells {
		if l.heads[i] || len(cells) == 0 {
			continue
		}
		if i > 0 {
			days[i] = days[i-1]
		}
		first := cells[0].Text()
		at := day.FindStringSubmatch(first)
		if at == nil || at[3] == "" || !strings.HasPrefix(first, at[0]) {
			continue
		}
		holds := func(c Cell) bool { return c.holdsValue() || c.hasNumber() }
		if holds(cells[0]) && first != at[0] || slices.ContainsFunc(cells[1:], holds) {
			days[i] = fmt.Sprintf("%s-%02s-%02s", at[1], at[2], at[3])
		}
	}
	newest := slices.Max(append(days, ""))
	for i, d := range days {
		l.heads[i] = l.heads[i] || d != "" && d < newest
	}
}

// visits gives columns that are headed by dates their roles: the newest holds the
// results, and the others what earlier examinations found. Where dates and words
// do not agree, or one date stands alone, words alone count.
func (h *header) visits() {
	newest, dated, result, other := "", 0, "", false
	for _, p := range h.pieces {
		switch {
		case p.day != "":
			newest, dated = max(newest, p.day), dated+1
			if p.role == vocabulary.ResultRole {
				result = max(result, p.day)
			}
		case p.role == vocabulary.ResultRole:
			other = true
		}
	}
	var kept []piece
	seen := false
	for _, p := range h.pieces {
		switch {
		case p.day == "":
		case other: // 结果 2025-01-13 2024-02-06
			p.role = vocabulary.PreviousRole
		case p.role == vocabulary.PreviousRole, dated < 2 && p.role == vocabulary.NoRole:
		case p.day != newest || seen || result != "" && result != newest:
			p.role = vocabulary.PreviousRole
		default:
			p.role, seen = vocabulary.ResultRole, true
		}
		if p.role != vocabulary.NoRole {
			kept = append(kept, p)
		}
	}
	h.pieces = kept
}

// splitRepeated cuts the lines below a header that repeats its columns before each
// name column: 结果 项目 单位 结果 项目 单位. There a result belongs to the name
// on its right, which only the header tells.
func (ps *Parser) splitRepeated(lines [][]Cell) [][]Cell {
	out := make([][]Cell, 0, len(lines))
	var cuts []int
	for _, cells := range lines {
		if h, ok := ps.findHeader(cells); ok {
			cuts = h.repeats()
		}
		from := 0
		for _, x := range cuts {
			to := from
			for to < len(cells) && cells[to].Box.Min.X+cells[to].Box.Max.X < 2*x {
				to++
			}
			if to > from {
				out = append(out, cells[from:to:to])
			}
			from = to
		}
		if from < len(cells) || len(cells) == 0 {
			out = append(out, cells[from:])
		}
	}
	return out
}

// withoutMargin drops what stands to the left of a table whose first column numbers its
// rows, as a list of visits does on a hospital's screen, unless that names an item.
func (ps *Parser) withoutMargin(lines [][]Cell) [][]Cell {
	left := math.MinInt
	for i, cells := range lines {
		if h, ok := ps.findHeader(cells); ok {
			left = math.MinInt
			if first := slices.MinFunc(h.pieces, func(a, b piece) int { return cmp.Compare(a.x1, b.x1) }); first.role == vocabulary.NumberRole {
				left = first.x1 - (h.y2 - h.y)
			}
		}
		n := 0
		for n < len(cells) && cells[n].Box.Max.X < left && !ps.isName(cells[n].Text(), nil) {
			n++
		}
		lines[i] = cells[n:]
	}
	return lines
}

// repeats gives the places where a header's columns begin anew, when something
// stands before its names; nil when it does not repeat.
func (h *header) repeats() []int {
	pieces := slices.Clone(h.pieces)
	slices.SortFunc(pieces, func(a, b piece) int { return cmp.Compare(a.x1, b.x1) })
	if len(pieces) < 4 || pieces[0].role.IsName() || pieces[0].role == vocabulary.NumberRole {
		return nil
	}
	for period := 2; 2*period <= len(pieces)+1; period++ {
		named, same := false, true
		for i, p := range pieces {
			named = named || i < period && p.role == vocabulary.NameRole
			same = same && p.role == pieces[i%period].role
		}
		if !named || !same {
			continue
		}
		var cuts []int
		for i := period; i < len(pieces); i += period {
			cuts = append(cuts, (pieces[i-1].x2+pieces[i].x1)/2)
		}
		return cuts
	}
	return nil
}
