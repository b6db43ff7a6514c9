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
// system sends it, else what stands behind its text, 3.8-10.8 Thousand/uL.
func unitOfRange(printed *jsontree.Node, of Unit) string {
	text := printed.Get("reference").Get("text")
	if sent := of.sent(); sent != "" || text == nil {
		return sent
	}
	plain := strings.TrimSpace(norm.NFKC.String(text.Text))
	_, length := numeral.CutRange(plain)
	if length == 0 {
		return ""
	}
	return strings.TrimSpace(plain[length:])
}

// ranged has a printed range in the unit of the value, for it would judge another number
// than it was printed for: it is converted, or left out where it cannot be. note says so.
func (r Reader) ranged(k *Known, printed *jsontree.Node, unit, written string) (note message.Phrase) {
	if written == "" {
		return note
	}
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
	low, high := wire.Ends(printed)
	converted, all := jsontree.NewObject(), true
	for _, end := range []struct {
		key    string
		number float64
	}{{"low", low}, {"high", high}} {
		if math.IsNaN(end.number) {
			continue
		}
		standard, _ := k.ToStandard(end.number, its)
		x, ok := k.FromStandard(standard, unit)
		const digits = 12 // those beyond are of the arithmetic
		converted.Set(end.key, jsontree.NewFloat(numeral.Significant(x, digits)))
		all = all && ok
	}
	if !all || len(converted.Members) == 0 {
		printed.Members = nil
		return message.RangeInOther.With("name", k.Called(), "unit", written)
	}
	printed.Set("reference", converted)
	return message.RangeConverted.With("name", k.Called(), "from", written, "unit", cmp.Or(unit, k.Indicator.Unit))
}
