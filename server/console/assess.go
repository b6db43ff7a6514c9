package console

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"tijian/engine/assess"
	"tijian/engine/expression"
	"tijian/engine/ruleset"
	"tijian/engine/wire"
	"tijian/server/cases"
	"tijian/server/console/answer"
	"tijian/server/console/form"
	"tijian/server/console/lines"
	"tijian/server/console/words"
)

// An assessForm is the form as it was filled in, with what is wrong with it.
type assessForm struct {
	ID                                          string // of the case
	Saved                                       int    // how often it was; 0 for a form that nobody has saved
	Person, WhoName, WhoNumber                  string // the pseudonym; what somebody gave of the person
	Text                                        string // passages whose findings are wanted
	Sex, Born, Age, At, Smokes, Namespace, JSON string
	Has                                         []condition
	Further                                     []argumentField
	Rows                                        []lines.Row
	Folded                                      int // so many rows of a report need not be looked at again; 0 to show all
	Faults                                      []string
	Namespaces                                  []string
	Indicators                                  []string // what people call them
	Pictures                                    int      // of the case
	Sent, Contested                             bool     // it cannot be changed; it was, in another window
	Offer                                       *offer   // what the report prints of the person; nil where that is filled in
	guessed                                     string   // the date of birth that an age was turned into
}

// An argumentField is an additional argument of the rules.
type argumentField struct {
	Path, Title, Value string
	Kind               string // yes-no, choice or number
	Allowed            []string
}

// A condition is a yes-or-no field by its name in a request.
type condition struct {
	Name string
	On   bool
}

const (
	firstRows = 6
	moreRows  = 5
)

// beginCase begins a case without pictures: it is kept with the first thing that is
// filled in.
func (c *Console) beginCase(v *requestContext) error {
	return v.redirect("cases/" + uuid.NewString() + "/assess")
}

// assessForm shows the form of a case as it was last saved; with check, what is wrong
// with it.
func (c *Console) assessForm(v *requestContext) error {
	f, err := c.formOf(v)
	if err != nil {
		return err
	}
	if v.URL.Query().Has("check") && f.Saved > 0 {
		if _, err := c.answers(v, f); err != nil {
			return err
		}
	}
	return v.show(http.StatusOK, "assess", f)
}

// formOf is the form of a case, with the values of its report, which are changed on
// the report's own page. A case that there is not yet has an empty one.
func (c *Console) formOf(v *requestContext) (*assessForm, error) {
	w, err := c.own(v)
	if f, is := errors.AsType[*fault](err); is && f.status == http.StatusNotFound {
		if id, ok := v.caseID(); ok {
			w, err = &casework{Case: cases.Case{ID: id}}, nil
		}
	}
	if err != nil {
		return nil, err
	}
	if w.State == cases.Reading {
		return nil, v.ofCase(cases.ErrReading)
	}
	return c.formWith(v, w, w.Form)
}

func (c *Console) formWith(v *requestContext, w *casework, form url.Values) (*assessForm, error) {
	f := c.newForm(v)
	f.ID, f.Saved, f.Person, f.Pictures, f.Sent = w.ID, w.Saved, w.Person, w.Pictures, w.SignedBy != ""
	f.At, f.Text = cmp.Or(w.Day, c.Now().Format(time.DateOnly)), w.Texts
	if form != nil {
		f.fill(form)
	}
	all, err := w.reading().Lines(v.lang, c.Live.Snapshot().Dictionary)
	if err != nil {
		return nil, err
	}
	f.join(lines.Rows(all))
	f.Offer = f.offerOf(w.Printed)
	return f, nil
}

// join puts the values of the report before those that were typed.
func (f *assessForm) join(read []lines.Row) {
	for i := range read {
		for _, r := range f.Rows {
			if r.Of == read[i].Of {
				read[i].Reference, read[i].Before, read[i].BeforeAt = r.Reference, r.Before, r.BeforeAt
			}
		}
	}
	f.Folded = len(read)
	f.Rows = append(read, slices.DeleteFunc(f.Rows, func(r lines.Row) bool { return r.Of != "" })...)
	for len(f.Rows) < firstRows {
		f.Rows = append(f.Rows, lines.Row{})
	}
}

// newForm is a form with what the rules in force offer.
func (c *Console) newForm(v *requestContext) *assessForm {
	snapshot := c.Live.Snapshot()
	f := &assessForm{Namespaces: snapshot.Namespaces()}
	f.Has, f.Further = personFields(snapshot.Rules)
	f.Indicators = words.CalledAll(v.lang, snapshot.Dictionary)
	return f
}

// personFields are the fields of a person by which a version of the rules tells
// people apart, besides sex and age.
func personFields(set *ruleset.Set) (has []condition, more []argumentField) {
	for _, b := range ruleset.Backgrounds {
		has = append(has, condition{Name: b.Name})
	}
	for _, a := range set.Arguments {
		one := argumentField{Path: a.Path, Title: a.Title, Kind: "number", Allowed: a.Allowed}
		switch {
		case a.Type == expression.Boolean:
			one.Kind = "yes-no"
		case len(a.Allowed) > 0:
			one.Kind = "choice"
		}
		more = append(more, one)
	}
	return has, more
}

