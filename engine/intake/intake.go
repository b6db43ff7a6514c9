// Package intake makes assessment requests of what hospitals have: HL7 v2
// results and tables of many persons. What it cannot use it names with its
// place, and goes on.
package intake

import (
	"bytes"
	_ "embed"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/text/unicode/norm"
	"gopkg.in/yaml.v3"

	"tijian/engine/dictionary"
	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/observed"
	"tijian/engine/ruleset"
	"tijian/engine/wire"
)

// ColumnOf is what tables call a field of a request: the first of its names in
// Chinese, the field itself in English.
func ColumnOf(field string) message.Phrase {
	for _, path := range []string{field, "health_background." + field, "profile." + field} {
		if names := known().fields[path]; len(names) > 0 {
			return message.Phrase{ZH: names[0], EN: field}
		}
	}
	return message.Plain(field)
}

// Missing says which columns a table does not have whose fields are taken for none.
func Missing(fields []string) message.Phrase {
	var zh, en []string
	for _, field := range fields {
		column := ColumnOf(field)
		zh, en = append(zh, column.ZH), append(en, column.EN)
	}
	return message.ColumnsMissing.With("names", message.Phrase{ZH: strings.Join(zh, "、"), EN: strings.Join(en, ", ")})
}

// A Request is one person's assessment request.
type Request struct {
	Place   Place          // in the file: a line, a row
	tree    *jsontree.Node // as the API takes it, nil once it is written
	text    []byte         // nil until it is written
	Issues  []Issue        // what could not be used
	Assumed []string       // paths that the file does not say, taken for none
	from    origin         // of HL7
}

// Tree is the request as the API takes it.
func (r *Request) Tree() *jsontree.Node {
	if r.tree != nil {
		return r.tree
	}
	tree, err := jsontree.Parse(r.text)
	if err != nil {
		panic(err) // it was written by us
	}
	return tree
}

// write keeps the request as a text, which takes a tenth of the room of a tree: a file
// may have very many persons.
func (r *Request) write() { r.tree, r.text = nil, bytes.Clone(r.tree.Append(nil)) }

// Size is how many bytes a written request has.
func (r *Request) Size() int { return len(r.text) }

// Body is the request as the API takes it, with what is said of it in issues, as an
// answer to a request of FHIR has them: its answer says so as well.
func (r *Request) Body(lang string) []byte {
	if len(r.Issues) == 0 && r.tree == nil {
		return r.text
	}
	tree := r.Tree()
	if len(r.Issues) > 0 {
		tree.Set("issues", jsontree.List(r.Issues, func(i Issue) *jsontree.Node {
			code := "not-supported"
			if i.Used {
				code = "informational"
			}
			return jsontree.NewObject("code", code, "text", i.Reason.In(lang), "place", i.Place.In(lang))
		}))
	}
	return tree.Append(nil)
}

// A Place is where something stands in a file, for people; of a message also its
// segment and field.
type Place struct {
	message.Phrase
	segment *segment // nil in tables
	field   int      // 0 for the whole segment
}

// theFile is the place of what is wrong with all of it.
var theFile = Place{Phrase: message.TheFile}

// An Issue says of something in a file that it was not used, or of something that
// was how it is taken, and why.
type Issue struct {
	Place  Place
	Reason message.Phrase
	Used   bool // it counts all the same
	Unread bool // a whole sheet was not used, with whoever is in it
}

// In returns the issue in a language of package problem.
func (i Issue) In(lang string) string {
	return message.Placed.With("place", i.Place.Phrase, "reason", i.Reason).In(lang)
}

// Options of reading.
type Options struct {
	Dictionary *dictionary.Dictionary
	Namespace  string         // of requests that name none
	Zone       *time.Location // of times without a zone
	Now        time.Time      // when the examination was, where nothing says
	counted    *int           // how many issues there are of all persons of a file, of tables
}

// words are how hospitals write persons' fields.
//
//go:embed words.yaml
var wordsYAML []byte

