// Package lexicon holds the words of the dictionaries and the rules of assertion, and
// loads them: findings, sites.yaml, cues.yaml, modifiers.yaml, characters.yaml and
// contexts.yaml, whose shapes package source has (load.go and what it names). Cues and
// phrases that forms make of parts are found without being spelled out (forms.go). What
// one grammar of cues.yaml reads and the one before does not is in grammar.go.
package lexicon

import (
	"cmp"
	"regexp"

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
	Contexts       []contextMask
	DefaultContext string

	Fold     *plaintext.Folding
	Alphabet map[rune]uint16
	direct   []uint16 // the alphabet's part below len(direct), without hashing
	Trie     *trie.Trie
	Words    []Word           // written out, or made of such
	wordIDs  map[string]int32 // by spelling
	forms    *forms           // the words that forms make
	denial   denial
	splitter *splitter
	Reader   plaintext.Reader

	Misreaders []Misreader
	TermReader termReader
	Digits     map[rune][]rune // what digits are taken for
	header     *regexp.Regexp  // a line that only belongs to the page, nil: none is known

	Terms        []Term
	Heads        []Head
	Sites        []Site
	Categories   []Category
	Units        [][]rune // longest first
	Sizes        [][]rune // those of them that lesions are measured in; none given: all
	Gone         int32    // the category of what is no more
	Denied       int32    // the category of what a form says no to
	Doubted      int32    // the category of what is only possible
	Negation     Negation // how denials of perceiving are made
	Unreadable   *Cue     // what stands for a negator that cannot be read, nil: none
	History      int32    // the category of what was so before and is not said to be gone, -1: none
	Conclusive   []string // words that name what was described
	Inconclusive []string // what such words must not have: 不能诊断
	Endings      Endings
	Afterwards   []string // endings of treatments that are over: 治疗后
	Likens       []string // behind what something looks like: 样
	Apart        [][]rune // ends what may stand between a site and its change
	Structures   [][]rune // ends names of structures
	Beside       [][]rune // behind a site that something lies beside: 旁
	Borders      [][]rune // before a site that something borders on: 与
	Pathology    []string // what begins a pathologist's report
	Positive     [][]rune // ends findings that are results: 阳性
	Felt         [][]rune // ends denials of what hands may feel: 及
	BelowRibs    [][]rune // where they feel for liver and spleen: 肋下
	Options      *Options // nil for a grammar without
	Means        [][]rune // behind a grade that is explained: 类为
	Notes        [][]rune // what begins an explanation: 附:
	Explains     [][]rune // what begins one behind its title: 系
	Usual        [][]rune // in a bracket on what is so in general: 可引起
	General      int32    // the category of what is only explained
	Anew         [][]rune // 偶发, behind which a denial without a list sign is over
	Scales       []Scale
	Parted       map[[2]string]int32 // scales spelled with a blank: TI RADS
	Fillers      [][]rune            // what may stand between a scale and its grade
	gradeUnits   [][]rune            // what may stand behind the grade of any scale
	Attribute    [][]rune            // what makes a finding describe the next one
	Levels       map[rune][]Level    // by the first character of their prefixes, longest prefix first
	Between      [][]rune            // what may stand between the numbers of levels
	Behind       [][]rune            // and behind them, longest first
	NotBehind    [][]rune            // not these, which begin alike: 椎体增生
	// Headings are what headings that say how all below is meant are made of, by their
	// first characters, longest first.
	Headings   map[rune][]HeadingWord
	Both       string            // the side that is both others, "": none
	Counters   [][]rune          // behind a number of lesions
	segments   map[string]bool   // parts of a site
	Places     [][]rune          // behind the number of a part
	Abnormal   [][]rune          // what looks like a finding
	Kinds      [][]rune          // what names of diseases end with
	Generic    [][]rune          // such words that name none
	Qualifiers [][]rune          // what qualifies a disease ends with
	Severities []string          // as folded, longest first
	Severity   map[string]string // their standard names
	Numbers    []Word            // 多发, longest first

	Plain   map[rune]bool // the characters of descriptions
	Unclear *Cue          // what stands in a clause with other characters, nil: each is understood

	Measures   []Measure
	Lengths    []Length
	Quantities Quantities
	Pictures   map[rune][]Picture // by the first character of their longest parts
	Pictured   [1 << 16]bool      // whether one begins with a character, asked of each
	Clips      map[rune][]plaintext.Clip

	grammar Rule   // of cues.yaml
	filled  uint64 // the groups of cues.yaml

	Operations operations
}

// A Measure is a finding that a number of a site tells, be it of one dimension: 脾厚56mm.
type Measure struct {
	Term, Site  int32
	Dimensions  []string // none: a number without a unit
	from, above float64
	below       float64
}

// Has reports whether a number is within the bounds.
func (m *Measure) Has(value float64) bool {
	return value >= m.from && (m.above == 0 || value > m.above) && value < m.below
}

