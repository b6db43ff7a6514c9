package console

import (
	"context"
	"net/http"

	"tijian/engine/draft"
	"tijian/engine/release"
	"tijian/server/console/newform"
)

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
