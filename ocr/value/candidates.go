package value

import (
	"math"
	"slices"
	"strings"
)

// candidates merges equal readings and adds those that a lost decimal point
// explains.
func (e Evidence) candidates() []candidate {
	var all []candidate
	add := func(n Number, trust float64, reader Reading) {
		major := reader.Trust
		if reader.Minor {
			major = 0
		}
		for i := range all {
			if all[i].number.Compare == n.Compare && all[i].number.Digits() == n.Digits() {
				all[i].doubt *= 1 - trust
				all[i].readers++
				all[i].major = max(all[i].major, major)
				return
			}
		}
		all = append(all, candidate{number: n, doubt: 1 - trust, readers: 1, major: major})
	}
	readings := e.withoutSlips()
	for _, r := range readings {
		add(r.Number, math.Min(r.Trust, 0.99)*math.Pow(strange, float64(r.Number.Repaired)), r)
	}
	for i := range all {
		var minor, major bool
		for _, r := range e.Readings {
			if r.Number == all[i].number {
				minor, major = minor || r.Minor, major || !r.Minor
			}
		}
		all[i].both = minor && major
	}
	read := len(all)
	for _, r := range readings {
		if bare, ok := e.unglue(r.Number); ok {
			add(bare, r.Trust*gluedSupport, r)
		}
		for _, pointed := range pointed(r.Number) {
			trust := r.Trust * e.lostPoint()
			if e.Mark != NoMark && e.marked(r.Number.Value) {
				trust = r.Trust * min(lostPointLoose, e.lostPoint()) // the mark explains the number as it is
			}
			for i := range all[:read] {
				if all[i].number.Digits() == pointed.Digits() {
					trust = r.Trust * pointSupport
				}
			}
			if trust > 0 {
				add(pointed, trust, r)
			}
		}
	}
	return all
}

// holds tells that a number is sure although the page's zeros are misread: it
// has no digit that a zero may have become, or both kinds of reader agree and
// the reference interval or the mark with them.
func (e Evidence) holds(c *candidate) bool {
	if sure, _ := e.plainly(c.number); sure {
		return true
	}
	if !strings.ContainsAny(c.number.Digits(), "689") {
		return true
	}
	return c.both && e.Interval != nil && (e.Interval.Position(c.number.Value) == 0 || e.Mark != NoMark && e.marked(c.number.Value))
}

// plainly tells whether a reader who knows signs from digits surely saw a
// number as it is, and whether another agrees.
func (e Evidence) plainly(n Number) (sure, agreed bool) {
	for _, r := range e.Readings {
		if r.Number != n {
			continue
		}
		if r.Signs && r.Trust >= certain {
			sure = true
		} else {
			agreed = true
		}
	}
	return sure, agreed
}

// withoutSlips lowers the trust of a reading that differs from a more trusted
// one only where it has 9, 6 or 8 for 0: the printer's zero has a dot or a
// stroke.
func (e Evidence) withoutSlips() []Reading {
	all := slices.Clone(e.Readings)
	for i := range all {
		bare, ok := e.unglue(all[i].Number)
		for _, other := range e.Readings {
			if ok && bare.Digits() == other.Number.Digits() {
				// Another reader saw the arrow apart.
				all[i].Number, all[i].Trust = bare, all[i].Trust*gluedApart
				break
			}
			if arrowLike(all[i].Number, other.Number) {
				all[i].Trust *= perhapsGlued
				break
			}
		}
	}
	read := slices.Clone(all)
	for i := range all {
		for _, other := range read {
			if e.Interval != nil && all[i].Minor && !other.Minor && other.overrules(all[i]) && differ(all[i].Number, other.Number) && !arrowLike(other.Number, all[i].Number) {
				all[i].Trust *= overruled
				break
			}
			if other.Trust > all[i].Trust && slipped(all[i].Number.Digits(), other.Number.Digits()) {
				all[i].Trust *= usualSlip
				break
			}
		}
	}
	return all
}

