package values

import (
	"math"
	"regexp"
	"slices"
	"unicode"
	"unicode/utf8"

	"tijian/engine/dictionary"
	"tijian/engine/numeral"
)

// rest reads what stands behind value and unit: marks, the printed range,
// brackets. It reports whether something else begins then.
func (p *parser) rest(v *Value, r result, i int) (int, bool) {
	const steps = 6
	end := i
	for range steps {
		i = p.skip(end)
		if i >= len(p.runes) {
			return end, true
		}
		if p.runes[i] == ')' || p.runes[i] == ']' {
			if r.open == 0 {
				return end, true // of a bracket that the name stands in
			}
			r.open--
			end = i + 1
			continue
		}
		if e, mark := p.markAt(i); e > i {
			if v.Mark != 0 && v.Mark != mark {
				return 0, false
			}
			v.Mark, end = mark, e
			continue
		}
		if e := p.reference(v, i); e > i {
			end = e
			continue
		}
		if p.runes[i] == '(' {
			e, ok := p.remark(v, i)
			if !ok {
				return 0, false
			}
			if e > i {
				end = e
				continue
			}
		}
		if n := longest(p.runes[i:], p.behind); n > 0 {
			end = i + n
			continue
		}
		break
	}
	return end, p.ends(end)
}

// ends reports whether something else begins at rune i or behind a blank there.
func (p *parser) ends(i int) bool {
	k := p.skip(i)
	if k >= len(p.runes) {
		return true
	}
	next := k
	if n := longest(p.runes[k:], p.joins); n > 0 {
		next = p.skip(k + n)
	} else if p.runes[k] == ',' || p.runes[k] == ';' {
		next = p.skip(k + 1)
	}
	if longest(p.runes[next:], p.tails) > 0 {
		return false
	}
	if next > k && next < len(p.runes) && digit(p.runes[next]) && p.runes[k] != ';' { // 68、45
		return false
	}
	if w, _ := p.words.at(p.runes, k); w != nil && w.class == named {
		return true
	}
	if k > i {
		return !unicode.IsDigit(p.runes[k]) && !latin(p.runes[k]) && !slices.Contains([]rune("/-~±→*×"), p.runes[k])
	}
	return !unicode.IsLetter(p.runes[k]) && !digit(p.runes[k]) && !slices.Contains([]rune("/-~±→*×%^+"), p.runes[k])
}

// remark steps over a bracket behind a value, and reports whether the value may
// still be one of today: not 7.2(去年).
func (p *parser) remark(v *Value, i int) (int, bool) {
	const most = 40
	numbers, dated := false, false
	for k := i + 1; k < len(p.runes) && k < i+most; {
		if p.runes[k] == ')' {
			return k + 1, !dated || numbers
		}
		if p.runes[k] == '\n' || p.runes[k] == '。' {
			break
		}
		if end := p.date(k); end > k {
			dated, k = true, end
			continue
		}
		if w, end := p.words.at(p.runes, k); w != nil {
			dated = dated || w.class != harmless && w.class != now && w.class != named && w.class != title
			k = end
			continue
		}
		numbers = numbers || digit(p.runes[k])
		k++
	}
	return i, true
}

// reference reads the printed range at rune i: in brackets, behind a word for
// it, or between blanks.
func (p *parser) reference(v *Value, i int) int {
	if v.Range != nil || v.Indicator.Kind == dictionary.Qualitative {
		return i
	}
	k, open, word := p.beforeRange(i)
	if !word && !open && k == i && (i == 0 || !isGap(p.runes[i-1])) {
		return i
	}
	ends, end := p.rangeAt(k)
	if end == k || !word && !open && (math.IsNaN(ends.Low) || math.IsNaN(ends.High)) {
		return i // <5 alone is another value
	}
	written := p.written(k, end)
	if _, e, fits := p.unitBehind(v.Indicator, end); fits { // 3.9-6.1mmol/L
		end = e
	}
	if open {
		if end = p.skip(end); end >= len(p.runes) || p.runes[end] != ')' && p.runes[end] != ']' {
			return i
		}
		end++
	}
	v.Reference, v.Range = written, &ends
	return end
}

// beforeRange steps over what stands before a printed range: blanks, brackets and
// a word for it.
func (p *parser) beforeRange(i int) (k int, open, word bool) {
	k = i
	for k < len(p.runes) && (isGap(p.runes[k]) || slices.Contains([]rune("([,;"), p.runes[k])) {
		open = open || p.runes[k] == '(' || p.runes[k] == '['
		k++
	}
	n := longest(p.runes[min(k, len(p.runes)):], p.references)
	if n > 0 {
		for k += n; k < len(p.runes) && (isGap(p.runes[k]) || p.runes[k] == ':'); k++ {
		}
	}
	return k, open, n > 0
}

var goesOn = regexp.MustCompile(`^(?:[/~年月-]|\.\d)`)

// rangeLength is how many characters a printed range has at most.
const rangeLength = 30

// rangeAt reads the range that begins at rune i, up to a rune; i for none. What
// goes on behind it is a date or a fraction.
func (p *parser) rangeAt(i int) (numeral.Range, int) {
	text := string(p.runes[i:min(i+rangeLength, len(p.runes))])
	r, length := numeral.CutRange(text)
	rest := text[length:]
	if length == 0 || goesOn.MatchString(rest) {
		return r, i
	}
	return r, i + utf8.RuneCountInString(text[:length])
}
