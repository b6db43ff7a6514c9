package fhir

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/jsontree"
	"tijian/engine/ruleset"
	"tijian/engine/wire"
)

// An Assessment is an answered request, with what the answer is told by.
type Assessment struct {
	Tree       *jsontree.Node // the request as it was sent
	Request    *assess.Request
	Result     *assess.Result
	Rules      *ruleset.Set
	Dictionary *dictionary.Dictionary
	Now        time.Time
	English    bool     // names of indicators and levels for readers of English
	Read       *Request // that came as FHIR; nil for another
	Assumed    []string // paths of the request that nobody sent; they are not told
}

// answer is an Assessment on its way into a bundle.
type answer struct {
	*Assessment
	bundle       *Bundle
	patient      Reference
	at           string
	observations []Reference
	risks        map[string]Reference
}

// Bundle returns the assessment as FHIR.
func (a *Assessment) Bundle() *Bundle {
	b := newBundle(a.Tree.Append(nil), instant(a.Now),
		Coding{System: Ruleset, Code: a.Result.Version}, Coding{System: Namespace, Code: code(a.Request.Namespace)})
	w := &answer{Assessment: a, bundle: b, at: a.Request.At.Format(time.RFC3339Nano), risks: map[string]Reference{}}
	w.person()
	for i := range a.Result.Samples {
		w.observation(i)
	}
	for i := range a.Result.Samples {
		for _, r := range a.Result.Samples[i].Risks {
			w.risk(r)
		}
	}
	if a.Result.Summary != nil {
		for i := range a.Result.Summary.Entries {
			w.urgent(&a.Result.Summary.Entries[i])
		}
	}
	w.provenance()
	if a.Read != nil && len(a.Read.Issues) > 0 {
		id := b.id()
		b.add(id, OperationOutcome{ResourceType: "OperationOutcome", ID: id, Issue: a.Read.Issues})
	}
	return b
}

// person adds whom the samples belong to and what else was said of them.
func (w *answer) person() {
	p := Patient{ResourceType: "Patient", ID: w.bundle.id(), Gender: string(w.Request.Sex), BirthDate: w.Request.Born.Format(time.DateOnly)}
	if user := w.Tree.Get("user_identifier").Text; strings.TrimSpace(user) != "" {
		p.Identifier = []Identifier{{Value: user}}
	}
	if w.Read != nil {
		w.patient = w.patientSent(w.Read.patient, p.ID)
	} else {
		w.patient = w.bundle.add(p.ID, p)
	}
	var paths []string
	for _, name := range wire.Backgrounds() {
		paths = append(paths, background+name)
	}
	for _, argument := range w.Rules.Arguments {
		paths = append(paths, argument.Path)
	}
	for _, path := range paths {
		value := w.Tree
		for key := range strings.SplitSeq(path, ".") {
			value = value.Get(key)
		}
		if value == nil || slices.Contains(w.Assumed, path) {
			continue
		}
		o := w.about("survey", coded(Field, path, ""))
		switch value.Kind {
		case jsontree.Bool:
			yes, _ := value.Bool()
			o.Boolean = &yes
		case jsontree.Number:
			o.Quantity = &Quantity{Value: json.Number(value.Raw), System: ucum, Code: "1"}
		case jsontree.String:
			o.Text = value.Text
		default:
			continue
		}
		w.bundle.add(o.ID, o)
	}
}

// about begins an observation of the person.
func (w *answer) about(category string, of Concept) Observation {
	return Observation{
		ResourceType: "Observation", ID: w.bundle.id(), Status: "final", Subject: &w.patient, Effective: w.at, Code: of,
		Category: []Concept{coded(terminology+"observation-category", category, "")},
	}
}

