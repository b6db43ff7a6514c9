// Package casework is what a case of the console holds: the documents that package
// cases keeps, and what follows of them.
package casework

import (
	"cmp"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"tijian/engine/dictionary"
	"tijian/engine/intake"
	"tijian/ocr/result"
	"tijian/server/cases"
	"tijian/server/console/answer"
	"tijian/server/console/lines"
	"tijian/server/console/words"
)

// A File is a case with what the pages know of it.
type File struct {
	cases.Case
	Head
	Body
}

// A Head is what lists show of a case.
type Head struct {
	Name    string            `json:"name,omitempty"` // of the person, where somebody gave it
	Number  string            `json:"number,omitempty"`
	File    string            `json:"file,omitempty"` // the name of the first picture
	Sex     string            `json:"sex,omitempty"`
	Year    int               `json:"year,omitempty"`   // of birth
	Handed  string            `json:"handed,omitempty"` // who handed it to its user
	On      string            `json:"on,omitempty"`     // day of the examination
	Values  int               `json:"values,omitempty"`
	Wanting int               `json:"wanting,omitempty"` // lines that somebody should look at
	Suspect int               `json:"suspect,omitempty"` // values that the rules doubt and nobody vouches for
	Signed  Signature         `json:"signed,omitzero"`
	Failed  bool              `json:"failed,omitempty"` // nothing could be read
	Alert   string            `json:"alert,omitempty"`  // the class of the strongest instruction
	Act     map[string]string `json:"act,omitempty"`    // that instruction, by language
	Thumb   []byte            `json:"thumb,omitempty"`  // of the first picture, as JPEG; too small to read
}

// A Signature is who handed a case out, and when.
type Signature struct {
	By string    `json:"by"`
	At time.Time `json:"at"`
}

// A Body is what a case holds.
type Body struct {
	Read    json.RawMessage `json:"read,omitempty"` // merge.Full; nil where nothing was read
	Printed result.Person   `json:"printed"`
	lines.Beside
	Error      string                    `json:"error,omitempty"`  // of the task
	Said       map[lines.Key]string      `json:"said,omitempty"`   // of the lines, by a person
	As         map[lines.Key]string      `json:"as,omitempty"`     // the indicators of lines, by a person
	Joined     string                    `json:"joined,omitempty"` // who says that all sheets are of one person and day
	Together   Together                  `json:"together,omitzero"`
	Joint      []string                  `json:"joint,omitempty"` // cases of one file that were joined to it, whose pictures stand behind its own
	From       string                    `json:"from,omitempty"`  // the case that it was split from, which has the pictures
	Sums       []uint32                  `json:"sums,omitempty"`  // of the pictures, by which one is known that is laid beside
	Form       url.Values                `json:"form,omitempty"`  // as it was last saved
	Saved      int                       `json:"saved,omitempty"` // how often it was
	Answers    map[string]*answer.Answer `json:"answers,omitempty"`
	AssessedAt time.Time                 `json:"assessed_at,omitzero"`
	Vouched    map[string]Vouch          `json:"vouched,omitempty"` // of doubted values, by indicator
	SignedBy   string                    `json:"signed_by,omitempty"`
	SignedAt   time.Time                 `json:"signed_at,omitzero"`
}

// Lines are those of the report, by all that is known of them.
func (f *File) Lines(lang string, dict *dictionary.Dictionary) ([]lines.Line, error) {
	return (&lines.Reading{ID: f.ID, Read: f.Read, Said: f.Said, As: f.As, Others: f.Unmatched, Pictures: f.Paper()}).Lines(lang, dict)
}

// Mixed reports whether a second report lies among the pictures, and nobody has said
// what is to become of it.
func (f *File) Mixed() bool { return (f.Printed.Differ || f.Apart) && f.Joined == "" }

// Join takes all sheets for those of one person and day.
func (f *File) Join(by string) (err error) {
	f.Joined = by
	if all := f.Parts(); len(all) > 0 {
		f.Read, _, err = lines.Part(f.Read, f.Sheets, slices.Sorted(slices.Values(slices.Concat(all...))), 0)
	}
	return err
}

// Split keeps the first of the reports and returns the others, each a case of its own
// without an identity: of another person, or of another day of the same.
func (f *File) Split() (others []*File, err error) {
	whole := *f
	parts := whole.Parts()
	if !f.Mixed() || len(parts) < 2 {
		return nil, nil
	}
	err = f.take(&whole, parts[0], 0)
	for n, part := range parts[1:] {
		one := &File{Case: cases.Case{Owner: f.Owner, Person: f.Person, Pictures: f.Pictures}, Body: Body{From: cmp.Or(f.From, f.ID), Sums: f.Sums}}
		one.ID = uuid.NewSHA1(uuid.MustParse(f.ID), []byte(strconv.Itoa(n))).String()
		if whole.Printed.Differ {
			one.Person = cases.NewPerson()
		}
		err = cmp.Or(err, one.take(&whole, part, 0))
		others = append(others, one)
	}
	return others, err
}

