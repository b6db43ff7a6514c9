package intake

import (
	"strconv"
	"strings"
	"time"

	"tijian/engine/dictionary"
	"tijian/engine/message"
)

// HL7 reads ORU^R01 messages: one request for each patient, in order. The
// issue is what makes the whole file unreadable, nil for nothing.
func HL7(data []byte, o Options) ([]Request, *Issue) {
	all, wrong := segments(data)
	if wrong != nil {
		return nil, wrong
	}
	var requests []Request
	var b *builder
	var header *segment
	end := func() {
		if b != nil {
			requests = append(requests, b.finish())
		}
		b = nil
	}
	for i := range all {
		s := &all[i]
		switch s.id {
		case "MSH":
			end()
			if kind := s.component(9, 1); kind != "ORU" {
				return nil, &Issue{s.at(9), message.NotORU.With("kind", kind)}
			}
			header = s
		case "PID":
			end()
			b = o.patient(s, header)
		case "OBR":
			if b != nil {
				b.examined(s, 7)
			}
		case "OBX":
			if b == nil {
				return nil, &Issue{s.at(0), message.NoPID}
			}
			b.observation(s)
		}
	}
	end()
	if len(requests) == 0 {
		return nil, &Issue{message.TheFile, message.NoPID}
	}
	return requests, nil
}

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
		if b.dob = day(born[:min(8, len(born))]); b.dob == "" {
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
	b.examined(header, 7)
	return b
}

// examined takes the time of a field for that of the examination.
func (b *builder) examined(s *segment, field int) {
	if s == nil || s.component(field, 1) == "" {
		return
	}
	at, ok := hl7Time(s.component(field, 1), b.Zone)
	if !ok {
		b.issue(s.at(field), message.NotATimeOfHL7.With("text", s.component(field, 1)))
		return
	}
	b.at = at.Format(time.RFC3339)
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
	unit := s.component(6, 1)
	i, called := b.named(s, unit)
	if i == nil {
		b.issue(s.at(3), message.CodeUnknown.With("code", called))
		return
	}
	if _, ok := i.ToStandard(0, unit); !ok && s.component(6, 2) != "" {
		unit = s.component(6, 2)
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
			if _, ok := b.value(i, text); !ok && s.part(value, 2) != "" {
				text = s.part(value, 2)
			}
		}
		b.sample(i, text, unit, s.component(7, 1), at)
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
			if i, ok := b.Dictionary.Named(name, unit); ok {
				return i, called
			}
		}
	}
	return nil, called
}