// A Length is a unit of length.
type Length struct {
	Unit  []rune
	Times float64 // of the first of them
}

// A Negation has the parts that denials of perceiving and reporting are made of, the
// longest first.
type Negation struct {
	Particles [][]rune      // 未
	Begins    map[rune]bool // what they begin with
	Modals    [][]rune      // 予, 能: between a particle and its verb
	Senses    [][]rune      // 触, a verb with one of Attains
	Attains   [][]rune      // 及
	Reports   [][]rune      // 发现, a verb by itself
	Treats    [][]rune      // 治疗, which was not done about what is there
	Denies    *Cue          // what they are then, nil: none are made
}

type contextMask struct {
	Name, Title string
	Mask        uint32
}

// Mask is that of a context, "" for the default one; 0 for one that is unknown.
func (l *Lexicon) Mask(context string) uint32 {
	name := cmp.Or(context, l.DefaultContext)
	for _, c := range l.Contexts {
		if c.Name == name {
			return c.Mask
		}
	}
	return 0
}

// A Term is a standard term of the lexicon.
type Term struct {
	Name     string
	At       problem.Place
	Contexts uint32
	Site     int32 // -1: none
	Head     int32 // the head that makes it with the site, -1: none
	ICD10    string
	Grade    string // of a scale
	Parents  []int32
	Joins    bool // its lesion's entry tells it
	OfLesion bool // a grade that is no finding beside its lesion
	Advised  *Grade
}

// A Head is the end of a composed finding: 结节 of 甲状腺结节.
type Head struct {
	At    problem.Place
	Name  string
	Alone int32           // the term without a site, -1: none
	Terms map[int32]int32 // by site
	// Elsewhere are terms by other sites, for where no site nearby makes one of Terms.
	Elsewhere map[int32]int32
	Contexts  uint32 // of those, 0: there are none
	Any       bool   // makes one with every site of the body
	Beside    bool   // with nothing unknown between them
	Unlisted  bool   // because no list says otherwise
	As        int32  // the head that it means of an analyte, -1: none
	Reach     Reach

	Lesion  bool    // can be measured, counted and graded
	Own     bool    // behind a lesion, without a site: the lesion's own
	Settled []int32 // heads that say what this description means
}

// Reach says how far back a head looks for its site.
type Reach int

const (
	ClauseReach   Reach = iota // to the last comma, or to the heading (宫颈:肥大)
	SentenceReach              // to the last full stop, or to the heading
	LineReach                  // through the line
)

var reaches = map[string]Reach{"clause": ClauseReach, "sentence": SentenceReach, "line": LineReach}

// A Scale grades what imaging shows: TI-RADS, BI-RADS.
type Scale struct {
	site   int32
	Units  [][]rune     // behind a grade
	Grades []ScaleGrade // longest spelling first
}

// A ScaleGrade is one spelling of a grade.
type ScaleGrade struct {
	Text []rune
	Term int32 // -1: says that all is well
}

// A Site is a part of the body, or an analyte, that heads join with.
type Site struct {
	Name    string
	folded  string // the name as it is looked for
	Parent  int32  // -1: none
	Anyone  bool   // every organ has it: lymph nodes
	Analyte bool   // no part of the body: 尿酸
	Own     bool   // changes are told by its own name, whatever it is a part of
	Term    bool   // a finding as well: 副脾
}

// A Word is a string of the lexicon with everything it can be.
type Word struct {
	Text     string
	Length   int32 // characters
	Term     int32 // -1 each when not
	Head     int32
	Site     int32
	Scale    int32
	Grade    int32 // of its scale, that the spelling ends with
	Cue      *Cue
	Denial   *Cue      // what a normal phrase says of a list behind it
	Local    []Choice  // the site it means where certain sites are known
	Sited    []Choice  // the term likewise
	Tails    []Choice  // the term that it makes behind its site, with words between: 鼓膜陈旧性穿孔
	Meanings []Meaning // of an abbreviation
	Sites    []int32   // of several sites at once: 二、三尖瓣
	Items    []int32   // of an examination
	Section  Section
	Trend    string
	Compared bool
	Number   string
	Side     string
	Severity string
	Groups   uint64
	Course   bool   // makes a kind of the finding right behind it: 急性
	Part     bool   // of any organ: 粘膜, 壁
	Apart    bool   // and has a name of its own beside the organ's: 粘膜
	Quality  bool   // may stand between a site and its head, or before a cue
	Normal   bool   // a phrase that says all is well
	weight   int    // for gse
	Foreign  bool   // a scale of another guideline than its source
	Object   string // of an operation: 支架
	Named    string // names the finding where its head would: 萎缩 among those of 缩小
	Pseudo   bool   // only keeps shorter words from acting
	At       problem.Place
}

// A Meaning is a finding that an abbreviation may mean, and what stands near it then.
type Meaning struct {
	Term   int32
	Near   [][]rune
	Graded bool // or a severity right beside it
}

