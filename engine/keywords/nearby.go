package keywords

import (
	"slices"

	"tijian/engine/keywords/lexicon"
)

// nearby remembers the sites seen on the way.
type nearby struct {
	clause   [6]seen // the last sites of this clause, newest last
	count    int
	sentence int32 // the last site of this sentence, -1: none
	line     int32 // the last of this line
	section  int32 // the heading's

	item    []int32         // the sites of the examination asked about
	items   []int32         // and of the one whose heading came last
	lesion  bool            // a lesion was named since the last site of this sentence
	heading int32           // the token of the last heading, -1: none
	kind    lexicon.Section // the part of the report
	below   bool            // what the heading of the past is of stands on the lines below it
}

type seen struct {
	site  int32
	token int
}

// nowhere is the site of a word such as 内膜 whose organ is not known.
const nowhere = -2

func (n *nearby) reset(item []int32) {
	*n = nearby{sentence: -1, line: -1, section: -1, heading: -1, item: item, items: item}
}

func (n *nearby) endClause() { n.count = 0 }

func (n *nearby) endSentence() {
	n.count = 0
	n.sentence = -1
	n.lesion = false
}

func (n *nearby) endLine() {
	n.endSentence()
	n.line = -1
}

func (n *nearby) startSection(site int32, token int) {
	n.endLine()
	n.endPast()
	n.section, n.heading, n.items = site, int32(token), nil
	n.push(seen{site, token})
}

// endSection forgets the heading.
func (n *nearby) endSection() {
	n.section, n.items, n.kind, n.heading = -1, n.item, lexicon.NoSection, -1
}

// endPast ends what a heading such as 既往史 says: with its line, or with its
// paragraph where it stands above it, at another heading, or at a word such as 本次.
func (n *nearby) endPast() {
	if n.kind >= lexicon.PastSection {
		n.kind, n.heading, n.below = lexicon.NoSection, -1, false
	}
}

// startItem begins the section of an examination: 【妇科彩超】.
func (n *nearby) startItem(sites []int32, token int) {
	n.endLine()
	n.endPast()
	n.section, n.items, n.heading = -1, sites, int32(token)
}

func (n *nearby) push(s seen) {
	if n.count == len(n.clause) {
		copy(n.clause[:], n.clause[1:])
		n.count--
	}
	n.clause[n.count] = s
	n.count++
}

func (n *nearby) see(site int32, token int) {
	n.push(seen{site, token})
	if site != nowhere {
		n.sentence, n.line, n.lesion = site, site, false
	}
}

// put has a token of the clause mean a site, in its place.
func (n *nearby) put(s seen) {
	behind := n.count
	for behind > 0 && n.clause[behind-1].token >= s.token {
		behind--
	}
	later := slices.Clone(n.clause[behind:n.count])
	n.count = behind
	n.push(s)
	for _, l := range later {
		if l.token != s.token {
			n.push(l)
		}
	}
}

// siteOfToken is the site that token i of the clause means, -1 for none.
func (n *nearby) siteOfToken(i int) int32 {
	for _, s := range n.clause[:n.count] {
		if s.token == i {
			return s.site
		}
	}
	return -1
}

// siteAt reports whether the site that was seen last is that of token i.
func (n *nearby) siteAt(i int) bool {
	return n.count > 0 && n.clause[n.count-1].token == i && n.clause[n.count-1].site >= 0
}

func (n *nearby) nearest() int32 {
	switch {
	case n.count > 0:
		return max(-1, n.clause[n.count-1].site)
	case n.sentence >= 0:
		return n.sentence
	}
	return n.section
}

// choose is what a word means here: the first of its meanings that a site nearby
// settles. A near site that settles none hides those farther away if the word
// is strict.
func (n *nearby) choose(words *lexicon.Lexicon, meanings []lexicon.Choice, strict bool) (id int32, ok bool) {
	try := func(s int32) bool {
		for _, m := range meanings {
			if words.Within(s, m.Known...) {
				id, ok = m.ID, true
				return true
			}
		}
		return strict && s >= 0
	}
	for k := n.count - 1; k >= 0; k-- {
		if try(n.clause[k].site) {
			return id, ok
		}
	}
	for _, s := range [...]int32{n.sentence, n.section} {
		if try(s) {
			return id, ok
		}
	}
	for _, s := range n.items {
		if try(s) && ok {
			return id, ok
		}
	}
	try(n.line)
	return id, ok
}
