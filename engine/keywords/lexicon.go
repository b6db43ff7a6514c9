package keywords

import (
	"cmp"
	"regexp"
	"slices"
	"sync"

	"github.com/go-ego/gse"

	"tijian/engine/keywords/plaintext"
	"tijian/engine/keywords/trie"
	"tijian/engine/problem"
)

// A Status says how a text speaks of a finding.
type Status string

// The statuses of a mention. Certain and possible findings are reported; the
// others are only shown among the matches.
const (
	Certain     Status = "certain"
	Possible    Status = "possible"
	Negated     Status = "negated"     // denied, or a negative test
	Family      Status = "family"      // somebody else's
	Past        Status = "past"        // gone, removed, healed
	Conditional Status = "conditional" // advice, warning, what might happen
)

var statuses = []Status{Certain, Possible, Negated, Family, Past, Conditional}

// A Lexicon holds the words and the rules of assertion. It never changes after
// Load and is safe for concurrent use.
type Lexicon struct {
	contexts       []contextMask
	defaultContext string

	fold      *plaintext.Folding
	alphabet  map[rune]uint16
	direct    []uint16 // the alphabet's part below len(direct), without hashing
	trie      *trie.Trie
	words     []word           // written out, or made of such
	wordIDs   map[string]int32 // by spelling
	forms     *forms           // the words that forms make
	denial    denial
	segmenter func() *gse.Segmenter
	reader    plaintext.Reader

	misreaders []misreader
	termReader termReader
	header     *regexp.Regexp // a line that only belongs to the page, nil: none is known

	terms        []term
	heads        []head
	sites        []site
	categories   []category
	units        [][]rune // longest first
	gone         int32    // the category of what is no more
	unreadable   *cue     // what stands for a negator that cannot be read, nil: none
	history      int32    // the category of what was so before and is not said to be gone, -1: none
	conclusive   []string // words that name what was described
	inconclusive []string // what such words must not have: 不能诊断
	signEnds     []string // endings of what only describes: 回声, 影
	lesionEnds   []string // endings of names that are findings of their own: 结节
	anew         [][]rune // 偶发, behind which a denial without a list sign is over
	scales       []scale
	parted       map[[2]string]int32 // scales spelled with a blank: TI RADS
	fillers      [][]rune            // what may stand between a scale and its grade
	gradeUnits   [][]rune            // what may stand behind the grade of any scale
	attribute    [][]rune            // what makes a finding describe the next one
	levels       []level             // longest prefix first
	between      [][]rune            // what may stand between the numbers of levels
	behind       [][]rune            // and behind them, longest first
	notBehind    [][]rune            // not these, which begin alike: 椎体增生
	counters     [][]rune            // behind a number of lesions
	segments     [][]rune            // parts of a site, longest first
	places       [][]rune            // behind the number of a part
	abnormal     [][]rune            // what looks like a finding
	severities   []string            // as folded, longest first
	severity     map[string]string   // their standard names
	numbers      []word              // 多发, longest first

	plain   map[rune]bool // the characters of descriptions
	unclear *cue          // what stands in a clause with other characters, nil: each is understood

	grammar rule   // of cues.yaml
	filled  uint64 // the groups of cues.yaml

	operations operations

	scratch sync.Pool
}

type contextMask struct {
	name, title string
	mask        uint32
}

// A term is a standard term of the lexicon.
type term struct {
	name     string
	at       problem.Place
	contexts uint32
	site     int32 // -1: none
	head     int32 // the head that makes it with the site, -1: none
	icd10    string
	grade    string // of a scale
	parents  []int32
	joins    bool // its lesion's entry tells it
	benign   bool // a grade that is no finding beside its lesion
	advised  *Grade
}

