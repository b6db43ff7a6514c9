package observed

import (
	"cmp"
	"math"
	"strings"

	"golang.org/x/text/unicode/norm"

	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/numeral"
	"tijian/engine/wire"
)

// unitOfRange is the unit that a printed range says, blank for none: of its ends where the
// system sends it, else what stands behind its text, 3.8-10.8 Thousand/uL. bare is whether
// the text says nothing else: words may tell whose range it is.
func (r Reader) unitOfRange(printed *jsontree.Node, of Unit) (unit string, bare bool) {
	text := printed.Get("reference").Get("text")
	if text == nil {
		return of.sent(), true
	}
	plain := strings.TrimSpace(norm.NFKC.String(text.Text))
	_, length := numeral.CutRange(plain)
	behind := strings.TrimSpace(plain[length:])
	if _, bare = r.Units().Canonical(Respelled(behind)); length == 0 {
		return of.sent(), false
	}
	return cmp.Or(of.sent(), behind), bare || behind == ""
}

// converted has the ends of a printed range as they become, and reports whether there are
// any and all can be; else the range stays as it is.
func converted(printed *jsontree.Node, become func(end float64) (float64, bool)) bool {
	low, high := wire.Ends(printed)
	ends := jsontree.NewObject()
	for _, end := range []struct {
		key    string
		number float64
	}{{"low", low}, {"high", high}} {
		if math.IsNaN(end.number) {
			continue
		}
		x, ok := become(end.number)
		if !ok {
			return false
		}
		ends.Set(end.key, jsontree.NewFloat(numeral.Significant(x, digits)))
	}
	if len(ends.Members) == 0 {
		return false
	}
	printed.Set("reference", ends)
	return true
}

// digits of a converted number are those that are not of the arithmetic.
const digits = 12

// rescaled has a value and its printed range as the indicator is written here where both
// are so many times as large as some write it; note says so. A value without a range that
// tells stays what it is.
func (k *Known) rescaled(v *Value, printed *jsontree.Node) (note message.Phrase) {
	times := known().Scales[k.Name]
	ours := func(x float64) (float64, bool) {
		x /= times
		return x, k.Plausible[0] <= x && x <= k.Plausible[1]
	}
	n, _ := v.Number.Float()
	x, ok := ours(n)
	if times == 0 || !ok || !converted(printed, ours) {
		return note
	}
	v.Number = jsontree.NewFloat(numeral.Significant(x, digits))
	return message.OtherScale.With("name", k.Called(), "times", int(times), "value", string(v.Number.Append(nil)))
}

// ranged has a printed range that is written in a unit in that of the value, for it would
// judge another number than it was printed for: it is converted, or left out where it cannot
// be. note says so.
func (r Reader) ranged(k *Known, printed *jsontree.Node, unit, written string) (note message.Phrase) {
	its, known := k.clear(written)
	if !known {
		if _, is := r.Units().Canonical(written); is && strings.ContainsAny(written, "/%") {
			printed.Members = nil
			note = message.RangeInOther.With("name", k.Called(), "unit", written)
		}
		return note
	}
	if sameScale(k.Indicator, its, unit) {
		return note
	}
	if !converted(printed, func(end float64) (float64, bool) {
		standard, _ := k.ToStandard(end, its)
		return k.FromStandard(standard, unit)
	}) {
		printed.Members = nil
		return message.RangeInOther.With("name", k.Called(), "unit", written)
	}
	return message.RangeConverted.With("name", k.Called(), "from", written, "unit", cmp.Or(unit, k.Indicator.Unit))
}
