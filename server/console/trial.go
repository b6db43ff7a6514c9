package console

import (
	"net/http"
	"net/url"

	"tijian/engine/draft"
	"tijian/engine/problem"
	"tijian/server/console/trials"
)

// suitesPage is what the cases say of a draft.
type suitesPage struct {
	Version draft.Version
	trials.Draft
	Accepted int        // expectations just written
	Refused  string     // why they were not
	typed    url.Values // why they are accepted
}

// tryDraft runs the regression suites that hold for a draft.
func (c *Console) tryDraft(v *requestContext) error {
	return c.showTried(v, &suitesPage{Version: v.version})
}

// showTried runs the cases of a draft and shows what comes of them.
func (c *Console) showTried(v *requestContext, p *suitesPage) error {
	return c.follow(v, c.begin(p.Version.Name, "test", func(told func(run, of int)) (shower, error) {
		to, problems := c.book.Load(p.Version.Name)
		if to == nil {
			return nil, faulty(p.Version, problems)
		}
		r := c.runCases(to, told)
		return func(v *requestContext) error {
			one := *p
			one.Draft = r.Draft(v.lang, p.typed)
			return v.part(http.StatusOK, "draft", "tried", one)
		}, nil
	}))
}

// faulty is the error that tells what is wrong in the files of a draft, which could
// not be loaded.
func faulty(version draft.Version, problems problem.List) error {
	return instead(func(v *requestContext) error {
		return v.partOf("draft", "checked", checkPage{Version: version, Errors: problems.Of(problem.Error)})
	})
}
