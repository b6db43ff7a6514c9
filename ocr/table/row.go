package table

import (
	"slices"
	"strings"
	"unicode/utf8"

	"tijian/engine/dictionary"
	"tijian/ocr/names"
	"tijian/ocr/value"
	"tijian/ocr/vocabulary"
)

// A Row is what a segment prints, whatever its item is.
type Row struct {
	Segment   *Segment
	Result    *Part           // nil when no part can be told to be the result
	Column    vocabulary.Role // the result's
	Reference *Part
	Units     []string // nearest to the result first
	Mark      value.Mark
	Sure      bool
	Apart     bool     // the mark stands in a block of its own
	Marks     bool     // the page prints marks
	PageUnits []string // every unit on the page, as read
	Dotted    bool     // the page's zeros are misread
	Usual     int      // digits after the point of most numbers on the page; 0 without such a habit
}

// arrows are marks that no letter of a unit looks like.
const arrows = "↑↓"

// assignRoles assigns the parts of a segment to their roles.
func (ps *Parser) assignRoles(s *Segment, cols *columns) Row {
	r := Row{Segment: s, Marks: cols.marks, PageUnits: cols.units, Dotted: cols.dotted, Usual: cols.usual}
	best, next, at := -10.0, -10.0, -1
	scores := make([]float64, len(s.Parts))
	roles := make([]vocabulary.Role, len(s.Parts))
	seen := 0
	numbered := slices.ContainsFunc(s.Parts, func(p Part) bool { return p.Look == numberLook || p.Look == comparedLook })
	ranged := slices.ContainsFunc(s.Parts, func(p Part) bool { return p.Look == intervalLook })
	it := s.Unambiguous()
	for i := range s.Parts {
		p := &s.Parts[i]
		if roles[i] = cols.roleOf(p.own()); p.fused && roles[i].IsName() {
			roles[i] = vocabulary.NoRole // its column is the name's
		}
		if p.role != vocabulary.NoRole {
			roles[i] = p.role
		}
		scores[i] = pickBase[p.Look] - orderPenalty*float64(i)
		if p.isLimit() && roles[i] != vocabulary.ResultRole && !ranged {
			scores[i] = pickBase[textLook]
		}
		if scores[i] < 0 || numbered && it != nil && p.isSpeckFor(it) {
			scores[i] = min(scores[i], pickBase[textLook])
			continue
		}
		if p.Look == numberLook && p.length == 1 && seen > 0 && (p.mark != value.NoMark || roles[i] != vocabulary.ResultRole) {
			scores[i] -= digitPenalty
		}
		seen++
		if p.Cell == s.Name+1 && strings.HasSuffix(s.Read, ":") {
			scores[i] += colonSays // 体质指数: 22.6
		}
		near := cols.around(s.Line, p.own())
		if p.remark && numbered {
			scores[i] -= remarkSays
		}
		if p.fused {
			near = shares{} // it stands where the text before it ends
		}
		switch roles[i] {
		case vocabulary.ResultRole:
			scores[i] += headerSays
		case vocabulary.PreviousRole, vocabulary.NumberRole:
			scores[i] -= previousValue
		case vocabulary.NoRole, vocabulary.MethodRole:
		default:
			if near.number > numberColumn {
				scores[i] -= headerErrs // the column holds numbers: its heading is the neighbour's
			} else {
				scores[i] -= headerSays
			}
		}
		if p.Look == GradeLook {
			// Results and references of graded items look the same.
			scores[i] += columnSays * (near.number - near.interval - near.unit)
		} else {
			scores[i] += columnSays * (near.number + near.grade - near.interval - near.unit - near.mark)
		}
	}
	for i, score := range scores {
		if score > best {
			best, next, at = score, best, i
		} else if score > next {
			next = score
		}
	}
	if at >= 0 && best >= pickFloor && !s.Parts[at].torn && (!s.Parts[at].Occluded || s.Parts[at].Look != GradeLook) && (best-next >= pickLead || ps.clearlyFirst(s.Parts, scores, at)) {
		r.Result, r.Column = &s.Parts[at], roles[at]
		if cols.headOf(r.Result.own()).day != "" && s.unheaded(roles) {
			r.Result = nil // the date above that column was not read: it may be the newest
		}
	}
	r.assign(roles, at)
	return r
}

// isLimit tells that a part is a number with the sign of a limit, which is the reference
// where there is no other: results below what can be measured are printed with <.
func (p *Part) isLimit() bool {
	return p.Look == comparedLook && slices.ContainsFunc(p.Numbers, func(r value.Reading) bool { return strings.ContainsAny(r.Number.Compare, "≤≥") })
}

