package population

import (
	"maps"
	"slices"

	"tijian/engine/assess"
	"tijian/engine/ruleset"
)

// Put gives a person those inputs that a request can have.
func Put(set *ruleset.Set, one *assess.Request, inputs map[string]any) *assess.Request {
	r := *one
	r.Samples = slices.Clone(one.Samples)
	r.Arguments = maps.Clone(one.Arguments)
	if r.Arguments == nil {
		r.Arguments = map[string]any{}
	}
	for name, value := range inputs {
		indicator, isIndicator := set.Dictionary.Lookup(name)
		x, isNumber := value.(float64)
		switch {
		case r.BackgroundNamed(name) != nil && value != nil:
			*r.BackgroundNamed(name) = value == true
		case name == "sex" && value != nil:
			r.Sex = assess.Sex(value.(string))
		case name == "age" && isNumber:
			r.Born = r.At.AddDate(-int(x), 0, 0)
		case name == ruleset.Smoking && isNumber:
			r.SmokeDaily = x
		case name == ruleset.DaysSinceExam && isNumber:
			r.SetDaysSince(int(x))
		case isIndicator:
			r.Samples = slices.DeleteFunc(r.Samples, func(s assess.Sample) bool { return s.Name == name })
			if isNumber {
				r.Samples = append(r.Samples, assess.Sample{Name: name, Unit: indicator.Unit, Value: x})
			}
		default:
			for _, a := range set.Arguments {
				if a.Variable == name && value != nil {
					r.Arguments[a.Path] = value
				}
			}
		}
	}
	if days, ok := inputs[ruleset.AgeDays].(float64); ok && r.Age() == 0 {
		r.Born = r.At.AddDate(0, 0, -int(days)) // of older persons the years tell more
	}
	return &r
}

// Shrink takes everything from a person that is not needed for something still
// to hold of them: samples, additional arguments, background. The person given
// is left as it is.
func Shrink(one *assess.Request, holds func(r *assess.Request) bool) *assess.Request {
	r := *one
	r.Samples, r.Arguments = slices.Clone(one.Samples), maps.Clone(one.Arguments)
	for i := len(r.Samples) - 1; i >= 0; i-- {
		before := r.Samples
		r.Samples = slices.Delete(slices.Clone(before), i, i+1)
		if !holds(&r) {
			r.Samples = before
		}
	}
	for _, path := range slices.Sorted(maps.Keys(r.Arguments)) {
		value := r.Arguments[path]
		delete(r.Arguments, path)
		if !holds(&r) {
			r.Arguments[path] = value
		}
	}
	for _, b := range ruleset.Backgrounds {
		if flag := b.Of(&r.Person); *flag {
			*flag = false
			*flag = !holds(&r)
		}
	}
	if smoke := r.SmokeDaily; smoke != 0 {
		r.SmokeDaily = 0
		if !holds(&r) {
			r.SmokeDaily = smoke
		}
	}
	return &r
}
