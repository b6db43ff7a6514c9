package fhir

import (
	"cmp"
	"slices"
	"strconv"

	"tijian/engine/dictionary"
	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// A CodeSystem lists the codes of one of our systems.
type CodeSystem struct {
	ResourceType  string    `json:"resourceType"`
	ID            string    `json:"id"`
	Meta          *Meta     `json:"meta,omitempty"`
	URL           string    `json:"url"`
	Version       string    `json:"version"` // of the rules
	Name          string    `json:"name"`
	Title         string    `json:"title"`
	Status        string    `json:"status"`
	CaseSensitive bool      `json:"caseSensitive"`
	ValueSet      string    `json:"valueSet"`
	Content       string    `json:"content"`
	Count         int       `json:"count"`
	Concept       []Defined `json:"concept,omitempty"`
}

// A Defined code, in the reader's language and in the other.
type Defined struct {
	Code        string        `json:"code"`
	Display     string        `json:"display"`
	Designation []Designation `json:"designation,omitempty"`
}

// A Designation is what a code is called in a language.
type Designation struct {
	Language string `json:"language"`
	Value    string `json:"value"`
}

// subsetted marks a resource that is told without its list.
var subsetted = &Meta{[]Coding{{System: terminology + "v3-ObservationValue", Code: "SUBSETTED"}}}

// Terms are what the codes of a version are taken from.
type Terms struct {
	Rules      *ruleset.Set
	Dictionary *dictionary.Dictionary
	Findings   []string // standard terms of the lexicon
}

// CodeSystems are all of ours, in the order of their ids, for readers of a language
// of package problem.
func (t Terms) CodeSystems(lang string) []CodeSystem {
	english := lang == problem.English
	told := func(code, zh, en string) Defined {
		d := Defined{Code: code, Display: zh}
		if en == "" || en == zh {
			return d
		}
		d.Designation = []Designation{{"en", en}}
		if english {
			d.Display, d.Designation = en, []Designation{{"zh", zh}}
		}
		return d
	}
	by := map[string][]Defined{}
	for _, i := range t.Dictionary.All() {
		by[Indicator] = append(by[Indicator], told(i.Name, i.Title, i.InEnglish()))
	}
	for _, l := range t.Rules.Levels {
		by[Level] = append(by[Level], told(l.ID, l.Name, l.InEnglish()))
	}
	for _, f := range t.Rules.Flags {
		by[Flag] = append(by[Flag], told(strconv.Itoa(f.Flag), f.Name, ruleset.FlagInEnglish(f.Flag)))
	}
	grades := t.Dictionary.Grades()
	for _, x := range grades.Numbers() {
		display, _ := grades.Display(x)
		by[Grade] = append(by[Grade], told(number(x).String(), display, gradeInEnglish(x)))
	}
	for _, r := range t.Rules.Risks {
		by[Risk] = append(by[Risk], told(r.ID, r.Name, ruleset.RiskInEnglish(r.ID)))
	}
	by[Alert] = []Defined{told(ruleset.AlertA, message.AlertAtOnce.ZH, message.AlertAtOnce.EN), told(ruleset.AlertB, message.AlertSoon.ZH, message.AlertSoon.EN)}
	for _, b := range ruleset.Backgrounds {
		by[Field] = append(by[Field], told(background+b.Name, b.Title, ""))
	}
	by[Field] = append(by[Field], told(background+ruleset.Smoking, message.SmokingField.ZH, message.SmokingField.EN))
	for _, a := range t.Rules.Arguments {
		by[Field] = append(by[Field], told(a.Path, a.Title, ""))
	}
	for _, term := range t.Findings {
		name, _ := dictionary.FindingInEnglish(term)
		by[Finding] = append(by[Finding], told(code(term), term, name))
	}
	var all []CodeSystem
	for url, list := range by {
		slices.SortStableFunc(list, func(a, b Defined) int { return cmp.Compare(a.Code, b.Code) })
		list = slices.CompactFunc(list, func(a, b Defined) bool { return a.Code == b.Code })
		title := systems[url].In(lang)
		all = append(all, CodeSystem{
			ResourceType: "CodeSystem", ID: url[len(own):], URL: url, Version: t.Rules.Version, Name: "Tijian" + capital(url[len(own):]), Title: title,
			Status: "active", CaseSensitive: true, ValueSet: valuesOf(url), Content: "complete", Count: len(list), Concept: list,
		})
	}
	slices.SortFunc(all, func(a, b CodeSystem) int { return cmp.Compare(a.ID, b.ID) })
	return all
}

// own is how the addresses of our systems begin.
const own = "urn:tijian:"

func capital(id string) string { return string(id[0]-'a'+'A') + id[1:] }

func valuesOf(system string) string { return own + "valueset:" + system[len(own):] }

// systems are those that are published, and what their codes mean.
var systems = map[string]message.Phrase{
	Indicator: message.SystemIndicator, Level: message.SystemLevel, Grade: message.SystemGrade, Risk: message.SystemRisk,
	Flag: message.SystemFlag, Alert: message.SystemAlert, Field: message.SystemField, Finding: message.SystemFinding,
}

// Values are all codes of the system, as a ValueSet.
func (s CodeSystem) Values() *jsontree.Node {
	return element("resourceType", "ValueSet", "id", s.ID, "url", s.ValueSet, "version", s.Version, "name", s.Name+"Values", "title", s.Title, "status", s.Status,
		"compose", element("include", list(element("system", s.URL))))
}

// Short is the system without its list.
func (s CodeSystem) Short() CodeSystem {
	s.Meta, s.Concept = subsetted, nil
	return s
}

// A Search is what was found at an address.
type Search struct {
	ResourceType string  `json:"resourceType"`
	Type         string  `json:"type"`
	Total        int     `json:"total"`
	Entry        []Entry `json:"entry,omitempty"`
}

// Found answers a search for resources; base is the service's address of FHIR, "" where
// none is known.
func Found(base, kind string, ids []string, resources []any) Search {
	found := Search{ResourceType: "Bundle", Type: "searchset", Total: len(resources)}
	for i, r := range resources {
		url := own + kind + ":" + ids[i]
		if base != "" {
			url = base + "/" + kind + "/" + ids[i]
		}
		found.Entry = append(found.Entry, Entry{FullURL: url, Resource: r})
	}
	return found
}
