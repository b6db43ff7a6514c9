package real

import (
	"slices"
	"strings"

	"tijian/ocr"
	"tijian/ocr/result"
	"tijian/ocr/value"
	"tijian/tools/ocreval/score"
)

// A Stage is where on its way a value was lost.
type Stage string

// The stages, in the order of the pipeline. They are told from the text that
// was read, since nobody has drawn boxes into the pictures.
const (
	Gate      Stage = "gate"      // the picture was refused
	Geometry  Stage = "geometry"  // hardly anything of the page was read
	Block     Stage = "block"     // the value was read only as a part of a block with other things
	Reader    Stage = "reader"    // the row's name was read, its value nowhere
	Name      Stage = "name"      // the value was read, its name was not
	Value     Stage = "value"     // both were read, but not made one row with a result
	Judgement Stage = "judgement" // the row was found, and its value doubted
)

// A Loss is a true value that was not given, or another in its place.
type Loss struct {
	Indicator string   `json:"indicator"`
	Item      Item     `json:"item"`
	True      float64  `json:"true"`
	Read      *float64 `json:"read,omitempty"` // the wrong value given; nil when none was
	Stage     Stage    `json:"stage"`
	Line      string   `json:"line,omitempty"`  // the line that names it, as read
	Box       [4]int   `json:"box"`             // of that line, on the picture
	P         float64  `json:"p,omitempty"`     // what a wrong value was held for
	Doubt     string   `json:"doubt,omitempty"` // why the row that was found gives no value
}

// A Sheet is the outcome for one picture.
type Sheet struct {
	Report  *Report     `json:"-"`
	Name    string      `json:"name"`
	Held    bool        `json:"held"`
	Tally   score.Tally `json:"tally"`
	Error   string      `json:"error,omitempty"`
	Lost    []Loss      `json:"lost,omitempty"`
	Wrong   []Loss      `json:"wrong,omitempty"`
	Given   []Given     `json:"given,omitempty"`
	Seconds float64     `json:"seconds"`
}

// A Given is a value that was given with how sure it was said to be.
type Given struct {
	P     float64 `json:"p"`
	Right bool    `json:"right"`
}

// Judge compares what was recognised with a report; err is recognition's.
func Judge(r *Report, seen *ocr.Examination, err error) *Sheet {
	s := &Sheet{Report: r, Name: r.Name, Held: r.Held(), Tally: score.Tally{Pages: 1, True: len(r.Truth)}}
	if err != nil {
		s.Error = err.Error()
	}
	values, full := result.Simple{}, result.Full{}
	var page *text
	if seen != nil {
		full, page = seen.Full, newText(r, seen.Sheets)
		if err == nil {
			values = full.Simple()
		}
	}
	for _, name := range names(r, values) {
		truth, is := r.Truth[name]
		read, given := values[name]
		if !is && r.Doubtful(name) {
			continue
		}
		loss := Loss{Indicator: name, Item: r.item(name), True: truth}
		right := is && given && score.Right(read, truth)
		if given {
			s.Tally.Given++
			p := confidence(full[name])
			s.Given = append(s.Given, Given{p, right})
			if right {
				s.Tally.Right++
				continue
			}
			loss.Read, loss.P = &read, p
		}
		loss.Stage, loss.Line, loss.Box = stage(&loss.Item, full[name], page, err)
		if given {
			s.Wrong = append(s.Wrong, loss)
		} else {
			if entries := full[name]; len(entries) > 0 {
				loss.Doubt = entries[0].Doubt
			}
			s.Lost = append(s.Lost, loss)
		}
	}
	return s
}

func confidence(entries []result.Entry) float64 {
	for _, e := range entries {
		if e.Value != nil {
			return e.Confidence
		}
	}
	return 0
}

