package segment

import (
	"strconv"

	"tijian/engine/keywords/plaintext"
)

// A Number is one of a quantity, as a text writes it: several where it is a size or a
// pressure (84/52), and what follows it.
type Number struct {
	Value, Second float64 // of a size the largest; what stands behind a slash
	Paired, Sized bool
	Rest          []rune // its unit first
}

// NumberAt reads the number at token i with its sign, and where it begins; a range is none.
func (c *Cutter) NumberAt(i int) (n Number, from int, ok bool) {
	runes, t := c.Text.Runes, c.Tokens[i]
	value, err := strconv.ParseFloat(c.Spelled(t.Start, t.End), 64)
	if err != nil {
		return n, 0, false
	}
	n.Value, from = value, int(t.Start)
	if from > 0 && multiplies(runes[from-1]) {
		return n, 0, false
	}
	if from > 0 && isSign(runes[from-1]) {
		if from--; from > 0 && IsDigit(runes[from-1]) {
			return n, 0, false
		}
		if runes[from] == '-' {
			n.Value = -value
		}
	}
	end := int(t.End)
	next := func() (float64, bool) { // number, behind a sign
		to := end + 1
		for to < len(runes) && (IsDigit(runes[to]) || runes[to] == '.') {
			to++
		}
		v, err := strconv.ParseFloat(string(runes[min(end+1, to):to]), 64)
		if err == nil {
			end = to
		}
		return v, err == nil
	}
	const most = 3 // numbers of a size
	more := true
	for k := 0; k < most && more && end+1 < len(runes); k++ {
		to := end
		for to+1 < len(runes) && plaintext.IsSpace(runes[to]) {
			to++
		}
		if runes[to] == '/' || multiplies(runes[to]) { // 142 /92
			end = to
		}
		switch r := runes[end]; {
		case r == '/' && !n.Paired:
			n.Second, n.Paired = next()
			more = n.Paired
		case multiplies(r):
			v, sized := next()
			n.Sized, n.Value, more = n.Sized || sized, max(n.Value, v), sized
		case (r == '-' || r == '~' || r == '至') && IsDigit(runes[end+1]):
			return n, 0, false
		default:
			more = false
		}
	}
	n.Rest = runes[c.SkipSpace(end):]
	return n, from, true
}

func isSign(r rune) bool { return r == '-' || r == '+' }

func multiplies(r rune) bool { return r == 'x' || r == '×' || r == '*' }
