package fhir

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/observed"
	"tijian/engine/ruleset"
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
	if len(items(o.Get("modifierExtension"))) > 0 {
		r.ignored(at, message.ModifierUnknown)
		return
	}
	if r.among && text(o.Get("subject"), "reference") == "" {
		r.ignored(at, message.SubjectUnsaid)
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
	if report := r.reported[o]; taken.moment.IsZero() && report != nil { // whose time is that of its results
		if taken, ok = r.taken(report, at); !ok {
			return
		}
	}
	if !r.now.IsZero() && ruleset.Ahead(taken.moment, r.now) {
		r.ignored(at, message.DayAhead.With("text", taken.written))
		return
	}
	if taken.moment.After(r.any.moment) {
		r.any = taken
	}
	// As exactly as the day of birth is told.
	if born := text(r.person, "birthDate"); !taken.moment.IsZero() && (coarse.MatchString(born) || observed.Day(born) == born) && taken.moment.Format(time.DateOnly[:len(born)]) < born {
		r.ignored(at, message.BeforeBirth.With("at", message.Plain(taken.written), "born", message.Plain(born)))
		return
	}
	if died, ok := observed.Moment(text(r.person, "deceasedDateTime"), time.UTC); ok && taken.moment.After(died.AddDate(0, 0, 1)) {
		r.ignored(at, message.AfterDeath.With("at", taken.written, "died", text(r.person, "deceasedDateTime")))
		return
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
	if len(valuesIn(o)) > 0 || len(parts) == 0 && len(items(o.Get("hasMember"))) == 0 {
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
	case absent(o) != "":
		r.ignored(at, message.ValueDenied.With("reason", absent(o)))
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
	moment, ok := observed.Moment(written, time.UTC)
	if !ok {
		r.ignored(at+".effectiveDateTime", message.NotATime)
		return when{}, false
	}
	told := moment.Format(time.RFC3339)
	if _, err := time.Parse(time.DateOnly, written); err != nil && text(o, "effectiveDateTime") == written {
		o.Set("effectiveDateTime", jsontree.NewString(told)) // it goes into the answer
	}
	return when{moment, told, issued}, true
}

// sample reads an observation, or a part of one, that is a measured value.
func (r *reader) sample(from sent, taken when, of specimen.Kind) {
	o, at := from.node, from.at
	known, why := r.item(o, of)
	if known.Indicator == nil {
		r.miss(o)
		r.ignored(at, why)
		return
	}
	if slices.Contains(marksOf(o), "QCF") { // the laboratory's own control failed
		r.ignored(at, message.QualityFailed)
		return
	}
	got, why := r.result(&known, o, at)
	if got.Sample == nil {
		r.ignored(at, why)
		return
	}
	if why, unclear := wire.RangeUnclear(got.Sample); unclear {
		r.issue("not-supported", at, why)
	}
	for _, note := range []message.Phrase{got.Bound, got.UnitTaken, got.Range} {
		if note != (message.Phrase{}) {
			r.issue("informational", at, note)
		}
	}
	r.samples = append(r.samples, sample{node: got.Sample, name: known.Name, when: taken, sent: from})
}

// item is what an observation measures: by our own code, or as any result of another
// system; where it has no indicator, why says why.
func (r *reader) item(o *jsontree.Node, of specimen.Kind) (observed.Known, message.Phrase) {
	item := observed.Item{Unit: text(o.Get("valueQuantity"), "unit"), Specimen: of, Itself: true}
	item.Word = observed.Reader{Dictionary: r.d}.IsGrade(text(o, "valueString"))
	if words := text(o.Get("code"), "text"); words != "" {
		item.Texts = []string{words}
	}
	for _, c := range items(o.Get("code").Get("coding")) {
		item.Codes = append(item.Codes, observed.Code{System: text(c, "system"), Code: text(c, "code"), Text: text(c, "display")})
	}
	if i, ok := r.d.Lookup(codeOf(o, Indicator)); ok && of.Holds(i) {
		item.Own = i
	}
	return observed.Reader{Dictionary: r.d}.Know(item)
}

// miss notes a code that is not known, the first of an observation.
func (r *reader) miss(o *jsontree.Node) {
	for _, c := range items(o.Get("code").Get("coding")) {
		r.d.Miss(text(c, "system"), text(c, "code"), text(c, "display"))
		return
	}
	r.d.Miss("", "", text(o.Get("code"), "text"))
}

// marksOf are the codes by which a laboratory interprets an observation: what says a level
// is of an answer of ours that comes back.
func marksOf(o *jsontree.Node) (list []string) {
	for _, concept := range items(o.Get("interpretation")) {
		codings := items(concept.Get("coding"))
		if slices.ContainsFunc(codings, func(c *jsontree.Node) bool { return text(c, "system") == Level }) {
			continue
		}
		for _, coding := range codings {
			list = append(list, text(coding, "code"))
		}
	}
	return list
}

// result is the value of an observation; without a sample, why says why not.
func (r *reader) result(known *observed.Known, o *jsontree.Node, at string) (observed.Result, message.Phrase) {
	reader, of := observed.Reader{Dictionary: r.d}, observed.Beside{Flags: marksOf(o), Absent: absent(o)}
	of.Reference, of.OfRange, of.Others = reference(o)
	if one, other, differ := reader.Differ(known, valuesIn(o)); differ {
		return observed.Result{}, message.TwoValues.With("one", one, "other", other)
	}
	if q := o.Get("valueQuantity"); q != nil {
		v := q.Get("value")
		if v == nil {
			return observed.Result{}, message.ObservationEmpty
		}
		of.Unit = unitOf(q)
		return reader.Result(known, observed.Value{Measured: wire.Measured{Number: v, Bound: text(q, "comparator")}}, of)
	}
	if v := o.Get("valueInteger"); v != nil {
		return reader.Result(known, observed.Value{Measured: wire.Measured{Number: v}}, of)
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
					return reader.Result(known, observed.Value{Measured: wire.Measured{Number: grade}, Graded: true}, of)
				}
			}
			said.Texts = append(said.Texts, text(coding, "display"))
			said.Codes = append(said.Codes, wire.Code{System: text(coding, "system"), Code: text(coding, "code")})
		}
	}
	word, why, ok := said.Says(known.Indicator, r.d.Grades())
	if !ok {
		if of.Absent != "" {
			why = message.ObservationAbsent.With("reason", of.Absent)
		}
		return observed.Result{}, why
	}
	return reader.Text(known, word, of)
}

