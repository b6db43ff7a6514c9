package fhir

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/observed"
	"tijian/engine/wire"
)

const background = "health_background."

// NamespaceOf returns the requesting party that a resource is tagged with, or that
// Parameters name, "fhir" where neither does.
func NamespaceOf(root *jsontree.Node) string {
	for _, tag := range items(root.Get("meta").Get("tag")) {
		if text(tag, "system") == Namespace {
			return text(tag, "code")
		}
	}
	for _, p := range items(root.Get("parameter")) {
		if text(p, "name") == "namespace" && text(p, "valueString") != "" {
			return text(p, "valueString")
		}
	}
	return "fhir"
}

// Read turns the Patient and the Observations of a Bundle, of Parameters, or of a
// DiagnosticReport or Observation that contains them into an assessment request.
// Observations that it cannot use are no fault: they are named in the request's issues,
// as is what the bundle does not say and is taken for none, in a language of package
// problem. What is later than now is none; a zero now knows of none. The error is a
// *wire.Error.
func Read(bundle *jsontree.Node, d *dictionary.Dictionary, now time.Time, lang string) (*Request, error) {
	r := newReader(d, now, lang)
	all, ok := resources(bundle)
	if !ok {
		r.fault("resourceType", message.NotABundle)
		return nil, r.err()
	}
	r.patients(all)
	return r.read(bundle, found{all, findSpecimens(all), duplicates(all)})
}

// ReadEach turns a bundle of several persons into a request for each, in their order,
// or the error that there is instead; what is about one of them counts for that one
// only, and what is about none is said with the first. A bundle of one person is read
// as by Read.
func ReadEach(bundle *jsontree.Node, d *dictionary.Dictionary, now time.Time, lang string) (requests []*Request, errs []error) {
	all, _ := resources(bundle)
	persons, err := personsOf(all)
	if err != nil {
		return []*Request{nil}, []error{err}
	}
	if len(persons) < 2 {
		q, err := Read(bundle, d, now, lang)
		return []*Request{q}, []error{err}
	}
	f := found{all, findSpecimens(all), duplicates(all)}
	for i, own := range apart(all, persons) {
		r := newReader(d, now, lang)
		r.oneOf(persons[i])
		if k := slices.IndexFunc(persons, persons[i].contradicts); k >= 0 {
			r.fault(persons[i].at, message.PersonDiffers.With("before", message.Plain(persons[k].at)))
		}
		f.resources = own
		q, err := r.read(bundle, f)
		requests, errs = append(requests, q), append(errs, err)
	}
	return requests, errs
}

// found is what a bundle holds: the resources that a reader looks at, and what all of
// the bundle's say of specimens and of observations that come again.
type found struct {
	resources []resource
	specimens specimens
	again     map[*jsontree.Node]message.Phrase
}

func newReader(d *dictionary.Dictionary, now time.Time, lang string) *reader {
	return &reader{d: d, now: now, lang: lang, out: &Request{Tree: jsontree.NewObject(), lang: lang}, fields: map[string]*jsontree.Node{}}
}

// read reads what was found for the reader's person.
func (r *reader) read(bundle *jsontree.Node, f found) (*Request, error) {
	r.parameters(bundle)
	r.specimens = f.specimens
	for _, one := range f.resources {
		switch kind := text(one.node, "resourceType"); {
		case kind == "Patient", kind == "Specimen":
		case kind == "Observation" && f.again[one.node] != (message.Phrase{}):
			r.ignored(one.at, f.again[one.node])
		case kind == "Observation":
			r.observation(one)
		case kind == "DiagnosticReport" && len(items(one.node.Get("contained"))) > 0: // what it contains is read
		case kind == "RiskAssessment", kind == "DetectedIssue", kind == "Provenance", kind == "OperationOutcome": // of an answer that comes back
		case one.of == nil:
			r.ignored(one.at, message.ResourceUnused.With("kind", kind))
		}
	}
	r.finish(bundle)
	if err := r.err(); err != nil {
		return nil, err
	}
	return r.out, nil
}

type reader struct {
	d       *dictionary.Dictionary
	now     time.Time
	lang    string
	out     *Request
	person  *jsontree.Node            // the patient
	known   []string                  // how references name the patient
	among   bool                      // other patients, who have requests of their own
	fields  map[string]*jsontree.Node // by path
	samples []sample
	specimens
	exam    when // of the observations that were used
	any     when // of all
	missing []string
	invalid []assess.FieldError
	left    []assess.FieldError // what the issues say of a place
}

func (r *reader) err() error {
	if len(r.missing)+len(r.invalid) == 0 {
		return nil
	}
	return &wire.Error{Missing: r.missing, Invalid: r.invalid}
}

func (r *reader) fault(path string, reason message.Phrase) {
	r.invalid = append(r.invalid, assess.FieldError{Path: path, Reason: reason})
}

// ignored notes what could not be used.
func (r *reader) ignored(at string, why message.Phrase) { r.issue("not-supported", at, why) }

