package engine

import (
	"cmp"
	"slices"
	"time"

	"tijian/engine/assess"
	"tijian/engine/jsontree"
	"tijian/engine/values"
	"tijian/engine/wire"
)

// A Judged is a laboratory value or blood pressure of a text, judged by the same
// rules as samples are.
type Judged struct {
	Name      string   `json:"name"`
	Title     string   `json:"title"`
	Text      string   `json:"text"`
	Start     int      `json:"start"`
	End       int      `json:"end"`
	Value     string   `json:"value"`          // as written
	Unit      string   `json:"unit"`           // as written
	Reference string   `json:"reference"`      // as printed
	Standard  *float64 `json:"standard_value"` // nil where the unit is not certain
	StdUnit   string   `json:"standard_unit"`
	Level     string   `json:"level"` // "" without one
	Color     int      `json:"color"`
	Tip       string   `json:"tip"`
	Reason    string   `json:"reason"` // why there is no level
}

// mostValues is how many values of one text are judged.
const mostValues = 100

// judge reads the values of a text and what they mean for a person, nil for
// nobody in particular.
func (s *Snapshot) judge(q Question, person *wire.Person) []Judged {
	found := s.Values.Read(q.Text, q.Item)
	list := make([]Judged, len(found))
	text := []rune(q.Text)
	var samples []assess.Sample
	var of []int // the value of each sample
	for i, v := range found {
		list[i] = Judged{
			Name: v.Indicator.Name, Title: v.Indicator.Title, Text: string(text[v.Start:v.End]), Start: v.Start, End: v.End,
			Value: v.Value, Unit: v.Unit, Reference: v.Reference,
		}
		if !v.Known {
			list[i].Reason = cmp.Or(v.Unclear.ZH, s.Values.Reasons.Unit)
			continue
		}
		if x, ok := v.Indicator.ToStandard(v.Number, v.In); ok {
			list[i].Standard, list[i].StdUnit = &x, v.Indicator.Unit
		}
		if len(samples) == mostValues {
			list[i].Reason = s.Values.Reasons.Many
			continue
		}
		samples = append(samples, assess.Sample{Name: v.Indicator.Name, Value: v.Number, Unit: v.In, Reference: v.Range})
		of = append(of, i)
	}
	if len(samples) == 0 {
		return list
	}
	for k, a := range s.agreed(q.Namespace, samples, person) {
		j, v := &list[of[k]], found[of[k]]
		switch level := s.Rules.Level(a.Level); {
		case level == nil:
			j.Reason = s.Values.Reasons.Person
		case level.Direction == opposite[v.Mark]:
			j.Reason = s.Values.Reasons.Mark
		default:
			j.Level, j.Color, j.Tip = a.Level, a.Color, a.Tip
		}
	}
	return list
}

// opposite is the direction of levels that a mark speaks against.
var opposite = map[values.Direction]string{values.High: "low", values.Low: "high"}

// agreed is what samples mean for every person that may be meant. Where levels
// or colours differ there is none; where only the tips do, the level's name
// stands for them.
func (s *Snapshot) agreed(namespace string, samples []assess.Sample, person *wire.Person) []assess.SampleResult {
	var all []assess.SampleResult
	var result assess.Result
	for r := range s.persons(samples, person) {
		r.Namespace, r.Samples, r.NoTrace, r.NoDerived = namespace, samples, true, true
		if s.Assess.AssessInto(r, &result) != nil {
			return make([]assess.SampleResult, len(samples))
		}
		if all == nil {
			all = slices.Clone(result.Samples)
			continue
		}
		differ := 0
		for i, one := range result.Samples {
			if a := &all[i]; a.Level != one.Level || a.Color != one.Color {
				*a = assess.SampleResult{}
				differ++
			} else if a.Tip != one.Tip && a.Level != "" {
				a.Tip = s.Rules.Level(a.Level).Name
			}
		}
		if differ == len(samples) {
			break
		}
	}
	return all
}

// person reads whom a keyword request is about; nil where it does not say.
func (s *Snapshot) person(tree *jsontree.Node, now time.Time) (*wire.Person, error) {
	if tree == nil {
		return nil, nil
	}
	return wire.DecodePerson(tree, s.Rules.Arguments, now)
}