// absent is why an observation, or a part of one, has no value, blank where it does not
// say: in its own element, or as an extension of the value.
func absent(o *jsontree.Node) string {
	if reason := o.Get("dataAbsentReason"); reason != nil {
		return cmp.Or(described(reason), "dataAbsentReason")
	}
	for _, m := range o.Members {
		if !strings.HasPrefix(strings.TrimPrefix(m.Key, "_"), "value") {
			continue
		}
		for _, of := range []*jsontree.Node{m.Value, m.Value.Get("_value")} {
			for _, extension := range items(of.Get("extension")) {
				if strings.HasSuffix(text(extension, "url"), "/data-absent-reason") {
					return cmp.Or(text(extension, "valueCode"), "data-absent-reason")
				}
			}
		}
	}
	return ""
}

// recommended reports whether a range is of rules, not of a laboratory.
func recommended(span *jsontree.Node) bool {
	c := items(span.Get("type").Get("coding"))
	return len(c) > 0 && text(c[0], "code") == "recommended"
}

// reference puts the first range into a sample; its ends have the unit. It may be another
// person's where there are several, or where it says whose it is.
func reference(o *jsontree.Node) (put func(sample *jsontree.Node), unit observed.Unit, others bool) {
	others = len(items(o.Get("referenceRange"))) > 1
	for _, span := range items(o.Get("referenceRange")) {
		if recommended(span) {
			continue
		}
		reference := jsontree.NewObject()
		others = others || span.Get("appliesTo") != nil || span.Get("age") != nil
		for _, end := range []string{"low", "high"} {
			if q := span.Get(end); q.Get("value") != nil {
				reference.Set(end, q.Get("value"))
				unit = unitOf(q)
			}
		}
		if words := text(span, "text"); words != "" {
			reference.Set("text", jsontree.NewString(words))
		}
		if len(reference.Members) == 0 {
			break
		}
		return func(s *jsontree.Node) { s.Set("reference", reference) }, unit, others
	}
	return nil, unit, others
}

// unitOf is the unit of a Quantity.
func unitOf(q *jsontree.Node) observed.Unit {
	system := text(q, "system")
	return observed.Unit{Code: text(q, "code"), Printed: text(q, "unit"), Foreign: system != "" && system != ucum}
}

// valuesIn are the texts of an observation's values, of which FHIR allows one, blank
// where a value has none.
func valuesIn(o *jsontree.Node) (texts []string) {
	for _, m := range o.Members {
		if strings.HasPrefix(m.Key, "value") {
			said := cmp.Or(m.Value.Get("value"), m.Value.Get("text"), m.Value)
			texts = append(texts, text(m.Value, "comparator")+cmp.Or(said.Text, said.Raw))
		}
	}
	return texts
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
