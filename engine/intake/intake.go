// Package intake makes assessment requests of what hospitals have: HL7 v2
// results and tables of many persons. What it cannot use it names with its
// place, and goes on.
package intake

import (
	"cmp"
	"strings"
	"time"

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
	tree    *jsontree.Node // as the API takes it; nil where it is written
	text    []byte         // the same, written; nil where it is a tree
	Issues  []Issue        // what could not be used
	Assumed []string       // paths that the file does not say, taken for none
	from    origin         // of HL7
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
	Persons    []Sheet        // whom the results of a table are of, where it does not tell
	counted    *int           // how many issues there are of all persons of a file, of tables
}

// builder puts one request together.
type builder struct {
	Options
	request  Request
	samples  []sample
	dob      string
	died     string // a time, blank where nothing says so
	month    *born  // that dob is the first of, nil where the day is told
	age      int    // completed years; -1 for none
	at       string
	atBy     int   // what told it, of HL7
	told     Place // where
	dated    bool  // a cell says when, readable or not; nothing else is taken for it
	column   bool  // there is a column for it, which is empty
	sex      string
	user     string
	name     string                    // of tables
	register *table                    // that tells persons only; nil where it is of results
	specimen of                        // of the order, of HL7
	order    *segment                  // OBR, of HL7; nil for none
	header   *segment                  // MSH, of HL7
	pid      *segment                  // PID, of HL7
	ours     bool                      // the order is of the patient, of HL7, not of a control
	aside    int                       // what an analyser says of itself, of HL7
	left     bool                      // there was one that is not
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
		if at, err := time.Parse(time.RFC3339, b.at); err == nil && b.ahead(at) {
			b.issue(cmp.Or(b.told, b.request.Place), message.DayAhead.With("text", dayOf(b.at)))
			b.unsure("datetime")
		} else if died := b.moment(b.died); died != "" && dayOf(died) < dayOf(b.at) && b.atBy > byReport { // which may be issued later
			b.issue(b.request.Place, message.AfterDeath.With("at", dayOf(b.at), "died", dayOf(died)))
			b.unsure("datetime")
		}
	}
	if b.month != nil {
		at, _ := time.Parse(time.RFC3339, b.at)
		day, ok := observed.BornIn(b.month.month, at)
		switch b.dob = day; {
		case ok:
			b.note(b.month.at, message.BirthOfMonth.With("text", b.month.text))
		case b.age > 0: // which tells it
			b.dob = ""
		default:
			b.dob = ""
			b.issue(b.month.at, message.BirthDecides.With("text", b.month.text))
		}
	}
	if b.dob != "" && b.age >= 0 && !b.agrees(b.dob) {
		b.issue(b.request.Place, message.AgeContrary)
		b.unsure("profile.dob")
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

// ahead reports whether a time of an examination is yet to come. A day is left
// for clocks and zones.
func (b *builder) ahead(at time.Time) bool { return !b.Now.IsZero() && ruleset.Ahead(at, b.Now) }
