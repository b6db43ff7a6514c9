package newform

import (
	"net/url"
	"strconv"

	"tijian/engine/draft"
	"tijian/engine/ruleset"
	"tijian/server/console/form"
	"tijian/server/console/words"
)

// A Risk is the form of a risk that a draft does not have.
type Risk struct {
	Item
	ID         string `form:"id,raw"`
	Name       string `form:"name"`
	Department string `form:"department"`
	When       string `form:"when,raw"`
	Flag       string `form:"flag,raw"`
	Tip        string `form:"tip"`
	Flags      []form.Choice
	Names      []string // that the condition can name
}

// RiskOf is the form as it was sent, empty for one that nobody has filled in.
func RiskOf(lang string, version draft.Version, set *ruleset.Set, sent url.Values) *Risk {
	p := &Risk{Flag: "2"}
	if len(sent) > 0 {
		form.Fill(p, sent)
	}
	p.Version = version
	p.Offer(set)
	for _, f := range set.Flags {
		if f.Flag > 0 {
			value := strconv.Itoa(f.Flag)
			p.Flags = append(p.Flags, form.Choice{Value: value, Title: f.Name, Chosen: value == p.Flag})
		}
	}
	for _, i := range set.Dictionary.All() {
		p.Names = append(p.Names, i.Name+" "+words.Called(lang, i))
	}
	return p
}

// Read makes of the form what is to be added; false where something is missing.
func (p *Risk) Read() (draft.NewRisk, bool) {
	flag, err := strconv.Atoi(p.Flag)
	whole := err == nil && standardName.MatchString(p.ID) && p.Name != "" && p.When != "" && p.Source != ""
	return draft.NewRisk{ID: p.ID, Name: p.Name, Organ: p.Organ, Department: p.Department, Sources: []string{p.Source}, When: p.When, Flag: flag, Tip: p.Tip}, whole
}
