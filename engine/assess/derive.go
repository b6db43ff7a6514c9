package assess

import (
	"slices"

	"tijian/engine/expression"
	"tijian/engine/message"
	"tijian/engine/ruleset"
)

// derive works out the derived values that can be, in order of dependence.
// Where nobody is to see them, it is done as conditions want them.
func (s *state) derive() {
	if s.lazy = s.request.NoDerived && s.request.NoTrace; s.lazy {
		return
	}
	for i := range s.plan.derived {
		s.work(i)
	}
}

// want works out a list of derived values, as far as it is not done.
func (s *state) want(list int) {
	if !s.lazy || s.had[list] {
		return
	}
	s.had[list] = true
	for _, i := range s.plan.wants[list] {
		if !s.worked[i] {
			s.worked[i] = true
			s.work(i)
		}
	}
}

func (s *state) work(i int) {
	d := s.plan.derived[i]
	v, c, assumed := d.Assuming(s.in)
	if c == nil {
		return
	}
	if !s.lazy {
		s.values[i] = s.in.Decode(v, d.Type)
	}
	if s.request.Seen {
		s.cases = append(s.cases, c.Formula.Text.At)
	}
	if len(assumed) > 0 {
		s.assumed[i] = assumed
		s.assuming = append(s.assuming, i)
	}
	s.supply(d.Slot, v)
	if d.Supplies != nil {
		s.supply(d.SuppliesSlot, v)
	}
}

// supply gives a value to the rules; a sample that was sent goes before.
func (s *state) supply(slot int, v expression.Value) {
	if s.from[slot] != fromSample {
		s.from[slot] = fromDerived
		s.in.Put(slot, v)
	}
}

// derived gives the derived values by id that are for this person to see.
func (s *state) derived() {
	if s.result.Derived == nil {
		s.result.Derived = make(map[string]any, len(s.values)/2)
	}
	for i, v := range s.values {
		if show := s.plan.shown[i]; v != nil && (show == nil || show.Eval(s.in) == expression.True) {
			s.result.Derived[s.plan.derived[i].ID] = v
		}
	}
}

// assumptions lists the remarks that hold and the texts of every assumption
// made, each once.
func (s *state) assumptions() {
	texts := &s.result.Assumptions
	if r := s.request; !r.NoDerived && !r.Answered.IsZero() && ruleset.Ahead(r.At, r.Answered) {
		*texts = append(*texts, message.ExamAhead.ZH)
	}
	for _, r := range s.plan.remarks {
		if !s.request.NoDerived && r.when.Eval(s.in) == expression.True {
			*texts = append(*texts, r.text)
		}
	}
	for _, i := range s.assuming {
		for _, a := range s.assumed[i] {
			if !slices.Contains(*texts, a.Text) {
				*texts = append(*texts, a.Text)
			}
		}
	}
}
