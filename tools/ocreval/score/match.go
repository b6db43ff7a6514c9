package score

import (
	"tijian/ocr/result"
	"tijian/tools/reportgen/truth"
)

// Cause is why a true value was not given.
type Cause string

// The causes, as far as the full form of the result tells.
const (
	Refused   Cause = "page refused"
	Unmatched Cause = "name not matched"
	Other     Cause = "name taken for another"
	Doubted   Cause = "name doubted"
	Null      Cause = "value not sure"
	Unknown   Cause = "unknown" // the reader has no full form
)

// sureName is the similarity from which a null value is the value's fault and
// not the name's.
const sureName = 0.7

// cause looks for the entry that the missing value's line became, and gives
// its name as read.
func cause(indicator string, line truth.Line, r Reading) (Cause, string) {
	switch {
	case r.Error != "":
		return Refused, ""
	case r.Full == nil:
		return Unknown, ""
	}
	if own := r.Full[indicator]; len(own) > 0 {
		if own[0].Sim < sureName {
			return Doubted, own[0].Name
		}
		return Null, own[0].Name
	}
	for other, entries := range r.Full {
		for i := range entries {
			if stands(&entries[i], line) {
				return Other, other + " " + entries[i].Name
			}
		}
	}
	return Unmatched, ""
}

// stands reports whether an entry's name stands in a line: at the place of the name,
// or where the line has its code.
func stands(e *result.Entry, line truth.Line) bool {
	if e.Idx < 0 || e.Idx >= len(e.Coords) {
		return false
	}
	c := e.Coords[e.Idx]
	x, y := (c[0]+c[2])/2, (c[1]+c[3])/2
	in := func(b truth.Box) bool { return b[0] <= x && x <= b[2] && b[1] <= y && y <= b[3] }
	if in(line.NameBox) {
		return true
	}
	// The box of a line that is not level covers parts of its neighbours.
	off := y - (line.NameBox[1]+line.NameBox[3])/2
	return in(line.Box) && (2*(line.Box[3]-line.Box[1]) < 5*(c[3]-c[1]) || max(off, -off) < c[3]-c[1])
}

// A Bucket counts matches of like similarity.
type Bucket struct {
	From    float64 `json:"from"` // similarity, up to the next bucket's
	Matches int     `json:"matches"`
	Right   int     `json:"right"` // of the indicator that the line is about
}

// Share is that of right matches; 1 when there is none.
func (b Bucket) Share() float64 { return ratio(b.Right, b.Matches) }

// A Mismatch is a match with the wrong indicator.
type Mismatch struct {
	Picture   string  `json:"picture"`
	Indicator string  `json:"indicator"` // of the match
	Line      string  `json:"line"`      // the name printed there; "" where no result is printed
	Read      string  `json:"read"`
	Sim       float64 `json:"sim"`
}

// bounds are where the buckets of a Calibration begin.
var bounds = []float64{0, 0.7, 0.8, 0.85, 0.9, 0.95, 0.98, 1}

// sureMatch is the similarity from which a match counts as sure.
const sureMatch = 0.9

// A Calibration tells how often matches of each similarity are right.
type Calibration struct {
	Buckets    []Bucket   `json:"buckets"`
	Sure       Bucket     `json:"sure"`       // of similarity 0.9 and more
	Mismatches []Mismatch `json:"mismatches"` // among the sure ones
}

func (c *Calibration) add(page *truth.Page, full result.Full) {
	if c.Buckets == nil {
		for _, from := range bounds {
			c.Buckets = append(c.Buckets, Bucket{From: from})
		}
		c.Sure.From = sureMatch
	}
	for indicator, entries := range full {
		for i := range entries {
			e := &entries[i]
			at := 0
			for at+1 < len(bounds) && e.Sim >= bounds[at+1] {
				at++
			}
			name, right := about(e, page, indicator)
			c.Buckets[at].count(right)
			if e.Sim < sureMatch {
				continue
			}
			if c.Sure.count(right); !right {
				c.Mismatches = append(c.Mismatches, Mismatch{page.Picture, indicator, name, e.Name, e.Sim})
			}
		}
	}
}

// about gives the printed name of the line that an entry stands in, and
// whether it is the indicator's.
func about(e *result.Entry, page *truth.Page, indicator string) (name string, right bool) {
	var found *truth.Line
	for i := range page.Lines {
		line := &page.Lines[i]
		if !stands(e, *line) {
			continue
		}
		if found = line; line.Indicator == indicator {
			break
		}
	}
	if found == nil {
		found = beside(e, page)
	}
	if found == nil {
		return "", false
	}
	return found.Name, found.Indicator == indicator
}

// beside gives the line whose name is nearest to an entry that stands in no
// line: its code may be printed before it.
func beside(e *result.Entry, page *truth.Page) *truth.Line {
	if e.Idx < 0 || e.Idx >= len(e.Coords) {
		return nil
	}
	c := e.Coords[e.Idx]
	height := c[3] - c[1]
	least := 10 * height
	var found *truth.Line
	for i := range page.Lines {
		b := page.Lines[i].NameBox
		if off := (c[1] + c[3] - b[1] - b[3]) / 2; max(off, -off) >= height {
			continue
		}
		if gap := max(b[0]-c[2], c[0]-b[2], 0); gap < least {
			least, found = gap, &page.Lines[i]
		}
	}
	return found
}

func (b *Bucket) count(right bool) {
	b.Matches++
	if right {
		b.Right++
	}
}
