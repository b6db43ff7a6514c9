package console

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"tijian/engine"
	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/engine/wire"
	"tijian/server/cases"
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
	Rows                                        []row
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
	p := reportPage{}
	var err error
	if p.Lines, err = c.lines(v.lang, w); err != nil {
		return nil, err
	}
	f.join(p.rows())
	f.Offer = f.offerOf(w.Printed)
	return f, nil
}

// join puts the values of the report before those that were typed.
func (f *assessForm) join(read []row) {
	for i := range read {
		for _, r := range f.Rows {
			if r.Of == read[i].Of {
				read[i].Reference, read[i].Before, read[i].BeforeAt = r.Reference, r.Before, r.BeforeAt
			}
		}
	}
	f.Folded = len(read)
	f.Rows = append(read, slices.DeleteFunc(f.Rows, func(r row) bool { return r.Of != "" })...)
	for len(f.Rows) < firstRows {
		f.Rows = append(f.Rows, row{})
	}
}

// newForm is a form with what the rules in force offer.
func (c *Console) newForm(v *requestContext) *assessForm {
	snapshot := c.Live.Snapshot()
	f := &assessForm{Namespaces: snapshot.Namespaces()}
	f.Has, f.Further = personFields(snapshot.Rules)
	f.Indicators = calledAll(v.lang, snapshot.Dictionary)
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

// calledAll are the indicators of a dictionary, as people call them.
func calledAll(lang string, dict *dictionary.Dictionary) (names []string) {
	for _, i := range dict.All() {
		names = append(names, called(lang, i))
	}
	return names
}

// assess saves the form, and goes on with it: to the answer, or to what is wrong.
func (c *Console) assess(v *requestContext) error {
	f, err := c.formOf(v)
	if err != nil {
		return err
	}
	form, do := maps.Clone(v.PostForm), v.PostFormValue("do")
	for _, name := range []string{"csrf", "do", "saved"} {
		form.Del(name)
	}
	switch {
	case do == "more":
		for _, name := range rowFields {
			form[name] = append(form[name], make([]string, max(0, max(len(form["name"]), firstRows)+moreRows-len(form[name])))...)
		}
	case do == "take" && f.Offer != nil:
		set := func(name, value string) {
			if value != "" {
				form.Set(name, value)
			}
		}
		set("sex", f.Offer.Sex)
		set("age", f.Offer.Age)
	}
	w, err := c.saveForm(v, f, form)
	if do == "save" && err != nil {
		return v.unsaved(err)
	}
	if errors.Is(err, errContested) {
		return c.formContested(v, w, form)
	}
	if err != nil {
		return err
	}
	switch do {
	case "save":
		return v.part(http.StatusOK, "assess", "saved", w)
	case "more", "take":
		if f, err = c.formWith(v, w, w.Form); err != nil {
			return err
		}
		if v.isHTMX() {
			return v.partOf("assess", "assess-form", f)
		}
		return v.redirect("cases/" + w.ID + "/assess")
	}
	if f, err = c.formWith(v, w, w.Form); err != nil {
		return err
	}
	answers, err := c.answers(v, f)
	if err != nil {
		return err
	}
	if answers == nil {
		return v.redirect("cases/" + w.ID + "/assess?check=1")
	}
	saved := w.Saved
	_, err = c.change(v, w.ID, "", func(w *casework) error {
		if w.Saved != saved { // another window was quicker; it has an answer of its own
			return errSame
		}
		w.Answers, w.AssessedAt = answers, c.Now()
		return nil
	})
	if err != nil {
		return err
	}
	return v.redirect("cases/" + w.ID + "/answer")
}

// saveForm keeps the form of a case, which begins with it where there is none. It is
// errContested, and nothing is kept, where another window has saved it since this one
// was shown. An answer to another form is none any more.
func (c *Console) saveForm(v *requestContext, f *assessForm, form url.Values) (*casework, error) {
	if f.Person == "" {
		first := cases.Case{Owner: v.user.Name, ID: f.ID, Person: cases.NewPerson(), State: cases.Check}
		if err := c.cases.Create(v.Context(), first); err != nil && !errors.Is(err, cases.ErrAgain) {
			return nil, err
		}
	}
	knows := v.PostFormValue("saved")
	return c.change(v, f.ID, "", func(w *casework) error {
		switch {
		case reflect.DeepEqual(w.Form, form):
			return errSame
		case knows != strconv.Itoa(w.Saved):
			return errContested
		}
		w.Form, w.Answers = form, nil
		w.Saved++
		w.Name, w.Number = strings.TrimSpace(form.Get("who")), strings.TrimSpace(form.Get("number"))
		w.Person = cmp.Or(pseudonym(form.Get("person")), w.Person)
		return nil
	})
}

// unsaved tells a form that saves itself why it is not kept.
func (v *requestContext) unsaved(err error) error {
	refused, is := errors.AsType[*fault](err)
	switch {
	case errors.Is(err, errContested):
		return v.partOf("assess", "refused", words[v.lang].say("autosave.contested"))
	case is && refused.status == http.StatusConflict:
		return v.partOf("assess", "refused", refused.text)
	}
	return err
}

// formContested shows what was typed and not kept.
func (c *Console) formContested(v *requestContext, w *casework, form url.Values) error {
	f, err := c.formWith(v, w, form)
	if err != nil {
		return err
	}
	f.Contested = true
	if v.isHTMX() {
		return v.partOf("assess", "assess-form", f)
	}
	return v.show(http.StatusConflict, "assess", f)
}

// longestPerson is how many characters of a pseudonym are kept.
const longestPerson = 32

// pseudonym is a pseudonym as somebody typed it.
func pseudonym(text string) string {
	text = strings.ToUpper(strings.Join(strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' }), ""))
	if runes := []rune(text); len(runes) > longestPerson {
		text = string(runes[:longestPerson])
	}
	return text
}

// answers asks what the form asks. Without answers something is wrong, which is noted in
// the form.
func (c *Console) answers(v *requestContext, f *assessForm) (map[string]*answer, error) {
	body, ok := []byte(f.JSON), true
	if strings.TrimSpace(f.JSON) == "" {
		body, ok = c.request(v, f)
	}
	say := words[v.lang].say
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
	found, err := foundIn(snapshot, f.Text)
	if err != nil {
		return nil, err
	}
	all := map[string]*answer{}
	for _, lang := range languages {
		a := c.view(lang, answered)
		a.Found = found
		if f.guessed != "" && strings.TrimSpace(f.JSON) == "" {
			a.Assumptions = append(a.Assumptions, words[lang].say("answer.age.only", f.Age, f.guessed))
		}
		all[lang] = a
	}
	return all, nil
}

// Findings are those of the passages of a report, beside its values.
type findings struct{ Certain, Possible []string }

func foundIn(snapshot *engine.Snapshot, text string) (f findings, err error) {
	if strings.TrimSpace(text) == "" {
		return f, nil
	}
	answer, err := snapshot.Findings(engine.Question{Text: text})
	if err == nil {
		err = json.Unmarshal(answer, &f)
	}
	return f, err
}

// rowFields are the fields of a row of results.
var rowFields = []string{"of", "name", "value", "unit", "reference", "before", "before_at"}

// fill takes the fields of the form over.
func (f *assessForm) fill(form url.Values) {
	f.Sex, f.Born, f.At, f.Smokes = form.Get("sex"), form.Get("born"), form.Get("at"), form.Get("smokes")
	f.Age = strings.TrimSpace(form.Get("age"))
	f.Namespace, f.JSON, f.Text = form.Get("namespace"), form.Get("json"), form.Get("text")
	f.WhoName, f.WhoNumber, f.Person = form.Get("who"), form.Get("number"), cmp.Or(pseudonym(form.Get("person")), f.Person)
	for i := range f.Has {
		f.Has[i].On = form.Get(f.Has[i].Name) != ""
	}
	for i := range f.Further {
		f.Further[i].Value = form.Get(f.Further[i].Path)
	}
	for i := range form["name"] {
		f.Rows = append(f.Rows, row{Of: column(form, "of", i), Name: column(form, "name", i), Value: column(form, "value", i), Unit: column(form, "unit", i),
			Reference: column(form, "reference", i), Before: column(form, "before", i), BeforeAt: column(form, "before_at", i)})
	}
}

// request makes the request of a filled form; false when something is wrong,
// which is noted in the form.
func (c *Console) request(v *requestContext, f *assessForm) ([]byte, bool) {
	say := words[v.lang].say
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
		if smokes, err = number(f.Smokes); err != nil {
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
		if r := &f.Rows[i]; !r.empty() {
			sample := r.sample(v.lang, dict)
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
		if n, err := number(text); err == nil {
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

// An answer is what the page shows of an assessment, and what a case keeps of it.
type answer struct {
	Rules, Namespace, Hash string
	Sex                    string
	Age                    int
	At                     string
	Summary                *summaryView
	Raised, Quiet          []riskView   // risks; quiet ones are not raised
	Notable                []sampleView // what asks for attention, the gravest first
	Fine, Rest             []organView  // what does not; what no rule is for
	FineCount              int
	Derived                []pair
	Assumptions            []string
	Sources                []sourceView
	Found                  findings
}

type pair struct{ Name, Value string }

// view arranges an assessment for people.
func (c *Console) view(lang string, a *engine.Answer) *answer {
	person := &a.Request.Person
	out := &answer{Rules: a.Version, Hash: a.Hash, Namespace: person.Namespace, Sex: string(person.Sex), Age: person.Age(),
		At: person.At.Format(time.DateOnly), Summary: summaryOf(lang, a.Summary), Assumptions: a.Assumptions}
	var cited sources
	all := risks(lang, a, &cited)
	quiet := slices.IndexFunc(all, func(r riskView) bool { return r.Bars == 0 })
	if quiet < 0 {
		quiet = len(all)
	}
	out.Raised, out.Quiet = all[:quiet], all[quiet:]
	out.sort(organs(lang, a, &cited))
	out.cite(cited.list)
	for _, d := range a.Rules.Derived {
		if value, ok := a.Derived[d.ID]; ok && d.Type != expression.String {
			out.Derived = append(out.Derived, pair{d.Title, strings.TrimSpace(plain(lang, value) + " " + d.Unit)})
		}
	}
	return out
}

// plain writes a value as people read it.
func plain(lang string, value any) string {
	switch x := value.(type) {
	case float64:
		return strconv.FormatFloat(x, 'g', 5, 64)
	case bool:
		if x {
			return words[lang].say("yes")
		}
		return words[lang].say("no")
	}
	return word(lang, fmt.Sprint(value))
}

// levelName is what readers call a level.
func levelName(lang string, l *ruleset.Level) string {
	if l == nil {
		return ""
	}
	if lang == problem.English && l.English != "" {
		return l.English
	}
	return l.Name
}
