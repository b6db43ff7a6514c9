package values

import (
	"slices"
	"unicode"

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
		n := ending(p.runes[:k], p.before)
		if n == 0 {
			return false
		}
		i = k - n
	}
	return false
}

// ending is the length of the longest of words that runes end with.
func ending(runes []rune, words [][]rune) int {
	for _, w := range words {
		if n := len(w); len(runes) >= n && slices.Equal(runes[len(runes)-n:], w) {
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
	for k > 0 {
		n := ending(p.runes[:k], p.joins)
		if n == 0 && (isGap(p.runes[k-1]) || p.runes[k-1] == ',') {
			n = 1
		}
		if n == 0 {
			break
		}
		k -= n
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
	return ending(p.runes[:i], p.changing) > 0
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
		x, n, e, good := p.number(from)
		if !good {
			return v, 0, false
		}
		if v.Number, v.Value = x, p.written(from, e); n.Plain == "" {
			v.Unclear = n.Why()
		}
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
	first, one, e, ok := p.number(from)
	if !ok || one.Plain == "" || e >= len(p.runes) || p.runes[e] != '/' {
		return nil, 0
	}
	second, other, behind, ok := p.number(e + 1)
	if !ok || other.Plain == "" || second >= first {
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
