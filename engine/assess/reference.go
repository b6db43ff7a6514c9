package assess

import (
	"math"
	"regexp"
	"strings"

	"golang.org/x/text/width"

	"tijian/engine/numeral"
)

const decimal = `(-?` + numeral.Pattern + `)`

// The forms in which laboratories print ranges, and what may not stand behind
// one: a second range, or the rest of a titre.
var (
	twoEnds = regexp.MustCompile(`^\D*?` + decimal + `\s*(?:-|~|至|到|to)\s*` + decimal + `([^\d.,].*|,\D.*|,)?$`)
	oneEnd  = regexp.MustCompile(`^[^\d<>≤≥-]*(<=|>=|<|>|≤|≥|小于等于|不超过|小于|大于等于|不低于|大于)\s*` + decimal + `([^\d.,].*|,\D.*|,)?$`)
	more    = regexp.MustCompile(`^\s*[:/]\s*\d|[<>≤≥~]|\d\s*(?:-|至|到|to)\s*\d`)
	// Below zero, two dashes may part the ends or be a dash and a sign.
	unclear = regexp.MustCompile(`^\D*?[-—–−]\d+(?:\.\d+)?\s*--\s*\d`)
	dashes  = strings.NewReplacer("——", "~", "--", "~", "—", "-", "–", "-", "−", "-", "～", "~", "〜", "~", "≦", "≤", "≧", "≥", "〈", "<", "〉", ">", "﹤", "<", "﹥", ">")
)

// ParseReference reads a range as it was printed: 3.9-6.1, <5, ≥ 60. A text
// without ends, such as 阴性, gives nil, and so does one that can be read in two
// ways (-4.5--1, <1,234). It reports false when the lower end lies above the upper one.
func ParseReference(text string) (*Reference, bool) {
	if unclear.MatchString(width.Narrow.String(text)) {
		return nil, true
	}
	text = dashes.Replace(width.Narrow.String(dashes.Replace(strings.TrimSpace(text))))
	if m := twoEnds.FindStringSubmatch(text); m != nil && !more.MatchString(m[3]) {
		low, one := numeral.Float(m[1])
		high, two := numeral.Float(m[2])
		switch {
		case !one || !two:
			return nil, true
		case low <= high:
			return &Reference{low, high}, true
		}
		return nil, false
	}
	m := oneEnd.FindStringSubmatch(text)
	if m == nil || more.MatchString(m[3]) {
		return nil, true
	}
	end, ok := numeral.Float(m[2])
	if !ok {
		return nil, true
	}
	switch m[1] {
	case ">", ">=", "≥", "大于", "大于等于", "不低于":
		return &Reference{end, math.NaN()}, true
	}
	return &Reference{math.NaN(), end}, true
}