func names(r *Report, values result.Simple) []string {
	var all []string
	for name := range r.Truth {
		all = append(all, name)
	}
	for name := range values {
		if _, ok := r.Truth[name]; !ok {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

func (r *Report) item(indicator string) Item {
	for _, i := range r.Items {
		if i.Standard == indicator && !i.Doubtful && !i.Second {
			return i
		}
	}
	return Item{Standard: indicator}
}

// leastRead is the share of a page's names that must have been read for a loss
// to be blamed on its own row.
const leastRead = 0.4

func stage(item *Item, entries []result.Entry, page *text, err error) (Stage, string, [4]int) {
	if page == nil || err != nil && len(page.lines) == 0 {
		return Gate, "", [4]int{}
	}
	line := page.naming(item)
	where, box := "", [4]int{}
	if line != nil {
		where, box = line.String(), line.box
	}
	printed := fold(item.Value)
	switch {
	case err != nil:
		return Gate, where, box
	case !page.read:
		return Geometry, where, box
	case line == nil && page.holds(printed):
		return Name, where, box
	case line == nil:
		return Reader, where, box
	case len(entries) > 0 && line.holds(printed):
		return Judgement, where, box
	case line.holds(printed):
		return Value, where, box
	case line.contains(printed):
		return Block, where, box
	}
	return Reader, where, box
}

// A text is what was read on a page.
type text struct {
	lines []line
	read  bool // enough of the names printed there
}

type line struct {
	blocks [][]string // each block's readings, folded
	shown  []string
	box    [4]int
}

func newText(r *Report, sheets []ocr.Sheet) *text {
	t := &text{}
	for i := range sheets {
		t.add(&sheets[i])
	}
	named := 0
	for i := range r.Items {
		if t.naming(&r.Items[i]) != nil {
			named++
		}
	}
	t.read = float64(named) >= leastRead*float64(len(r.Items))
	return t
}

// add puts the lines of a sheet to the text.
func (t *text) add(sheet *ocr.Sheet) {
	for _, l := range sheet.Page.Lines {
		var out line
		for i, b := range l.Blocks {
			var readings []string
			for _, r := range b.Readings {
				readings = append(readings, fold(r.Text))
			}
			out.blocks = append(out.blocks, readings)
			if len(b.Readings) > 0 {
				out.shown = append(out.shown, b.Readings[0].Text)
			}
			at := sheet.Place(b.Box)
			c := [4]int{at.Min.X, at.Min.Y, at.Max.X, at.Max.Y}
			if i == 0 {
				out.box = c
			}
			out.box = [4]int{min(out.box[0], c[0]), min(out.box[1], c[1]), max(out.box[2], c[2]), max(out.box[3], c[3])}
		}
		t.lines = append(t.lines, out)
	}
}

func (l *line) String() string { return strings.Join(l.shown, " | ") }

// naming finds the line with an item's printed name or code.
func (t *text) naming(item *Item) *line {
	for _, want := range []string{fold(item.Name), fold(item.Code)} {
		if len(want) < 2 {
			continue
		}
		for i := range t.lines {
			if t.lines[i].contains(want) {
				return &t.lines[i]
			}
		}
	}
	return nil
}

func (t *text) holds(want string) bool {
	return slices.ContainsFunc(t.lines, func(l line) bool { return l.contains(want) })
}

// holds reports whether a block of the line is want and nothing else.
func (l *line) holds(want string) bool {
	return slices.ContainsFunc(l.blocks, func(readings []string) bool {
		return slices.ContainsFunc(readings, func(s string) bool { return strings.Trim(s, "↑↓hl") == strings.Trim(want, "↑↓hl") })
	})
}

// contains reports whether a block of the line has want in it.
func (l *line) contains(want string) bool {
	return slices.ContainsFunc(l.blocks, func(readings []string) bool {
		return slices.ContainsFunc(readings, func(s string) bool { return strings.Contains(s, want) })
	})
}

// fold leaves out what readers and writers differ in: case, width and spaces.
func fold(s string) string {
	return strings.ToLower(strings.ReplaceAll(value.Normalise(s), " ", ""))
}
