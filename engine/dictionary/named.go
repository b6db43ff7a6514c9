package dictionary

import (
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"
)

// names finds indicators by what they are called, as written and folded.
type names struct {
	once   sync.Once
	byName map[string][]*Indicator
}

// Named returns the indicator that has a name: its standard name, a title, an
// alias or an abbreviation; width, blanks and case matter only where they tell
// two apart. Of several, the one that can have the unit is meant. It reports
// whether exactly one is.
func (d *Dictionary) Named(name, unit string) (*Indicator, bool) {
	d.names.once.Do(d.index)
	for _, key := range []string{strings.TrimSpace(name), fold(name)} {
		found := d.names.byName[key]
		if len(found) > 1 && unit != "" {
			found = slices.DeleteFunc(slices.Clone(found), func(i *Indicator) bool {
				_, ok := i.ToStandard(0, unit)
				return !ok
			})
		}
		if len(found) == 1 {
			return found[0], true
		}
	}
	return nil, false
}

func (d *Dictionary) index() {
	d.names.byName = map[string][]*Indicator{}
	for _, i := range d.all {
		for _, name := range slices.Concat([]string{i.Name, i.Title, i.English}, i.Aliases, i.Abbreviations) {
			for _, key := range []string{name, fold(name)} {
				if key != "" && !slices.Contains(d.names.byName[key], i) {
					d.names.byName[key] = append(d.names.byName[key], i)
				}
			}
		}
	}
}

// fold takes away what spellings of one name differ in.
func fold(name string) string {
	return strings.ToLower(strings.Join(strings.Fields(norm.NFKC.String(name)), ""))
}
