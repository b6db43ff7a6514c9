// Package source has the shapes of the files of dictionaries/ that a lexicon is read
// from, as they are written.
package source

import (
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// The shapes of the files in dictionaries/ that this package reads.
type (
	// Text is a word and where it is written.
	Text = strictyaml.Text

	// ContextsFile is contexts.yaml.
	ContextsFile struct {
		Default  Text           `yaml:"default,required"`
		Contexts []ContextEntry `yaml:"contexts,required"`
	}
	// ContextEntry is a kind of findings that can be asked for.
	ContextEntry struct {
		Name     Text   `yaml:"name,required"`
		ZH       Text   `yaml:"zh,required"`
		Includes []Text `yaml:"includes"`
	}

	// FindingsFile is a file of findings/.
	FindingsFile struct {
		Area    Text        `yaml:"area,required"`
		Context []Text      `yaml:"context"`
		Sites   []SiteEntry `yaml:"sites"`
		Heads   []HeadEntry `yaml:"heads"`
		// Named are heads of which only the name is told.
		Named    []Text         `yaml:"named"`
		Findings []FindingEntry `yaml:"findings"`
		Kinds    []KindsEntry   `yaml:"kinds"`
		Compose  []ComposeEntry `yaml:"compose"`
		Scales   []ScaleEntry   `yaml:"scales"`
		Fillers  []Text         `yaml:"fillers"`
		Units    []Text         `yaml:"grade_units"`
		// Everywhere are heads that make a term with every site of the body.
		Everywhere []Text `yaml:"everywhere"`
		Analytes   bool   `yaml:"analytes"`
		// Places are parts of the body whose changes are told by their own names, and
		// AtPlaces further heads that make a term with each of them.
		Places   []PlacesEntry `yaml:"places"`
		AtPlaces []Text        `yaml:"at_places"`
		// AtAny are heads that do so with every site of the body, Beside those that do so
		// only right behind it, and Changes such heads made of what a part does and how
		// that changed.
		AtAny  []Text `yaml:"at_any"`
		Beside []Text `yaml:"beside"`
		// NotBeside are the heads that do not: all others, where it is given.
		NotBeside []Text `yaml:"not_beside"`
		// Apart ends what may stand between a site and its change, and Structures the name of a
		// structure that is not listed.
		Apart      []Text `yaml:"apart"`
		Structures []Text `yaml:"structures"`
		// Parts are what every organ has: named between it and its change, or instead of it.
		Parts   []Text         `yaml:"parts"`
		Changes []ChangesEntry `yaml:"changes"`
		// Abbreviations mean another finding in each department.
		Abbreviations []AbbreviationEntry `yaml:"abbreviations"`
		// Alike are words that mean the same within a finding.
		Alike []AlikeEntry `yaml:"alike"`
		// Measured are findings that a number tells, in one of the Lengths where it has a
		// dimension: 脾厚56mm.
		Measured []MeasuredEntry `yaml:"measured"`
		Lengths  []LengthEntry   `yaml:"lengths"`
		// Quantities are findings that a number behind a name tells, wherever it stands.
		Quantities QuantitiesEntry `yaml:"quantities"`
		// Pictures are signs that only one disease has.
		Pictures []PictureEntry `yaml:"pictures"`
	}
	// QuantitiesEntry lists quantities with their bounds, the spellings of their units, what may
	// stand between a name and its number, names that are another quantity's (尿肌酐), and what
	// tells that a number is nobody's (正常, 目标) or a child's.
	QuantitiesEntry struct {
		Units   []QuantityUnitEntry `yaml:"units"`
		Between []Text              `yaml:"between"`
		Others  []Text              `yaml:"others"`
		Nobody  []Text              `yaml:"nobody"`
		// Judged are words that hold one of these and judge the number: 高于正常.
		Judged []Text `yaml:"judged"`
		// Elsewhere are words that, earlier in the sentence, tell of another time, person or case.
		Elsewhere []Text `yaml:"elsewhere"`
		Child     []Text `yaml:"child"`
		// Year ends the number of a year, Age that of the age of who is a child below Grown;
		// Predicted is in what makes a number one of a prediction.
		Year      Text `yaml:"year"`
		Age       Text `yaml:"age"`
		Predicted Text `yaml:"predicted"`
		Grown     int  `yaml:"grown"`
		// Denials deny what a sign has behind them, but not as the beginning of Seen (无回声).
		Denials []Text       `yaml:"denials"`
		Seen    []Text       `yaml:"seen"`
		Bounds  []BoundEntry `yaml:"bounds"`
	}
	// QuantityUnitEntry is a unit with its spellings, and how many of it each is.
	QuantityUnitEntry struct {
		Unit    Text                        `yaml:"unit,required"`
		Spelled strictyaml.Entries[float64] `yaml:"spelled,required"`
	}
	// BoundEntry is a finding that numbers beyond a bound tell. The name of an analyte stands
	// for all its spellings; Bare allows a number without a unit, which one without Units has.
	BoundEntry struct {
		Term  Text      `yaml:"term,required"`
		Names []Text    `yaml:"names"`
		Units []Text    `yaml:"units"`
		Bare  bool      `yaml:"bare"`
		By    []Text    `yaml:"by"`   // heads that tell it without a number: 降低
		Size  bool      `yaml:"size"` // of a size the largest
		Sex   Text      `yaml:"sex"`
		Near  []Text    `yaml:"near"` // one of which stands somewhere in the text
		In    []float64 `yaml:"in"`   // the least and the most that tell it
		Pair  []float64 `yaml:"pair"` // likewise of the second number: 84/52
	}
	// PictureEntry is a disease and its signs; + joins parts that stand in one sentence.
	PictureEntry struct {
		Term     Text   `yaml:"term,required"`
		Signs    []Text `yaml:"signs,required"`
		Possible bool   `yaml:"possible"`
	}
	// MeasuredEntry is a finding that a number of a site, or of one dimension of it, tells
	// between bounds that everybody knows.
	MeasuredEntry struct {
		Term       Text    `yaml:"term,required"`
		Site       Text    `yaml:"site,required"`
		Dimensions []Text  `yaml:"dimensions"`
		From       float64 `yaml:"from"`  // at least
		Above      float64 `yaml:"above"` // more than
		Below      float64 `yaml:"below,required"`
	}
	// LengthEntry is a unit of length, and how many of the first it is.
	LengthEntry struct {
		Unit  Text    `yaml:"unit,required"`
		Times float64 `yaml:"times,required"`
	}
	// KindsEntry lists findings of which only the name is told, and what they are a
	// kind of.
	KindsEntry struct {
		Of      Text   `yaml:"of"`
		Context []Text `yaml:"context"`
		Terms   []Text `yaml:"terms,required"`
	}
	// ChangesEntry makes heads: each of what a part does with each of the changes; one
	// that says enough without a site is told alone, too.
	ChangesEntry struct {
		Of      []Text `yaml:"of,required"`
		Changes []Text `yaml:"changes,required"`
		Alone   bool   `yaml:"alone"`
	}
	// AbbreviationEntry lists what abbreviations may mean.
	AbbreviationEntry struct {
		Words []Text         `yaml:"words,required"`
		Means []MeaningEntry `yaml:"means,required"`
	}
	// MeaningEntry is one of these, and what stands near it where it is meant; Graded
	// says that a severity does: AR轻度.
	MeaningEntry struct {
		Term   Text   `yaml:"term,required"`
		Near   []Text `yaml:"near"`
		Graded bool   `yaml:"graded"`
	}
	// AlikeEntry lists words of which each may stand for the others: 减退, 减低.
	AlikeEntry struct {
		Words []Text `yaml:"words,required"`
	}
	// PlacesEntry lists places that are part of one site.
	PlacesEntry struct {
		PartOf Text   `yaml:"part_of"`
		Places []Text `yaml:"places,required"`
	}
	// FindingEntry is a standard term and its spellings.
	FindingEntry struct {
		At       problem.Place
		Term     Text   `yaml:"term,required"`
		Variants []Text `yaml:"variants"`
		Context  []Text `yaml:"context"`
		Site     Text   `yaml:"site"`
		Head     Text   `yaml:"head"`
		ICD10    Text   `yaml:"icd10"`
		Block    []Text `yaml:"block"`
		Sited    []Text `yaml:"sited"`
		KnownBy  []Text `yaml:"known_by"`
		Parents  []Text `yaml:"parents"`
		// Kinds are told by their own names, as kinds of the term.
		Kinds []Text `yaml:"kinds"`
	}
	// HeadEntry is the end of composed findings: 结节.
	HeadEntry struct {
		At      problem.Place
		Head    Text   `yaml:"head,required"`
		Words   []Text `yaml:"words"`
		Alone   Text   `yaml:"alone"`
		Context []Text `yaml:"context"`
		Reach   Text   `yaml:"reach"`
		Block   []Text `yaml:"block"`
		Lesion  bool   `yaml:"lesion"`
		Own     bool   `yaml:"of_lesion"`
		Settled []Text `yaml:"settled_by"`
		Names   []Text `yaml:"names"`
		As      Text   `yaml:"as"`
	}
	// ScaleEntry is a scale such as TI-RADS.
	ScaleEntry struct {
		At      problem.Place
		Scale   Text         `yaml:"scale,required"`
		Words   []Text       `yaml:"words"`
		Others  []Text       `yaml:"others"`
		Joins   bool         `yaml:"joins"`
		Site    Text         `yaml:"site,required"`
		Unit    Text         `yaml:"unit,required"`
		Grades  []GradeEntry `yaml:"grades,required"`
		Source  Text         `yaml:"source"`
		Context []Text       `yaml:"context"`
	}
	// GradeEntry is a grade of a scale.
	GradeEntry struct {
		Grade  Text   `yaml:"grade,required"`
		Words  []Text `yaml:"words"`
		Normal bool   `yaml:"normal"`
		Benign bool   `yaml:"benign"`
		Advice Text   `yaml:"advice"`
		Months int    `yaml:"months"`
	}
	// ComposeEntry lists the sites that a head makes terms with.
	ComposeEntry struct {
		At      problem.Place
		Head    Text   `yaml:"head,required"`
		Sites   []Text `yaml:"sites,required"`
		Context []Text `yaml:"context"`
	}

	// SitesFile is sites.yaml.
	SitesFile struct {
		Sites    []SiteEntry     `yaml:"sites,required"`
		Sides    []WordEntry     `yaml:"sides,required"`
		Together []TogetherEntry `yaml:"together"`
		Items    []TogetherEntry `yaml:"items"`
		Levels   []LevelEntry    `yaml:"levels"`
		Numbered NumberedEntry   `yaml:"level_words"`
		Sections []WordEntry     `yaml:"sections"`
		Headings []WordEntry     `yaml:"headings"`
		// Clips are short spellings, and ClipsBehind what follows those of letters.
		Clips       []ClipEntry `yaml:"clips"`
		ClipsBehind []Text      `yaml:"clips_behind"`
	}
	// ClipEntry lists short spellings of a word, and what stands right before them.
	ClipEntry struct {
		Full  Text   `yaml:"full,required"`
		Words []Text `yaml:"words,required"`
		Ahead []Text `yaml:"ahead"`
	}
	// SiteEntry is a part of the body, or what is measured.
	SiteEntry struct {
		Site    Text   `yaml:"site,required"`
		Words   []Text `yaml:"words"`
		PartOf  Text   `yaml:"part_of"`
		Local   []Text `yaml:"local"`
		KnownBy []Text `yaml:"known_by"`
		Anyone  bool   `yaml:"of_any_organ"`
	}
	// TogetherEntry is a word for several sites at once.
	TogetherEntry struct {
		Words []Text `yaml:"words,required"`
		Sites []Text `yaml:"sites,required"`
	}
	// LevelEntry is the prefix of numbered sites: the 颈 of 颈5.
	LevelEntry struct {
		At       problem.Place
		Site     Text   `yaml:"site,required"`
		Prefixes []Text `yaml:"prefixes,required"`
		Last     int    `yaml:"last,required"`
	}
	// NumberedEntry has the words between and behind such numbers.
	NumberedEntry struct {
		Between []Text `yaml:"between"`
		Behind  []Text `yaml:"behind"`
		// NotBehind are words of their own that begin with one of Behind.
		NotBehind []Text `yaml:"not_behind"`
	}
	// WordEntry is a name and its other spellings.
	WordEntry struct {
		Name  Text   `yaml:"name,required"`
		Words []Text `yaml:"words"`
	}

	// ModifiersFile is modifiers.yaml.
	ModifiersFile struct {
		Severity  []WordEntry `yaml:"severity,required"`
		Qualities []Text      `yaml:"qualities,required"`
		// Courses make of a finding right behind them a kind of it: 急性, 真菌性.
		Courses   []Text      `yaml:"courses"`
		Units     []Text      `yaml:"units,required"`
		Sizes     []Text      `yaml:"sizes"` // of units: what lesions are measured in
		Plain     []Text      `yaml:"plain"`
		Attribute []Text      `yaml:"attribute"`
		Between   []Text      `yaml:"between"`
		Trends    []WordEntry `yaml:"trends"`
		Compared  []Text      `yaml:"compared"`
		Numbers   []WordEntry `yaml:"numbers"`
		Counters  []Text      `yaml:"counters"`
		Segments  []Text      `yaml:"segments"`
		Places    []Text      `yaml:"segment_units"`
		Abnormal  []Text      `yaml:"abnormal"`
		// Kinds are what names of diseases end with that no file lists, Generic such words
		// that name none: 慢性病.
		Kinds      []Text `yaml:"kinds"`
		Generic    []Text `yaml:"generic"`
		Qualifiers []Text `yaml:"qualifiers"`
	}

	// CharactersFile is characters.yaml.
	CharactersFile struct {
		Simplified strictyaml.Entries[Text] `yaml:"simplified"`
		Radicals   strictyaml.Entries[Text] `yaml:"radicals"`
		Symbols    strictyaml.Entries[Text] `yaml:"symbols"`
		Misread    []MisreadEntry           `yaml:"misread"`
		PageLines  []Text                   `yaml:"page_lines"`
	}
	// MisreadEntry says which characters are taken for which.
	MisreadEntry struct {
		At         problem.Place
		Words      []Text                   `yaml:"words"`
		Cues       bool                     `yaml:"cues"`
		Terms      bool                     `yaml:"terms"`
		Characters strictyaml.Entries[Text] `yaml:"characters,required"`
		Sounds     []Text                   `yaml:"sounds"`
		Cause      Text                     `yaml:"cause,required"`
		Opener     bool                     `yaml:"opener"`
		Mark       bool                     `yaml:"mark"`
		Numbers    bool                     `yaml:"numbers"`
	}

	// A ConfusionGroup is one of confusions.yaml, as far as it concerns words.
	ConfusionGroup struct {
		Cost   float64 `yaml:"cost,required"`
		Groups []Text  `yaml:"groups,required"`
		OneWay bool    `yaml:"one_way"`
	}

	// CuesFile is cues.yaml.
	CuesFile struct {
		Precedence []Text                            `yaml:"precedence,required"`
		Grammar    int                               `yaml:"grammar"`
		Groups     strictyaml.Entries[[]Text]        `yaml:"groups,required"`
		Categories strictyaml.Entries[CategoryEntry] `yaml:"categories,required"`
		Cues       []CueEntry                        `yaml:"cues,required"`
		Endings    strictyaml.Entries[[]Text]        `yaml:"endings"`
		Parts      strictyaml.Entries[[]Text]        `yaml:"parts"`
		Normal     []Text                            `yaml:"normal"`
		Normals    []Form                            `yaml:"normal_forms"`
		GoesOn     GoesOnEntry                       `yaml:"goes_on"`
		Pseudo     []Text                            `yaml:"pseudo"`
		Pseudos    []Form                            `yaml:"pseudo_forms"`
		Plain      []Text                            `yaml:"plain"`
		Operations OperationsEntry                   `yaml:"operations"`
	}
	// OperationsEntry says how states after operations are told.
	OperationsEntry struct {
		Called  Text        `yaml:"called,required"`
		Context []Text      `yaml:"context,required"`
		Endings []Text      `yaml:"endings,required"`
		Verbs   []Text      `yaml:"verbs,required"`
		Through []Text      `yaml:"through"`
		Alone   []Text      `yaml:"alone"`
		Keeping []Text      `yaml:"keeping"`
		PutIn   WordEntry   `yaml:"put_in,required"`
		Devices []WordEntry `yaml:"devices"`
		Objects []WordEntry `yaml:"objects"`
	}
	// GoesOnEntry says which normal phrases deny what follows.
	GoesOnEntry struct {
		Category Text   `yaml:"category,required"`
		With     []Text `yaml:"with,required"`
	}
	// CategoryEntry is what cues of a category do unless they say otherwise.
	CategoryEntry struct {
		Status    Text   `yaml:"status,required"`
		Told      Text   `yaml:"told"` // the status that matches tell, where it is another
		Direction Text   `yaml:"direction,required"`
		Scope     Text   `yaml:"scope,required"`
		Gap       int    `yaml:"gap"`
		Reach     int    `yaml:"reach,required"`
		Stops     []Text `yaml:"stops"`
		Resumes   []Text `yaml:"resumes"`
		Reason    Text   `yaml:"reason"`
	}
	// A Form makes a word of every choice of one word from each list: 不|未能, 完全, 排除.
	Form struct {
		Of []FormPart `yaml:"of,required"`
	}
	// A FormPart has its words itself, or names lists of parts.
	FormPart struct {
		At       problem.Place
		Words    []Text `yaml:"words"`
		Parts    []Text `yaml:"parts"`
		Optional bool   `yaml:"optional"`
	}
	// CueEntry is a group of cues that act alike.
	CueEntry struct {
		At         problem.Place
		Words      []Text `yaml:"words"`
		Category   Text   `yaml:"category,required"`
		Direction  Text   `yaml:"direction"`
		Scope      Text   `yaml:"scope"`
		Gap        *int   `yaml:"gap"`
		Reach      *int   `yaml:"reach"`
		Stops      []Text `yaml:"stops"`
		Resumes    []Text `yaml:"resumes"`
		Back       Text   `yaml:"back"`
		Answers    bool   `yaml:"answers"`
		Tight      bool   `yaml:"tight"`
		Unless     Text   `yaml:"unless"`
		InAdvice   Text   `yaml:"in_advice"`
		Over       []Text `yaml:"over"`
		OverComma  bool   `yaml:"over_comma"`
		History    bool   `yaml:"history"`
		Final      bool   `yaml:"final"`
		Graded     bool   `yaml:"graded"`
		Done       bool   `yaml:"done"`
		Doubts     bool   `yaml:"doubts"`
		Corrects   bool   `yaml:"corrects"`
		Defines    bool   `yaml:"defines"`
		Spares     Text   `yaml:"spares"`
		Except     Text   `yaml:"except"`
		Carries    Text   `yaml:"carries"`
		NewFinding bool   `yaml:"new_finding"`
		Behind     Text   `yaml:"behind"`
		Introduced bool   `yaml:"introduced"`
		Where      Text   `yaml:"where"`
		SameSite   bool   `yaml:"same_site"`
		Otherwise  Text   `yaml:"otherwise"`
		Forms      []Form `yaml:"forms"`
	}
)

// All are the name and its other spellings.
func (e WordEntry) All() []Text { return append([]Text{e.Name}, e.Words...) }
