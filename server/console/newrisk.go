package console

import (
	"net/http"

	"tijian/engine/draft"
	"tijian/server/console/newform"
	"tijian/server/console/words"
)

func (c *Console) newRisk(v *requestContext) error {
	set := v.draft.Rules
	p := newform.RiskOf(v.lang, v.version, set, v.PostForm)
	if v.Method == http.MethodGet {
		return v.show(http.StatusOK, "risk", p)
	}
	risk, whole := p.Read()
	if !whole {
		p.Fault = words.In(v.lang).Say("new.missing")
		return v.show(p.Status(), "risk", p)
	}
	saved, err := c.addNew(v, &p.Item, func() (draft.New, error) {
		return c.book.AddRisk(v.Context(), v.version.Name, set, risk)
	})
	switch {
	case err != nil:
		return err
	case !saved:
		return v.show(p.Status(), "risk", p)
	}
	return v.redirect("rules/draft/" + v.version.Name + "/case?risk=" + p.ID)
}
