package console

import (
	"context"
	"maps"
	"net/http"
	"slices"

	"tijian/engine/draft"
	"tijian/engine/release"
	"tijian/server/console/newform"
	"tijian/server/console/words"
)

// addNew writes what is new, where nothing speaks against it and the visitor does not
// only try it.
func (c *Console) addNew(v *requestContext, p *newform.Item, try func() (draft.New, error)) (saved bool, err error) {
	c.saving.Lock()
	defer c.saving.Unlock()
	what, err := try()
	if err != nil {
		return false, c.outOfOrder(v, err)
	}
	if p.Faults = what.Faults; len(p.Faults) > 0 || p.Do != "save" {
		return false, nil
	}
	for _, file := range slices.Sorted(maps.Keys(what.Files)) {
		if err := c.write(v, v.version.Name, file, what.Files[file]); err != nil {
			return false, err
		}
	}
	return true, nil
}

func (c *Console) newIndicator(v *requestContext) error {
	p := newform.IndicatorOf(v.lang, v.version, v.draft.Rules, v.PostForm)
	if v.Method == http.MethodGet {
		return v.show(http.StatusOK, "indicator", p)
	}
	n, bounds, fault := p.Read(v.lang, v.draft.Rules)
	if p.Fault = fault; fault != "" {
		return v.show(p.Status(), "indicator", p)
	}
	saved, err := c.addNew(v, &p.Item, func() (draft.New, error) {
		return c.book.AddIndicator(v.Context(), v.version.Name, v.draft.Rules, n)
	})
	switch {
	case err != nil:
		return err
	case !saved:
		return v.show(p.Status(), "indicator", p)
	}
	if err := c.boundCases(v, n, bounds); err != nil {
		return err
	}
	return v.redirect("rules/table/" + v.version.Name + "/" + n.Name + "?saved")
}

// boundCases adds the cases at the bounds of a new table to the draft's own.
func (c *Console) boundCases(v *requestContext, n draft.NewIndicator, bounds []string) error {
	set, problems := c.book.Set(context.WithoutCancel(v.Context()), v.version)
	if set == nil {
		return faulty(v.version, problems)
	}
	for _, one := range newform.Cases(n, bounds, c.signature(v), c.Now()) {
		refused, err := c.keepCases(v, func(d *release.Releaser) (string, error) { return d.AddCase(set, one) })
		if err != nil {
			return err
		}
		if refused != "" {
			return &fault{http.StatusConflict, refused}
		}
	}
	return nil
}

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
