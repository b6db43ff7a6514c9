package content

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Joins of texts that columns print too close: with a gap or none.
var gaps = []string{"", "", " ", " ", "  "}

// lone are signs that fill a cell of their own.
var lone = strings.Fields("+ + - - ++ +++ ++++ ± ± +- (-) (+) (±) < > ≤ ≥ ↑ ↓ ↑ ↓ ↑↑ ↓↓ * . H L")

// Close makes what a cutter of blocks gets from narrow columns and from
// printers and typists as they are: a name with its number, a result with its
// unit, a unit with the interval, signs typed for others, and what the edge of
// a column cuts off. It is for blocks of the kind.
func (c *Content) Close(rng *rand.Rand, kind Kind) string {
	switch kind {
	case Number:
		return c.closeNumber(rng)
	case Name:
		return c.closeName(rng)
	case Unit:
		return cutUnit(rng, c.power(rng)) + pick(rng, gaps) + wideInterval(rng)
	}
	return c.text(rng)
}

func (c *Content) closeNumber(rng *rand.Rand) string {
	switch rng.IntN(10) {
	case 0, 1:
		return wideInterval(rng)
	case 2:
		return wideInterval(rng) + pick(rng, gaps) + cutUnit(rng, c.power(rng))
	case 3:
		return spread(rng, plain(rng)) + pick(rng, gaps) + c.power(rng)
	case 4:
		return spread(rng, plain(rng)) + pick(rng, gaps) + pick(rng, marks) + pick(rng, gaps) + wideInterval(rng)
	case 5:
		return pick(rng, []string{"0(-)", "0 (-)", "0（-）", "±", "(±)", "+-", "-", "(-)", "- (-)", "1+", "2+", "+1", "+2", "neg", "neg(-)", "Normal", "阴性(-)", "阳性(+)",
			fmt.Sprintf("%d(+%d)", 5*(1+rng.IntN(100)), 1+rng.IntN(4)), fmt.Sprintf("%d(%s)", 5*(1+rng.IntN(100)), strings.Repeat("+", 1+rng.IntN(3)))})
	case 6:
		return "(" + wideInterval(rng) + ")" + pick(rng, []string{"", c.power(rng)})
	case 7: // a cell with a sign and nothing besides
		return pick(rng, lone)
	}
	return spread(rng, plain(rng)) + pick(rng, []string{"", "", "", " ↑", " ↓", "↑", "↓"})
}

func (c *Content) closeName(rng *rand.Rand) string {
	name := c.name(rng)
	switch rng.IntN(8) {
	case 0:
		return fmt.Sprintf("%d%s%s", 1+rng.IntN(60), pick(rng, gaps), name)
	case 1:
		return pick(rng, c.codes) + pick(rng, gaps) + name
	case 2:
		return fmt.Sprintf("%d %s%s%s", 1+rng.IntN(60), name, pick(rng, gaps), plain(rng))
	case 3:
		return name + "(" + pick(rng, c.codes) + ")" + plain(rng)
	case 4:
		return name + pick(rng, gaps) + pick(rng, grades)
	case 5:
		return pick(rng, c.codes) + pick(rng, gaps) + plain(rng)
	}
	return name + pick(rng, gaps) + spread(rng, plain(rng)) + pick(rng, []string{"", "", " ↑", " ↓", c.power(rng)})
}

// power is a unit, often of a count, as some keyboard types it.
func (c *Content) power(rng *rand.Rand) string {
	if rng.IntN(2) == 0 {
		return c.unit(rng)
	}
	return pick(rng, []string{"", "", "*", "×", "x", "X"}) + "10" + pick(rng, []string{"^", "^", "^", "*", "", "E"}) + pick(rng, []string{"9", "12", "6"}) + pick(rng, []string{"/L", "/L", "/l", "L"})
}

// cutUnit loses the unit's end, once in six, as a narrow column does.
func cutUnit(rng *rand.Rand, unit string) string {
	if runes := []rune(unit); len(runes) > 3 && rng.IntN(6) == 0 {
		return string(runes[:len(runes)-1])
	}
	return unit
}

// wideInterval is an interval with the dashes of typists.
func wideInterval(rng *rand.Rand) string {
	text := interval(rng)
	if rng.IntN(3) == 0 {
		text = strings.NewReplacer("-", pick(rng, []string{"--", "~", "～", "—", " - ", "- ", "-"})).Replace(text)
	}
	return spread(rng, text)
}

// spread sets a gap after decimal points, once in three, as the wide points of
// Chinese fonts look. Labels have none there.
func spread(rng *rand.Rand, number string) string {
	if rng.IntN(3) > 0 {
		return number
	}
	return strings.ReplaceAll(number, ".", ". ")
}
