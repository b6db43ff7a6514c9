// Package wire is the assessment request and response as JSON: what must be
// there, what it must look like, and the full echo with the additions.
package wire

import (
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"tijian/engine/assess"
	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/numeral"
	"tijian/engine/ruleset"
)

// MaxAge is the highest age, in completed years, that is taken for true.
const MaxAge = ruleset.MaxAge

// Decode reads an assessment request from its JSON tree. maxSamples bounds
// the list of samples; arguments are the rule set's additional ones, checked
// when present. The error is an *Error with every missing and invalid field.
func Decode(tree *jsontree.Node, maxSamples int, arguments []*ruleset.Argument) (*assess.Request, error) {
	if tree.Kind != jsontree.Object {
		return nil, &Error{Invalid: []assess.FieldError{{Path: "body", Reason: message.MustBeNot.With("want", message.JSONObject, "found", jsonKinds[tree.Kind])}}}
	}
	var f fields
	r := &assess.Request{}
	f.text(tree, "", "user_identifier")
	r.Namespace = f.text(tree, "", "namespace")
	r.At = f.instant(tree, "", "datetime")
	f.profile(tree, r)
	f.background(tree, r)
	f.samples(tree, r, maxSamples)
	f.arguments(tree, r, arguments)
	if err := f.err(); err != nil {
		return nil, err
	}
	return r, nil
}

func (f *fields) profile(tree *jsontree.Node, r *assess.Request) {
	profile, wrong := f.object(tree, "", "profile")
	if wrong {
		return
	}
	r.Born = f.date(profile, "profile", "dob")
	r.Sex = assess.Sex(f.oneOf(profile, "profile", "gender", string(assess.Male), string(assess.Female)))
	if r.At.IsZero() || r.Born.IsZero() {
		return
	}
	switch age := r.Age(); {
	case age < 0:
		f.fault("profile.dob", message.AfterDay)
	case age > MaxAge:
		f.fault("profile.dob", message.TooOld.With("age", age, "most", MaxAge))
	}
}

func (f *fields) background(tree *jsontree.Node, r *assess.Request) {
	const path = "health_background"
	background, wrong := f.object(tree, "", path)
	if wrong {
		return
	}
	r.HasDiabetes = f.boolean(background, path, "has_diabetes")
	r.OnAntihypertensives = f.boolean(background, path, "is_taking_antihypertensive_therapy")
	r.HasCVD = f.boolean(background, path, "has_cvd")
	r.SmokeDaily = f.number(background, path, "smoke_daily_frequency")
	if r.SmokeDaily < 0 {
		f.fault(path+".smoke_daily_frequency", message.Negative)
	}
	r.HasHypertension = f.boolean(background, path, "has_hbp")
}

func (f *fields) samples(tree *jsontree.Node, r *assess.Request, most int) {
	list := f.need(tree, "", "samples", jsontree.Array)
	if list == nil {
		return
	}
	if len(list.Items) > most {
		f.fault("samples", message.ManySamples.With("most", most, "count", len(list.Items)))
		return
	}
	r.Samples = make([]assess.Sample, 0, len(list.Items))
	for i, item := range list.Items {
		path := pathOf(i)
		if item.Kind != jsontree.Object {
			f.fault(path, message.MustBeNot.With("want", message.JSONObject, "found", jsonKinds[item.Kind]))
			continue
		}
		s := assess.Sample{Name: f.text(item, path, "name"), Value: f.number(item, path, "value"), Unit: f.unit(item, path)}
		s.Bound = f.bound(item, path)
		s.Reference, s.Misprinted = f.reference(item, path)
		s.Previous = f.previous(item, path, r.At)
		r.Samples = append(r.Samples, s)
	}
}

// paths are those of most samples, made once.
var paths = func() (all [64]string) {
	for i := range all {
		all[i] = "samples[" + strconv.Itoa(i) + "]"
	}
	return all
}()

func pathOf(sample int) string {
	if sample < len(paths) {
		return paths[sample]
	}
	return "samples[" + strconv.Itoa(sample) + "]"
}

// unit is "" when it is left out or null.
func (f *fields) unit(item *jsontree.Node, path string) string {
	if unit := item.Get("unit"); unit != nil && unit.Kind == jsontree.Null {
		return ""
	}
	if unit := f.may(item, path, "unit", jsontree.String); unit != nil {
		return unit.Text
	}
	return ""
}

// bound reads the comparator of a result such as <0.5, in the spellings that reports
// have. A text that is none is refused: passed over, its limit would be taken for the
// result. What is no text is of the client's own and no fault.
func (f *fields) bound(item *jsontree.Node, path string) assess.Bound {
	c := item.Get(Comparator)
	if c == nil || c.Kind != jsontree.String {
		return ""
	}
	b, ok := boundOf(c.Text)
	if !ok {
		f.fault(jsontree.Join(path, Comparator), message.MustBe.With("want", alternatives(comparators)))
	}
	return b
}

var comparators = []string{"<", "<=", ">", ">="}

// Compares reports whether a text is a comparison that a sample may have, or none.
func Compares(text string) bool { _, ok := boundOf(text); return ok }

// boundOf is the bound that a text such as ＜ or 小于 stands for, "" for none; false
// where it says something else.
func boundOf(text string) (b assess.Bound, ok bool) {
	text = strings.TrimSpace(norm.NFKC.String(text))
	if text == "" || text == "=" {
		return "", true
	}
	sign, number := numeral.Compared(text + "1")
	return assess.Bound(sign), sign != "" && number == "1"
}

// Now is the form of created_at: UTC, microseconds, numeric offset.
func Now(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000-07:00") }
