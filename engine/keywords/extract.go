package keywords

import (
	"errors"
	"strconv"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/segment"
	"tijian/engine/message"
)

// A Result is what a text says. The slices are never nil.
type Result struct {
	Certain  []string         `json:"certain"`  // standard terms, each once, in order of first mention
	Possible []string         `json:"possible"` // likewise, without those that are certain anywhere
	Matches  []Match          `json:"matches"`  // every mention, in order
	Repaired []segment.Repair `json:"repaired"` // what damage was mended, in order
}

// A Match is one mention of a finding. Start and End count characters of the
// text as written; End is the first character after the mention.
type Match struct {
	Term        string `json:"term"`
	Text        string `json:"text"`
	Start       int    `json:"start"`
	End         int    `json:"end"`
	Status      Status `json:"status"`
	Cue         string `json:"cue"` // the word that decided the status, "" for none
	Site        string `json:"site"`
	Laterality  string `json:"laterality"`
	Severity    string `json:"severity"`
	Measurement string `json:"measurement"` // as written
	ICD10       string `json:"icd10"`
	Persists    bool   `json:"-"` // past, but not said to be gone: certain counts it
}

// Extract finds the findings of a text that belong to the context; an empty
// context means the lexicon's default. The only error is an unknown context.
func (l *Lexicon) Extract(text, context string) (Result, error) {
	return l.ExtractItem(text, context, "")
}

// ExtractItem is Extract for a text that belongs to an examination (甲状腺超声),
// which gives the site where the text names none.
func (l *Lexicon) ExtractItem(text, context, item string) (Result, error) {
	return l.ExtractUntil(nil, text, context, item)
}

// ErrEnded is answered once nobody waits for an answer any more.
var ErrEnded = errors.New("nobody waits for the answer any more")

// ExtractUntil is ExtractItem that answers ErrEnded once ended is closed.
func (l *Lexicon) ExtractUntil(ended <-chan struct{}, text, context, item string) (Result, error) {
	return l.extract(ended, text, context, item, nil, nil)
}

// over reports whether ended is closed.
func over(ended <-chan struct{}) bool {
	select {
	case <-ended:
		return true
	default:
		return false
	}
}

// lookEvery so many mentions it is looked whether anybody still waits.
const lookEvery = 256

// extract calls each with every mention that counts and end with the analysis,
// where they are given.
func (l *Lexicon) extract(ended <-chan struct{}, text, context, item string, each func(*analysis, int, Match), end func(*analysis)) (Result, error) {
	mask := l.lexicon.Mask(context)
	if mask == 0 {
		return Result{}, message.ContextUnknown.Err("context", strconv.Quote(context), "known", l.Contexts())
	}
	a := l.scratch.Get().(*analysis)
	defer l.scratch.Put(a)
	sites := a.sitesOf(item)
	for _, step := range []func(){func() { a.Read(text) }, a.coin, func() { a.compose(sites) }, a.assert, a.nameTests, a.answerForms, a.applySections, a.shareDiseases, a.turn, a.endByTreatment, a.doubtPictures, a.define, a.explainTerms, a.doubt, a.clarify, a.recant, a.remember, a.suppress} {
		if over(ended) {
			return Result{}, ErrEnded
		}
		step()
	}

	result := Result{Certain: []string{}, Possible: []string{}, Matches: make([]Match, 0, len(a.mentions)), Repaired: a.Repairs()}
	counted, possible := map[int32]Status{}, []int32{} // terms
	for i, m := range a.mentions {
		if i%lookEvery == 0 && over(ended) {
			return Result{}, ErrEnded
		}
		if m.settled || a.term(m.term).Contexts&mask == 0 {
			continue
		}
		match := a.match(m)
		result.Matches = append(result.Matches, match)
		if each != nil {
			each(a, i, match)
		}
		switch status := a.statusAt(int(m.token)); {
		case status == Certain && counted[m.term] != Certain:
			counted[m.term] = Certain
			result.Certain = append(result.Certain, match.Term)
		case status == Possible && counted[m.term] == "":
			counted[m.term] = Possible
			possible = append(possible, m.term)
		}
	}
	for _, id := range possible {
		if counted[id] == Possible {
			result.Possible = append(result.Possible, a.term(id).Name)
		}
	}
	if end != nil {
		end(a)
	}
	return result, nil
}

