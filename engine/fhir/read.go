package fhir

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/observed"
	"tijian/engine/ruleset"
	"tijian/engine/wire"
)

const background = "health_background."

// A Request is an assessment request that came as a Bundle.
type Request struct {
	Tree   *jsontree.Node // as the API takes it
	Issues []Issue        // what was not understood, and what was taken for granted
	// Assumed are the paths of fields that nobody sent and that are taken for none.
	Assumed []string

	patient sent
	sent    []sent // by sample
	lang    string
}

// Doubt says of an examination that is yet to come that it is.
func (q *Request) Doubt(now time.Time) {
	written := q.Tree.Get("datetime").Text
	if at, err := time.Parse(time.RFC3339, written); err == nil && ruleset.Ahead(at, now) {
		why := message.DayAhead.With("text", written)
		q.Issues = append(q.Issues, Issue{Severity: "warning", Code: "business-rule", Details: Concept{Text: why.In(q.lang)}})
	}
}

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
// problem. The error is a *wire.Error.
func Read(bundle *jsontree.Node, d *dictionary.Dictionary, lang string) (*Request, error) {
	r := newReader(d, lang)
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
func ReadEach(bundle *jsontree.Node, d *dictionary.Dictionary, lang string) (requests []*Request, errs []error) {
	all, _ := resources(bundle)
	persons, err := personsOf(all)
	if err != nil || len(persons) < 2 {
		q, fault := (*Request)(nil), err
		if err == nil {
			q, fault = Read(bundle, d, lang)
		}
		return []*Request{q}, []error{fault}
	}
	whole := found{all, findSpecimens(all), duplicates(all)}
	for i, own := range apart(all, persons) {
		r := newReader(d, lang)
		r.oneOf(persons[i])
		q, err := r.read(bundle, found{own, whole.specimens, whole.again})
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

func newReader(d *dictionary.Dictionary, lang string) *reader {
	return &reader{d: d, lang: lang, out: &Request{Tree: jsontree.NewObject(), lang: lang}, fields: map[string]*jsontree.Node{}}
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

// A sample is one of the request with where it stands, and when it was taken.
type sample struct {
	node *jsontree.Node
	name string
	when when
	sent
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
	user := text(r.person, "id")
	for _, identifier := range items(r.person.Get("identifier")) {
		if v := text(identifier, "value"); v != "" {
			user = v
			break
		}
	}
	t.Set("user_identifier", jsontree.NewString(user))
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
		v := cmp.Or(r.person.Get(member.from), person[member.from])
		switch {
		case v == nil:
			who := "Patient"
			if r.among {
				who = r.out.patient.at
			}
			r.missing = append(r.missing, who+"."+member.from)
		case member.key == "dob" && coarse.MatchString(v.Text):
			r.fault(r.out.patient.at+".birthDate", message.BirthCoarse.With("text", v.Text))
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
			case r.person.Get(one.key) == nil:
				told[one.key] = jsontree.NewString(one.says)
				r.issue("informational", "", message.ByIdentity.With("field", one.called))
			case has != one.says && !coarse.MatchString(has):
				r.fault(r.out.patient.at+"."+one.key, message.IdentityContrary.With("field", one.called))
			}
		}
	}
	return told
}

// examined is when the examination was: the latest time at which a result that
// counts was taken. Where none says, it is the earliest at which one was issued:
// a late result is of the same examination. Either way it is after all earlier
// results.
func (r *reader) examined() when {
	latest := r.latestOf()
	var before time.Time // the latest of earlier results
	for _, s := range r.samples {
		if last := r.samples[latest[s.name]]; s.when.moment.Before(last.when.moment) && s.when.moment.After(before) {
			before = s.when.moment
		}
	}
	var taken, issued when
	for i, s := range r.samples {
		switch w := s.when; {
		case i != latest[s.name] || !w.moment.After(before):
		case !w.issued && w.moment.After(taken.moment):
			taken = w
		case w.issued && (issued.moment.IsZero() || w.moment.Before(issued.moment)):
			issued = w
		}
	}
	r.exam = cmp.Or(taken, issued)
	return r.exam
}

// supersede leaves out what is preliminary where a final result of the same indicator
// and time follows.
func (r *reader) supersede() {
	open := func(s sample) bool { return text(s.of, "status") == "preliminary" }
	r.samples = slices.DeleteFunc(slices.Clone(r.samples), func(s sample) bool {
		gone := open(s) && slices.ContainsFunc(r.samples, func(other sample) bool {
			return other.name == s.name && !open(other) && (other.when.moment.Equal(s.when.moment) || other.when.moment.IsZero() || s.when.moment.IsZero())
		})
		if gone {
			r.ignored(s.at, message.Superseded)
		}
		return gone
	})
}

// together leaves out what other results of the same indicator and time say, or
// contradict.
func (r *reader) together() {
	by := map[time.Time][]sample{}
	var times []time.Time
	for _, s := range r.samples {
		at := s.when.moment
		if by[at] == nil {
			times = append(times, at)
		}
		by[at] = append(by[at], s)
	}
	gone := map[*jsontree.Node]bool{}
	for _, at := range times {
		var nodes []*jsontree.Node
		for _, s := range by[at] {
			nodes = append(nodes, s.node)
		}
		for i, why := range (observed.Reader{Dictionary: r.d}).Together(nodes) {
			if why != (message.Phrase{}) {
				gone[nodes[i]] = true
				r.ignored(by[at][i].at, why)
			}
		}
	}
	r.samples = slices.DeleteFunc(r.samples, func(s sample) bool { return gone[s.node] })
}

// latestOf is, by indicator, which of its results counts: the latest, of several
// at a time the last.
func (r *reader) latestOf() map[string]int {
	latest := map[string]int{}
	for i, s := range r.samples {
		if k, seen := latest[s.name]; !seen || !s.when.moment.Before(r.samples[k].when.moment) {
			latest[s.name] = i
		}
	}
	return latest
}

// series is the samples, in their order: of an indicator that was measured
// several times the latest, with the others as its earlier results.
func (r *reader) series() *jsontree.Node {
	latest := r.latestOf()
	list := jsontree.NewArray()
	for i, s := range r.samples {
		last := r.samples[latest[s.name]]
		if earlier := s.when.moment; i != latest[s.name] && !earlier.IsZero() && earlier.Before(last.when.moment) {
			result := jsontree.NewObject("value", s.node.Get("value"))
			if unit := s.node.Get("unit"); unit != nil {
				result.Set("unit", unit)
			}
			result.Set("datetime", jsontree.NewString(s.when.written))
			before := last.node.Get("previous")
			if before == nil {
				before = jsontree.NewArray()
				last.node.Set("previous", before)
			}
			before.Items = append(before.Items, result)
			r.issue("informational", s.at, message.TakenAsEarlier)
			continue
		}
		if then := s.when; !then.moment.IsZero() && r.exam.moment.Sub(then.moment) > day {
			r.issue("informational", s.at, message.SampleOlder.With("then", then.written, "now", r.exam.written))
		}
		list.Items = append(list.Items, s.node)
		r.out.sent = append(r.out.sent, s.sent)
	}
	return list
}

// day is how far apart results of one examination may lie.
const day = 24 * time.Hour

// IssuesJSON returns the issues as a member of the request, for answers that
// are no bundles.
func (q *Request) IssuesJSON() *jsontree.Node {
	return jsontree.List(q.Issues, func(issue Issue) *jsontree.Node {
		n := jsontree.NewObject("code", issue.Code, "text", issue.Details.Text)
		for _, at := range issue.Expression {
			n.Set("place", jsontree.NewString(at))
		}
		return n
	})
}

// Where returns an error of the request with the places of the bundle it came
// in.
func (q *Request) Where(err error) error {
	wrong, ok := errors.AsType[*wire.Error](err)
	if !ok {
		return err
	}
	moved := &wire.Error{Missing: wrong.Missing}
	for _, f := range wrong.Invalid {
		switch f.Path {
		case "profile.dob":
			f.Path = q.patient.at + ".birthDate"
		case "profile.gender":
			f.Path = q.patient.at + ".gender"
		}
		for i, sent := range q.sent {
			if rest, ok := strings.CutPrefix(f.Path, fmt.Sprintf("samples[%d]", i)); ok && (rest == "" || rest[0] == '.') {
				f.Path = sent.at
			}
		}
		moved.Invalid = append(moved.Invalid, f)
	}
	return moved
}
