package intake

import (
	"strings"
	"time"

	"tijian/engine/dictionary"
	"tijian/engine/message"
	"tijian/engine/observed"
)

// end ends a person's results. They join those of the same person and day.
func (r *results) end() {
	b := r.now
	r.now = nil
	if b == nil || b.left && len(b.samples) == 0 {
		return // no patient, but a control
	}
	for _, before := range r.persons {
		if b.user == "" || b.user != before.user || b.Namespace != before.Namespace {
			continue
		}
		if b.otherwise(before) {
			b.differ(before)
			before.differ(b)
			continue
		}
		if dayOf(b.at) != dayOf(before.at) || b.dob != before.dob || b.sex != before.sex {
			continue
		}
		before.request.Issues = append(before.request.Issues, b.request.Issues...)
		before.samples = append(before.samples, b.samples...)
		before.aside += b.aside
		before.at, before.atBy = max(before.at, b.at), max(before.atBy, b.atBy)
		return
	}
	r.persons = append(r.persons, b)
}

// otherwise reports whether two are told to be of another sex or another day of birth.
func (b *builder) otherwise(before *builder) bool {
	differ := func(one, other string) bool { return one != "" && other != "" && one != other }
	return differ(b.sex, before.sex) || differ(b.dob, before.dob)
}

// differ refuses who has the number of another.
func (b *builder) differ(of *builder) {
	if b.fields["user_identifier"] == nil {
		b.issue(b.request.Place, message.PersonDiffers.With("before", of.request.Place.Phrase))
		b.unsure("user_identifier")
	}
}

func dayOf(at string) string { return at[:min(len(time.DateOnly), len(at))] }

// patient begins the request of a PID segment.
func (o Options) patient(s, header *segment) *builder {
	b := o.builder(s.at(0))
	b.header, b.pid, b.ours = header, s, true
	b.dated = true // without any time nobody knows when it was
	if from := header.component(4, 1); b.Namespace == "" {
		b.Namespace = from
	}
	for _, field := range []int{3, 2, 4} {
		if b.user = s.component(field, 1); b.user != "" {
			break
		}
	}
	if born := s.component(7, 1); born != "" {
		if len(born) == len("200601") {
			born = born[:4] + "-" + born[4:]
		}
		b.born(observed.Day(born), born, s.at(7))
	}
	if sex := s.component(8, 1); sex != "" {
		b.sex = known().values[dictionary.Fold(sex)]
		if b.sex != "male" && b.sex != "female" {
			b.sex = ""
			b.issue(s.at(8), message.SexUnknown.With("text", sex))
		}
	}
	for _, field := range []int{2, 3, 4, 19} { // 19: the number of social insurance, which is the same
		for _, one := range s.repetitions(field) {
			b.identified(s.part(one, 1), s.at(field))
		}
	}
	b.died = s.component(29, 1)
	b.examined(header, 7, byMessage)
	return b
}

// nobody is what a PID says where it is of no person: an animal's species, the name of a
// control or of a trial; blank for a person's.
func (s *segment) nobody() string {
	species, name := s.words(35), strings.TrimSpace(s.component(5, 1)+" "+s.component(5, 2))
	switch {
	case observed.Animal(species):
		return species
	case ofControl(name, true):
		return name
	}
	return ""
}
