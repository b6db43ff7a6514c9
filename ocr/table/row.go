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
	Glued     bool     // a letter stands at the result that is of no unit of the row
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
	scores, roles := s.scores(cols)
	for i, score := range scores {
		if score > best {
			best, next, at = score, best, i
		} else if score > next {
			next = score
		}
	}
	if at >= 0 && best >= pickFloor && !s.Parts[at].torn && (!s.Parts[at].Occluded || s.Parts[at].Look != GradeLook) && (best-next >= pickLead || clearlyFirst(s.Parts, scores, at)) {
		r.Result, r.Column = &s.Parts[at], roles[at]
		if cols.headOf(r.Result.own()).day != "" && s.unheaded(roles) {
			r.Result = nil // the date above that column was not read: it may be the newest
		}
	}
	r.refer(roles, at)
	r.mark(roles, at)
	return r
}

// scores tells how much speaks for each part's being the result, and what role its
// column gives it.
func (s *Segment) scores(cols *columns) (scores []float64, roles []vocabulary.Role) {
	scores, roles = make([]float64, len(s.Parts)), make([]vocabulary.Role, len(s.Parts))
	numbered := slices.ContainsFunc(s.Parts, func(p Part) bool { return p.Look.isNumber() })
	ranged := slices.ContainsFunc(s.Parts, func(p Part) bool { return p.Look == intervalLook })
	it := s.Unambiguous()
	graded := s.isGraded()
	first := true
	var numbers, marked []int // parts
	for i := range s.Parts {
		p := &s.Parts[i]
		role := p.role
		if role == vocabulary.NoRole {
			if role = cols.roleOf(p.own()); p.fused && (role.IsName() || p.Look == numberLook && p.Cell == s.Name+1 && role != vocabulary.ResultRole) {
				role = vocabulary.NoRole // it stands where the name ends
			}
		}
		roles[i], scores[i] = role, pickBase[p.Look]-orderPenalty*float64(i)
		if p.isLimit() && role != vocabulary.ResultRole && !ranged {
			scores[i] = pickBase[textLook]
		}
		if scores[i] < 0 || p.small || numbered && it != nil && p.isSpeckFor(it) {
			scores[i] = min(scores[i], pickBase[textLook])
			continue
		}
		if p.Look == numberLook && p.length == 1 && !first && (p.mark != value.NoMark || role != vocabulary.ResultRole) {
			scores[i] -= digitPenalty
		}
		first = false
		if p.Cell == s.Name+1 && strings.HasSuffix(s.Read, ":") {
			scores[i] += colonSays // 体质指数: 22.6
		}
		if p.remark && numbered {
			scores[i] -= remarkSays
		}
		if cols.headerOf(p.own()) < 0 && slices.ContainsFunc(s.Parts[:i], func(o Part) bool { return o.Look.isNumber() && cols.headerOf(o.own()) >= 0 }) {
			scores[i] -= headerErrs // beside the table
		}
		if graded && p.Look == numberLook {
			scores[i] -= gradeSays // LEU +2 125 Leu/uL
		}
		var near shares
		if !p.fused { // that stands where the text before it ends
			near = cols.around(s.Line, p.own())
		}
		scores[i] += near.headed(role)
		scores[i] += near.alike(p)
		if p.Look == numberLook {
			numbers = append(numbers, i)
			if near.marked >= markedColumn {
				marked = append(marked, i)
			}
		}
	}
	if len(marked) == 1 && len(numbers) > 1 {
		scores[marked[0]] += markedSays
	}
	return scores, roles
}

// headed is what the heading of a column says of its being that of the results.
func (near shares) headed(role vocabulary.Role) float64 {
	switch role {
	case vocabulary.ResultRole:
		return headerSays
	case vocabulary.PreviousRole, vocabulary.NumberRole:
		return -previousValue
	case vocabulary.NoRole, vocabulary.MethodRole:
		return 0
	}
	if near.number > numberColumn {
		return -headerErrs // the column holds numbers: its heading is the neighbour's
	}
	return -headerSays
}

// alike is what the cells around say of a part. A number of several digits is no misread
// arrow: it stands where the arrows of others do that are aligned with its end.
func (near shares) alike(p *Part) float64 {
	switch {
	case p.Look == numberLook && p.length > 1:
		near.mark = 0
	case p.Look == GradeLook:
		// Results and references of graded items look the same.
		return columnSays * (near.number - near.interval - near.unit)
	}
	return columnSays * (near.number + near.grade - near.interval - near.unit - near.mark)
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

// isGraded tells that a positive grade stands before all numbers of an item that may be
// a graded one: what a number behind it says of the grade is its scale.
func (s *Segment) isGraded() bool {
	first := slices.IndexFunc(s.Parts, func(p Part) bool { return p.Look.isNumber() || p.Look == GradeLook })
	if first < 0 || s.Parts[first].Look != GradeLook || !strings.ContainsAny(s.Parts[first].Text, "+±") {
		return false
	}
	for _, hits := range []map[*names.Item]names.Hit{s.Hits, s.Codes} {
		for it, h := range hits {
			if h.Sim > readExactly && it.Ours() && it.Indicators[0].Kind == dictionary.Qualitative {
				return true
			}
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
func clearlyFirst(parts []Part, scores []float64, at int) bool {
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

// refer finds the reference among the parts but the result.
func (r *Row) refer(roles []vocabulary.Role, at int) {
	for i := range r.Segment.Parts {
		p := &r.Segment.Parts[i]
		switch {
		case i == at && r.Result != nil:
		case p.Look == intervalLook:
			if r.Reference == nil || r.Reference.Look != intervalLook || len(r.Reference.intervals) == 0 && len(p.intervals) > 0 {
				r.Reference = p
			}
		case p.Look == comparedLook || p.Look == GradeLook:
			if r.Reference == nil && r.Result != nil && roles[i] != vocabulary.PreviousRole {
				r.Reference = p
			}
		}
	}
}

// mark finds units and mark, those of the result first.
func (r *Row) mark(roles []vocabulary.Role, at int) {
	if r.Result != nil {
		r.Units = append(r.Units, r.Result.units...)
		r.addMark(r.Result, true)
		r.Glued = r.gluedOther()
		r.Result.Occluded = r.Result.Occluded || r.Glued
	}
	for i := range r.Segment.Parts {
		p := &r.Segment.Parts[i]
		if i == at && r.Result != nil {
			continue
		}
		r.Units = append(r.Units, p.units...)
		ahead := r.Result != nil && at < i && r.Reference != nil && r.Reference.Look == intervalLook && p.Cell < r.Reference.Cell
		if (roles[i] == vocabulary.UnitRole || roles[i] == vocabulary.ReferenceRole && p.Look != intervalLook && !ahead) && !p.arrow && !vocabulary.HasHan(p.Text) {
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
}

// gluedOther tells that a letter stands at the result's last digit that its readers took
// for a unit, where the row prints another one: 6.4M beside mmol/L may be 6.44.
func (r *Row) gluedOther() bool {
	if !slices.ContainsFunc(r.Result.units, func(u string) bool { return utf8.RuneCountInString(u) == 1 }) {
		return false
	}
	other := false
	for i := range r.Segment.Parts {
		p := &r.Segment.Parts[i]
		if p == r.Result || p.Look != unitLook {
			continue
		}
		for _, u := range p.units {
			if slices.Contains(r.Result.units, u) {
				return false
			}
			other = true
		}
	}
	return other
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
