package keywords

import (
	"cmp"
	"slices"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/plaintext"
	"tijian/engine/keywords/segment"
)

// Signs that only one disease has are that disease (红斑覆银白色鳞屑 is 银屑病), unless the text
// names it anywhere, which then says how it is meant, or the sign is a term of its own.

// pictureReach is how many characters the parts of a sign are apart at most.
const pictureReach = 40

// A sign is one that stands in the text.
type sign struct {
	mention
	possible bool // it only suggests its disease
}

// pictures are the signs of the text, by the tokens that end them.
func (a *analysis) pictures() []sign {
	if len(a.Lexicon.Pictures) == 0 {
		return nil
	}
	var found []sign // few
	for at, r := range a.Text.Runes {
		if !a.Lexicon.Pictured[uint16(r)] {
			continue
		}
		all := a.Lexicon.Pictures[r]
		for k := range all {
			p := &all[k]
			if plaintext.Over(a.Text.Runes[at:], p.Parts[0]) == 0 {
				continue
			}
			spans, ok := a.partsAround(p, at)
			if !ok {
				continue
			}
			from, to := spans[0][0], spans[len(spans)-1][1]
			first, last := a.tokenAt(from), a.tokenAt(to-1)
			if known := slices.ContainsFunc(found, func(s sign) bool { return s.term == p.Term && s.token == int32(last) }); !known && !a.breaks(first, last, spans, a.Lexicon.Terms[p.Term].Site) {
				found = append(found, sign{mention{term: p.Term, token: int32(last), start: int32(from), end: int32(to), site: a.Lexicon.Terms[p.Term].Site, siteToken: -1, pictured: true}, p.Possible})
			}
		}
	}
	slices.SortStableFunc(found, func(x, y sign) int { return int(x.token - y.token) })
	return found
}

// partsAround is where the parts of a sign stand whose first is at a rune, in their order there.
func (a *analysis) partsAround(p *lexicon.Picture, at int) (spans [][2]int, ok bool) {
	runes := a.Text.Runes
	from, to := at, at+plaintext.Over(runes[at:], p.Parts[0])
	begin, end := from, to
	for begin > max(0, at-pictureReach) && !endsPicture(runes[begin-1]) {
		begin--
	}
	for end < min(len(runes), to+pictureReach) && !endsPicture(runes[end]) {
		end++
	}
	var few [4][2]int // most signs have no other part: only what stands is kept
	found := append(few[:0], [2]int{from, to})
	for _, part := range p.Parts[1:] {
		k := begin
		for k < end && plaintext.Over(runes[k:end], part) == 0 {
			k++
		}
		if k == end {
			return nil, false
		}
		found = append(found, [2]int{k, k + plaintext.Over(runes[k:end], part)})
	}
	slices.SortFunc(found, func(x, y [2]int) int { return cmp.Or(x[0]-y[0], x[1]-y[1]) })
	return slices.Clone(found), true
}

func endsPicture(r rune) bool { return r == '。' || r == ';' || r == '\n' }

// breaks reports whether a denial stands between the parts of a sign or right before one (后无声影),
// or a site that is neither in a part nor the sign's: 肝形态正常，胆囊内强回声伴声影.
func (a *analysis) breaks(first, last int, spans [][2]int, site int32) bool {
	const near = 4 // characters
	for k := first; k < last; k++ {
		w, t := a.WordOrNone(k), a.Tokens[k]
		if slices.ContainsFunc(spans, func(s [2]int) bool { return int(t.Start) < s[1] && s[0] < int(t.End) }) {
			continue
		}
		if a.Is(k-1, segment.NumberToken) && a.Is(k+1, segment.NumberToken) && a.Lexicon.Reads(lexicon.LedClauses) {
			continue // the × of 12×10mm
		}
		if w.Cue != nil && a.Lexicon.MarksAs(w.Cue) == Negated || w.Normal || w.Site >= 0 && site >= 0 && !a.sameSite(w.Site, site) {
			return true
		}
	}
	runes, q := a.Text.Runes, &a.Lexicon.Quantities
	for k := range spans[1:] {
		if at := a.tokenAt(spans[k+1][0]); a.WordOrNone(at).Site >= 0 && a.ofOther(first, site) && a.groupBetween(a.tokenAt(spans[k][0]), at, lexicon.CommaGroup) {
			return true
		}
		before := runes[max(spans[k][1], spans[k+1][0]-near, 0):max(spans[k][1], spans[k+1][0])]
		for at := range before {
			begins := func(word []rune) bool { return segment.StartsWith(before[at:], word) }
			if slices.ContainsFunc(q.Denials, begins) && !slices.ContainsFunc(q.Seen, begins) {
				return true
			}
		}
	}
	return false
}

// ofOther reports whether what token i tells is told of another site, named last before it in its
// sentence: the 强回声 of 肾内强回声伴声影，输尿管未见扩张 is none of the 输尿管.
func (a *analysis) ofOther(i int, site int32) bool {
	const back = 10 // tokens
	for k := i - 1; a.Lexicon.Reads(lexicon.ComposedChanges) && site >= 0 && k >= max(0, i-back) && !a.EndsSentence(k); k-- {
		if s := a.WordOrNone(k).Site; s >= 0 {
			return !a.sameSite(s, site)
		}
	}
	return false
}

// tokenAt is the token that a rune belongs to.
func (a *analysis) tokenAt(i int) int {
	at, _ := slices.BinarySearchFunc(a.Tokens, int32(i), func(t segment.Token, i int32) int {
		if t.End <= i {
			return -1
		}
		return 1
	})
	return min(at, len(a.Tokens)-1)
}

// addPicture notes a sign.
func (a *analysis) addPicture(s sign) {
	a.flags[s.token] |= targetFlag | sitedFlag
	if s.possible {
		a.flags[s.token] |= doubtFlag
	}
	a.mention(s.mention)
}

// settlePictures leaves the signs of a disease to where the text names it.
func (a *analysis) settlePictures() {
	for i := range a.mentions {
		m := &a.mentions[i]
		if !m.pictured {
			continue
		}
		by := slices.IndexFunc(a.mentions, func(o mention) bool {
			return !o.pictured && (o.term == m.term || o.start <= m.start && m.end <= o.end || slices.Contains(a.term(o.term).Parents, m.term))
		})
		if by >= 0 {
			m.settled, m.settledBy = true, int32(by)
		}
	}
}

// doubtPictures makes what a sign only suggests possible.
func (a *analysis) doubtPictures() {
	for _, m := range a.mentions {
		as := &a.assertions[m.token]
		switch {
		case m.pictured && as.cue != nil && as.cue == a.Lexicon.Unclear: // it is understood by its sign
			*as = assertion{category: -1}
		case a.flags[m.token]&doubtFlag != 0 && as.category < 0:
			as.category = a.Lexicon.Doubted
		}
	}
}
