package values

import (
	"slices"
	"strconv"
	"unicode"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
)

// parse reads what stands behind each name.
func (p *parser) parse() {
	p.until, p.unmeasured = 0, -1
	for _, at := range p.places {
		if at.start < p.until {
			continue
		}
		found, end := p.valuesAt(at)
		if len(found) == 0 {
			p.unmeasured = at.end
			continue
		}
		p.found = append(p.found, found...)
		p.until = end
	}
}

// valuesAt reads the value of a name, or the two of 血压152/96. A spelling that
// several indicators share must leave only one of them.
func (p *parser) valuesAt(at place) (found []Value, end int) {
	if !p.begins(at.start) {
		return nil, 0
	}
	if at.name.paired {
		return p.pairAt(at)
	}
	for _, i := range at.name.indicators {
		if !p.fits(at, i.Specimen) {
			continue
		}
		v, e, ok := p.valueOf(at, i)
		if !ok {
			continue
		}
		if len(found) > 0 {
			return nil, 0
		}
		found, end = append(found, v), e
	}
	return found, end
}

// begins reports whether a name can begin at rune i: behind a sign, a blank, the
// last value, or words that do not change what is meant.
func (p *parser) begins(i int) bool {
	const words = 4
	for range words {
		k := i
		for k > 0 && (isGap(p.runes[k-1]) || p.runes[k-1] == '\n') {
			k--
		}
		if p.listed(k) || p.another(k, i) {
			return false
		}
		if k == 0 || k < i || k == p.until {
			return true
		}
		if r := p.runes[k-1]; !unicode.IsLetter(r) && !digit(r) {
			return !slices.Contains([]rune("/-~+*.<>=≤≥%^"), r)
		}
		n := p.wordBefore(k)
		if n == 0 {
			return false
		}
		i = k - n
	}
	return false
}

// wordBefore is the length of the known word that ends before rune k.
func (p *parser) wordBefore(k int) int {
	for _, w := range p.before {
		if n := len(w); k >= n && slices.Equal(p.runes[k-n:k], w) {
			return n
		}
	}
	return 0
}

// another reports whether a word that ends before rune k makes the name at rune i
// another one; over a blank only where it opens its clause, so that it says
// nothing of what stands before it: 正常 血压, but not 心肺正常 血压.
func (p *parser) another(k, i int) bool {
	return slices.ContainsFunc(p.notBefore, func(w []rune) bool {
		from := k - len(w)
		return from >= 0 && slices.Equal(p.runes[from:k], w) && (k == i || from == 0 || !unicode.IsLetter(p.runes[from-1]))
	})
}

// listed reports whether a list of names without values ends before rune k, so
// that the numbers behind may be those of others: ALT、AST 68、45.
func (p *parser) listed(k int) bool {
	for k > 0 && (isGap(p.runes[k-1]) || slices.Contains([]rune("、,/和及与"), p.runes[k-1])) {
		k--
	}
	return k > 0 && k == p.unmeasured
}

// A result is what stands behind a name.
type result struct {
	open  int // brackets entered
	comma bool
	mark  Direction
}

// between steps over what may stand between a name and its value.
func (p *parser) between(at place, i int) (result, int) {
	const steps = 8
	var r result
	for range steps {
		i = p.skip(i)
		if i >= len(p.runes) {
			break
		}
		if end, mark := p.markAt(i); end > i && !p.gradeFollows(at, i) {
			r.mark, i = mark, end
			continue
		}
		switch p.runes[i] {
		case ':', '=':
			i++
			continue
		case ',':
			r.comma, i = true, i+1
			continue
		case '(', '[':
			if end := p.otherName(at, i); end > i {
				i = end
				continue
			}
			if r.open > 0 || p.gradeFollows(at, i) {
				return r, i
			}
			r.open++
			i++
			continue
		}
		n := longest(p.runes[i:], p.lists.between)
		if n == 0 {
			break
		}
		i += n
	}
	return r, i
}

// changes reports whether the number at rune i may say by how much a value
// changed: 尿酸升高100umol/L.
func (p *parser) changes(i int) bool {
	for i > 0 && (isGap(p.runes[i-1]) || p.runes[i-1] == '\n') {
		i--
	}
	return slices.ContainsFunc(p.changing, func(w []rune) bool { return i >= len(w) && slices.Equal(p.runes[i-len(w):i], w) })
}

// gradeFollows reports whether a graded result stands at rune i, which may look
// like a mark or a bracket.
func (p *parser) gradeFollows(at place, i int) bool {
	for _, indicator := range at.name.indicators {
		if indicator.Kind == dictionary.Qualitative {
			if _, n := p.grade(i); n > 0 {
				return true
			}
		}
	}
	return false
}

