package keywords

import (
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// The shapes of the files in dictionaries/ that this package reads.
type (
	text = strictyaml.Text

	contextsFile struct {
		Default  text           `yaml:"default,required"`
		Contexts []contextEntry `yaml:"contexts,required"`
	}
	contextEntry struct {
		Name     text   `yaml:"name,required"`
		ZH       text   `yaml:"zh,required"`
		Includes []text `yaml:"includes"`
	}

	findingsFile struct {
		Area     text           `yaml:"area,required"`
		Context  []text         `yaml:"context"`
		Sites    []siteEntry    `yaml:"sites"`
		Heads    []headEntry    `yaml:"heads"`
		Findings []findingEntry `yaml:"findings"`
		Compose  []composeEntry `yaml:"compose"`
		Scales   []scaleEntry   `yaml:"scales"`
		Fillers  []text         `yaml:"fillers"`
		Units    []text         `yaml:"grade_units"`
		// Everywhere are heads that make a term with every site of the body.
		Everywhere []text `yaml:"everywhere"`
		Analytes   bool   `yaml:"analytes"`
	}
	findingEntry struct {
		At       problem.Place
		Term     text   `yaml:"term,required"`
		Variants []text `yaml:"variants"`
		Context  []text `yaml:"context"`
		Site     text   `yaml:"site"`
		Head     text   `yaml:"head"`
		ICD10    text   `yaml:"icd10"`
		Block    []text `yaml:"block"`
		Sited    []text `yaml:"sited"`
		KnownBy  []text `yaml:"known_by"`
		Parents  []text `yaml:"parents"`
	}
	headEntry struct {
		At      problem.Place
		Head    text   `yaml:"head,required"`
		Words   []text `yaml:"words"`
		Alone   text   `yaml:"alone"`
		Context []text `yaml:"context"`
		Reach   text   `yaml:"reach"`
		Block   []text `yaml:"block"`
		Lesion  bool   `yaml:"lesion"`
		Own     bool   `yaml:"of_lesion"`
		Settled []text `yaml:"settled_by"`
	}
	scaleEntry struct {
		At      problem.Place
		Scale   text         `yaml:"scale,required"`
		Words   []text       `yaml:"words"`
		Others  []text       `yaml:"others"`
		Joins   bool         `yaml:"joins"`
		Site    text         `yaml:"site,required"`
		Unit    text         `yaml:"unit,required"`
		Grades  []gradeEntry `yaml:"grades,required"`
		Source  text         `yaml:"source"`
		Context []text       `yaml:"context"`
	}
	gradeEntry struct {
		Grade  text   `yaml:"grade,required"`
		Words  []text `yaml:"words"`
		Normal bool   `yaml:"normal"`
		Advice text   `yaml:"advice"`
		Months int    `yaml:"months"`
	}
	composeEntry struct {
		At      problem.Place
		Head    text   `yaml:"head,required"`
		Sites   []text `yaml:"sites,required"`
		Context []text `yaml:"context"`
	}

	sitesFile struct {
		Sites    []siteEntry     `yaml:"sites,required"`
		Sides    []wordEntry     `yaml:"sides,required"`
		Together []togetherEntry `yaml:"together"`
		Items    []togetherEntry `yaml:"items"`
		Levels   []levelEntry    `yaml:"levels"`
		Numbered numberedEntry   `yaml:"level_words"`
		Sections []wordEntry     `yaml:"sections"`
	}
	siteEntry struct {
		Site    text   `yaml:"site,required"`
		Words   []text `yaml:"words"`
		PartOf  text   `yaml:"part_of"`
		Local   []text `yaml:"local"`
		KnownBy []text `yaml:"known_by"`
		Anyone  bool   `yaml:"of_any_organ"`
	}
	togetherEntry struct {
		Words []text `yaml:"words,required"`
		Sites []text `yaml:"sites,required"`
	}
	levelEntry struct {
		At       problem.Place
		Site     text   `yaml:"site,required"`
		Prefixes []text `yaml:"prefixes,required"`
		Last     int    `yaml:"last,required"`
	}
	numberedEntry struct {
		Between []text `yaml:"between"`
		Behind  []text `yaml:"behind"`
		// NotBehind are words of their own that begin with one of Behind.
		NotBehind []text `yaml:"not_behind"`
	}
	wordEntry struct {
		Name  text   `yaml:"name,required"`
		Words []text `yaml:"words"`
	}

	modifiersFile struct {
		Severity  []wordEntry `yaml:"severity,required"`
		Qualities []text      `yaml:"qualities,required"`
		Units     []text      `yaml:"units,required"`
		Plain     []text      `yaml:"plain"`
		Attribute []text      `yaml:"attribute"`
		Between   []text      `yaml:"between"`
		Trends    []wordEntry `yaml:"trends"`
		Compared  []text      `yaml:"compared"`
		Numbers   []wordEntry `yaml:"numbers"`
		Counters  []text      `yaml:"counters"`
		Segments  []text      `yaml:"segments"`
		Places    []text      `yaml:"segment_units"`
		Abnormal  []text      `yaml:"abnormal"`
	}

	charactersFile struct {
		Simplified strictyaml.Entries[text] `yaml:"simplified"`
		Radicals   strictyaml.Entries[text] `yaml:"radicals"`
		Symbols    strictyaml.Entries[text] `yaml:"symbols"`
		Misread    []misreadEntry           `yaml:"misread"`
		PageLines  []text                   `yaml:"page_lines"`
	}
	misreadEntry struct {
		At         problem.Place
		Words      []text                   `yaml:"words"`
		Cues       bool                     `yaml:"cues"`
		Terms      bool                     `yaml:"terms"`
		Characters strictyaml.Entries[text] `yaml:"characters,required"`
		Cause      text                     `yaml:"cause,required"`
		Opener     bool                     `yaml:"opener"`
	}

	// A confusionGroup is one of confusions.yaml, as far as it concerns words.
	confusionGroup struct {
		Cost   float64 `yaml:"cost,required"`
		Groups []text  `yaml:"groups,required"`
		OneWay bool    `yaml:"one_way"`
	}

	cuesFile struct {
		Precedence []text                            `yaml:"precedence,required"`
		Grammar    int                               `yaml:"grammar"`
		Groups     strictyaml.Entries[[]text]        `yaml:"groups,required"`
		Categories strictyaml.Entries[categoryEntry] `yaml:"categories,required"`
		Cues       []cueEntry                        `yaml:"cues,required"`
		Endings    strictyaml.Entries[[]text]        `yaml:"endings"`
		Parts      strictyaml.Entries[[]text]        `yaml:"parts"`
		Normal     []text                            `yaml:"normal"`
		Normals    []form                            `yaml:"normal_forms"`
		GoesOn     goesOnEntry                       `yaml:"goes_on"`
		Pseudo     []text                            `yaml:"pseudo"`
		Pseudos    []form                            `yaml:"pseudo_forms"`
	}
	goesOnEntry struct {
		Category text   `yaml:"category,required"`
		With     []text `yaml:"with,required"`
		base     *cue
	}
	categoryEntry struct {
		Status    text   `yaml:"status,required"`
		Direction text   `yaml:"direction,required"`
		Scope     text   `yaml:"scope,required"`
		Gap       int    `yaml:"gap"`
		Reach     int    `yaml:"reach,required"`
		Stops     []text `yaml:"stops"`
		Resumes   []text `yaml:"resumes"`
		Reason    text   `yaml:"reason"`
	}
	// A form makes a word of every choice of one word from each list: 不|未能, 完全, 排除.
	form struct {
		Of []formPart `yaml:"of,required"`
	}
	// A formPart has its words itself, or names lists of parts.
	formPart struct {
		At       problem.Place
		Words    []text `yaml:"words"`
		Parts    []text `yaml:"parts"`
		Optional bool   `yaml:"optional"`
	}
	cueEntry struct {
		At         problem.Place
		Words      []text `yaml:"words"`
		Category   text   `yaml:"category,required"`
		Direction  text   `yaml:"direction"`
		Scope      text   `yaml:"scope"`
		Gap        *int   `yaml:"gap"`
		Reach      *int   `yaml:"reach"`
		Stops      []text `yaml:"stops"`
		Resumes    []text `yaml:"resumes"`
		Back       text   `yaml:"back"`
		Answers    bool   `yaml:"answers"`
		Tight      bool   `yaml:"tight"`
		Unless     text   `yaml:"unless"`
		InAdvice   text   `yaml:"in_advice"`
		Over       []text `yaml:"over"`
		OverComma  bool   `yaml:"over_comma"`
		History    bool   `yaml:"history"`
		Final      bool   `yaml:"final"`
		Graded     bool   `yaml:"graded"`
		Spares     text   `yaml:"spares"`
		Except     text   `yaml:"except"`
		Carries    text   `yaml:"carries"`
		NewFinding bool   `yaml:"new_finding"`
		Behind     text   `yaml:"behind"`
		SameSite   bool   `yaml:"same_site"`
		Otherwise  text   `yaml:"otherwise"`
		Forms      []form `yaml:"forms"`
	}
)
