package console

import (
	"cmp"
	"time"

	"tijian/engine/intake"
	"tijian/engine/ruleset"
)

// dateOfBirth is the one of the form. Reports print an age instead; from the first
// birthday on rules know the age in whole years only, so that any day which gives
// it at the examination answers alike: the middle of those is taken. fault is the
// key of what is wrong.
func (f *assessForm) dateOfBirth(at time.Time) (dob, fault string) {
	person := ruleset.Person{At: at}
	var err error
	if f.Born != "" {
		if person.Born, err = time.Parse(time.DateOnly, f.Born); err != nil {
			return "", "assess.bad.born"
		}
	}
	if f.Age == "" {
		if f.Born == "" {
			fault = "assess.bad.born"
		}
		return f.Born, fault
	}
	age, ok := intake.Age(f.Age)
	switch {
	case !ok:
		return "", "assess.bad.age"
	case at.IsZero(): // which is a fault of its own
		return "", ""
	case f.Born == "" && age == 0: // newborns are judged by days
		return "", "assess.bad.infant"
	case f.Born == "":
		f.guessed = at.AddDate(-age, -6, 0).Format(time.DateOnly)
	case person.Age() != age:
		return "", "assess.bad.ages"
	}
	return cmp.Or(f.Born, f.guessed), ""
}