func (w *answer) observation(i int) {
	sample, result := &w.Request.Samples[i], &w.Result.Samples[i]
	indicator, known := w.Dictionary.Lookup(sample.Name)
	var o Observation
	if known {
		o = w.about(category(indicator), concept(indicator, w.English))
		literal := json.Number(w.Tree.Get("samples").Items[i].Get("value").Raw)
		o.Quantity, o.Concept = value(w.Dictionary, indicator, literal, sample.Value, sample.Unit, w.English)
	} else {
		o = w.about("laboratory", Concept{Text: cmp.Or(strings.TrimSpace(sample.Name), "?")})
		o.Quantity = &Quantity{Value: json.Number(w.Tree.Get("samples").Items[i].Get("value").Raw), Unit: strings.TrimSpace(sample.Unit)}
	}
	if o.Quantity != nil {
		o.Quantity.Comparator = string(sample.Bound)
	}
	o.Interpretation = []Concept{w.meaning(w.Rules.Level(result.Level))}
	o.Note = w.notes(o.Code.Text, result)
	like := func(x float64) *Quantity {
		if math.IsNaN(x) {
			return nil
		}
		q := Quantity{Value: number(x)}
		if o.Quantity != nil {
			q.Unit, q.System, q.Code = o.Quantity.Unit, o.Quantity.System, o.Quantity.Code
		}
		return &q
	}
	if r := sample.Reference; r != nil {
		kind := coded(terminology+"referencerange-meaning", "normal", "Normal Range")
		o.ReferenceRange = append(o.ReferenceRange, Range{Low: like(r.Low), High: like(r.High), Type: &kind})
	}
	if text := w.ideal(result.Ideal); text != "" {
		kind := coded(terminology+"referencerange-meaning", "recommended", "Recommended Range")
		ideal := Range{Text: text, Type: &kind}
		if ends := result.IdealEnds; ends.HasLow {
			ideal.Low = like(ends.Low)
		}
		if ends := result.IdealEnds; ends.HasHigh {
			ideal.High = like(ends.High)
		}
		o.ReferenceRange = append(o.ReferenceRange, ideal)
	}
	var resource any = o
	if w.Read != nil {
		resource = w.asSent(&o, w.Read.sent[i])
	}
	w.observations = append(w.observations, w.bundle.add(o.ID, resource))
}

// meaning is a level: in FHIR's words where it has any, and in ours.
func (w *answer) meaning(level *ruleset.Level) Concept {
	name := level.Name
	if w.English {
		name = level.InEnglish()
	}
	c := Concept{Text: name}
	if fhirs, display := interpretationOf(level); fhirs != "" {
		c.Coding = append(c.Coding, Coding{System: interpretation, Code: fhirs, Display: display})
	}
	c.Coding = append(c.Coding, Coding{System: Level, Code: level.ID, Display: name})
	return c
}

// interpretationOf returns HL7's code of a level, "" for one that judges
// nothing.
func interpretationOf(level *ruleset.Level) (code, display string) {
	switch grave := level.Severity >= ruleset.Gravest; level.Direction {
	case "low":
		if grave {
			return "LL", "Critical low"
		}
		return "L", "Low"
	case "high":
		if grave {
			return "HH", "Critical high"
		}
		return "H", "High"
	case "abnormal":
		if grave {
			return "AA", "Critical abnormal"
		}
		return "A", "Abnormal"
	}
	if strings.HasPrefix(level.ID, "N") {
		return "N", "Normal"
	}
	return "", ""
}

// likelihood is FHIR's word for each number of signal bars; the highest that
// FHIR has short of certainty is high.
var likelihood = []Coding{
	{Code: "negligible", Display: "Negligible likelihood"}, {Code: "low", Display: "Low likelihood"}, {Code: "moderate", Display: "Moderate likelihood"},
	{Code: "high", Display: "High likelihood"}, {Code: "high", Display: "High likelihood"},
}

// risk adds a risk once, with every observation that shows it.
func (w *answer) risk(r assess.Risk) {
	if _, told := w.risks[r.ID]; told {
		return
	}
	bars := likelihood[r.Flag]
	bars.System = terminology + "risk-probability"
	name, flag := w.risen(r)
	out := RiskAssessment{
		ResourceType: "RiskAssessment", ID: w.bundle.id(), Status: "final", Subject: w.patient, Occurrence: w.at,
		Code: Concept{Coding: []Coding{{System: Risk, Code: r.ID, Display: name}}, Text: name},
		Prediction: []Prediction{{
			Outcome:         Concept{Text: name},
			QualitativeRisk: Concept{Coding: []Coding{bars, {System: Flag, Code: strconv.Itoa(r.Flag), Display: flag}}, Text: flag},
		}},
	}
	for i := range w.Result.Samples {
		for _, shown := range w.Result.Samples[i].Risks {
			if shown.ID == r.ID {
				out.Basis = append(out.Basis, w.observations[i])
			}
		}
	}
	w.risks[r.ID] = w.bundle.add(out.ID, out)
}

