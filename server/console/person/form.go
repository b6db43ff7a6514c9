package person

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"tijian/engine"
	"tijian/engine/intake"
	"tijian/engine/ruleset"
	"tijian/engine/wire"
	"tijian/ocr/result"
	"tijian/server/console/answer"
	"tijian/server/console/form"
	"tijian/server/console/lines"
	"tijian/server/console/words"
)

// A Form is the form of an assessment as it was filled in, with what is wrong with it.
type Form struct {
	Fields
	ID                         string // of the case
	Saved                      int    // how often it was; 0 for a form that nobody has saved
	Person, WhoName, WhoNumber string // the pseudonym; what somebody gave of the person
	Text                       string // passages whose findings are wanted
	Born, At, Namespace, JSON  string
	Rows                       []lines.Row
	Others                     []lines.Row // what the report has besides, and no rule can be for
	Folded                     int         // so many rows of a report need not be looked at again; 0 to show all
	Faults                     []string
	Paper                      *lines.Head // where the paper has name and number
	AgeFault                   string      // that of the age
	First                      string      // sex, born or at: the first that the request needs and is not filled in
	Namespaces                 []string
	Pictures                   int    // of the case
	Sent, Contested            bool   // it cannot be changed; it was, in another window
	Outdated                   bool   // it was assessed, and then it or the report was changed
	Offer                      *Offer // what the report prints of the person; nil where that is filled in
	Twin                       string // who has its number and is somebody else; "" for nobody
	guessed                    string // the date of birth that an age was turned into
}

const (
	firstRows = 6
	moreRows  = 5
)

// NewForm is a form with what the rules in force offer.
func NewForm(lang string, s *engine.Snapshot) *Form {
	return &Form{Fields: fieldsOf(s.Rules), Namespaces: s.Namespaces()}
}

// Fill takes the fields of the form over.
func (f *Form) Fill(sent url.Values) {
	f.fill(sent)
	f.Age = strings.TrimSpace(f.Age)
	f.Born, f.At = sent.Get("born"), sent.Get("at")
	f.Namespace, f.JSON, f.Text = sent.Get("namespace"), sent.Get("json"), sent.Get("text")
	f.WhoName, f.WhoNumber, f.Person = sent.Get("who"), sent.Get("number"), cmp.Or(Pseudonym(sent.Get("person")), f.Person)
	for i := range sent["name"] {
		f.Rows = append(f.Rows, lines.Row{Of: form.Column(sent, "of", i), Name: form.Column(sent, "name", i), Value: form.Column(sent, "value", i), Unit: form.Column(sent, "unit", i),
			Reference: form.Column(sent, "reference", i), Before: form.Column(sent, "before", i), BeforeAt: form.Column(sent, "before_at", i)})
	}
}

// MoreRows adds empty rows to what a form sent.
func MoreRows(sent url.Values) {
	for _, name := range []string{"of", "name", "value", "unit", "reference", "before", "before_at"} {
		sent[name] = append(sent[name], make([]string, max(0, max(len(sent["name"]), firstRows)+moreRows-len(sent[name])))...)
	}
}

// Join puts the values of the report before those that were typed, with what was typed of
// them; forms of older versions name each in a row of its own.
func (f *Form) Join(read []lines.Row, sent url.Values) {
	for i := range read {
		one := &read[i]
		for _, r := range f.Rows {
			if r.Of == one.Of {
				one.Reference, one.Before, one.BeforeAt = r.Reference, r.Before, r.BeforeAt
			}
		}
		for name, into := range map[string]*string{"reference": &one.Reference, "before": &one.Before, "before_at": &one.BeforeAt} {
			if at := name + "." + one.Of; sent.Has(at) {
				*into = strings.TrimSpace(sent.Get(at))
			}
		}
	}
	f.Folded = len(read)
	f.Rows = append(read, slices.DeleteFunc(f.Rows, func(r lines.Row) bool { return r.Of != "" })...)
	for len(f.Rows) < firstRows {
		f.Rows = append(f.Rows, lines.Row{})
	}
}

// An Offer is what a report prints of the person, for whoever fills in the form to
// take over or not: another person's report may lie among the pages.
type Offer struct {
	Sex, Age string // "" where the report does not print it
	Differ   bool   // it prints two: neither is offered
}

// OfferOf is what a report prints and the form does not have; nil for nothing.
func (f *Form) OfferOf(p result.Person) *Offer {
	o := &Offer{Sex: p.Sex, Differ: p.Differ}
	if p.Age != nil && f.Born == "" {
		o.Age = strconv.Itoa(*p.Age)
	}
	if (o.Sex == "" || o.Sex == f.Sex) && (o.Age == "" || o.Age == f.Age) && (!o.Differ || f.Sex != "" && f.Born+f.Age != "") {
		return nil
	}
	return o
}

// Whole reports whether nothing else has to be said of the person.
func (o *Offer) Whole() bool { return o != nil && o.Sex != "" && o.Age != "" && !o.Differ }

// Take puts what is offered into what a form sent.
func (o *Offer) Take(sent url.Values) {
	for name, value := range map[string]string{"sex": o.Sex, "age": o.Age} {
		if value != "" {
			sent.Set(name, value)
		}
	}
}

