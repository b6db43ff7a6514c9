package match

import (
	"math"
	"slices"

	"tijian/ocr/evidence"
	"tijian/ocr/vocabulary"
)

// vouch lets values of a page speak for and against each other: of the values that a
// row may say, those that the others make it are likelier, and where none is,
// something was misread. It only chooses among what readers saw.
func (m *Matcher) vouch(entries []*entry) {
	of := map[string]*entry{}
	for _, e := range entries {
		switch old := of[e.indicator.Name]; {
		case len(e.verdict.rivals) == 0 || e.verdict.doubt != "":
		case old == nil || old.Value == nil && e.Value != nil:
			of[e.indicator.Name] = e
		case e.Value != nil:
			delete(of, e.indicator.Name) // two rows: which one is meant cannot be told
		}
	}
	balance := map[*entry][]int{} // of each rival how much oftener it holds than it is contradicted
	for i := range m.parser.Words.Identities {
		identity := &m.parser.Words.Identities[i]
		for _, name := range slices.Compact(slices.Sorted(slices.Values(identity.Members()))) {
			e := of[name]
			if e == nil {
				continue
			}
			if balance[e] == nil {
				balance[e] = make([]int, len(e.verdict.rivals))
			}
			for k, rival := range e.verdict.rivals {
				if holds, known := agree(identity, of, e, rival); known && holds {
					balance[e][k]++
				} else if known {
					balance[e][k]--
				}
			}
		}
	}
	for e, all := range balance {
		for k, n := range all {
			switch {
			case n > 0:
				e.verdict.rivals[k].basis[evidence.Identity] = evidence.Holds
			case n < 0:
				e.verdict.rivals[k].basis[evidence.Identity] = evidence.Contradicts
			}
		}
		e.Clear()
		e.Step, e.Rivals, e.Doubt = 0, nil, e.verdict.doubt
		m.decide(&e.Entry, e.row, e.verdict)
		e.Flag = e.row.Flag(e.Value)
	}
}

// A span is where a printed value lies that was rounded: v - step/2 to v + step/2.
type span struct{ low, high float64 }

func spanOf(v, step float64) span { return span{v - step/2, v + step/2} }

// agree tells whether an identity holds if an entry says a rival; known is false
// where another value is missing or not sure enough to tell.
func agree(i *vocabulary.Identity, of map[string]*entry, e *entry, says rival) (holds, known bool) {
	if says.bound != "" {
		return false, false
	}
	known = true
	get := func(name string) span {
		switch other := of[name]; {
		case other == e:
			return spanOf(says.value, says.step)
		case other == nil || other.Value == nil || other.Comparator != "" || other.Confidence < vouching:
			known = false
			return span{}
		default:
			return spanOf(*other.Value, other.Step)
		}
	}
	whole, made := get(i.Of), span{1, 1}
	if len(i.Sum) > 0 {
		made = span{}
	}
	if i.Factor != 0 {
		made = span{i.Factor, i.Factor}
	}
	for _, s := range i.Sum {
		v := get(s)
		made = span{made.low + v.low, made.high + v.high}
	}
	for _, s := range i.Less {
		v := get(s)
		made = span{made.low - v.high, made.high - v.low}
	}
	for _, s := range i.Times {
		v := get(s)
		made = span{made.low * max(v.low, 0), made.high * v.high}
	}
	for _, s := range i.Over {
		v := get(s)
		if v.low <= 0 {
			return false, false
		}
		made = span{made.low / v.high, made.high / v.low}
	}
	slack := vouchSlack * made.high
	holds = whole.low <= made.high+slack && whole.high >= made.low-slack
	coarse := says.step > vouchCoarse*math.Abs(says.value) // 1 of 0.5 to 1.5 holds with much
	return holds, known && !(holds && coarse)
}