// urgent adds what of an organ has an alert class.
func (w *answer) urgent(e *assess.Entry) {
	for i := range e.Findings {
		f := &e.Findings[i]
		if f.Alert == "" {
			continue
		}
		issue := DetectedIssue{
			ResourceType: "DetectedIssue", ID: w.bundle.id(), Status: "final", Patient: w.patient, Identified: w.at,
			Severity: map[string]string{ruleset.AlertA: "high", ruleset.AlertB: "moderate"}[f.Alert],
			Code:     Concept{Coding: []Coding{{System: Alert, Code: f.Alert}}, Text: f.Title}, Detail: e.Why,
		}
		if w.English {
			issue.Code.Text, issue.Detail = w.found(f)
		}
		if f.Sample >= 0 {
			issue.Implicated = []Reference{w.observations[f.Sample]}
			if !w.English {
				issue.Detail = w.Result.Samples[f.Sample].Tip
			}
		} else if shown, ok := w.risks[f.Name]; ok {
			issue.Implicated = []Reference{shown}
		}
		if e.Department != "" && !w.English {
			issue.Mitigation = []Mitigation{{Concept{Text: e.Department}}}
		}
		w.bundle.add(issue.ID, issue)
	}
}

// provenance says by which version of the rules what is answered was judged.
func (w *answer) provenance() {
	p := Provenance{
		ResourceType: "Provenance", ID: w.bundle.id(), Recorded: w.bundle.Timestamp,
		Agent:  []Agent{{Reference{Display: maker(w.English)}}},
		Entity: []Source{{Role: "source", What: Reference{Identifier: &Identifier{System: Ruleset, Value: w.Result.Version}, Display: "sha256:" + w.Rules.Hash}}},
	}
	for _, e := range w.bundle.Entry[1:] { // the first is the person
		p.Target = append(p.Target, Reference{Reference: e.FullURL})
	}
	if len(p.Target) > 0 {
		w.bundle.add(p.ID, p)
	}
}

// concept is an indicator: LOINC where it has a code, and our own name.
func concept(i *dictionary.Indicator, english bool) Concept {
	c := Concept{Text: i.Title}
	if english {
		c.Text = i.InEnglish()
	}
	if i.LOINC != "" {
		c.Coding = append(c.Coding, Coding{System: loinc, Code: i.LOINC})
	}
	c.Coding = append(c.Coding, Coding{System: Indicator, Code: i.Name, Display: c.Text})
	return c
}

// category tells what a laboratory measures from what is seen on the body.
func category(i *dictionary.Indicator) string {
	if i.Specimen == "body" {
		return "exam"
	}
	return "laboratory"
}

// value is a measured value in a printed unit: a grade in words where the
// indicator has grades, else a quantity.
func value(d *dictionary.Dictionary, i *dictionary.Indicator, literal json.Number, v float64, printed string, english bool) (*Quantity, *Concept) {
	printed = strings.TrimSpace(printed)
	if i.Worded(printed) {
		if display, ok := d.Grades().Display(v); ok {
			if english {
				display = gradeInEnglish(v)
			}
			return nil, &Concept{Coding: []Coding{{System: Grade, Code: literal.String(), Display: display}}, Text: display}
		}
	}
	q := &Quantity{Value: literal, Unit: cmp.Or(printed, i.Unit)}
	if c, ok := i.UCUMOf(printed); ok {
		q.System, q.Code = ucum, c
	}
	return q, nil
}

func number(x float64) json.Number { return json.Number(strconv.FormatFloat(x, 'f', -1, 64)) }

// instant is a moment as FHIR writes it.
func instant(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z07:00") }

// code makes a code of a text: FHIR's codes have no blanks at their ends and
// single ones inside, and are never empty.
func code(text string) string { return cmp.Or(strings.Join(strings.Fields(text), " "), "-") }
