package content

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
)

// plain makes a number as a laboratory prints it.
func plain(rng *rand.Rand) string {
	decimals := []int{0, 0, 1, 1, 1, 2, 2, 2, 3, 4}[rng.IntN(10)]
	v := math.Pow(10, -1.5+5*rng.Float64())
	s := strconv.FormatFloat(v, 'f', decimals, 64)
	if len(s) > 7 {
		s = strconv.FormatFloat(v, 'f', 0, 64)
	}
	if rng.IntN(3) == 0 { // all digits alike likely
		b := []byte(s)
		for i := range b {
			if b[i] != '.' {
				b[i] = byte('0' + rng.IntN(10))
			}
		}
		s = string(b)
	}
	return s
}

var (
	dashes   = []string{"-", "-", "-", "--", "---", "~", "～", "—", "－", " - ", "-", "–"}
	marks    = []string{"↑", "↓", "↑", "↓", "H", "L", "*", "+", "↑↑", "↓↓", "HH", "LL", "▲", "▼", "A", "!"}
	compares = []string{"<", "<", ">", "≤", "≥", "＜", "＞", "< ", "> ", "<=", ">="}
	grades   = []string{"阴性", "阴性", "阳性", "阴性(-)", "阴性（-）", "阳性(+)", "-", "±", "+-", "+", "++", "+++", "++++", "1+", "2+", "3+", "4+", "(-)", "(±)", "(+)", "(++)", "（-）", "弱阳性", "neg", "Neg", "NEG", "Normal", "+1", "+2", "+3", "未检出", "正常", "淡黄色", "黄色", "清", "透明", "阴性-", "阳性1+", "—", "- ", "少许", "未见"}
)

// number makes a result or a reference interval.
func (c *Content) number(rng *rand.Rand) string {
	switch n := rng.IntN(100); {
	case n < 42:
		return plain(rng)
	case n < 66:
		return interval(rng)
	case n < 73:
		return pick(rng, compares) + plain(rng)
	case n < 83:
		mark, space := pick(rng, marks), pick(rng, []string{"", "", " "})
		if rng.IntN(4) == 0 {
			return mark + space + plain(rng)
		}
		return plain(rng) + space + mark
	case n < 91:
		return pick(rng, grades)
	case n < 92:
		return fmt.Sprintf("%d/%d", 70+rng.IntN(130), 40+rng.IntN(80))
	case n < 94:
		return pick(rng, marks)
	case n < 95:
		return plain(rng) + pick(rng, []string{"E", "e", "×10^", "*10^"}) + strconv.Itoa(rng.IntN(10))
	case n < 96:
		return pick(rng, []string{"", "<", "≥"}) + "1:" + strconv.Itoa(10<<rng.IntN(8))
	case n < 97:
		return plain(rng) + "%"
	case n < 98:
		return "(" + interval(rng) + ")"
	}
	return strconv.Itoa(rng.IntN(60))
}

func interval(rng *rand.Rand) string {
	decimals := rng.IntN(4)
	lo := math.Pow(10, -1+3.5*rng.Float64())
	if rng.IntN(6) == 0 {
		lo = 0
	}
	hi := lo*(1.2+2*rng.Float64()) + 0.5
	dash := pick(rng, dashes)
	text := func(v float64) string {
		s := strconv.FormatFloat(v, 'f', decimals, 64)
		if rng.IntN(5) == 0 && strings.Contains(s, ".") {
			s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
		}
		return s
	}
	switch rng.IntN(12) {
	case 0:
		return pick(rng, compares) + text(hi)
	case 1:
		return fmt.Sprintf("%d%s%d", rng.IntN(100), dash, 50+rng.IntN(900))
	}
	return text(lo) + dash + text(hi)
}