// unheaded tells that a number stands in a column without a heading.
func (s *Segment) unheaded(roles []vocabulary.Role) bool {
	for i, p := range s.Parts {
		if p.Look == numberLook && p.length > 1 && !p.fused && roles[i] == vocabulary.NoRole {
			return true
		}
	}
	return false
}

// isSpeckFor tells that a part beside a number is no result of an item that is
// measured: a lone sign, or a lone digit that is implausible of it. Both are what
// dirt, arrows and underlines are read as.
func (p *Part) isSpeckFor(it *names.Item) bool {
	if len(it.Indicators) != 1 || it.Indicators[0].Kind != dictionary.Quantitative || utf8.RuneCountInString(p.Text) != 1 {
		return false
	}
	low, high := it.Indicators[0].Plausible[0], it.Indicators[0].Plausible[1]
	return p.Look == GradeLook || p.Look == numberLook && !slices.ContainsFunc(p.Numbers, func(r value.Reading) bool { return low <= r.Number.Value && r.Number.Value <= high })
}

// clearlyFirst settles a near tie: graded result and graded reference, or
// compared result and compared reference, where nothing tells the columns
// apart. Results come first unless a header says otherwise.
func (ps *Parser) clearlyFirst(parts []Part, scores []float64, at int) bool {
	for i, score := range scores {
		if i == at || scores[at]-score >= pickLead {
			continue
		}
		if i > at && parts[at].Look == numberLook && parts[i].Look == comparedLook {
			continue // 0.18 >0.15
		}
		if i < at || parts[i].Look != parts[at].Look || parts[i].Look == numberLook || parts[i].Look == PairLook {
			return false
		}
	}
	return true
}

// assign finds reference, units and mark around the result.
func (r *Row) assign(roles []vocabulary.Role, at int) {
	parts := r.Segment.Parts
	if r.Result != nil {
		r.Units = append(r.Units, r.Result.units...)
		r.addMark(r.Result, true)
	}
	best := -1
	for i := range parts {
		p := &parts[i]
		if i == at && r.Result != nil {
			continue
		}
		switch p.Look {
		case intervalLook:
			if best < 0 || parts[best].Look != intervalLook || len(parts[best].intervals) == 0 && len(p.intervals) > 0 {
				best = i
			}
		case comparedLook, GradeLook:
			if best < 0 && r.Result != nil && roles[i] != vocabulary.PreviousRole {
				best = i
			}
		}
		r.Units = append(r.Units, p.units...)
		if (roles[i] == vocabulary.UnitRole || roles[i] == vocabulary.ReferenceRole && p.Look != intervalLook) && !p.arrow {
			continue // the L of a unit
		}
		if p.Look == markLook || p.Look == textLook && p.length <= 2 || p.Look == numberLook && p.length == 1 {
			r.addMark(p, roles[i] == vocabulary.MarkRole || p.sure)
			r.Apart = r.Apart || p.Look == markLook && p.sure && r.Result != nil && p.Cell != r.Result.Cell
		}
		if p.Look == intervalLook && i == at+1 {
			beside := *p // 5.6 ↑3.9-6.1; often dirt before the interval
			beside.sure = false
			r.addMark(&beside, true)
		}
	}
	if best >= 0 {
		r.Reference = &parts[best]
	}
}

func (r *Row) addMark(p *Part, trusted bool) {
	if p.mark == value.NoMark || !trusted && !p.sure || r.Sure && !p.sure {
		return
	}
	if r.Mark == value.NoMark || p.sure && !r.Sure {
		r.Mark, r.Sure = p.mark, p.sure
	}
}

// Interval gives the printed reference interval, nil when there is none or
// its limits were not read.
func (r *Row) Interval() *value.Interval {
	if r.Reference == nil {
		return nil
	}
	if all := r.Reference.intervals; len(all) > 0 {
		best := &all[0]
		for i := range all {
			if all[i].SameDigits(*best) && all[i].Decimals > best.Decimals {
				best = &all[i]
			}
		}
		return best
	}
	for _, n := range r.Reference.Numbers {
		if n.Number.Compare != "" {
			i := n.Number.Interval()
			return &i
		}
	}
	return nil
}

// Flag is the printed mark for the API. A mark that was not read plainly
// counts only where the interval tells its direction.
func (r *Row) Flag(v *float64) string {
	if r.Sure {
		return r.Mark.Flag()
	}
	interval := r.Interval()
	if r.Mark == value.NoMark || v == nil || interval == nil {
		return ""
	}
	switch position := interval.Position(*v); {
	case position > 0 && r.Mark != value.Low:
		return value.High.Flag()
	case position < 0 && r.Mark != value.High:
		return value.Low.Flag()
	}
	return ""
}
