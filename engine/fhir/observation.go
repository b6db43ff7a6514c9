package fhir

import (
	"fmt"
	"strings"
	"time"

	"tijian/engine/dictionary"
	"tijian/engine/jsontree"
	"tijian/engine/message"
)

// Observations in these states say nothing.
var void = map[string]bool{"entered-in-error": true, "cancelled": true, "registered": true}

func (r *reader) observation(o *jsontree.Node, at string) {
	if status := text(o, "status"); void[status] {
		r.ignored(at, message.ObservationVoid.With("status", status))
		return
	}
	if path := codeOf(o, Field); path != "" {
		r.field(o, path, at)
		return
	}
	r.seen(o, at)
	if parts := items(o.Get("component")); len(parts) > 0 && !hasValue(o) {
		for i, part := range parts {
			r.sample(part, fmt.Sprintf("%s.component[%d]", at, i))
		}
		return
	}
	r.sample(o, at)
}

// field reads an observation that is a field of the request.
func (r *reader) field(o *jsontree.Node, path, at string) {
	for _, key := range []string{"valueBoolean", "valueInteger", "valueString"} {
		if v := o.Get(key); v != nil {
			r.fields[path] = v
			return
		}
	}
	if v := o.Get("valueQuantity").Get("value"); v != nil {
		r.fields[path] = v
		return
	}
	r.ignored(at, message.ObservationEmpty)
}

// seen notes when an observation was made; the latest is the examination's.
func (r *reader) seen(o *jsontree.Node, at string) {
	written := text(o, "effectiveDateTime")
	if written == "" {
		written = text(o.Get("effectivePeriod"), "end")
	}
	if written == "" {
		return
	}
	moment, err := time.Parse(time.RFC3339, written)
	if err != nil {
		if moment, err = time.Parse(time.DateOnly, written); err != nil {
			r.fault(at+".effectiveDateTime", message.NotATime)
			return
		}
		written += "T00:00:00Z"
	}
	if moment.After(r.moment) {
		r.moment, r.latest = moment, written
	}
}

// sample reads an observation, or a part of one, that is a measured value.
func (r *reader) sample(o *jsontree.Node, at string) {
	indicator := r.indicator(o)
	if indicator == nil {
		r.ignored(at, message.CodeUnknown.With("code", described(o.Get("code"))))
		return
	}
	s := jsontree.NewObject()
	s.Set("name", jsontree.NewString(indicator.Name))
	if !r.value(s, o, indicator, at) {
		return
	}
	r.reference(s, o)
	r.samples.Items = append(r.samples.Items, s)
	r.out.places = append(r.out.places, at)
}

// indicator is what an observation measures: by our own code, by LOINC, by its
// printed name; nil when none of them is known.
func (r *reader) indicator(o *jsontree.Node) *dictionary.Indicator {
	if i, ok := r.d.Lookup(codeOf(o, Indicator)); ok {
		return i
	}
	coded := false
	for _, c := range items(o.Get("code").Get("coding")) {
		if text(c, "system") != loinc {
			continue
		}
		if i, ok := r.d.ByLOINC(text(c, "code")); ok {
			return i
		}
		coded = true
	}
	if coded {
		return nil // LOINC says what it is, and it is nothing that is known here
	}
	name := text(o.Get("code"), "text")
	if name == "" {
		for _, c := range items(o.Get("code").Get("coding")) {
			name = text(c, "display")
		}
	}
	i, _ := r.d.Named(name, text(o.Get("valueQuantity"), "unit"))
	return i
}

// value puts value and unit into a sample; otherwise it has said why not.
func (r *reader) value(s, o *jsontree.Node, i *dictionary.Indicator, at string) bool {
	if q := o.Get("valueQuantity"); q != nil {
		v := q.Get("value")
		if v == nil {
			r.ignored(at, message.ObservationEmpty)
			return false
		}
		unit, ok := unitOf(q, i)
		if !ok {
			r.fault(at+".valueQuantity.code", message.UCUMUnknown.With("unit", text(q, "code"), "known", strings.Join(i.KnownUnits(), ", ")))
			return false
		}
		s.Set("unit", jsontree.NewString(unit))
		s.Set("value", v)
		return true
	}
	if v := o.Get("valueInteger"); v != nil {
		s.Set("value", v)
		return true
	}
	words := text(o, "valueString")
	if c := o.Get("valueCodeableConcept"); c != nil {
		words = text(c, "text")
		for _, coding := range items(c.Get("coding")) {
			if text(coding, "system") == Grade {
				if grade, err := jsontree.Parse([]byte(text(coding, "code"))); err == nil {
					s.Set("value", grade)
					return true
				}
			}
			if words == "" {
				words = text(coding, "display")
			}
		}
	}
	if words == "" {
		r.ignored(at, message.ObservationEmpty)
		return false
	}
	grade, ok := r.d.Grades().Value(words)
	if !ok {
		r.ignored(at, message.ValueUnread.With("text", words))
		return false
	}
	s.Set("value", jsontree.NewFloat(grade))
	return true
}

// unitOf is the unit of a quantity as the indicator has it: by UCUM, else as
// printed; "" for the standard unit.
func unitOf(q *jsontree.Node, i *dictionary.Indicator) (string, bool) {
	if text(q, "system") == ucum && text(q, "code") != "" {
		unit, ok := i.FromUCUM(text(q, "code"))
		if !ok { // a spelling that laboratories use instead
			_, ok = i.ToStandard(0, text(q, "code"))
			unit = text(q, "code")
		}
		return unit, ok
	}
	return text(q, "unit"), true
}

// reference takes the first range, where it is in the value's unit.
func (r *reader) reference(s, o *jsontree.Node) {
	for _, span := range items(o.Get("referenceRange")) {
		if c := items(span.Get("type").Get("coding")); len(c) > 0 && text(c[0], "code") == "recommended" {
			continue // of the rules, not of a laboratory
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
	if words := text(c, "text"); words != "" {
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
