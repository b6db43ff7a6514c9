package console

import (
	"maps"
	"net/http"
	"regexp"
	"slices"

	"tijian/engine/draft"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/server/console/form"
)

// A newItem is what the forms of an indicator and of a risk that a draft does not have
// share.
type newItem struct {
	Version draft.Version
	Organ   string `form:"organ,raw"`
	Source  string `form:"source"`
	Do      string `form:"do,raw"`
	Organs  []form.Choice
	Sources []string
	Faults  problem.List
	Fault   string
}

var standardName = regexp.MustCompile(`^[a-z][a-z0-9_]{1,59}$`)

// offer notes what can be chosen.
func (p *newItem) offer(set *ruleset.Set) {
	for _, o := range set.Organs {
		p.Organs = append(p.Organs, form.Choice{Value: o.ID, Title: o.Title, Chosen: o.ID == p.Organ})
	}
	p.Sources = slices.Sorted(maps.Keys(set.Sources))
}

// status is that of the page while nothing is written.
func (p *newItem) status() int {
	if p.Fault != "" || len(p.Faults) > 0 {
		return http.StatusUnprocessableEntity
	}
	return http.StatusOK
}

// addNew writes what is new, where nothing speaks against it and the visitor does not
// only try it.
func (c *Console) addNew(v *requestContext, p *newItem, try func() (draft.New, error)) (saved bool, err error) {
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
