// Package newform has the forms of what a draft does not have yet.
package newform

import (
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"tijian/engine/draft"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/server/console/form"
)

// A Item is what the forms of an indicator and of a risk that a draft does not have
// share.
type Item struct {
	Version draft.Version
	Organ   string `form:"organ,raw"`
	Source  string `form:"source"`
	Do      string `form:"do,raw"`
	Organs  []form.Choice
	Sources []string
	Faults  problem.List
	Fault   string
}

// standardName is how indicators and risks are named.
var standardName = regexp.MustCompile(`^[a-z][a-z0-9_]{1,59}$`)

// Offer notes what can be chosen.
func (p *Item) Offer(set *ruleset.Set) {
	for _, o := range set.Organs {
		p.Organs = append(p.Organs, form.Choice{Value: o.ID, Title: o.Title, Chosen: o.ID == p.Organ})
	}
	p.Sources = slices.Sorted(maps.Keys(set.Sources))
}

// Status is that of the page while nothing is written.
func (p *Item) Status() int {
	if p.Fault != "" || len(p.Faults) > 0 {
		return http.StatusUnprocessableEntity
	}
	return http.StatusOK
}

// Words takes a list of words apart, however people separate them.
func Words(text string) (list []string) {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(",，;；、\n", r) }) {
		if word = strings.TrimSpace(word); word != "" && !slices.Contains(list, word) {
			list = append(list, word)
		}
	}
	return list
}