// words maps folded words to what they mean.
type words struct {
	Columns  map[string][]string `yaml:"columns"`  // field of a request, or of a row in a long table
	Values   map[string][]string `yaml:"values"`   // male, female, true, false
	Pairs    map[string][]string `yaml:"pairs"`    // two indicators in one column
	Absent   []string            `yaml:"absent"`   // there is no result
	Identity []string            `yaml:"identity"` // titles of columns with identity numbers
	Together map[string][]string `yaml:"together"` // fields that stand for one where both are there
	Remarks  []string            `yaml:"remarks"`  // begin rows that are of no person
	Age      []string            `yaml:"age"`      // codes of LOINC
	Years    []string            `yaml:"years"`    // behind ages
	Others   []string            `yaml:"others"`   // in groups of columns that are of somebody else
	States   map[string][]string `yaml:"states"`   // of results, by what becomes of them
	Controls []string            `yaml:"controls"` // begin what specimens are called that are of nobody
	Aside    asideWords          `yaml:"aside"`

	Smoking smokingWords `yaml:"smoking"`
}

// asideWords tell what analysers say of themselves.
type asideWords struct {
	Types   []string `yaml:"types"`   // of OBX-2, of graphs
	Raw     []string `yaml:"raw"`     // in the other triplet of OBX-3, of what was read and not yet converted
	Units   []string `yaml:"units"`   // of the same
	Systems []string `yaml:"systems"` // of codes of the vendors' own, which are no results unless they are numbers
	Names   []string `yaml:"names"`   // folded, within names of curves, suspicions and indices of a serum
}

// smokingWords say how many cigarettes a day are smoked.
type smokingWords struct {
	None   []string           `yaml:"none"`   // nothing is smoked now
	Again  []string           `yaml:"again"`  // something is, all the same
	Beside []string           `yaml:"beside"` // what may stand around the number
	Each   map[string]float64 `yaml:"each"`   // cigarettes in one, such as a packet
	Counts map[string]float64 `yaml:"counts"` // numbers in words
}

// vocabulary is what words.yaml says, by folded words.
type vocabulary struct {
	columns, values, pairs, absent map[string]string
	identity                       map[string]string
	fields                         map[string][]string // as columns call them
	together                       map[string][]string // fields, by what they are called as one
	ages, years, remarks, others   []string
	controls                       []string // in lower case
	states                         map[string][]string
	smoking                        smokingWords
	aside                          asideWords
}

// known is read when it is first asked: most commands never do.
var known = sync.OnceValue(func() (w vocabulary) {
	var file words
	if err := yaml.Unmarshal(wordsYAML, &file); err != nil {
		panic(err) // it is embedded
	}
	turn := func(m map[string][]string) map[string]string {
		by := map[string]string{}
		for meaning, list := range m {
			for _, word := range list {
				by[dictionary.Fold(word)] = meaning
			}
		}
		return by
	}
	w.columns, w.values, w.pairs = map[string]string{}, turn(file.Values), turn(file.Pairs)
	for meaning, list := range file.Columns {
		for _, title := range list {
			w.columns[titled(title)] = meaning
		}
		w.columns[titled(meaning)] = meaning
	}
	for _, by := range []map[string]string{w.values, w.pairs} {
		for _, meaning := range slices.Collect(maps.Values(by)) {
			by[dictionary.Fold(meaning)] = meaning
		}
	}
	for _, word := range file.Remarks {
		w.remarks = append(w.remarks, dictionary.Fold(word))
	}
	w.identity = turn(map[string][]string{"": file.Identity})
	w.absent = turn(map[string][]string{"": append(file.Absent, "")})
	w.states, w.controls = file.States, file.Controls
	w.fields, w.together = file.Columns, file.Together
	w.ages, w.years, w.smoking, w.others, w.aside = file.Age, file.Years, file.Smoking, file.Others, file.Aside
	return w
})

// titled is a title without what spellings of one differ in: Patient ID, patient_id.
func titled(title string) string { return unmarked.Replace(dictionary.Fold(title)) }

var unmarked = strings.NewReplacer("_", "", "-", "", ".", "", ":", "", "#", "")

// builder puts one request together.
type builder struct {
	Options
	request  Request
	samples  []sample
	dob      string
	age      int // completed years; -1 for none
	at       string
	atBy     int  // what told it, of HL7
	dated    bool // a cell says when, readable or not; nothing else is taken for it
	column   bool // there is a column for it, which is empty
	sex      string
	user     string
	name     string                    // of tables
	specimen of                        // of the order, of HL7
	order    *segment                  // OBR, of HL7; nil for none
	header   *segment                  // MSH, of HL7
	pid      *segment                  // PID, of HL7
	ours     bool                      // the order is of the patient, of HL7, not of a control
	aside    int                       // what an analyser says of itself, of HL7
	left     bool                      // there was one that is not
	differs  bool                      // somebody else has the same identifier
	fields   map[string]*jsontree.Node // further fields, by path
}