// A Choice is what a word means where one of certain sites is known.
type Choice struct {
	ID    int32
	Known []int32
}

// A Section is a part of a report: what was seen, and what that means.
type Section int8

const (
	NoSection Section = iota
	SeenSection
	MeansSection
	PastSection
	AbsentSection // what is not there: 阴性结果
	DoubtSection  // what is to be ruled out: 待排疾病
	FormerSection // what an examination before found: 去年体检
	TodaySection  // what is there: 本次体检, 阳性发现
)

// The names of sections in sites.yaml.
const (
	findingsSection   = "所见"
	conclusionSection = "提示"
	historySection    = "既往"
)

var sections = map[string]Section{findingsSection: SeenSection, conclusionSection: MeansSection, historySection: PastSection}

// A HeadingWord is a word that headings are made of, and what those that have it head.
type HeadingWord struct {
	Spelling []rune
	Section  Section
}

// The kinds of words of which sites.yaml makes headings; the last have no meaning alone.
var headingKinds = map[string]Section{"没有": AbsentSection, "待定": DoubtSection, "从前": FormerSection, "现在": TodaySection, "其他": NoSection}

type Category struct {
	Name   string
	Status Status // what counts
	Told   Status // what matches tell: a history counts, and is past
	Rank   int    // smaller wins
	Reason string // why a finding is in doubt, for people
}

// MarksAs is what a cue makes of a finding.
func (l *Lexicon) MarksAs(c *Cue) Status { return l.Categories[c.Category].Status }

// Directions in which a cue looks for the findings it speaks of.
type direction int

const (
	Forward direction = iota
	Backward
	ForwardElseBackward
	BackwardElseForward
	BothWays
)

var directions = map[string]direction{
	"forward": Forward, "backward": Backward,
	"forward_or_backward": ForwardElseBackward, "backward_or_forward": BackwardElseForward, "both": BothWays,
}

// Scopes, from narrow to wide.
type Scope int

const (
	AdjacentScope Scope = iota // the next finding
	ListScope                  // it and its list
	ClauseScope                // to the next comma
	BareScope                  // also past commas, while bare findings follow
	SentenceScope
)

var scopes = map[string]Scope{
	"adjacent": AdjacentScope, "list": ListScope, "clause": ClauseScope, "bare": BareScope, "sentence": SentenceScope,
}

// A Cue is a word that says how findings near it are meant.
type Cue struct {
	At         problem.Place
	Text       string
	Category   int32
	Direction  direction
	Scope      Scope
	Gap        int // characters of unknown text that adjacent and list scopes step over
	Reach      int // characters at most
	Stops      uint64
	Resumes    uint64   // words that, beginning a clause, speak of the person's present again
	Back       Scope    // of the walk back, where the cue looks both ways
	Tight      bool     // no blank may stand between it and the finding: ☑糖尿病 □高血压
	Answers    bool     // acts only as all that a field says: 是否有高血压：是
	Unless     uint64   // says nothing where a word of this group closes it: 除胆囊息肉外
	Where      uint64   // acts only where a word of this group stands somewhere in the text
	Final      bool     // acts only as the last word of its clause
	Otherwise  *Cue     // what a final cue is elsewhere in its clause, nil: nothing
	Done       bool     // reaches only where its clause tells that it was done or when: 2015年手术
	Doubts     bool     // acts only on findings that are in doubt
	Corrects   bool     // acts only on what somebody had said before: 外院诊断甲，证实为乙
	Defines    bool     // what it speaks of is explained, so that nothing is said of the person until the text turns to them
	Graded     bool     // acts only on the grades of scales
	History    bool     // denies histories listed after commas too
	NewFinding bool     // a comma before a finding with a site of its own ends the scope
	Spares     []string // endings of findings it says nothing of
	Except     []string // endings that spares does not count
	Carries    []string // endings of findings that belong to what they accompany
	OverComma  bool     // steps over a comma right beside it
	Behind     uint64   // only findings right behind a word of this group, 0: any
	Introduced bool     // acts only where another person was introduced before: 由妻子代述：她有哮喘
	SameSite   bool     // a site on its way is that of the finding it speaks of
	Phrase     bool     // a normal phrase that goes on: 未见异常团块
	Formed     bool     // made by a form, not written in cues.yaml
	Over       []int32  // categories that it wins over, whatever the precedence
	InAdvice   int32    // the category when the cue itself is part of advice, -1: the same
}

// A Level is a prefix of numbered sites: the 颈 of 颈5、6椎体.
type Level struct {
	Prefix []rune
	Word   int32 // that the site is named by
	Last   int   // the highest number
}

// A Grade is what a scale says of a lesion and what its guideline advises.
type Grade struct {
	Scale  string `json:"scale"`
	Grade  string `json:"grade"`
	Advice string `json:"advice"`
	Months int    `json:"months"` // to the next examination, 0: the guideline names none
	Source string `json:"source"`
}
