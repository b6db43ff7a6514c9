package fhir

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tijian/engine/dictionary"
	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/specimen"
	"tijian/engine/wire"
)

// Observations in these states say nothing.
var void = map[string]bool{"entered-in-error": true, "cancelled": true, "registered": true}

// says reports whether a result with a status counts: one that FHIR does not have
// may mean anything.
func says(status string) bool {
	return status == "" || !void[status] && slices.Contains(statuses("Observation"), status)
}

func (r *reader) observation(one resource) {
	o, at := one.node, one.at
	if status := text(o, "status"); !says(status) {
		r.ignored(at, message.ObservationVoid.With("status", status))
		return
	}
	if path := codeOf(o, Field); path != "" {
		r.field(o, path, at)
		return
	}
	taken, ok := r.taken(o, at)
	if !ok {
		return
	}
	if taken.moment.After(r.any.moment) {
		r.any = taken
	}
	if other := r.about(o); other != "" {
		r.ignored(at, message.ObservationOther.With("reference", other))
		return
	}
	if status := text(o, "status"); status == "preliminary" {
		r.issue("informational", at, message.NotFinal.With("status", status))
	}
	parts := items(o.Get("component"))
	of := r.specimens.of(o)
	from := sent{node: o, of: o, name: one.name(), at: at}
	for i, component := range parts {
		part := from
		part.node, part.at = component, fmt.Sprintf("%s.component[%d]", at, i)
		r.sample(part, taken, of)
	}
	if hasValue(o) || len(parts) == 0 && len(items(o.Get("hasMember"))) == 0 {
		r.sample(from, taken, of)
	}
}

// field reads an observation that is a field of the request.
func (r *reader) field(o *jsontree.Node, path, at string) {
	v := o.Get("valueQuantity").Get("value")
	for _, key := range []string{"valueBoolean", "valueInteger", "valueString"} {
		v = cmp.Or(v, o.Get(key))
	}
	name, ofBackground := strings.CutPrefix(path, background)
	switch {
	case v == nil:
		r.ignored(at, message.ObservationEmpty)
	case ofBackground && slices.Contains(wire.Backgrounds(), name) && v.Kind != wire.NoBackground(name).Kind: // counts as not told
		r.ignored(at, message.BackgroundUnread.With("text", cmp.Or(v.Text, v.Raw)))
	default:
		r.fields[path] = v
	}
}

// when is a time as it was written, zero for none.
type when struct {
	moment  time.Time
	written string
	issued  bool // it says when it was made public, not when the specimen was taken
}

// coarse are FHIR's dates that name no day.
var coarse = regexp.MustCompile(`^\d{4}(-\d{2})?$`)

// taken returns when an observation was made, zero where it does not say, and
// reports whether that can be read.
func (r *reader) taken(o *jsontree.Node, at string) (when, bool) {
	period := o.Get("effectivePeriod")
	effective := cmp.Or(text(o, "effectiveDateTime"), text(o, "effectiveInstant"), text(period, "end"), text(period, "start"))
	written, issued := cmp.Or(effective, text(o, "issued")), effective == ""
	switch {
	case written == "":
		return when{}, true
	case coarse.MatchString(written):
		r.issue("informational", at, message.TimeCoarse.With("text", written))
		return when{}, true
	}
	if moment, err := time.Parse(time.RFC3339, written); err == nil {
		return when{moment, written, issued}, true
	}
	moment, err := time.Parse(time.DateOnly, written)
	if err != nil {
		r.fault(at+".effectiveDateTime", message.NotATime)
		return when{}, false
	}
	return when{moment, written + "T00:00:00Z", issued}, true
}