// unsure tells that the reader who knows signs from digits read something, but
// not surely this number. Where it differs from eng, eng is right once in
// twenty, and itself in three of four cases at a confidence of 0.5, in four of
// five at 0.75 and in 49 of 50 above 0.8; where both agree they are right from
// 0.4. Counted on 2,000 drawn numbers in unknown fonts. A contradiction that
// range or mark speak against does not count.
func (e Evidence) unsure(c *candidate) bool {
	if !slices.ContainsFunc(e.Readings, func(r Reading) bool { return r.Signs }) {
		return false
	}
	if c.both {
		return c.major < majorAgreed
	}
	least := majorAlone
	if e.plain(c.number) {
		least = majorPlain
	}
	for _, r := range e.Readings {
		if r.Minor && r.Trust >= serious && differ(r.Number, c.number) && !arrowLike(c.number, r.Number) && e.weigh(r.Number) >= e.weigh(c.number) {
			least = certain
		}
	}
	return c.major < least
}

// plain reports whether everything printed beside a number speaks for it: it
// lies inside a two-sided interval, as a page that marks what lies outside
// shows no mark, and has as many decimals as the interval.
func (e Evidence) plain(n Number) bool {
	return e.Interval != nil && e.Interval.TwoSided && e.Interval.Position(n.Value) == 0 && e.Marks && e.Mark == NoMark &&
		n.Repaired == 0 && n.Decimals > 0 && n.Decimals == e.Interval.Decimals
}

// overrules tells that a better reader's number stands against that of a
// lesser one: always that of the reader who knows signs from digits, and always
// against one who often errs, but against one who seldom does only when it is
// sure itself.
func (r Reading) overrules(minor Reading) bool {
	return r.Signs || r.Trust > guess*minor.Trust && (minor.Trust < serious || r.Trust >= certain)
}

// arrowLike tells that n has one digit more than bare, at its end, and that it
// looks like an arrow.
func arrowLike(n, bare Number) bool {
	digits := n.Digits()
	longer := n.Decimals == bare.Decimals+1 && n.Decimals > 1 || n.Decimals == 0 && bare.Decimals == 0
	return longer && digits[:len(digits)-1] == bare.Digits() && strings.ContainsRune("147", rune(digits[len(digits)-1]))
}

// differ tells that two readings differ by more than a point that one missed.
func differ(a, b Number) bool {
	digits := func(n Number) string { return strings.TrimLeft(strings.ReplaceAll(n.Digits(), ".", ""), "0") }
	return digits(a) != digits(b)
}

func slipped(digits, truth string) bool {
	if len(digits) != len(truth) || digits == truth {
		return false
	}
	for i := range len(digits) {
		if a, b := digits[i], truth[i]; a != b && (b != '0' || a != '9' && a != '6' && a != '8') {
			return false
		}
	}
	return true
}

// unglue takes an arrow that was read as a last digit off a number that has
// one decimal more than is usual.
func (e Evidence) unglue(n Number) (Number, bool) {
	if e.Apart || e.Interval == nil || e.Decimals < 0 && n.Decimals == 0 || n.Decimals == 1 || n.Decimals > 0 && n.Decimals != max(e.Interval.Decimals, e.Decimals)+1 ||
		n.Decimals == 0 && (n.Value < 100 || e.Mark == NoMark) {
		return n, false
	}
	digits := n.Digits()
	if !strings.ContainsRune("147", rune(digits[len(digits)-1])) {
		return n, false
	}
	bare, ok := ParseNumber(n.Compare + digits[:len(digits)-1])
	return bare, ok && e.Interval.Position(bare.Value) != 0 // an arrow stands only beside what lies outside
}

// glued tells that the last digit may be the mark that a page which prints
// marks should show: 151↑ as 1514, with 151 outside too and no fewer decimals
// than usual.
func (e Evidence) glued(n Number) bool {
	if e.Interval == nil || !e.Marks || e.Mark != NoMark || n.Compare != "" {
		return false
	}
	if sure, agreed := e.plainly(n); sure && agreed {
		return false
	}
	digits := n.Digits()
	position := e.Interval.Position(n.Value)
	if position == 0 || len(digits) < 2 || n.Decimals > 0 && n.Decimals <= max(e.Decimals, e.Interval.Decimals) || !strings.ContainsRune("147", rune(digits[len(digits)-1])) {
		return false
	}
	bare, ok := ParseNumber(digits[:len(digits)-1])
	return ok && e.Interval.Position(bare.Value) != 0
}
