package intake

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"

	"tijian/engine/dictionary"
	"tijian/engine/message"
	"tijian/engine/numeral"
	"tijian/engine/observed"
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
	r := results{Options: o, comma: slices.ContainsFunc(all, func(s segment) bool { return s.numeric() && numeral.HasDecimalComma(s.component(5, 1)) })}
	again := duplicates(all)
	for i := range all {
		if all[i].id == "OBR" {
			r.below = ofSpecimens(all[i+1:])
		}
		r.segment(&all[i], again[all[i].number])
	}
	r.end()
	if len(r.persons) == 0 {
		if len(r.about) == 0 {
			r.about = []Issue{{Place: theFile, Reason: message.NoPID}}
		}
		return nil, nil, &r.about[0]
	}
	settle(r.persons)
	for _, b := range r.persons {
		b.together()
		if b.aside > 0 {
			b.note(b.request.Place, message.AsideOfAnalyser.With("count", b.aside))
		}
		if b.atBy == byMessage && len(b.samples) > 0 {
			b.note(b.request.Place, message.TimeOfMessage.With("at", message.Plain(b.at)))
		}
		requests = append(requests, b.finish())
	}
	return requests, r.about, nil
}

// results are those of a file while it is read.
type results struct {
	Options
	header  *segment // of the message; nil while it is one that is left out
	pid     *segment // of the message
	now     *builder // the person of the message
	persons []*builder
	about   []Issue
	comma   bool   // some numbers have a decimal comma
	control bool   // the order is of no patient, and none was named yet
	nobody  bool   // the PID is of no person
	below   source // the SPM below an OBR
	above   source // the SPM above it, in OUL
}

// What is of a patient, and not of training, of debugging or of the laboratory's own
// quality control: of messages in MSH-11 (table 0103), of specimens in SPM-11 and
// OBR-15.7 (table 0369), blank meaning the same.
const (
	production = "P"
	ofPatient  = "P"
)

// segment reads a segment; again is whether it begins a message that came before.
func (r *results) segment(s *segment, again bool) {
	if s.id != "MSH" && (r.header == nil || r.nobody && s.id != "PID") {
		return
	}
	switch s.id {
	case "MSH":
		r.message(s, again)
	case "PID":
		r.end()
		r.above, r.control, r.nobody = source{}, false, false
		if who := s.nobody(); who != "" {
			r.nobody = true
			r.about = append(r.about, Issue{Place: s.at(0), Reason: message.NotAPerson.With("who", who)})
			return
		}
		r.pid, r.now = s, r.patient(s, r.header)
	case "OBR":
		r.ordered(s)
	case "SPM": // those below an order were looked at with it
		first := r.now == nil || r.now.order == nil && !r.now.left // it stands above its order
		if r.header.component(9, 1) == "OUL" && (first || r.above != source{}) {
			r.above = ofSpecimen(s)
		}
	case "OBX":
		r.observed(s)
	}
}

// resultMessages are those that bring results: of orders, of specimens, and orders
// that come back with results (MSH-9).
var resultMessages = map[string]bool{"ORU": true, "OUL": true, "ORM": true}

// message begins a message, unless it is none of results, of no patient or one
// that came before.
func (r *results) message(s *segment, again bool) {
	r.end()
	r.header, r.above, r.control, r.nobody = s, source{}, false, false
	why := s.unusable()
	if why == nil && again {
		why = &refused{Issue{Place: s.at(10), Reason: message.MessageTwice.With("id", message.Plain(s.component(10, 1)))}, duplicateKey}
	}
	if why != nil {
		r.about = append(r.about, why.Issue)
		r.header = nil
	}
}

// ordered begins the results of an order.
func (r *results) ordered(s *segment) {
	from := cmp.Or(r.above, r.below)
	if r.now == nil {
		r.control = !r.ofPatient(from, s) // before the patient
		return
	}
	if at, ok := observed.Moment(s.component(7, 1), r.Zone); ok && len(r.now.samples) > 0 && r.now.atBy == byOrder && dayOf(at.Format(time.RFC3339)) != dayOf(r.now.at) {
		r.end() // an order of another day is another examination
		r.now = r.patient(r.pid, r.header)
	}
	if r.now.ours = r.ofPatient(from, s); !r.now.ours {
		r.now.left = true
		return
	}
	r.now.examined(s, 22, byReport)
	r.now.examined(s, 7, byOrder)
	r.now.specimen, r.now.order = ofOrder(s), s
	if from.kind != "" {
		r.now.specimen = of{from.kind, true}
	}
}

