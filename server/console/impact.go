package console

import (
	"net/http"

	"tijian/engine/draft"
	"tijian/engine/impact"
	"tijian/engine/population"
	"tijian/server/console/chart"
)

// impactPersons is how many persons are answered by both versions: enough to see
// a bound move, and done in about two seconds.
const impactPersons = 1000

// draftImpact answers a generated population by the draft and by the version in
// force.
func (c *Console) draftImpact(v *requestContext) error {
	version, from := v.version, c.Live.Snapshot()
	return c.follow(v, c.begin(version.Name, "impact", func(told func(run, of int)) (shower, error) {
		to, problems := c.book.Load(version.Name)
		if to == nil {
			return nil, faulty(version, problems)
		}
		model, problems := population.Adults(to.Dictionary)
		if err := problems.Err(); err != nil {
			return nil, err
		}
		requests := impact.Everywhere(from.Rules, to.Rules, model.Requests(impactPersons, 1))
		report := impact.Run(from.Rules, to.Rules, impact.Told(requests, func(asked int) { told(min(asked, impactPersons), impactPersons) }))
		return func(v *requestContext) error {
			return v.part(http.StatusOK, "draft", "affected", struct {
				chart.Affected
				Version draft.Version
			}{chart.AffectedBy(v.lang, from.Rules.Version, to.Rules, report), version})
		}, nil
	}))
}