// sample reads an observation, or a part of one, that is a measured value. Where
// its code and its specimen contradict each other nothing tells which is wrong.
func (r *reader) sample(from sent, taken when, of specimen.Kind) {
	o, at := from.node, from.at
	indicator, why := r.indicator(o, of)
	if indicator == nil {
		r.miss(o)
		r.ignored(at, why)
		return
	}
	if _, _, ofSite := r.ofSite(o); !ofSite && !of.Holds(indicator) {
		r.ignored(at, message.SpecimenOther.With("specimen", of.Title(), "name", described(o.Get("code"))))
		return
	}
	if failed(o) {
		r.ignored(at, message.QualityFailed)
		return
	}
	s := jsontree.NewObject()
	s.Set("name", jsontree.NewString(indicator.Name))
	if !r.value(s, o, indicator, at) {
		return
	}
	r.reference(s, o, at)
	if why, contrary := wire.Conflict(indicator, s, flagOf(o)); contrary {
		r.ignored(at, why)
		return
	}
	r.samples = append(r.samples, sample{node: s, name: indicator.Name, when: taken, sent: from})
}

// indicator is what an observation measures: by our own code, by LOINC, by its
// printed name, which means another one in another specimen; nil when none of
// them is known, and why. A name that several specimens share is none of urine
// where nothing says so.
func (r *reader) indicator(o *jsontree.Node, of specimen.Kind) (*dictionary.Indicator, message.Phrase) {
	if i, ok := r.d.Lookup(codeOf(o, Indicator)); ok {
		return i, message.Phrase{}
	}
	if i, _, ok := r.ofSite(o); ok {
		return i, message.Phrase{}
	}
	why := message.CodeUnknown.With("code", described(o.Get("code")))
	coded := false
	for _, c := range items(o.Get("code").Get("coding")) {
		if text(c, "system") != loinc {
			continue
		}
		if i, ok := r.d.ByLOINC(text(c, "code")); ok {
			return i, message.Phrase{}
		}
		coded = true
	}
	if coded {
		return nil, why // LOINC says what it is, and it is nothing that is known here
	}
	names := []string{text(o.Get("code"), "text")}
	for _, c := range items(o.Get("code").Get("coding")) {
		names = append(names, text(c, "display"), text(c, "code"))
	}
	for _, name := range names {
		if _, err := strconv.Atoi(name); name == "" || err == nil {
			continue // a number of the house's own
		}
		i, ok := of.Named(r.d, name, text(o.Get("valueQuantity"), "unit"), r.d.Named)
		switch {
		case ok && of.Unsaid(i, name):
			why = of.Unclear(i, name)
		case ok:
			return i, message.Phrase{}
		}
	}
	return nil, why
}

// ofSite finds what a code of the site's own stands for, with the unit of numbers that
// have none.
func (r *reader) ofSite(o *jsontree.Node) (i *dictionary.Indicator, unit string, ok bool) {
	for _, c := range items(o.Get("code").Get("coding")) {
		if i, unit, ok = r.d.OfSite(text(c, "system"), text(c, "code")); ok {
			return i, unit, true
		}
	}
	return nil, "", false
}

// miss notes a code that is not known, the first of an observation.
func (r *reader) miss(o *jsontree.Node) {
	for _, c := range items(o.Get("code").Get("coding")) {
		r.d.Miss(text(c, "system"), text(c, "code"), text(c, "display"))
		return
	}
	r.d.Miss("", "", text(o.Get("code"), "text"))
}

// flagOf is the mark of high or low that an observation carries, blank for none.
func flagOf(o *jsontree.Node) string {
	for _, concept := range items(o.Get("interpretation")) {
		for _, coding := range items(concept.Get("coding")) {
			switch code := text(coding, "code"); code {
			case "H", "HH", "L", "LL", "<", ">":
				return code
			}
		}
	}
	return ""
}

// failed reports whether the laboratory's own control of an observation failed.
func failed(o *jsontree.Node) bool {
	for _, concept := range items(o.Get("interpretation")) {
		for _, coding := range items(concept.Get("coding")) {
			if text(coding, "code") == "QCF" {
				return true
			}
		}
	}
	return false
}