// ofPatient reports whether an order is of a patient, by its specimen and itself, or says
// of what else.
func (r *results) ofPatient(from source, order *segment) bool {
	for _, of := range []source{from, {role: order.component(15, 7), at: order.at(15)}} {
		if !of.ofPatient() {
			r.about = append(r.about, Issue{Place: of.at, Reason: message.NotOfPatient.With("role", message.Plain(of.role))})
			return false
		}
	}
	return true
}

// observed reads a result.
func (r *results) observed(s *segment) {
	if r.now == nil && r.control {
		return // said of its order
	}
	if r.now == nil {
		r.about = append(r.about, Issue{Place: s.at(0), Reason: message.NoPID})
		r.header = nil
		return
	}
	if !r.now.ours {
		return // said of its order
	}
	if at, ok := observed.Moment(s.component(14, 1), r.Zone); ok && r.now.ahead(at) {
		r.now.issue(s.at(14), message.DayAhead.With("text", s.component(14, 1)))
		return
	}
	r.now.examined(s, 14, byResult)
	if r.comma && s.numeric() {
		was := *s
		s = &segment{s.id, slices.Clone(s.fields), s.number, s.nth, &was, s.marks}
		s.fields[5] = numeral.Pointed(s.fields[5])
		if len(s.fields) > 7 {
			s.fields[7] = numeral.Pointed(s.fields[7])
		}
	}
	r.now.observation(s)
}

// numeric reports whether the value of an OBX is a single number: its type says so, or it
// is a text that is one with a comma.
func (s *segment) numeric() bool {
	kind := s.component(2, 1)
	return s.id == "OBX" && (kind == "NM" || kind == "ST" && commaNumber.MatchString(s.component(5, 1)))
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
	at, ok := observed.Moment(s.component(field, 1), b.Zone)
	if !ok {
		b.issue(s.at(field), message.NotATimeOfHL7.With("text", s.component(field, 1)))
		return
	}
	told := at.Format(time.RFC3339)
	if by == b.atBy && told < b.at {
		return
	}
	b.at, b.atBy, b.told = told, by, s.at(field)
}

// States of results: void ones say nothing, withdrawn ones take back what was
// said before, open ones may still change.
const (
	void       = "INOU"
	withdrawn  = "DWX"
	open       = "PSB"
	unverified = "R" // entered, and nobody has looked at them
)

// observation reads an OBX segment. Without a value that can be used it may still
// take back an earlier one.
func (b *builder) observation(s *segment) {
	v := b.versionOf(s)
	if v.has(void) {
		b.issue(s.at(11), message.ObservationVoid.With("status", v.status))
		return
	}
	before := len(b.samples)
	name := b.result(s, v)
	if len(b.samples) == before {
		b.samples = append(b.samples, sample{name: name, at: everywhere(s.at(5))})
	}
	for i := range b.samples[before:] {
		one := v
		if was := b.samples[before+i].version; was != nil {
			one.origin = was.origin
		}
		b.samples[before+i].version = &one
	}
}

// qualityFailed reports whether the laboratory's own control failed (OBX-8, table 0078).
func (s *segment) qualityFailed() bool {
	return slices.ContainsFunc(s.repetitions(8), func(flag string) bool { return s.part(flag, 1) == "QCF" })
}

// places are where an OBX says what was observed.
func (s *segment) places() place {
	name, value, unit := s.at(3), s.at(5), s.at(6)
	return place{&name, &value, &unit}
}

