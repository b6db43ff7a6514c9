package fhir

import (
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
	"tijian/engine/wire"
)

const background = "health_background."

// A Request is an assessment request that came as a Bundle.
type Request struct {
	Tree   *jsontree.Node // as the API takes it
	Issues []Issue        // what was not understood, and what was taken for granted
	places []string       // of the samples, in the bundle
}

// NamespaceOf returns the requesting party that a bundle is tagged with, "fhir"
// where it is not.
func NamespaceOf(bundle *jsontree.Node) string {
	for _, tag := range items(bundle.Get("meta").Get("tag")) {
		if text(tag, "system") == Namespace {
			return text(tag, "code")
		}
	}
	return "fhir"
}

// Read turns a Bundle of one Patient and Observations into an assessment
// request. Observations that it cannot use are no fault: they are named in
// the request's issues, as is what the bundle does not say and is taken for
// none, in a language of package problem. The error is a *wire.Error.
func Read(bundle *jsontree.Node, d *dictionary.Dictionary, lang string) (*Request, error) {
	r := &reader{d: d, lang: lang, out: &Request{Tree: jsontree.NewObject()}, fields: map[string]*jsontree.Node{}, samples: jsontree.NewArray()}
	if text(bundle, "resourceType") != "Bundle" {
		r.fault("resourceType", message.NotABundle)
		return nil, r.err()
	}
	for i, entry := range items(bundle.Get("entry")) {
		at := fmt.Sprintf("Bundle.entry[%d].resource", i)
		resource := entry.Get("resource")
		switch kind := text(resource, "resourceType"); kind {
		case "Patient":
			r.patient(resource, at)
		case "Observation":
			r.observation(resource, at)
		case "RiskAssessment", "DetectedIssue", "OperationOutcome": // of an answer that comes back
		default:
			r.ignored(at, message.ResourceUnused.With("kind", kind))
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
	fields  map[string]*jsontree.Node // by path
	samples *jsontree.Node
	latest  string // of the observations
	moment  time.Time
	missing []string
	invalid []assess.FieldError
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
	}
	r.out.Issues = append(r.out.Issues, i)
}

func (r *reader) patient(p *jsontree.Node, at string) {
	if r.person != nil {
		r.fault(at, message.TwoPatients)
		return
	}
	r.person = p
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
	if r.latest == "" {
		r.latest = text(bundle, "timestamp")
	}
	if r.latest == "" {
		r.missing = append(r.missing, "Observation.effectiveDateTime")
	}
	t.Set("datetime", jsontree.NewString(r.latest))
	profile := jsontree.NewObject()
	for _, member := range []struct{ key, from string }{{"dob", "birthDate"}, {"gender", "gender"}} {
		if v := r.person.Get(member.from); v != nil {
			profile.Set(member.key, v)
		} else {
			r.missing = append(r.missing, "Patient."+member.from)
		}
	}
	t.Set("profile", profile)
	t.Set("health_background", jsontree.NewObject())
	for _, name := range wire.Backgrounds() {
		if path := background + name; r.fields[path] == nil {
			r.fields[path] = wire.NoBackground(name)
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
	t.Set("samples", r.samples)
}

// IssuesJSON returns the issues as a member of the request, for answers that
// are no bundles.
func (q *Request) IssuesJSON() *jsontree.Node {
	list := jsontree.NewArray()
	for _, issue := range q.Issues {
		n := jsontree.NewObject()
		n.Set("code", jsontree.NewString(issue.Code))
		n.Set("text", jsontree.NewString(issue.Details.Text))
		for _, at := range issue.Expression {
			n.Set("place", jsontree.NewString(at))
		}
		list.Items = append(list.Items, n)
	}
	return list
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
		for i, place := range q.places {
			if rest, ok := strings.CutPrefix(f.Path, fmt.Sprintf("samples[%d]", i)); ok && (rest == "" || rest[0] == '.') {
				f.Path = place
			}
		}
		moved.Invalid = append(moved.Invalid, f)
	}
	return moved
}
