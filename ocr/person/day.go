package person

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tijian/ocr/block"
	"tijian/ocr/result"
)

// ReadDay returns the dates that the lines of a sheet print. One that readers see
// differently is left out.
func ReadDay(lines []block.Line) result.Day {
	p := known()
	var day result.Day
	seen := map[string]string{} // by label
	for i := range lines {
		for _, kind := range []struct {
			printed *regexp.Regexp
			to      *string
		}{{p.taken, &day.Taken}, {p.told, &day.Reported}} {
			label, date := p.date(&lines[i], kind.printed)
			if date == "" {
				continue
			}
			if other, ok := seen[label]; ok && other != date && slices.ContainsFunc(p.words.Sampled, func(w string) bool { return strings.HasPrefix(label, w) }) {
				day.Differ = true // two reports on one sheet
			}
			seen[label] = date
			if *kind.to == "" {
				*kind.to = date
			}
		}
	}
	if day.Date() == "" {
		day.Alone = p.only(lines)
	}
	return day
}

// only is the date that a sheet prints without a label, if it prints one alone; of what
// else it may be the words say.
func (p *patterns) only(lines []block.Line) (only string) {
	for i := range lines {
		l, _ := readBy(&lines[i], block.Compact)
		at := p.alone.FindStringIndex(l.text)
		if at == nil {
			continue
		}
		before, date := p.date(&lines[i], p.alone)
		other := slices.ContainsFunc(p.words.Otherwise, func(w string) bool { return strings.Contains(before, w) })
		switch more := p.alone.MatchString(l.text[at[1]:]); {
		case other && !more:
			continue
		case date == "" || more || only != "" && only != date:
			return "" // not sure which
		}
		only = date
	}
	return only
}

// date reads the first date behind such a label in a line.
func (p *patterns) date(line *block.Line, printed *regexp.Regexp) (label, date string) {
	var dates []fact
	for _, reader := range []block.Reader{block.Compact, block.ChiSim, block.Eng} {
		l, read := readBy(line, reader)
		m := printed.FindStringSubmatchIndex(l.text)
		if !read || m == nil {
			dates = append(dates, fact{})
			continue
		}
		f := l.part(m[4], m[9])
		if f.value = iso(l.text[m[4]:m[5]], l.text[m[6]:m[7]], l.text[m[8]:m[9]]); f.sure == 0 {
			f.value = "" // another reader's
		}
		label = strings.NewReplacer(" ", "", "|", "").Replace(l.text[m[2]:m[3]])
		dates = append(dates, f)
	}
	return label, agreed(dates)
}

// iso writes a date, "" for none.
func iso(year, month, day string) string {
	y, _ := strconv.Atoi(year)
	m, _ := strconv.Atoi(month)
	d, _ := strconv.Atoi(day)
	t := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	if y < 1990 || t.Day() != d || int(t.Month()) != m {
		return ""
	}
	return t.Format(time.DateOnly)
}

// SameDay reports whether two sheets may be of one examination: a report comes days
// after its sample was taken, and a sheet may print either. A date that stands alone
// keeps none apart: it may be of either, or of neither.
func SameDay(a, b result.Day) bool {
	switch {
	case a.Differ || b.Differ:
		return false
	case a.Taken != "" && b.Taken != "":
		return a.Taken == b.Taken
	}
	first, err := time.Parse(time.DateOnly, cmp.Or(a.Taken, a.Reported))
	second, other := time.Parse(time.DateOnly, cmp.Or(b.Taken, b.Reported))
	if err != nil || other != nil {
		return true // one of them prints none
	}
	return second.Sub(first).Abs() <= time.Duration(known().words.Late)*24*time.Hour
}
