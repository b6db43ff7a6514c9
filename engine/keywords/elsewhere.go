package keywords

import (
	"cmp"
	"strings"
)

// addElsewhere notes the term that the head at token i makes with the last site of its
// clause, where the dictionaries list none of the two, and reports whether it makes one.
func (a *analysis) addElsewhere(i int, w *word, near *nearby) bool {
	last := near.count - 1
	if last < 0 {
		return false
	}
	at := near.clause[last]
	strict := a.lexicon.reads(listedElsewhere) && w.length == 1 || a.lexicon.heads[w.head].beside && at.site >= 0 && !a.lexicon.sites[at.site].own
	if !a.nearBy(at.token, i) || strict && !a.closeBy(at.token, i) {
		return false // 脊髓灰质炎 is none of the 脊髓
	}
	found, ok := a.elsewhere(w, at.site)
	if !ok {
		return false
	}
	a.flags[i] |= sitedFlag
	for k := last - 1; k >= 0 && a.joined(near.clause[k].token, near.clause[k+1].token); k-- { // 髌上囊、腘窝囊积液
		if s := near.clause[k]; s.site >= 0 && a.lexicon.sites[s.site].own {
			if other, ok := a.elsewhere(w, s.site); ok && other != found {
				a.mention(mention{term: other, token: int32(i), start: a.tokens[s.token].start, end: a.tokens[i].end, site: s.site, siteToken: int32(s.token)})
			}
		}
	}
	a.mention(mention{term: found, token: int32(i), start: a.tokens[at.token].start, end: a.tokens[i].end, site: at.site, siteToken: int32(at.token)})
	return true
}

// elsewhere is the term of a word's head and a site that the dictionaries do not list
// together: named by the word where that is no mere spelling of its head, and a kind of
// what the head makes with the larger site.
func (a *analysis) elsewhere(w *word, s int32) (int32, bool) {
	h := &a.lexicon.heads[w.head]
	if s < 0 || h.contexts == 0 {
		return 0, false
	}
	listed, ok := h.elsewhere[s]
	site := &a.lexicon.sites[s]
	free := site.own || h.any && !site.analyte && !a.lexicon.listed(h, s)
	if !free && (!ok || w.named == "") || site.term {
		return listed, ok
	}
	if id, direct := h.terms[s]; direct {
		return id, true
	}
	t := term{name: joinNames(site.name, h.name), contexts: h.contexts, site: s, head: w.head}
	if parent, ok := a.termOf(h, s); ok {
		t.parents = []int32{parent}
	}
	if h.beside && w.named != "" && w.named != h.name { // 肩外展受阻 is 肩外展受限
		t.parents = []int32{a.makeTerm(t)}
	}
	t.name = joinNames(site.name, cmp.Or(w.named, h.name))
	return a.makeTerm(t), true
}

// joinNames joins the names of a site and a change, which may share characters:
// 髋关节, 关节间隙变窄.
func joinNames(site, change string) string {
	for at := range site {
		if at > 0 && strings.HasPrefix(change, site[at:]) {
			return site[:at] + change
		}
	}
	return site + change
}

// byName is the term of a head and a site as the word names it, where the dictionaries
// only join the two: 睾丸萎缩 is a kind of 睾丸缩小.
func (a *analysis) byName(w *word, id int32) int32 {
	t := a.term(id)
	if w.named == "" || t.site < 0 || t.name != a.lexicon.sites[t.site].name+a.lexicon.heads[w.head].name {
		return id
	}
	return a.makeTerm(term{name: joinNames(a.lexicon.sites[t.site].name, w.named), contexts: t.contexts, site: t.site, head: w.head, parents: []int32{id}})
}