func (o Options) builder(place Place) *builder {
	return &builder{Options: o, request: Request{Place: place}, age: -1, fields: map[string]*jsontree.Node{}}
}

// issue says that something is not used.
func (b *builder) issue(place Place, reason message.Phrase) {
	b.say(Issue{Place: place, Reason: reason})
}

// note says how something is taken that is used.
func (b *builder) note(place Place, reason message.Phrase) {
	b.say(Issue{Place: place, Reason: reason, Used: true})
}

func (b *builder) say(i Issue) {
	if b.request.Issues = append(b.request.Issues, i); b.counted != nil {
		*b.counted++
	}
}

// finish returns the request. What is missing of it the API's own check says.
func (b *builder) finish() Request {
	t := jsontree.NewObject()
	if b.user != "" {
		t.Set("user_identifier", jsontree.NewString(b.user))
	}
	t.Set("namespace", jsontree.NewString(b.Namespace))
	if b.at == "" && !b.dated && !b.Now.IsZero() {
		b.at = b.Now.Format(time.RFC3339)
		if b.column {
			b.note(b.request.Place, message.TimeTaken.With("at", b.Now.Format(time.DateOnly)))
		}
	}
	if b.at != "" {
		t.Set("datetime", jsontree.NewString(b.at))
	}
	if b.dob == "" && b.age == 0 { // newborns are judged by days
		b.issue(b.request.Place, message.InfantBorn)
	}
	if b.dob == "" && b.age > 0 {
		at, err := time.Parse(time.RFC3339, b.at)
		if err != nil {
			at = b.Now // what is wrong is the time, not the age
		}
		if !at.IsZero() {
			b.dob = at.AddDate(-b.age, 0, 0).Format(time.DateOnly)
		}
	}
	profile, background := jsontree.NewObject(), jsontree.NewObject()
	if b.dob != "" {
		profile.Set("dob", jsontree.NewString(b.dob))
	}
	if b.sex != "" {
		profile.Set("gender", jsontree.NewString(b.sex))
	}
	t.Set("profile", profile)
	for _, name := range wire.Backgrounds() {
		background.Set(name, wire.NoBackground(name))
		if path := "health_background." + name; b.fields[path] == nil {
			b.request.Assumed = append(b.request.Assumed, path)
		}
	}
	t.Set("health_background", background)
	for path, value := range b.fields {
		group, key, _ := strings.Cut(path, ".")
		if parent := t.Get(group); parent != nil && key != "" {
			parent.Set(key, value)
		} else if key == "" {
			t.Set(group, value)
		}
	}
	samples := jsontree.NewArray()
	b.request.from = origin{header: b.header, pid: b.pid}
	for _, s := range b.samples {
		samples.Items = append(samples.Items, s.node)
		if b.header != nil {
			b.request.from.add(*s.version)
		}
	}
	t.Set("samples", samples)
	b.request.tree = t
	return b.request
}

// reader knows results by the options' dictionary.
func (o Options) reader() observed.Reader { return observed.Reader{Dictionary: o.Dictionary} }

// pair returns the two indicators that a name stands for together, nil for none.
func (o Options) pair(title string) (first, second *dictionary.Indicator) {
	one, other, ok := strings.Cut(known().pairs[dictionary.Fold(title)], "/")
	if !ok {
		return nil, nil
	}
	first, _ = o.Dictionary.Lookup(one)
	second, _ = o.Dictionary.Lookup(other)
	if first == nil || second == nil {
		return nil, nil
	}
	return first, second
}

// ahead reports whether a time of an examination is yet to come. A day is left
// for clocks and zones.
func (b *builder) ahead(at time.Time) bool { return !b.Now.IsZero() && ruleset.Ahead(at, b.Now) }

// unitless says of the samples from first on that came without a unit which one
// they are taken to have.
func (b *builder) unitless(first int) {
	for _, s := range b.samples[first:] {
		if s.unitTaken != (message.Phrase{}) {
			b.note(*s.at.unit, s.unitTaken)
		}
	}
}