// A head is the end of a composed finding: 结节 of 甲状腺结节.
type head struct {
	at    problem.Place
	name  string
	alone int32           // the term without a site, -1: none
	terms map[int32]int32 // by site
	// elsewhere are terms by other sites, for where no site nearby makes one of terms.
	elsewhere map[int32]int32
	contexts  uint32 // of those, 0: there are none
	any       bool   // makes one with every site of the body
	beside    bool   // with nothing unknown between them
	as        int32  // the head that it means of an analyte, -1: none
	reach     reach

	lesion  bool    // can be measured, counted and graded
	own     bool    // behind a lesion, without a site: the lesion's own
	settled []int32 // heads that say what this description means
}

// reach says how far back a head looks for its site.
type reach int

const (
	clauseReach   reach = iota // to the last comma, or to the heading (宫颈:肥大)
	sentenceReach              // to the last full stop, or to the heading
	lineReach                  // through the line
)

var reaches = map[string]reach{"clause": clauseReach, "sentence": sentenceReach, "line": lineReach}

// A scale grades what imaging shows: TI-RADS, BI-RADS.
type scale struct {
	site   int32
	units  [][]rune // behind a grade
	grades []grade  // longest spelling first
}

// A grade is one spelling of a grade.
type grade struct {
	text []rune
	term int32 // -1: says that all is well
}

// A site is a part of the body, or an analyte, that heads join with.
type site struct {
	name    string
	folded  string // the name as it is looked for
	parent  int32  // -1: none
	anyone  bool   // every organ has it: lymph nodes
	analyte bool   // no part of the body: 尿酸
	own     bool   // changes are told by its own name, whatever it is a part of
	term    bool   // a finding as well: 副脾
}

// A word is a string of the lexicon with everything it can be.
type word struct {
	text     string
	length   int32 // characters
	term     int32 // -1 each when not
	head     int32
	site     int32
	scale    int32
	grade    int32 // of its scale, that the spelling ends with
	cue      *cue
	denial   *cue     // what a normal phrase says of a list behind it
	local    []choice // the site it means where certain sites are known
	sited    []choice // the term likewise
	tails    []choice // the term that it makes behind its site, with words between: 鼓膜陈旧性穿孔
	sites    []int32  // of several sites at once: 二、三尖瓣
	items    []int32  // of an examination
	section  section
	trend    string
	compared bool
	number   string
	side     string
	severity string
	groups   uint64
	quality  bool   // may stand between a site and its head, or before a cue
	normal   bool   // a phrase that says all is well
	weight   int    // for gse
	foreign  bool   // a scale of another guideline than its source
	object   string // of an operation: 支架
	named    string // names the finding where its head would: 萎缩 among those of 缩小
	pseudo   bool   // only keeps shorter words from acting
	at       problem.Place
}

// A choice is what a word means where one of certain sites is known.
type choice struct {
	id    int32
	known []int32
}

// A section is a part of a report: what was seen, and what that means.
type section int8

const (
	noSection section = iota
	seenSection
	meansSection
	pastSection
)

// The names of sections in sites.yaml.
const (
	findingsSection   = "所见"
	conclusionSection = "提示"
	historySection    = "既往"
)

var sections = map[string]section{findingsSection: seenSection, conclusionSection: meansSection, historySection: pastSection}

type category struct {
	name   string
	status Status // what counts
	told   Status // what matches tell: a history counts, and is past
	rank   int    // smaller wins
	reason string // why a finding is in doubt, for people
}

// marksAs is what a cue makes of a finding.
func (l *Lexicon) marksAs(c *cue) Status { return l.categories[c.category].status }

// Directions in which a cue looks for the findings it speaks of.
type direction int

const (
	forward direction = iota
	backward
	forwardElseBackward
	backwardElseForward
	bothWays
)

var directions = map[string]direction{
	"forward": forward, "backward": backward,
	"forward_or_backward": forwardElseBackward, "backward_or_forward": backwardElseForward, "both": bothWays,
}

// Scopes, from narrow to wide.
type scope int