// otherName steps over another name of the same indicator in brackets: 谷丙转氨酶(ALT).
func (p *parser) otherName(at place, i int) int {
	w, end := p.words.at(p.runes, i+1)
	if w == nil || w.class != named || end >= len(p.runes) || p.runes[end] != ')' && p.runes[end] != ']' {
		return i
	}
	for _, x := range w.name.indicators {
		if slices.Contains(at.name.indicators, x) {
			return end + 1
		}
	}
	return i
}

func (p *parser) skip(i int) int {
	for i < len(p.runes) && isGap(p.runes[i]) {
		i++
	}
	return i
}

// markAt steps over a word for high or low at rune i.
func (p *parser) markAt(i int) (int, Direction) {
	for _, side := range []struct {
		words     [][]rune
		direction Direction
	}{{p.high, High}, {p.low, Low}} {
		if n := longest(p.runes[i:], side.words); n > 0 && !torn(p.runes, i, i+n) {
			return i + n, side.direction
		}
	}
	return i, 0
}

// longest is the length of the longest of words that runes begin with.
func longest(runes []rune, words [][]rune) int {
	for _, w := range words {
		if len(runes) >= len(w) && slices.Equal(runes[:len(w)], w) {
			return len(w)
		}
	}
	return 0
}

// number reads a number at rune i that no sign before or behind makes a bound,
// a range or a date.
func (p *parser) number(i int) (x float64, end int, ok bool) {
	runes := p.runes
	end = i
	for end < len(runes) && digit(runes[end]) {
		end++
	}
	if end == i || i > 0 && (digit(runes[i-1]) || slices.Contains([]rune("<>≤≥.-~±"), runes[i-1])) {
		return 0, i, false
	}
	if end+1 < len(runes) && runes[end] == '.' && digit(runes[end+1]) {
		for end++; end < len(runes) && digit(runes[end]); end++ {
		}
		if end < len(runes) && runes[end] == '.' {
			return 0, i, false
		}
	}
	x, err := strconv.ParseFloat(string(runes[i:end]), 64)
	return x, end, err == nil && !p.broken(end)
}

// broken reports whether the number that ends before rune i may go on behind a
// blank or the end of a line: 15\n2/96, 7. 2.
func (p *parser) broken(i int) bool {
	runes := p.runes
	k := i
	point := k < len(runes) && runes[k] == '.'
	if point {
		k++
	}
	blanks := k
	for k < len(runes) && (isGap(runes[k]) || runes[k] == '\n') {
		k++
	}
	if k >= len(runes) || k == blanks && !point {
		return false
	}
	if point || runes[k] == '.' || runes[k] == '/' {
		return k < len(runes) && (digit(runes[k]) || runes[k] == '.' || runes[k] == '/')
	}
	if !digit(runes[k]) {
		return false
	}
	if p.rangeAt(k) > k {
		return false
	}
	for k < len(runes) && digit(runes[k]) {
		k++
	}
	// The number of an item is no part of it: \n2、
	return !(k+1 < len(runes) && slices.Contains([]rune(".、)"), runes[k]) && !digit(runes[k+1]))
}

// grade reads a graded result at rune i, and how many runes it takes.
func (p *parser) grade(i int) (float64, int) {
	for n := min(p.grades, len(p.runes)-i); n > 0; n-- {
		written := p.runes[i : i+n]
		if isGap(written[0]) || isGap(written[n-1]) {
			continue
		}
		if x, ok := p.dictionary.Grades().Value(string(written)); ok {
			return x, n
		}
	}
	return 0, 0
}

// valueOf reads the value of one indicator behind its name.
func (p *parser) valueOf(at place, i *dictionary.Indicator) (v Value, end int, ok bool) {
	r, from := p.between(at, at.end)
	if from >= len(p.runes) || p.changes(from) {
		return v, 0, false
	}
	v = Value{Indicator: i, Mark: r.mark}
	if i.Kind == dictionary.Qualitative {
		x, n := p.grade(from)
		if n == 0 || r.comma {
			return v, 0, false
		}
		v.Number, v.Known = x, true
		end = from + n
		v.Value = p.written(from, end)
	} else {
		x, e, good := p.number(from)
		if !good {
			return v, 0, false
		}
		v.Number, v.Value = x, p.written(from, e)
		if end, good = p.unitAt(&v, e); !good {
			return v, 0, false
		}
		if r.comma && v.Unit == "" {
			return v, 0, false
		}
	}
	if end, ok = p.rest(&v, r, end); !ok {
		return v, 0, false
	}
	if i.Kind == dictionary.Qualitative && p.signGoesOn(end) {
		return v, 0, false
	}
	v.Start, v.End = p.plain.Span(at.start, end)
	return v, end, p.settle(&v, at)
}

