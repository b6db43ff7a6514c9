package lines

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"tijian/engine/dictionary"
	"tijian/engine/specimen"
	"tijian/ocr/evidence"
	"tijian/ocr/merge"
	"tijian/server/console/words"
	"tijian/server/samples"
)

// sure and sureBare are the probabilities from which a value is shown as certain: of a row
// that prints its unit or a reference, and of one that prints neither, where readings of a
// wrong column look as probable. Of either, at least 999 of 1,000 are right.
const sure, sureBare = 0.98, 0.995

// Counts are those of a report's lines.
type Counts struct {
	All                 int // but struck ones
	Wanting             int // that somebody should look at
	Settled             int // that somebody has looked at
	Doubtful, Confirmed int // of those that are wanting, with a value; of those that are settled, read rightly
	Other               int // rows that are none of the indicators
	Empty               int // without a value
	Blank               int // that were struck because they have none
}

// Count counts the lines as they are now.
func Count(list []Line) (n Counts) {
	for i := range list {
		l := &list[i]
		if !l.Struck {
			n.All++
		}
		if l.Blank() {
			n.Blank++
		}
		if l.Mark() == Unclear {
			n.Empty++
		}
		if l.Mark() == "other" {
			n.All--
			n.Other++
			continue
		}
		switch {
		case l.Mark() == Unclear || l.Mark() == Doubtful:
			if n.Wanting++; l.Mark() == Doubtful {
				n.Doubtful++
			}
		case l.Certainty != Certain:
			if n.Settled++; l.Confirmed {
				n.Confirmed++
			}
		}
	}
	return n
}

// A Reading is what is known of the lines of a report.
type Reading struct {
	ID       string
	Read     json.RawMessage // merge.Full; nil where nothing was read
	Said     map[Key]string  // by a person: an amount, or "" for what the report does not have
	As       map[Key]string  // the indicators that a person says lines are
	Others   []Other
	Pictures int
}

// Lines are what was read, in the order of the paper, and what was added.
func (w *Reading) Lines(lang string, dict *dictionary.Dictionary) ([]Line, error) {
	var full merge.Full // one picture's entries have no image, which is the first
	if len(w.Read) > 0 {
		if err := json.Unmarshal(w.Read, &full); err != nil {
			return nil, fmt.Errorf("stored result of case %s: %w", w.ID, err)
		}
	}
	var list []Line
	for name, entries := range full {
		for k, e := range entries {
			l := Line{lang: lang, ID: w.ID, Indicator: name, Entry: k, Title: name, Name: e.Name, Unit: cmp.Or(e.UnitTaken, e.Unit), Printed: e.Reference, Flag: e.Flag,
				PrintedUnit: cmp.Or(e.UnitTaken, e.Unit), Specimen: specimen.Told(dict, e.Name, e.Specimen), Picture: e.Image, Percent: int(e.Confidence * 100), Certainty: Unclear, Was: Untouched}
			i, known := dict.Lookup(name)
			if e.Value != nil {
				l.WasRead = &Amount{Value: *e.Value, Bound: e.Comparator}
				if known && e.Basis[evidence.Kind] == evidence.Grade && i.InWords(dictionary.GradeUnit) {
					l.WasRead.Unit = dictionary.GradeUnit // recognition takes the number of a word
				}
				l.Now = l.WasRead
				l.Certainty = Doubtful
				if !samples.Unanimous(entries) {
					l.Percent = 0
				} else if e.Confidence >= sureBare || e.Confidence >= sure && (e.Basis[evidence.Interval] != evidence.Absent || e.Basis[evidence.Unit] == evidence.Printed) {
					l.Certainty = Certain
				}
			}
			if known {
				l.Known, l.Title = i, words.Called(lang, i)
				l.Range = samples.RangeOf(&e.Entry, i)
				if _, ok := i.ToStandard(0, l.Unit); !ok || l.Unit == "" {
					l.Unit = i.Unit
				}
			}
			w.say(lang, &l, dict)
			l.assume(lang, dict)
			l.page = e.Page
			l.printed(e.Coords, e.Idx, e.IdxOfValue)
			list = append(list, l)
		}
	}
	for k, o := range w.Others {
		l := Line{lang: lang, ID: w.ID, Entry: k, Title: cmp.Or(o.Name, words.In(lang).Say("report.nameless")), Name: o.Name, Shown: o.Value, Unit: o.Unit, PrintedUnit: o.Unit, Printed: o.Reference, Flag: o.Flag, Picture: o.Picture,
			Certainty: Certain, Was: Untouched, Other: true, Specimen: specimen.Told(dict, o.Name, o.Specimen), page: o.Page}
		l.printed(o.Coords, o.Idx, o.IdxOfValue)
		w.say(lang, &l, dict)
		list = append(list, l)
	}
	for k, said := range w.Said {
		if i, ok := dict.Lookup(k.Indicator); ok && k.Entry == AddedEntry || k.Indicator == "" && k.Entry <= AddedEntry {
			l := Typed(lang, w.ID, i, said, dict)
			l.Entry = k.Entry
			l.Picture, l.page = w.Pictures, math.MaxInt // after all that was read
			list = append(list, l)
		}
	}
	place(list)
	slices.SortFunc(list, func(a, b Line) int {
		return cmp.Or(cmp.Compare(a.Picture, b.Picture), cmp.Compare(a.page, b.page), cmp.Compare(a.band, b.band), cmp.Compare(a.column, b.column), cmp.Compare(a.box[1], b.box[1]),
			strings.Compare(a.Indicator, b.Indicator), cmp.Compare(max(a.Entry, -a.Entry), max(b.Entry, -b.Entry)))
	})
	return list, nil
}

// say takes over what a person says of a line, and puts its values into words.
func (w *Reading) say(lang string, l *Line, dict *dictionary.Dictionary) {
	said, any := w.Said[Key{l.Indicator, l.Entry}]
	l.AsRead = l.Row().Text()
	if as := w.As[Key{l.Indicator, l.Entry}]; as == None {
		l.As = as
	} else if as != "" {
		l.Move(lang, dict, as)
	}
	if l.Of() == "" {
		if any {
			l.print(said)
		}
		return
	}
	if any {
		l.Say(said)
	}
	l.Write(dict)
}
