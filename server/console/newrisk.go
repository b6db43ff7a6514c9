package console

import (
	"net/http"
	"strconv"

	"tijian/engine/draft"
	"tijian/server/console/form"
	"tijian/server/console/words"
)

// A newRiskPage is the form of a risk that a draft does not have.
type newRiskPage struct {
	newItem
	ID         string `form:"id,raw"`
	Name       string `form:"name"`
	Department string `form:"department"`
	When       string `form:"when,raw"`
	Flag       string `form:"flag,raw"`
	Tip        string `form:"tip"`
	Flags      []form.Choice
	Names      []string // that the condition can name
}

func (c *Console) newRisk(v *requestContext) error {
	p := &newRiskPage{Flag: "2"}
	if v.Method == http.MethodPost {
		v.sent(p)
	}
	set := v.draft.Rules
	p.Version = v.version
	p.offer(set)
	for _, f := range set.Flags {
		if f.Flag > 0 {
			value := strconv.Itoa(f.Flag)
			p.Flags = append(p.Flags, form.Choice{Value: value, Title: f.Name, Chosen: value == p.Flag})
		}
	}
	for _, i := range set.Dictionary.All() {
		p.Names = append(p.Names, i.Name+" "+words.Called(v.lang, i))
	}
	if v.Method == http.MethodGet {
		return v.show(http.StatusOK, "risk", p)
	}
	flag, err := strconv.Atoi(p.Flag)
	if err != nil || !standardName.MatchString(p.ID) || p.Name == "" || p.When == "" || p.Source == "" {
		p.Fault = words.In(v.lang).Say("new.missing")
		return v.show(p.status(), "risk", p)
	}
	saved, err := c.addNew(v, &p.newItem, func() (draft.New, error) {
		return c.book.AddRisk(v.Context(), v.version.Name, set, draft.NewRisk{ID: p.ID, Name: p.Name, Organ: p.Organ, Department: p.Department, Sources: []string{p.Source}, When: p.When, Flag: flag, Tip: p.Tip})
	})
	switch {
	case err != nil:
		return err
	case !saved:
		return v.show(p.status(), "risk", p)
	}
	return v.redirect("rules/draft/" + v.version.Name + "/case?risk=" + p.ID)
}