// A sample is one of a request; of HL7 with what tells which other one it replaces.
type sample struct {
	node      *jsontree.Node // nil, of HL7, for a result without a value that can be used
	name      string
	at        place
	unitTaken message.Phrase // in which unit it is taken that came without
	*version                 // of HL7; nil in tables
}

// sample adds a value; why it is not used, or how, is said.
func (b *builder) sample(k *observed.Known, value string, beside observed.Beside, at place) {
	if b.absent(k.Indicator, value) {
		return
	}
	got, why := b.reader().Text(k, value, beside)
	if got.Sample == nil {
		if got.OfUnit {
			at.value = at.unit
		}
		b.issue(*at.value, why)
		return
	}
	if why, unclear := wire.RangeUnclear(got.Sample); unclear {
		b.issue(*at.value, why)
	}
	if got.Bound != (message.Phrase{}) {
		b.note(*at.value, got.Bound)
	}
	b.samples = append(b.samples, sample{node: got.Sample, name: k.Name, at: at, unitTaken: got.UnitTaken})
}

// together leaves out the samples that others of the same indicator say, or contradict.
func (b *builder) together() {
	nodes := make([]*jsontree.Node, len(b.samples))
	for i, s := range b.samples {
		nodes[i] = s.node
	}
	kept := b.samples[:0:0]
	for i, why := range b.reader().Together(nodes) {
		switch why {
		case message.Phrase{}:
			kept = append(kept, b.samples[i])
		case message.Twice:
			b.note(*b.samples[i].at.value, why)
		default:
			b.issue(*b.samples[i].at.value, why)
		}
	}
	b.samples = kept
}

// printed puts a range as it is printed into a sample.
func printed(text string) func(*jsontree.Node) {
	if text = strings.TrimSpace(text); text == "" {
		return nil
	}
	return func(sample *jsontree.Node) { sample.Set("reference", jsontree.NewObject("text", text)) }
}

// place says where the parts of a sample stand.
type place struct {
	name, value, unit *Place
}

// everywhere is the place of a sample that stands in one cell.
func everywhere(at Place) place { return place{&at, &at, &at} }

// both adds two values that were written as one, 130/85.
func (b *builder) both(first, second *dictionary.Indicator, value, unit string, at Place) {
	one, other, ok := strings.Cut(norm.NFKC.String(value), "/")
	switch {
	case ok && strings.TrimSpace(one) != "":
		of := observed.Beside{Unit: observed.Unit{Whole: unit}}
		b.sample(&observed.Known{Indicator: first}, one, of, everywhere(at))
		b.sample(&observed.Known{Indicator: second}, other, of, everywhere(at))
	case !b.absent(first, value):
		b.issue(at, message.NotAPair.With("text", value))
	}
}

// absent reports whether a cell says that nothing was measured. What may be a
// grade is one: a dash is negative.
func (b *builder) absent(i *dictionary.Indicator, text string) bool {
	if v, ok := b.reader().Read(&observed.Known{Indicator: i}, text); ok && v.Rest == "" {
		return false
	}
	_, ok := known().absent[dictionary.Fold(text)]
	return ok
}

// day reads a calendar day as hospitals write it, "" when it is none.
func day(text string) string {
	text = strings.TrimSpace(norm.NFKC.String(text))
	for _, layout := range []string{time.DateOnly, "2006/1/2", "2006.1.2", "2006年1月2日", "20060102", "2006-1-2", "01-02-06", "1/2/06 15:04", "2006-01-02 15:04:05", "2006/1/2 15:04"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.Format(time.DateOnly)
		}
	}
	if t, err := time.Parse(time.RFC3339, text); err == nil {
		return t.Format(time.DateOnly)
	}
	return ""
}

// moment reads a time as hospitals write it, a day being its first moment in
// the zone; "" when it is none.
func (o Options) moment(text string) string {
	text = strings.TrimSpace(norm.NFKC.String(text))
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05Z0700"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.Format(time.RFC3339)
		}
	}
	for _, layout := range []string{"2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02T15:04:05", "2006/1/2 15:04:05", "2006/1/2 15:04"} {
		if t, err := time.ParseInLocation(layout, text, o.Zone); err == nil {
			return t.Format(time.RFC3339)
		}
	}
	if d := day(text); d != "" {
		t, _ := time.ParseInLocation(time.DateOnly, d, o.Zone)
		return t.Format(time.RFC3339)
	}
	return ""
}
