package ruleset

import "time"

// MaxAge is the highest age, in completed years, that is taken for true.
const MaxAge = 130

// Age in completed years at the examination, by the calendar of At's zone.
// Whoever was born on 29 February is a year older on 1 March of a common year.
// Negative when born after it.
func (p *Person) Age() int {
	year, month, day := p.At.Date()
	bornYear, bornMonth, bornDay := p.Born.Date()
	age := year - bornYear
	if month < bornMonth || month == bornMonth && day < bornDay {
		age--
	}
	return age
}

// DaysOld is how many days of the calendar before the examination the person was
// born, 0 on the day of birth. Of newborns rules need more than whole years.
// Negative when born after it.
func (p *Person) DaysOld() int {
	day := func(t time.Time) time.Time {
		year, month, day := t.Date()
		return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	}
	return int(day(p.At).Sub(day(p.Born)) / (24 * time.Hour))
}

// DaysSince is how many whole days before the answer the examination was, 0
// when it lies in the future.
func (p *Person) DaysSince() int {
	if !p.Answered.After(p.At) {
		return 0
	}
	return int(p.Answered.Sub(p.At) / (24 * time.Hour))
}

// SetDaysSince moves the moment of the answer.
func (p *Person) SetDaysSince(days int) { p.Answered = p.At.Add(time.Duration(days) * 24 * time.Hour) }

// Ahead reports whether an examination is yet to come. A day is left for clocks
// that differ and zones that were not said.
func Ahead(at, now time.Time) bool { return at.After(now.AddDate(0, 0, 1)) }