// value puts value and unit into a sample; otherwise it has said why not.
func (r *reader) value(s, o *jsontree.Node, i *dictionary.Indicator, at string) bool {
	if q := o.Get("valueQuantity"); q != nil {
		v := q.Get("value")
		if v == nil {
			r.ignored(at, message.ObservationEmpty)
			return false
		}
		unit, why, ok := unitOf(q, i, r.loincOf(o, i))
		if !ok {
			r.ignored(at, why)
			return false
		}
		return r.measured(s, wire.Measured{Number: v, Bound: text(q, "comparator")}, unit, o, i, at)
	}
	if v := o.Get("valueInteger"); v != nil {
		return r.measured(s, wire.Measured{Number: v}, "", o, i, at)
	}
	said := wire.Coded{Texts: []string{text(o, "valueString")}}
	if v := o.Get("valueBoolean"); v != nil {
		said.Texts = []string{map[bool]string{true: "positive", false: "negative"}[v.Raw == "true"]}
	}
	if c := o.Get("valueCodeableConcept"); c != nil {
		said.Texts = []string{text(c, "text")}
		for _, coding := range items(c.Get("coding")) {
			if text(coding, "system") == Grade {
				if grade, err := jsontree.Parse([]byte(text(coding, "code"))); err == nil {
					s.Set("value", grade)
					return true
				}
			}
			said.Texts = append(said.Texts, text(coding, "display"))
			said.Codes = append(said.Codes, wire.Code{System: text(coding, "system"), Code: text(coding, "code")})
		}
	}
	return r.worded(s, &said, o, i, at)
}

// loincOf is the code of LOINC that tells what an observation measures, blank for none.
func (r *reader) loincOf(o *jsontree.Node, i *dictionary.Indicator) string {
	for _, c := range items(o.Get("code").Get("coding")) {
		if code := text(c, "code"); text(c, "system") == loinc {
			if found, ok := r.d.ByLOINC(code); ok && found == i {
				return code
			}
		}
	}
	return ""
}

// measured puts a number into a sample; otherwise it has said why it means nothing.
func (r *reader) measured(s *jsontree.Node, m wire.Measured, unit string, o *jsontree.Node, i *dictionary.Indicator, at string) bool {
	if unit == "" {
		_, unit, _ = r.ofSite(o)
	}
	code := r.loincOf(o, i)
	unit, ok := i.UnitByLOINC(code, unit)
	if !ok {
		r.ignored(at, message.UnitNeeded.With("name", i.Called(), "code", message.Plain(code), "unit", i.Unit))
		return false
	}
	if m.Bound != "" {
		r.issue("informational", at, m.Taken())
	}
	if unit == "" && i.Unit != "" && i.Kind != dictionary.Qualitative {
		r.issue("informational", at, message.UnitTaken.With("unit", i.Unit))
	}
	s.Set("unit", jsontree.NewString(unit))
	m.Put(s)
	return true
}

// worded reads a value that came in words: a grade, or a number, also with a
// comparison before it and a unit behind.
func (r *reader) worded(s *jsontree.Node, said *wire.Coded, o *jsontree.Node, i *dictionary.Indicator, at string) bool {
	word, why, ok := said.Says(i, r.d.Grades())
	if !ok {
		if reason := described(o.Get("dataAbsentReason")); reason != "" {
			why = message.ObservationAbsent.With("reason", reason)
		}
		r.ignored(at, why)
		return false
	}
	if unit, graded := i.Graded(); graded {
		if grade, ok := wire.Grade(r.d.Grades(), word); ok {
			if unit != "" {
				s.Set("unit", jsontree.NewString(unit))
			}
			s.Set("value", jsontree.NewFloat(grade))
			return true
		}
	}
	if m, ok := wire.Measure(word); ok {
		unit, _ := i.UnitByLOINC(r.loincOf(o, i), m.Rest)
		if _, known := i.ToStandard(0, unit); m.Rest == "" || known {
			return r.measured(s, m, unit, o, i, at)
		}
	}
	r.ignored(at, wire.Unread(word))
	return false
}