func (r *reader) issue(code, at string, why message.Phrase) {
	i := Issue{Severity: "warning", Code: code, Details: Concept{Text: why.In(r.lang)}}
	if at != "" {
		i.Expression = []string{at}
		r.left = append(r.left, assess.FieldError{Path: at, Reason: why})
	}
	r.out.Issues = append(r.out.Issues, i)
}

// unused makes faults of the first few issues with observations: one may be
// why something is missing.
func (r *reader) unused() {
	const few = 5
	r.invalid = append(r.invalid, r.left[:min(few, len(r.left))]...)
}

// finish puts the request together from what the resources said.
func (r *reader) finish(bundle *jsontree.Node) {
	t := r.out.Tree
	if r.person == nil {
		r.missing = append(r.missing, "Patient")
		return
	}
	if species := animal(r.person); species != "" {
		r.fault(r.out.patient.at, message.NotAPerson.With("who", species))
	}
	t.Set("user_identifier", jsontree.NewString(cmp.Or(identifierOf(r.person), text(r.person, "id"))))
	t.Set("namespace", jsontree.NewString(NamespaceOf(bundle)))
	r.supersede()
	r.together()
	told := cmp.Or(r.examined(), r.any, when{written: text(bundle, "timestamp"), issued: true})
	at := told.written
	switch {
	case at == "":
		r.missing = append(r.missing, "Observation.effectiveDateTime")
		r.unused()
	case told.issued:
		r.issue("informational", "", message.TimeIssued.With("at", message.Plain(at)))
	}
	t.Set("datetime", jsontree.NewString(at))
	person := r.identified()
	profile := jsontree.NewObject()
	for _, member := range []struct{ key, from string }{{"dob", "birthDate"}, {"gender", "gender"}} {
		v := cmp.Or(person[member.from], r.person.Get(member.from))
		switch {
		case v == nil:
			who := "Patient"
			if r.among {
				who = r.out.patient.at
			}
			r.missing = append(r.missing, who+"."+member.from)
		case member.key == "dob" && coarse.MatchString(v.Text):
			if day := r.bornIn(v.Text, at); day != nil {
				profile.Set(member.key, day)
			}
		case member.key == "dob" && observed.Day(v.Text) != "":
			day := jsontree.NewString(observed.Day(v.Text))
			r.person.Set(member.from, day) // it goes into the answer
			profile.Set(member.key, day)
		default:
			profile.Set(member.key, v)
		}
	}
	t.Set("profile", profile)
	t.Set("health_background", jsontree.NewObject())
	for _, name := range wire.Backgrounds() {
		if path := background + name; r.fields[path] == nil {
			r.fields[path] = wire.NoBackground(name)
			r.out.Assumed = append(r.out.Assumed, path)
			r.issue("informational", "", message.TakenForNone.With("path", path))
		}
	}
	for _, path := range slices.Sorted(maps.Keys(r.fields)) {
		group, key, _ := strings.Cut(path, ".")
		parent := t.Get(group)
		if parent == nil || key == "" {
			continue
		}
		parent.Set(key, r.fields[path])
	}
	t.Set("samples", r.series())
}

// identified takes sex and date of birth from an identity number among the patient's
// identifiers where nothing else tells them; what differs from it is a fault.
func (r *reader) identified() map[string]*jsontree.Node {
	told := map[string]*jsontree.Node{}
	for _, identifier := range items(r.person.Get("identifier")) {
		born, sex, ok := observed.Identity(text(identifier, "value"))
		if !ok {
			continue
		}
		for _, one := range []struct {
			key, says string
			called    message.Phrase
		}{{"birthDate", born, message.TheBirth}, {"gender", sex, message.TheSex}} {
			switch has := text(r.person, one.key); {
			case r.person.Get(one.key) == nil, coarse.MatchString(has) && strings.HasPrefix(one.says, has):
				told[one.key] = jsontree.NewString(one.says)
				r.issue("informational", "", message.ByIdentity.With("field", one.called))
			case has != one.says && (one.key != "birthDate" || observed.Day(has) != one.says):
				r.fault(r.out.patient.at+"."+one.key, message.IdentityContrary.With("field", one.called))
			}
		}
	}
	return told
}

// bornIn is the day that counts for a date of birth without one, nil for none, which is a
// fault.
func (r *reader) bornIn(text, examined string) *jsontree.Node {
	month, ok := observed.Month(text)
	if !ok {
		r.fault(r.out.patient.at+".birthDate", message.BirthCoarse.With("text", text))
		return nil
	}
	at, _ := time.Parse(time.RFC3339, examined)
	day, ok := observed.BornIn(month, at)
	if !ok {
		r.fault(r.out.patient.at+".birthDate", message.BirthDecides.With("text", text))
		return nil
	}
	r.issue("informational", r.out.patient.at+".birthDate", message.BirthOfMonth.With("text", text))
	return jsontree.NewString(day)
}
