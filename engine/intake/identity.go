package intake

import (
	"time"

	"tijian/engine/message"
	"tijian/engine/observed"
)

// agrees reports whether an age that was told is that of a day of birth, give or take
// a year: ages are counted in more ways than one.
func (b *builder) agrees(born string) bool {
	at, err := time.Parse(time.RFC3339, b.at)
	if err != nil {
		at = b.Now
	}
	day, _ := time.Parse(time.DateOnly, born)
	years := at.Year() - day.Year()
	return at.IsZero() || years-2 <= b.age && b.age <= years+1
}

// identified takes sex and date of birth from an identity number where nothing else
// tells them. Where something does and it differs, nobody knows which is wrong, and
// the person is not assessed.
func (b *builder) identified(text string, at Place) {
	born, sex, ok := observed.Identity(text)
	if !ok {
		return
	}
	if b.age >= 0 && b.dob == "" && !b.agrees(born) {
		b.issue(at, message.IdentityContrary.With("field", ColumnOf("age")))
		b.unsure("age")
		return
	}
	for _, one := range []struct {
		field, says string
		has         *string
	}{{"profile.dob", born, &b.dob}, {"profile.gender", sex, &b.sex}} {
		if one.has == &b.dob && b.month != nil && one.says[:len("2006-01")] == b.dob[:len("2006-01")] {
			b.dob, b.month = "", nil // the day is told after all
		}
		switch {
		case *one.has == "":
			*one.has = one.says
			b.note(at, message.ByIdentity.With("field", ColumnOf(one.field)))
		case *one.has != one.says:
			b.issue(at, message.IdentityContrary.With("field", ColumnOf(one.field)))
			b.unsure(one.field)
		}
	}
}
