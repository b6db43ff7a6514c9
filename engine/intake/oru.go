package intake

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"tijian/engine/dictionary"
	"tijian/engine/message"
)

// HL7 reads results, ORU^R01 and the like: one request for each examination of
// a patient, in order, also where a laboratory sends a message for each
// specimen. about are messages that were left out; wrong is what makes the
// whole file unreadable, nil for nothing.
func HL7(data []byte, o Options) (requests []Request, about []Issue, wrong *Issue) {
	all, wrong := segments(data)
	if wrong != nil {
		return nil, nil, wrong
	}
	r := results{Options: o}
	for i := range all {
		r.segment(&all[i])
	}
	r.end()
	if len(r.persons) == 0 {
		if len(r.about) == 0 {
			r.about = []Issue{{message.TheFile, message.NoPID}}
		}
		return nil, nil, &r.about[0]
	}
	for _, b := range r.persons {
		requests = append(requests, b.finish())
	}
	return requests, r.about, nil
}

// results are those of a file while it is read.
type results struct {
	Options
	header  *segment // of the message; nil while it is one that is left out
	now     *builder // the person of the message
	persons []*builder
	about   []Issue
}

func (r *results) segment(s *segment) {
	if s.id != "MSH" && r.header == nil {
		return
	}
	switch s.id {
	case "MSH":
		r.end()
		r.header = s
		if kind := s.component(9, 1); kind != "ORU" && kind != "OUL" {
			r.about = append(r.about, Issue{s.at(9), message.NotORU.With("kind", kind)})
			r.header = nil
		}
	case "PID":
		r.end()
		r.now = r.patient(s, r.header)
	case "OBR":
		if r.now != nil {
			r.now.examined(s, 22, byReport)
			r.now.examined(s, 7, byOrder)
		}
	case "OBX":
		if r.now == nil {
			r.about = append(r.about, Issue{s.at(0), message.NoPID})
			r.header = nil
			return
		}
		r.now.examined(s, 14, byResult)
		r.now.observation(s)
	}
}

// end ends a person's results. They join those of the same person and day.
func (r *results) end() {
	b := r.now
	r.now = nil
	if b == nil {
		return
	}
	for _, before := range r.persons {
		if b.user != "" && b.user == before.user && b.dob == before.dob && b.sex == before.sex && b.Namespace == before.Namespace && dayOf(b.at) == dayOf(before.at) {
			before.samples.Items = append(before.samples.Items, b.samples.Items...)
			before.request.Issues = append(before.request.Issues, b.request.Issues...)
			before.at = max(before.at, b.at)
			return
		}
	}
	r.persons = append(r.persons, b)
}

func dayOf(at string) string { return at[:min(len(time.DateOnly), len(at))] }

// patient begins the request of a PID segment.
func (o Options) patient(s, header *segment) *builder {
	b := o.builder(message.SegmentAt.With("number", s.number, "id", s.id))
	if from := header.component(4, 1); b.Namespace == "" {
		b.Namespace = from
	}
	for _, field := range []int{3, 2, 4} {
		if b.user = s.component(field, 1); b.user != "" {
			break
		}
	}
	if born := s.component(7, 1); born != "" {
		if b.dob = cmp.Or(day(born), day(born[:min(8, len(born))])); b.dob == "" {
			b.issue(s.at(7), message.NotADay.With("text", born))
		}
	}
	if sex := s.component(8, 1); sex != "" {
		b.sex = known.values[dictionary.Fold(sex)]
		if b.sex != "male" && b.sex != "female" {
			b.sex = ""
			b.issue(s.at(8), message.SexUnknown.With("text", sex))
		}
	}
	b.examined(header, 7, byMessage)
	return b
}

// What tells the time of an examination, from the weakest: the message, the
// report, a result, the order, which says when the specimen was taken.
const (
	byMessage = iota + 1
	byReport
	byResult
	byOrder
)

// examined takes the time of a field for that of the examination, unless what
// tells it better has told it already; of equals the latest counts.
func (b *builder) examined(s *segment, field, by int) {
	if s.component(field, 1) == "" || by < b.atBy {
		return
	}
	at, ok := hl7Time(s.component(field, 1), b.Zone)
	if !ok {
		b.issue(s.at(field), message.NotATimeOfHL7.With("text", s.component(field, 1)))
		return
	}
	told := at.Format(time.RFC3339)
	if by == b.atBy {
		told = max(told, b.at)
	}
	b.at, b.atBy = told, by
}

// hl7Time reads YYYYMMDD[HHMM[SS[.S]]][+/-ZZZZ].
func hl7Time(text string, zone *time.Location) (time.Time, bool) {
	digits, offset := text, ""
	if i := strings.IndexAny(text, "+-"); i > 0 {
		digits, offset = text[:i], text[i:]
	}
	digits, _, _ = strings.Cut(digits, ".")
	layouts := map[int]string{8: "20060102", 10: "2006010215", 12: "200601021504", 14: "20060102150405"}
	layout, ok := layouts[len(digits)]
	if !ok {
		return time.Time{}, false
	}
	if offset != "" {
		t, err := time.Parse(layout+"-0700", digits+offset)
		return t, err == nil
	}
	t, err := time.ParseInLocation(layout, digits, zone)
	return t, err == nil
}

// void are the states of results that say nothing: deleted, wrong, not there.
const void = "DWXIN"

// observation reads an OBX segment.
func (b *builder) observation(s *segment) {
	if status := s.component(11, 1); status != "" && strings.Contains(void, status) {
		b.issue(s.at(11), message.ObservationVoid.With("status", status))
		return
	}
	values := s.repetitions(5)
	if len(values) == 0 {
		b.issue(s.at(5), message.ObservationEmpty)
		return
	}
	i, called := b.named(s, s.whole(6))
	if i == nil {
		i, called = b.named(s, s.component(6, 1))
	}
	if i == nil {
		b.issue(s.at(3), message.CodeUnknown.With("code", called))
		return
	}
	unit := s.whole(6)
	for _, written := range []string{unit, s.component(6, 1), s.component(6, 2)} {
		_, ours := i.ToStandard(0, written)
		if _, ucum := i.FromUCUM(written); written != "" && (ours || ucum) {
			unit = written
			break
		}
	}
	at := place{name: s.at(3), value: s.at(5), unit: s.at(6)}
	for _, value := range values {
		text := s.part(value, 1)
		switch s.component(2, 1) {
		case "SN":
			if s.part(value, 3) != "" { // a ratio, an interval
				b.issue(at.value, message.ValueUnread.With("text", s.plain(value)))
				continue
			}
			text += s.part(value, 2)
		case "CE", "CWE", "CNE":
			if _, _, ok := b.value(i, text); !ok && s.part(value, 2) != "" {
				text = s.part(value, 2)
			}
		}
		b.sample(i, text, unit, s.whole(7), at)
	}
}

// named finds what an OBX is about: by LOINC, by name, by code; in either of
// the two triplets.
func (b *builder) named(s *segment, unit string) (i *dictionary.Indicator, called string) {
	for _, first := range []int{1, 4} {
		code, text, system := s.component(3, first), s.component(3, first+1), s.component(3, first+2)
		if called == "" {
			called = strings.TrimSpace(code + " " + text)
		}
		if system == "LN" || system == "LOINC" {
			if i, ok := b.Dictionary.ByLOINC(code); ok {
				return i, called
			}
		}
		for _, name := range []string{text, code} {
			if _, err := strconv.Atoi(name); name == "" || err == nil {
				continue // a number of the house's own
			}
			if i, ok := b.called(name, unit); ok {
				return i, called
			}
		}
	}
	return nil, called
}