// Answers asks what the form asks, by language. Without answers something is wrong,
// which is noted in the form: a text may have so many characters, an assessment so many
// samples.
func (f *Form) Answers(lang string, s *engine.Snapshot, maxText, maxSamples int, now time.Time) (map[string]*answer.Answer, error) {
	body := []byte(f.JSON)
	written := strings.TrimSpace(f.JSON) != ""
	if !written {
		body = f.Request(lang, s, now)
	}
	if utf8.RuneCountInString(f.Text) > maxText {
		f.fault(lang, "findings.long", maxText)
	}
	if len(f.Faults) > 0 || body == nil {
		return nil, nil
	}
	answered, err := s.Assessed(body, maxSamples, now)
	if wrong, is := errors.AsType[*wire.Error](err); is {
		f.Faults = append(f.Faults, wrong.In(lang))
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	found, err := answer.FoundIn(s, f.Text)
	if err != nil {
		return nil, err
	}
	all := map[string]*answer.Answer{}
	for _, lang := range words.Languages {
		a := answer.View(lang, answered)
		a.Found = found.In(lang)
		a.Unjudged(lang, f.Others)
		a.Marked(lang, f.Rows)
		if f.guessed != "" && !written {
			a.Assumptions = append(a.Assumptions, words.In(lang).Say("answer.age.only", f.Age, f.guessed))
		}
		for _, r := range f.Rows {
			if i, ok := s.Dictionary.Lookup(r.Of); ok && r.Assumed != "" && !written {
				a.Assumptions = append(a.Assumptions, words.In(lang).Say("answer.condition", r.Assumed, words.Called(lang, i)))
			}
		}
		all[lang] = a
	}
	return all, nil
}

// Known is the answer to what is filled in so far; nil while there can be none.
func (f *Form) Known(lang string, s *engine.Snapshot, maxSamples int, now time.Time) *engine.Answer {
	body := f.Request(lang, s, now)
	if len(f.Faults) > 0 || f.JSON != "" {
		return nil
	}
	a, err := s.Assessed(body, maxSamples, now)
	if err != nil {
		return nil
	}
	return a
}

func (f *Form) fault(lang, key string, args ...any) {
	f.Faults = append(f.Faults, words.In(lang).Say(key, args...))
}

// Request makes the request of a filled form; what is wrong is noted in the form. It is
// nil where there can be none.
func (f *Form) Request(lang string, s *engine.Snapshot, now time.Time) []byte {
	f.wants(lang)
	at, err := time.ParseInLocation(time.DateOnly, f.At, now.Location())
	if err != nil && f.At != "" {
		f.fault(lang, "assess.bad.at")
	}
	born, wrong := f.dateOfBirth(at)
	if wrong != "" {
		f.fault(lang, wrong)
	}
	if wrong == "assess.bad.age" {
		f.AgeFault = words.In(lang).Say(wrong)
	}
	smokes, err := f.smoked()
	if err != nil {
		f.fault(lang, "assess.bad.smokes")
	}
	background := map[string]any{"smoke_daily_frequency": smokes}
	for _, has := range f.Has {
		background[has.Name] = has.On
	}
	request := map[string]any{"user_identifier": "console", "namespace": f.Namespace, "datetime": at.Format(time.RFC3339),
		"profile": map[string]any{"dob": born, "gender": f.Sex}, "health_background": background}
	for path, value := range f.arguments() {
		put(request, strings.Split(path, "."), value)
	}
	samples := []map[string]any{}
	dict := s.For(f.Namespace).Dictionary
	for i := range f.Rows {
		if r := &f.Rows[i]; !r.Empty() {
			samples = append(samples, r.Sample(lang, dict))
			if r.Fault != "" {
				f.Faults = append(f.Faults, r.At(lang, i+1))
			}
		}
	}
	if len(samples) == 0 {
		f.fault(lang, "assess.bad.none")
	}
	request["samples"] = samples
	body, _ := json.Marshal(request) // nil with what is a fault, such as 1e400
	return body
}

// wants says in one sentence what of the person nobody has filled in, and why it is needed.
func (f *Form) wants(lang string) {
	say, names := words.In(lang).Say, []string(nil)
	want := func(name, called string, missing bool) {
		if missing {
			f.First, names = cmp.Or(f.First, name), append(names, say(called))
		}
	}
	want("sex", "assess.sex", !f.knownSex())
	want("born", "assess.missing.born", f.Born+f.Age == "")
	want("at", "assess.at", f.At == "")
	if len(names) > 0 {
		f.fault(lang, "assess.missing", strings.Join(names, say("list.comma")))
	}
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

// dateOfBirth is the one of the form. Reports print an age instead; from the first
// birthday on rules know the age in whole years only, so that any day which gives
// it at the examination answers alike: the middle of those is taken. fault is the
// key of what is wrong.
func (f *Form) dateOfBirth(at time.Time) (dob, fault string) {
	person := ruleset.Person{At: at}
	var err error
	if f.Born != "" {
		if person.Born, err = time.Parse(time.DateOnly, f.Born); err != nil {
			return "", "assess.bad.born"
		}
	}
	if f.Age == "" {
		return f.Born, ""
	}
	age, ok := intake.Age(f.Age)
	switch {
	case !ok:
		return "", "assess.bad.age"
	case at.IsZero(): // which is a fault of its own
		return "", ""
	case f.Born == "" && age == 0: // newborns are judged by days
		return "", "assess.bad.infant"
	case f.Born == "":
		f.guessed = at.AddDate(-age, -6, 0).Format(time.DateOnly)
	case person.Age() != age:
		return "", "assess.bad.ages"
	}
	return cmp.Or(f.Born, f.guessed), ""
}

// longestPerson is how many characters of a pseudonym are kept.
const longestPerson = 32

// Pseudonym is a pseudonym as somebody typed it.
func Pseudonym(text string) string {
	text = strings.ToUpper(strings.Join(strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' }), ""))
	if runes := []rune(text); len(runes) > longestPerson {
		text = string(runes[:longestPerson])
	}
	return text
}
