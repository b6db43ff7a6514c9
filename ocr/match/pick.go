package match

import (
	"strings"

	"tijian/ocr/value"
)

// A row is what a segment prints, whatever its item is.
type row struct {
	segment   *segment
	result    *part // nil when no part can be told to be the result
	column    role  // the result's
	reference *part
	units     []string // nearest to the result first
	mark      value.Mark
	sure      bool
	apart     bool     // the mark stands in a block of its own
	marks     bool     // the page prints marks
	pageUnits []string // every unit on the page, as read
	dotted    bool     // the page's zeros are misread
	usual     int      // digits after the point of most numbers on the page; 0 without such a habit
	legible   bool     // the page and the lines around were read surely
	page      float64  // how surely the page was read
}

// arrows are marks that no letter of a unit looks like.
const arrows = "↑↓"

// Weights for telling the result from the other parts of a line.
const (
	headerSays    = 1.5
	headerErrs    = 0.9
	columnSays    = 1.0
	colonSays     = 1.0
	pickFloor     = 0.5
	pickLead      = 0.3
	orderPenalty  = 0.04
	digitPenalty  = 0.5 // one digit behind a longer number is often an arrow
	previousValue = 3.0
)

var pickBase = map[look]float64{numberLook: 1, comparedLook: 0.75, pairLook: 0.9, gradeLook: 0.85, intervalLook: -1, unitLook: -1, markLook: -1, textLook: -1}

// pick assigns the parts of a segment to their roles.
func (m *Matcher) pick(s *segment, cols *columns) row {
	r := row{segment: s, marks: cols.marks, pageUnits: cols.units, dotted: cols.dotted, usual: cols.usual}
	best, next, at := -10.0, -10.0, -1
	scores := make([]float64, len(s.parts))
	roles := make([]role, len(s.parts))
	seen := 0
	for i := range s.parts {
		p := &s.parts[i]
		if roles[i] = cols.roleOf(p.own()); p.fused && roles[i].names() {
			roles[i] = noRole // its column is the name's
		}
		scores[i] = pickBase[p.look] - orderPenalty*float64(i)
		if scores[i] < 0 {
			continue
		}
		if p.look == numberLook && p.length == 1 && seen > 0 && (p.mark != value.NoMark || roles[i] != resultRole) {
			scores[i] -= digitPenalty
		}
		seen++
		if p.cell == s.name+1 && strings.HasSuffix(s.read, ":") {
			scores[i] += colonSays // 体质指数: 22.6
		}
		near := cols.around(s.line, p.own())
		switch roles[i] {
		case resultRole:
			scores[i] += headerSays
		case previousRole, numberRole:
			scores[i] -= previousValue
		case noRole, methodRole:
		default:
			if near.number > 0.6 {
				scores[i] -= headerErrs // the column holds numbers: its heading is the neighbour's
			} else {
				scores[i] -= headerSays
			}
		}
		if p.look == gradeLook {
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
	if at >= 0 && best >= pickFloor && !s.parts[at].torn && (!s.parts[at].touched || s.parts[at].look != gradeLook) && (best-next >= pickLead || m.clearlyFirst(s.parts, scores, at)) {
		r.result, r.column = &s.parts[at], roles[at]
	}
	r.assign(roles, at)
	return r
}

// clearlyFirst settles a near tie: graded result and graded reference, or
// compared result and compared reference, where nothing tells the columns
// apart. Results come first unless a header says otherwise.
func (m *Matcher) clearlyFirst(parts []part, scores []float64, at int) bool {
	for i, score := range scores {
		if i == at || scores[at]-score >= pickLead {
			continue
		}
		if i > at && parts[at].look == numberLook && parts[i].look == comparedLook {
			continue // 0.18 >0.15
		}
		if i < at || parts[i].look != parts[at].look || parts[i].look == numberLook || parts[i].look == pairLook {
			return false
		}
	}
	return true
}

// assign finds reference, units and mark around the result.
func (r *row) assign(roles []role, at int) {
	parts := r.segment.parts
	if r.result != nil {
		r.units = append(r.units, r.result.units...)
		r.addMark(r.result, true)
	}
	best := -1
	for i := range parts {
		p := &parts[i]
		if i == at && r.result != nil {
			continue
		}
		switch p.look {
		case intervalLook:
			if best < 0 || parts[best].look != intervalLook || len(parts[best].intervals) == 0 && len(p.intervals) > 0 {
				best = i
			}
		case comparedLook, gradeLook:
			if best < 0 && r.result != nil && roles[i] != previousRole {
				best = i
			}
		}
		r.units = append(r.units, p.units...)
		if (roles[i] == unitRole || roles[i] == referenceRole && p.look != intervalLook) && !p.arrow {
			continue // the L of a unit
		}
		if p.look == markLook || p.look == textLook && p.length <= 2 || p.look == numberLook && p.length == 1 {
			r.addMark(p, roles[i] == markRole || p.sure)
			r.apart = r.apart || p.look == markLook && p.sure && r.result != nil && p.cell != r.result.cell
		}
		if p.look == intervalLook && i == at+1 {
			beside := *p // 5.6 ↑3.9-6.1; often dirt before the interval
			beside.sure = false
			r.addMark(&beside, true)
		}
	}
	if best >= 0 {
		r.reference = &parts[best]
	}
}

func (r *row) addMark(p *part, trusted bool) {
	if p.mark == value.NoMark || !trusted && !p.sure || r.sure && !p.sure {
		return
	}
	if r.mark == value.NoMark || p.sure && !r.sure {
		r.mark, r.sure = p.mark, p.sure
	}
}

// interval gives the printed reference interval, nil when there is none or
// its limits were not read.
func (r *row) interval() *value.Interval {
	if r.reference == nil {
		return nil
	}
	if all := r.reference.intervals; len(all) > 0 {
		best := &all[0]
		for i := range all {
			if all[i].SameDigits(*best) && all[i].Decimals > best.Decimals {
				best = &all[i]
			}
		}
		return best
	}
	for _, n := range r.reference.numbers {
		if n.Number.Compare != "" {
			i := n.Number.Interval()
			return &i
		}
	}
	return nil
}

// flag is the printed mark for the API. A mark that was not read plainly
// counts only where the interval tells its direction.
func (r *row) flag(v *float64) string {
	if r.sure {
		return r.mark.Flag()
	}
	interval := r.interval()
	if r.mark == value.NoMark || v == nil || interval == nil {
		return ""
	}
	switch position := interval.Position(*v); {
	case position > 0 && r.mark != value.Low:
		return value.High.Flag()
	case position < 0 && r.mark != value.High:
		return value.Low.Flag()
	}
	return ""
}