// An analysis is the scratch memory for one text.
type analysis struct {
	segment.Cutter
	flags         []flag
	mentions      []mention
	assertions    []assertion
	bare          []int8
	subject       subject // of the phrase that is looked at
	near          nearby
	latest        int32            // year of a heading
	today         int32            // the token of the last heading of today, -1: none
	before        bool             // some word tells of days before
	said          uint64           // the groups of all words
	gradesLesions bool             // a grade that is no finding beside its lesion is mentioned
	made          []lexicon.Term   // behind those of the lexicon: states after operations
	madeIDs       map[string]int32 // theirs, by name
}

// A flag marks what a token is in this text.
type flag uint8

const (
	targetFlag  flag = 1 << iota // a finding, to be asserted
	sitedFlag                    // a finding that carries its own site
	headingFlag                  // a site or finding before a colon: 甲状腺:
	trendFlag                    // says how a finding changed: 左肾结石增大
	bareFlag                     // a head that made no term
	stateFlag                    // the state after an operation
	sectionFlag                  // of a heading that says how all below it is meant
	doubtFlag                    // a sign that makes a disease no more than possible
)

// A mention is a term at its place; several mentions may share the token that
// decides their status (肝、肾囊肿).
type mention struct {
	term       int32
	token      int32 // the head or the whole term
	start, end int32 // of the normalised text
	site       int32 // -1: none
	siteToken  int32 // where the site stands before the head, -1: elsewhere
	heading    int32 // the token of the heading above, -1: none
	section    lexicon.Section
	endings    lexicon.Ending // 0: not read
	named      lexicon.Ending // of its term's name, once they are read
	settled    bool           // only described what a later mention names
	settledBy  int32
	pictured   bool // told by a sign
}

// An assertion is the cue that won a token so far.
type assertion struct {
	cue      *lexicon.Cue
	category int32 // -1: none
}

// asserted is the category of what token i is, one of what is certain where no cue
// won it.
func (a *analysis) asserted(i int) *lexicon.Category {
	if j := a.assertions[i]; j.category >= 0 {
		return &a.Lexicon.Categories[j.category]
	}
	return &unmarked
}

// unmarked is the category of what no cue speaks of.
var unmarked = lexicon.Category{Status: Certain, Told: Certain}

// statusAt is what the finding at token i counts as.
func (a *analysis) statusAt(i int) Status { return a.asserted(i).Status }

// sitesOf are the sites that the name of an examination tells.
func (a *analysis) sitesOf(item string) []int32 {
	if item == "" {
		return nil
	}
	a.Read(item)
	var sites []int32
	for i := range a.Tokens {
		w := a.WordOrNone(i)
		sites = append(append(sites, w.Items...), w.Sites...)
		if w.Site >= 0 {
			sites = append(sites, w.Site)
		}
	}
	return sites
}

// isFinding reports whether token i is a finding, to be asserted.
func (a *analysis) isFinding(i int) bool {
	return uint(i) < uint(len(a.flags)) && a.flags[i]&targetFlag != 0
}

func (a *analysis) match(m mention) Match {
	l := a.Lexicon
	t := a.term(m.term)
	start, end := a.Text.Span(int(m.start), int(m.end))
	as := a.asserted(int(m.token))
	match := Match{
		Term: t.Name, Text: a.Written(m.start, m.end), Start: start, End: end,
		Status: as.Told, ICD10: t.ICD10,
	}
	match.Persists = as.Told == Past && as.Status == Certain
	if c := a.assertions[m.token].cue; c != nil {
		match.Cue = c.Text
	}
	if m.site >= 0 {
		match.Site = l.Sites[l.Organ(m.site)].Name
	}
	match.Laterality, match.Severity = a.modifiers(m)
	if t.Grade != "" {
		match.Severity = t.Grade
	}
	if from, to, ok := a.measurement(int(m.token)); ok {
		match.Measurement = a.Written(int32(from), int32(to))
	}
	return match
}
