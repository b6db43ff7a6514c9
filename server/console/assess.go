package console

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"tijian/engine"
	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/engine/wire"
)

// An assessForm is the form as it was filled in, with what is wrong with it.
type assessForm struct {
	Sex, Born, Age, At, Smokes, Namespace, JSON string
	Has                                         []condition
	Further                                     []argumentField
	Rows                                        []row
	Folded                                      int // so many rows of a report need not be looked at again; 0 to show all
	Faults                                      []string
	Namespaces                                  []string
	Indicators                                  []string // what people call them
	Report                                      string   // whose results are filled in
	Offer                                       *offer   // what it prints of the person; nil where that is filled in
	Answer                                      *answer  // nil before anything was asked
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

func (c *Console) assessForm(v *requestContext) error {
	form := c.newForm(v)
	form.At = c.Now().Format(time.DateOnly)
	if id := v.URL.Query().Get("report"); id != "" {
		v.SetPathValue("id", id)
		p, err := c.readReport(v)
		if err != nil {
			return err
		}
		form.Rows, form.Report = p.rows(), id
		form.Folded = len(form.Rows)
		form.Offer = form.offerOf(p.person)
	}
	for len(form.Rows) < firstRows {
		form.Rows = append(form.Rows, row{})
	}
	return v.show(http.StatusOK, "assess", form)
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

// assess answers the form. Nothing of it is kept.
func (c *Console) assess(v *requestContext) error {
	f := c.newForm(v)
	if again := v.PostFormValue("again"); again != "" {
		f.fill(unpacked(again))
		if err := c.offer(v, f); err != nil {
			return err
		}
		return v.show(http.StatusOK, "assess", f)
	}
	f.fill(v.PostForm)
	if err := c.offer(v, f); err != nil {
		return err
	}
	switch {
	case v.PostForm.Has("take"):
		f.take()
		f.fold()
		return v.showForm(f)
	case v.PostForm.Has("more"):
		f.Rows = append(f.Rows, make([]row, moreRows)...)
		return v.showForm(f)
	case v.PostFormValue("do") == "show": // as it was left
		return v.showForm(f)
	}
	body, ok := []byte(f.JSON), true
	if strings.TrimSpace(f.JSON) == "" {
		body, ok = c.request(v, f)
	}
	if !ok {
		return v.show(http.StatusUnprocessableEntity, "assess", f)
	}
	answered, err := c.Live.Snapshot().Assessed(body, c.Limits.Samples, c.Now())
	if wrong, is := errors.AsType[*wire.Error](err); is {
		f.Faults = append(f.Faults, wrong.In(v.lang))
		return v.show(http.StatusUnprocessableEntity, "assess", f)
	}
	if err != nil {
		return err
	}
	f.Answer = c.view(v, answered)
	f.Answer.Again = packed(v.PostForm)
	if f.guessed != "" && strings.TrimSpace(f.JSON) == "" {
		f.Answer.Assumptions = append(f.Answer.Assumptions, words[v.lang].say("answer.age.only", f.Age, f.guessed))
	}
	return v.show(http.StatusOK, "assess", f)
}

// showForm answers with the form that is filled in further, alone where it takes
// the place of the one on the page: Back leads to it then.
func (v *requestContext) showForm(f *assessForm) error {
	return v.partOr(http.StatusOK, "assess", "assess-form", f)
}

// A filled form goes with its answer as a text, much smaller than its fields: a
// line for each name, with a tab before each value.
var (
	intoLine = strings.NewReplacer("\\", `\\`, "\n", `\n`, "\r", "", "\t", `\t`)
	ofLine   = strings.NewReplacer(`\\`, "\\", `\n`, "\n", `\t`, "\t")
)

func packed(form url.Values) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(form)) {
		if name == "csrf" || strings.Join(form[name], "") == "" {
			continue
		}
		b.WriteString(intoLine.Replace(name))
		for _, value := range form[name] {
			b.WriteString("\t" + intoLine.Replace(value))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func unpacked(text string) url.Values {
	form := url.Values{}
	for line := range strings.Lines(strings.ReplaceAll(text, "\r\n", "\n")) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		for _, value := range fields[1:] {
			form.Add(ofLine.Replace(fields[0]), ofLine.Replace(value))
		}
	}
	return form
}

// fill takes the fields of the form over.
func (f *assessForm) fill(form url.Values) {
	f.Sex, f.Born, f.At, f.Smokes = form.Get("sex"), form.Get("born"), form.Get("at"), form.Get("smokes")
	f.Age = strings.TrimSpace(form.Get("age"))
	f.Namespace, f.JSON, f.Report = form.Get("namespace"), form.Get("json"), form.Get("report")
	for i := range f.Has {
		f.Has[i].On = form.Get(f.Has[i].Name) != ""
	}
	for i := range f.Further {
		f.Further[i].Value = form.Get(f.Further[i].Path)
	}
	for i := range form["name"] {
		f.Rows = append(f.Rows, row{Name: column(form, "name", i), Value: column(form, "value", i), Unit: column(form, "unit", i),
			Reference: column(form, "reference", i), Before: column(form, "before", i), BeforeAt: column(form, "before_at", i)})
	}
	for len(f.Rows) < firstRows {
		f.Rows = append(f.Rows, row{})
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

// An answer is what the page shows of an assessment.
type answer struct {
	Rules, Namespace, Hash string
	Sex                    string
	Age                    int
	At                     string
	Summary                *assess.Summary
	Raised, Quiet          []riskView   // risks; quiet ones are not raised
	Notable                []sampleView // what asks for attention, the gravest first
	Fine, Rest             []organView  // what does not; what no rule is for
	FineCount              int
	Derived                []pair
	Assumptions            []string
	Sources                []sourceView
	Again                  string // the form, to be filled in again
}

type pair struct{ Name, Value string }

// view arranges an assessment for people.
func (c *Console) view(v *requestContext, a *engine.Answer) *answer {
	person := &a.Request.Person
	out := &answer{Rules: a.Version, Hash: a.Hash, Namespace: person.Namespace, Sex: string(person.Sex), Age: person.Age(),
		At: person.At.Format(time.DateOnly), Summary: a.Summary, Assumptions: a.Assumptions}
	var cited sources
	all := risks(v.lang, a, &cited)
	quiet := slices.IndexFunc(all, func(r riskView) bool { return r.Bars == 0 })
	if quiet < 0 {
		quiet = len(all)
	}
	out.Raised, out.Quiet = all[:quiet], all[quiet:]
	out.sort(organs(v.lang, a, &cited))
	out.cite(cited.list)
	for _, d := range a.Rules.Derived {
		if value, ok := a.Derived[d.ID]; ok && d.Type != expression.String {
			out.Derived = append(out.Derived, pair{d.Title, strings.TrimSpace(plain(v.lang, value) + " " + d.Unit)})
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