// unitOf is the unit of a quantity as the indicator has it, "" for the standard one
// where it names none. Its code is a unit whether it says that it is of UCUM or not;
// only a code of the house's own, with a printed unit, is none. Where there is no
// unit that is known, or code and print differ, it says so.
func unitOf(q *jsontree.Node, i *dictionary.Indicator, loinc string) (unit string, why message.Phrase, ok bool) {
	code, _ := i.UnitByLOINC(loinc, text(q, "code"))
	printed, _ := i.UnitByLOINC(loinc, text(q, "unit"))
	unknown := message.UnitUnknown.With("name", i.Called(), "unit", cmp.Or(code, printed), "known", strings.Join(i.KnownUnits(), ", "))
	asPrinted, known := printed, true
	if _, known = i.ToStandard(0, printed); !known {
		asPrinted, known = i.FromUCUM(printed)
	}
	if code == "" {
		return asPrinted, unknown, known
	}
	if unit, ok = i.FromUCUM(code); !ok { // a spelling that laboratories use instead
		unit = code
		_, ok = i.ToStandard(0, code)
	}
	if system := text(q, "system"); !ok && system != "" && system != ucum && printed != "" {
		return asPrinted, unknown, known
	}
	if ok && printed != "" && known && !sameScale(i, unit, asPrinted) {
		return "", message.UnitsContrary.With("name", i.Called(), "code", message.Plain(code), "unit", message.Plain(printed)), false
	}
	return unit, unknown, ok
}

// sameScale reports whether a number means the same in two units.
func sameScale(i *dictionary.Indicator, one, other string) bool {
	for _, x := range []float64{1, 100} {
		a, _ := i.ToStandard(x, one)
		b, _ := i.ToStandard(x, other)
		if a != b {
			return false
		}
	}
	return true
}

// recommended reports whether a range is of rules, not of a laboratory.
func recommended(span *jsontree.Node) bool {
	c := items(span.Get("type").Get("coding"))
	return len(c) > 0 && text(c[0], "code") == "recommended"
}

// reference takes the first range, where it is in the value's unit.
func (r *reader) reference(s, o *jsontree.Node, at string) {
	for _, span := range items(o.Get("referenceRange")) {
		if recommended(span) {
			continue
		}
		reference := jsontree.NewObject()
		for _, end := range []string{"low", "high"} {
			q := span.Get(end)
			if v := q.Get("value"); v != nil && sameUnit(q, o.Get("valueQuantity")) {
				reference.Set(end, v)
			}
		}
		if words := text(span, "text"); words != "" {
			reference.Set("text", jsontree.NewString(words))
		}
		if len(reference.Members) > 0 {
			s.Set("reference", reference)
			if why, unclear := wire.RangeUnclear(s); unclear {
				r.issue("not-supported", at, why)
			}
		}
		return
	}
}

func sameUnit(a, b *jsontree.Node) bool {
	return a.Get("code") == nil && a.Get("unit") == nil || text(a, "code") == text(b, "code") && (text(a, "code") != "" || text(a, "unit") == text(b, "unit"))
}

func hasValue(o *jsontree.Node) bool {
	for _, m := range o.Members {
		if strings.HasPrefix(m.Key, "value") {
			return true
		}
	}
	return false
}

// codeOf is the code that an observation has in a system, "" for none.
func codeOf(o *jsontree.Node, system string) string {
	for _, c := range items(o.Get("code").Get("coding")) {
		if text(c, "system") == system {
			return text(c, "code")
		}
	}
	return ""
}

// described is a code for a reader.
func described(c *jsontree.Node) string {
	if words := cmp.Or(text(c, "text"), text(c, "display"), text(c, "reference")); words != "" {
		return words
	}
	for _, coding := range items(c.Get("coding")) {
		return strings.TrimSpace(text(coding, "code") + " " + text(coding, "display"))
	}
	return ""
}

func text(n *jsontree.Node, key string) string {
	if v := n.Get(key); v != nil && v.Kind == jsontree.String {
		return v.Text
	}
	return ""
}

func items(n *jsontree.Node) []*jsontree.Node {
	if n == nil || n.Kind != jsontree.Array {
		return nil
	}
	return n.Items
}