// signGoesOn reports whether a sign follows the one that ends before rune i: +\n+.
func (p *parser) signGoesOn(i int) bool {
	for i < len(p.runes) && (isGap(p.runes[i]) || p.runes[i] == '\n') {
		i++
	}
	return i < len(p.runes) && slices.Contains([]rune("+±"), p.runes[i])
}

// pairAt reads two numbers: 152/96mmHg.
func (p *parser) pairAt(at place) ([]Value, int) {
	r, from := p.between(at, at.end)
	if from >= len(p.runes) || p.changes(from) || len(at.name.indicators) != 2 || !p.fits(at, at.name.indicators[0].Specimen) {
		return nil, 0
	}
	first, e, ok := p.number(from)
	if !ok || e >= len(p.runes) || p.runes[e] != '/' {
		return nil, 0
	}
	second, behind, ok := p.number(e + 1)
	if !ok || second >= first {
		return nil, 0
	}
	upper := Value{Indicator: at.name.indicators[0], Number: first, Value: p.written(from, e), Mark: r.mark}
	end, ok := p.unitAt(&upper, behind)
	if !ok || r.comma && upper.Unit == "" {
		return nil, 0
	}
	if end, ok = p.rest(&upper, r, end); !ok {
		return nil, 0
	}
	upper.Reference, upper.Range = "", nil // of one of the two
	upper.Start, upper.End = p.plain.Span(at.start, end)
	lower := upper
	lower.Indicator, lower.Number, lower.Value = at.name.indicators[1], second, p.written(e+1, behind)
	lower.Mark, upper.Mark = 0, 0 // which of them is meant is not said
	if !p.settle(&upper, at) || !p.settle(&lower, at) {
		return nil, 0
	}
	return []Value{upper, lower}, end
}

func (p *parser) written(start, end int) string {
	from, to := p.plain.Span(start, end)
	return string(p.text[from:to])
}

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
	if slices.Contains([]rune(",、;和及与"), p.runes[k]) {
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
	k, open := i, false
	for k < len(p.runes) && (isGap(p.runes[k]) || slices.Contains([]rune("([,;"), p.runes[k])) {
		open = open || p.runes[k] == '(' || p.runes[k] == '['
		k++
	}
	n := longest(p.runes[min(k, len(p.runes)):], p.references)
	if n > 0 {
		for k += n; k < len(p.runes) && (isGap(p.runes[k]) || p.runes[k] == ':'); k++ {
		}
	}
	if n == 0 && !open && k == i && (i == 0 || !isGap(p.runes[i-1])) {
		return i
	}
	end := p.rangeAt(k)
	if end == k && (n > 0 || open) {
		end = p.boundAt(k)
	}
	if end == k {
		return i
	}
	written := p.written(k, end)
	ends, ok := assess.ParseReference(written)
	if !ok || ends == nil {
		return i
	}
	if _, e, fits := p.unitBehind(v.Indicator, end); fits { // 3.9-6.1mmol/L
		end = e
	}
	if open {
		if end = p.skip(end); end >= len(p.runes) || p.runes[end] != ')' && p.runes[end] != ']' {
			return i
		}
		end++
	}
	v.Reference, v.Range = written, ends
	return end
}

// rangeAt steps over two numbers with a dash between them.
func (p *parser) rangeAt(i int) int {
	low := p.digits(i)
	k := p.skip(low)
	if low == i || k >= len(p.runes) || !slices.Contains([]rune("-~–—至"), p.runes[k]) {
		return i
	}
	for k < len(p.runes) && slices.Contains([]rune("-~–—至"), p.runes[k]) {
		k++
	}
	k = p.skip(k)
	high := p.digits(k)
	if high == k || high < len(p.runes) && slices.Contains([]rune("/-~年月."), p.runes[high]) && !(p.runes[high] == '.' && (high+1 == len(p.runes) || !digit(p.runes[high+1]))) {
		return i
	}
	return high
}

// boundAt steps over one number with a sign of comparison.
func (p *parser) boundAt(i int) int {
	k := i
	for k < len(p.runes) && slices.Contains([]rune("<>≤≥="), p.runes[k]) {
		k++
	}
	if k == i {
		return i
	}
	k = p.skip(k)
	if end := p.digits(k); end > k && (end == len(p.runes) || p.runes[end] != '/') {
		return end
	}
	return i
}

// digits steps over a decimal number.
func (p *parser) digits(i int) int {
	end := i
	for end < len(p.runes) && digit(p.runes[end]) {
		end++
	}
	if end > i && end+1 < len(p.runes) && p.runes[end] == '.' && digit(p.runes[end+1]) {
		for end++; end < len(p.runes) && digit(p.runes[end]); end++ {
		}
	}
	return end
}