const (
	adjacentScope scope = iota // the next finding
	listScope                  // it and its list
	clauseScope                // to the next comma
	bareScope                  // also past commas, while bare findings follow
	sentenceScope
)

var scopes = map[string]scope{
	"adjacent": adjacentScope, "list": listScope, "clause": clauseScope, "bare": bareScope, "sentence": sentenceScope,
}

// A cue is a word that says how findings near it are meant.
type cue struct {
	at         problem.Place
	text       string
	category   int32
	direction  direction
	scope      scope
	gap        int // characters of unknown text that adjacent and list scopes step over
	reach      int // characters at most
	stops      uint64
	resumes    uint64   // words that, beginning a clause, speak of the person's present again
	back       scope    // of the walk back, where the cue looks both ways
	tight      bool     // no blank may stand between it and the finding: ☑糖尿病 □高血压
	answers    bool     // acts only as all that a field says: 是否有高血压：是
	unless     uint64   // says nothing where a word of this group closes it: 除胆囊息肉外
	final      bool     // acts only as the last word of its clause
	otherwise  *cue     // what a final cue is elsewhere in its clause, nil: nothing
	done       bool     // reaches only where its clause tells that it was done or when: 2015年手术
	doubts     bool     // acts only on findings that are in doubt
	graded     bool     // acts only on the grades of scales
	history    bool     // denies histories listed after commas too
	newFinding bool     // a comma before a finding with a site of its own ends the scope
	spares     []string // endings of findings it says nothing of
	except     []string // endings that spares does not count
	carries    []string // endings of findings that belong to what they accompany
	overComma  bool     // steps over a comma right beside it
	behind     uint64   // only findings right behind a word of this group, 0: any
	introduced bool     // acts only where another person was introduced before: 由妻子代述：她有哮喘
	sameSite   bool     // a site on its way is that of the finding it speaks of
	phrase     bool     // a normal phrase that goes on: 未见异常团块
	formed     bool     // made by a form, not written in cues.yaml
	over       []int32  // categories that it wins over, whatever the precedence
	inAdvice   int32    // the category when the cue itself is part of advice, -1: the same
}

// Contexts lists the names that Extract takes, in the order of contexts.yaml.
func (l *Lexicon) Contexts() []string {
	names := make([]string, len(l.contexts))
	for i, c := range l.contexts {
		names[i] = c.name
	}
	return names
}

// ContextTitle returns what people call a context in Chinese, "" where it has no
// such name.
func (l *Lexicon) ContextTitle(name string) string {
	for _, c := range l.contexts {
		if c.name == name {
			return c.title
		}
	}
	return ""
}

// An Entry is a word of the dictionaries and where it is written.
type Entry struct {
	Name  string        `json:"name"`
	Place problem.Place `json:"-"`
	At    string        `json:"place"` // file:line:column
}

func named(name string, at problem.Place) Entry { return Entry{name, at, at.String()} }

func byName(a, b Entry) int { return cmp.Compare(a.Name, b.Name) }

// Cues lists every cue that cues.yaml writes out, sorted.
func (l *Lexicon) Cues() []Entry {
	var all []Entry
	for _, w := range l.words {
		if w.cue != nil && !w.cue.formed {
			all = append(all, named(w.cue.text, w.cue.at))
		}
	}
	slices.SortFunc(all, byName)
	return all
}

// Names are the standard terms and the sites; nil without a lexicon.
func (l *Lexicon) Names() []string {
	if l == nil {
		return nil
	}
	var all []string
	for _, t := range l.Terms() {
		all = append(all, t.Name)
	}
	for i := range l.sites {
		all = append(all, l.sites[i].name)
	}
	return all
}

// Terms lists every standard term, sorted.
func (l *Lexicon) Terms() []Entry {
	all := make([]Entry, len(l.terms))
	for i, t := range l.terms {
		all[i] = named(t.name, t.at)
	}
	slices.SortFunc(all, byName)
	return all
}