// result adds the values of an OBX and returns the name of its indicator, blank for
// not known.
func (b *builder) result(s *segment, v version) (name string) {
	k, why := b.item(s)
	if k.Indicator != nil {
		name = k.Name
	}
	if k.Indicator == nil && b.aged(s) {
		return ""
	}
	if s.aside(k.Indicator != nil) {
		b.aside++
		return ""
	}
	values := s.repetitions(5)
	at := s.places()
	switch {
	case v.has(withdrawn):
		b.issue(s.at(11), message.ObservationVoid.With("status", v.status))
		return name
	case v.has(unverified):
		b.issue(s.at(11), message.NotVerified.With("status", v.status))
		return name
	case s.qualityFailed():
		b.issue(s.at(8), message.QualityFailed)
		return name
	case len(values) == 0:
		b.issue(*at.value, message.ObservationEmpty)
		return name
	case v.has(open):
		b.note(s.at(11), message.NotFinal.With("status", v.status))
	}
	if k.Indicator == nil {
		if first, second := b.pair(cmp.Or(s.component(3, 2), s.component(3, 1))); first != nil {
			before := len(b.samples)
			if text, ok := b.said(s, values[0], first, at); ok {
				b.both(first, second, text, s.whole(6), *at.value)
			}
			b.from(before, b.origin(s, 0))
		} else {
			b.Dictionary.Miss(s.component(3, 3), s.component(3, 1), s.component(3, 2))
			b.issue(*at.name, why)
		}
		return ""
	}
	beside := observed.Beside{Unit: observed.Unit{Whole: s.whole(6), Code: s.component(6, 1), Printed: s.component(6, 2), Foreign: true}, Reference: printed(s.whole(7))}
	for _, flag := range s.repetitions(8) {
		beside.Flags = append(beside.Flags, s.part(flag, 1))
		beside.Absent = cmp.Or(beside.Absent, observed.Denied(s.part(flag, 1), s.part(flag, 2)))
	}
	texts := make([]string, len(values))
	for n, value := range values {
		texts[n], _ = b.said(s, value, k.Indicator, at)
	}
	if one, other, differ := b.reader().Differ(&k, texts); differ {
		b.issue(*at.value, message.TwoValues.With("one", one, "other", other))
		return name
	}
	for n, text := range texts {
		if text == "" {
			continue
		}
		read := len(b.samples)
		b.sample(&k, text, beside, at)
		b.unitless(read)
		b.from(read, b.origin(s, n))
	}
	return name
}

// aged takes the age that an OBX tells, as analysers do; one in months says nothing of
// years.
func (b *builder) aged(s *segment) bool {
	if known().columns[titled(s.component(3, 2))] != "age" && !slices.Contains(known().ages, s.component(3, 1)) {
		return false
	}
	if age, ok := Age(s.component(5, 1) + s.component(6, 1)); ok {
		b.age = age
	}
	return true
}

// aside reports whether an OBX is nothing but what an analyser says of itself: its
// modes and alarms, graphs and the numbers that draw them, the signal that it read.
func (s *segment) aside(measured bool) bool {
	w := known().aside
	if raw := slices.Contains(w.Raw, s.component(3, 4)) || slices.Contains(w.Units, s.whole(6)); raw || measured {
		return raw
	}
	kind := s.component(2, 1)
	called := dictionary.Fold(s.component(3, 1) + s.component(3, 2))
	return slices.Contains(w.Types, kind) || kind != "NM" && slices.Contains(w.Systems, s.component(3, 3)) ||
		slices.ContainsFunc(w.Names, func(name string) bool { return strings.Contains(called, name) })
}

// item is what an OBX is about, by either of the two triplets of OBX-3.
func (b *builder) item(s *segment) (k observed.Known, why message.Phrase) {
	item := observed.Item{Unit: s.whole(6), Specimen: b.specimen.kind, Itself: b.specimen.itself, Ordered: true}
	item.Word = b.reader().IsGrade(s.component(5, 1))
	for _, first := range []int{1, 4} {
		item.Codes = append(item.Codes, observed.Code{System: s.component(3, first+2), Code: s.component(3, first), Text: s.component(3, first+1)})
	}
	k, why = b.reader().Know(item)
	if unit := s.component(6, 1); k.Indicator == nil && unit != item.Unit {
		item.Unit = unit
		k, why = b.reader().Know(item)
	}
	numbers := !slices.ContainsFunc(item.Codes, func(c observed.Code) bool { return strings.Trim(c.Code+c.Text, "0123456789 ") != "" })
	if below := s.component(4, 1); numbers && k.Indicator == nil && strings.ContainsFunc(below, unicode.IsLetter) {
		item.Texts = []string{below} // analysers that number their items have the name there
		return b.reader().Know(item)
	}
	return k, why
}
