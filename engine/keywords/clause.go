package keywords

// endsClause reports whether nothing but a stop follows token i.
func (a *analysis) endsClause(i int) bool {
	for i++; i < len(a.tokens); i++ {
		if t := a.tokens[i].word; t == wrapToken && a.newFindingFollows(i) {
			return true
		} else if !a.isGap(i) {
			return t == breakToken || t == numberingToken || a.groups(i)&(sentenceGroup|commaGroup|closeGroup) != 0
		}
	}
	return true
}

// newFindingFollows reports whether a finding with a site of its own stands
// right behind token i.
func (a *analysis) newFindingFollows(i int) bool {
	return i+1 < len(a.tokens) && a.ownSite(i+1)
}

// ownSite reports whether the word at token i is a finding that names its site.
func (a *analysis) ownSite(i int) bool {
	w := a.wordOrNone(i)
	return a.flags[i]&targetFlag != 0 && w.term >= 0 && a.lexicon.terms[w.term].site >= 0
}

// findingFollowsAtOnce reports whether the clause after the comma at token i
// begins with a finding, over sites and descriptions only: 建议复查，右肾囊肿.
func (a *analysis) findingFollowsAtOnce(i int) bool {
	sited := false
	for j := i + 1; j < len(a.tokens); j++ {
		if a.flags[j]&targetFlag != 0 {
			return sited || a.ownSite(j) || a.flags[j]&sitedFlag != 0 && !a.isGap(i)
		}
		w := a.word(j)
		switch {
		case a.isGap(j):
		case w == nil:
			return false
		case w.site >= 0:
			sited = true
		case w.side == "" && w.severity == "" && !w.quality && w.groups&listGroup == 0:
			return false
		}
	}
	return false
}

// closing finds the bracket that closes the one at token i, or stays.
func (a *analysis) closing(i int) int {
	for j := i + 1; j < len(a.tokens) && j < i+8; j++ {
		if a.groups(j)&closeGroup != 0 {
			return j
		}
		if a.tokens[j].word == breakToken || a.groups(j)&(openGroup|sentenceGroup) != 0 {
			break
		}
	}
	return i
}

// bareFollows reports whether nothing but findings stands between the comma at
// token i and the next comma or stop: 无恶心，呕吐，腹泻。
func (a *analysis) bareFollows(i int) bool {
	const (
		unknown = iota
		no
		yes
	)
	if a.bare[i] != unknown {
		return a.bare[i] == yes
	}
	findings := 0
	answer := int8(yes)
	for j := i + 1; j < len(a.tokens); j++ {
		t := a.tokens[j]
		if t.word == breakToken || t.word == numberingToken {
			break
		}
		if a.isGap(j) {
			continue
		}
		g := a.groups(j)
		if g&(commaGroup|sentenceGroup) != 0 {
			break
		}
		if a.flags[j]&(targetFlag|sitedFlag|headingFlag) == targetFlag {
			findings++
			continue
		}
		if g&openGroup != 0 && findings > 0 { // a remark: 白血病(M3型)
			if k := a.closing(j); k > j {
				j = k
				continue
			}
		}
		if w := a.word(j); w != nil && w.cue != nil && findings > 0 && a.lexicon.categories[w.cue.category].status == Certain {
			continue // 无高血压，冠心病史
		}
		if w := a.word(j); w == nil || g&withGroup != 0 || g&listGroup == 0 && !w.quality {
			answer = no
			break
		}
	}
	if findings == 0 {
		answer = no
	}
	a.bare[i] = answer
	return answer == yes
}

// historyFollows reports whether the clause after the comma at token i is
// nothing but findings and 病史: 否认高血压，脑梗死病史.
func (a *analysis) historyFollows(i int) bool {
	findings := 0
	for j := i + 1; j < len(a.tokens) && j < i+12; j++ {
		w := a.wordOrNone(j)
		switch {
		case a.flags[j]&targetFlag != 0:
			findings++
		case w.cue != nil && a.lexicon.categories[w.cue.category].status == Certain:
			return findings > 0 && a.endsClause(j)
		case a.isGap(j):
		case w.groups&listGroup == 0 || w.groups&withGroup != 0:
			return false
		}
	}
	return false
}

// besidePunctuation reports whether a blank stands next to a comma or a list
// sign, and so means nothing.
func (a *analysis) besidePunctuation(i int) bool {
	const signs = commaGroup | listGroup | colonGroup | openGroup | closeGroup
	return i > 0 && a.groups(i-1)&signs != 0 || i+1 < len(a.tokens) && a.groups(i+1)&signs != 0
}

// skipBracket goes back from a closing bracket to its opening one, or stays.
func (a *analysis) skipBracket(i int) int {
	for j := i - 1; j >= 0 && j > i-20; j-- {
		if a.groups(j)&openGroup != 0 {
			return j
		}
	}
	return i
}