// take makes it what some sheets of a whole say, of pictures from a first one on, with what
// was said of their lines.
func (f *File) take(whole *File, part []int, first int) error {
	read, to, err := lines.Part(whole.Read, whole.Sheets, part, first)
	if err != nil {
		return err
	}
	f.Read, f.Beside, f.Printed, f.Answers = read, whole.PartBeside(part, first, to), result.Person{}, nil
	if f.ID == whole.ID {
		lines.Added(whole.Said, nil, to)
	}
	f.Said, f.As = lines.Moved(nil, whole.Said, to), lines.Moved(nil, whole.As, to)
	for _, sheet := range part {
		f.Printed = result.Persons(f.Printed, whole.Sheets[sheet].Person())
	}
	return nil
}

// Parts are the sheets of the reports, as places.
func (f *File) Parts() [][]int { return lines.Parts(f.Sheets) }

// born is the year of birth by what the form says, or by the printed age; 0 for none.
func (f *File) born() int {
	if day, err := time.Parse(time.DateOnly, f.Form.Get("born")); err == nil {
		return day.Year()
	}
	age, known := intake.Age(f.Form.Get("age"))
	if !known && f.Printed.Age != nil {
		age, known = *f.Printed.Age, true
	}
	if at, err := time.Parse(time.DateOnly, f.On); err == nil && known {
		return at.Year() - age
	}
	return 0
}

// Another reports whether two cases are of two persons: their names, sexes or years of
// birth differ. An age tells the year within one.
func (h *Head) Another(o *Head) bool {
	differ := func(a, b string) bool { return a != "" && b != "" && a != b }
	apart := h.Year - o.Year
	return differ(h.Name, o.Name) || differ(h.Sex, o.Sex) || h.Year > 0 && o.Year > 0 && (apart < -1 || apart > 1)
}

// Separate makes it a case of a person of its own: with another pseudonym, without the
// number that somebody else has.
func (f *File) Separate() {
	f.Person, f.Number = cases.NewPerson(), ""
	f.Form.Del("person")
	f.Form.Del("number")
	f.Saved++
}

// Whole settles many lines by one act, or takes that back: those without a value are none of
// the report, those that are doubtful were read rightly.
func (f *File) Whole(all []lines.Line, act string) {
	for _, l := range all {
		at := lines.Key{Indicator: l.Indicator, Entry: l.Entry}
		switch {
		case act == "unempty" && l.Blank(), act == "unright" && l.Confirmed:
			delete(f.Said, at)
		case act == "empty" && l.Mark() == lines.Unclear:
			f.say(at, "")
		case act == "right" && l.Mark() == lines.Doubtful && l.As == "":
			f.say(at, l.WasRead.String())
		}
	}
	f.Answers = nil
}

// Open reads the documents of a case, of which lists have only the first.
func Open(c cases.Case) (*File, error) {
	f := &File{Case: c}
	for document, into := range map[*[]byte]any{&c.Head: &f.Head, &c.Body: &f.Body} {
		if len(*document) > 0 {
			if err := json.Unmarshal(*document, into); err != nil {
				return nil, err
			}
		}
	}
	return f, nil
}

func (f *File) foundBy() []string { return []string{f.Name, f.Number} }

// FoundBy are the name and the number that a case is found by.
func FoundBy(c cases.Case) []string {
	f, err := Open(c)
	if err != nil {
		return nil
	}
	return f.foundBy()
}

// Fold puts a case back into its documents, with what follows of it.
func (f *File) Fold(k *cases.Case, dict *dictionary.Dictionary) error {
	all, err := f.Lines(words.Languages[0], dict)
	if err != nil {
		return err
	}
	count := lines.Count(all)
	f.Values, f.Wanting = count.All, count.Wanting
	f.Suspect, f.Signed = len(f.Unsettled(words.Languages[0])), Signature{f.SignedBy, f.SignedAt}
	f.Act, f.Alert, f.On = nil, "", cmp.Or(f.Form.Get("at"), f.Day)
	f.Sex, f.Year = cmp.Or(f.Form.Get("sex"), f.Printed.Sex), f.born()
	for lang, a := range f.Answers {
		f.Values = len(a.Notable) + a.FineCount
		if u := a.Urgent(); u != nil {
			if f.Act == nil {
				f.Act = map[string]string{}
			}
			f.Act[lang], f.Alert = u.Act, u.Alert
		}
	}
	switch {
	case f.SignedBy != "":
		f.State = cases.Sent
	case f.Answers != nil && f.Wanting+f.Suspect == 0 && !f.Mixed():
		f.State = cases.Sign
	default:
		f.State = cases.Check
	}
	*k = f.Case
	k.Found = f.foundBy()
	if k.Head, err = json.Marshal(f.Head); err == nil {
		k.Body, err = json.Marshal(f.Body)
	}
	return err
}