// answers asks what the form asks. Without answers something is wrong, which is noted in
// the form.
func (c *Console) answers(v *requestContext, f *assessForm) (map[string]*answer.Answer, error) {
	body, ok := []byte(f.JSON), true
	if strings.TrimSpace(f.JSON) == "" {
		body, ok = c.request(v, f)
	}
	say := words.In[v.lang].Say
	if n := utf8.RuneCountInString(f.Text); n > c.Limits.Text {
		f.Faults, ok = append(f.Faults, say("findings.long", c.Limits.Text)), false
	}
	if !ok {
		return nil, nil
	}
	snapshot := c.Live.Snapshot()
	answered, err := snapshot.Assessed(body, c.Limits.Samples, c.Now())
	if wrong, is := errors.AsType[*wire.Error](err); is {
		f.Faults = append(f.Faults, wrong.In(v.lang))
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	found, err := answer.FoundIn(snapshot, f.Text)
	if err != nil {
		return nil, err
	}
	all := map[string]*answer.Answer{}
	for _, lang := range words.Languages {
		a := answer.View(lang, answered)
		a.Found = found
		if f.guessed != "" && strings.TrimSpace(f.JSON) == "" {
			a.Assumptions = append(a.Assumptions, words.In[lang].Say("answer.age.only", f.Age, f.guessed))
		}
		all[lang] = a
	}
	return all, nil
}

// fill takes the fields of the form over.
func (f *assessForm) fill(sent url.Values) {
	f.Sex, f.Born, f.At, f.Smokes = sent.Get("sex"), sent.Get("born"), sent.Get("at"), sent.Get("smokes")
	f.Age = strings.TrimSpace(sent.Get("age"))
	f.Namespace, f.JSON, f.Text = sent.Get("namespace"), sent.Get("json"), sent.Get("text")
	f.WhoName, f.WhoNumber, f.Person = sent.Get("who"), sent.Get("number"), cmp.Or(pseudonym(sent.Get("person")), f.Person)
	for i := range f.Has {
		f.Has[i].On = sent.Get(f.Has[i].Name) != ""
	}
	for i := range f.Further {
		f.Further[i].Value = sent.Get(f.Further[i].Path)
	}
	for i := range sent["name"] {
		f.Rows = append(f.Rows, lines.Row{Of: form.Column(sent, "of", i), Name: form.Column(sent, "name", i), Value: form.Column(sent, "value", i), Unit: form.Column(sent, "unit", i),
			Reference: form.Column(sent, "reference", i), Before: form.Column(sent, "before", i), BeforeAt: form.Column(sent, "before_at", i)})
	}
}

// request makes the request of a filled form; false when something is wrong,
// which is noted in the form.
func (c *Console) request(v *requestContext, f *assessForm) ([]byte, bool) {
	say := words.In[v.lang].Say
	at, err := time.ParseInLocation(time.DateOnly, f.At, c.Now().Location())
	if err != nil {
		f.Faults = append(f.Faults, say("assess.bad.at"))
	}
	born, fault := f.dateOfBirth(at)
	if fault != "" {
		f.Faults = append(f.Faults, say(fault))
	}
	if f.Sex != string(assess.Male) && f.Sex != string(assess.Female) {
		f.Faults = append(f.Faults, say("assess.bad.sex"))
	}
	smokes := 0.0
	if f.Smokes != "" {
		if smokes, err = lines.Decimal(f.Smokes); err != nil {
			f.Faults = append(f.Faults, say("assess.bad.smokes"))
		}
	}
	profile := map[string]any{"dob": born, "gender": f.Sex}
	background := map[string]any{"smoke_daily_frequency": smokes}
	for _, has := range f.Has {
		background[has.Name] = has.On
	}
	request := map[string]any{"user_identifier": "console", "namespace": f.Namespace, "datetime": at.Format(time.RFC3339),
		"profile": profile, "health_background": background}
	for _, a := range f.Further {
		if value, ok := a.value(); ok {
			put(request, strings.Split(a.Path, "."), value)
		}
	}
	samples := []map[string]any{}
	dict := c.Live.Snapshot().For(f.Namespace).Dictionary
	for i := range f.Rows {
		if r := &f.Rows[i]; !r.Empty() {
			sample := r.Sample(v.lang, dict)
			if r.Fault != "" {
				f.Faults = append(f.Faults, say("assess.bad.row", i+1, r.Fault))
			}
			samples = append(samples, sample)
		}
	}
	if len(samples) == 0 {
		f.Faults = append(f.Faults, say("assess.bad.none"))
	}
	request["samples"] = samples
	body, err := json.Marshal(request)
	return body, err == nil && len(f.Faults) == 0
}

func (a argumentField) value() (any, bool) {
	text := strings.TrimSpace(a.Value)
	switch {
	case text == "":
		return nil, false
	case a.Kind == "yes-no":
		return text == "true", true
	case a.Kind == "number":
		if n, err := lines.Decimal(text); err == nil {
			return n, true
		}
	}
	return text, true // the engine says what is wrong with it
}

func put(into map[string]any, path []string, value any) {
	for ; len(path) > 1; path = path[1:] {
		next, ok := into[path[0]].(map[string]any)
		if !ok {
			next = map[string]any{}
			into[path[0]] = next
		}
		into = next
	}
	into[path[0]] = value
}
