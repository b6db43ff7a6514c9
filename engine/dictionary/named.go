package dictionary

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"tijian/engine/problem"
)

// names finds indicators by what they are called, as written and folded.
type names struct {
	once sync.Once
	own  map[string][]*Indicator // standard names and titles
	all  map[string][]*Indicator // and what else they are called

	numbered []string // those with a digit
}

// CalledSo returns the indicators that have a name: their standard name, a
// title, an alias or an abbreviation; width, blanks and case matter only where
// they tell two apart. A standard name or title outweighs what others are also
// called.
func (d *Dictionary) CalledSo(name string) []*Indicator {
	d.names.once.Do(d.index)
	for _, key := range []string{strings.TrimSpace(name), Fold(name)} {
		if own := d.names.own[key]; len(own) > 0 {
			return own
		}
		if all := d.names.all[key]; len(all) > 0 {
			return all
		}
	}
	return nil
}

// Like returns the standard name of the indicator that a name which is not standard
// means: the only one that is called so, or the only one whose standard name nearly
// reads so; "" for none.
func (d *Dictionary) Like(name string) string {
	if found := d.CalledSo(name); len(found) > 0 {
		if len(found) == 1 {
			return found[0].Name
		}
		return ""
	}
	if len(name) > 64 {
		return ""
	}
	if near := problem.AllNearest(strings.TrimSpace(name), d.Names()); len(near) == 1 {
		return near[0]
	}
	return ""
}

// Named returns the indicator of that name; of several, the one that can have
// the unit is meant. It reports whether exactly one is.
func (d *Dictionary) Named(name, unit string) (*Indicator, bool) {
	return theOne(d.CalledSo(name), unit)
}

// theOne is the only indicator of several that can have the unit.
func theOne(found []*Indicator, unit string) (*Indicator, bool) {
	if len(found) > 1 && unit != "" {
		found = slices.DeleteFunc(slices.Clone(found), func(i *Indicator) bool {
			_, ok := i.ToStandard(0, unit)
			return !ok
		})
	}
	if len(found) != 1 {
		return nil, false
	}
	return found[0], true
}

// NamedIn returns the indicator of that name which is measured in a specimen,
// also where others outweigh it elsewhere. It reports whether exactly one is.
func (d *Dictionary) NamedIn(specimen, name, unit string) (*Indicator, bool) {
	d.names.once.Do(d.index)
	var found *Indicator
	for _, by := range []map[string][]*Indicator{d.names.own, d.names.all} {
		for _, i := range by[Fold(name)] {
			if _, ok := i.ToStandard(0, unit); i.Specimen != specimen || i == found || unit != "" && !ok && i.Kind != Qualitative {
				continue
			}
			if found != nil {
				return nil, false
			}
			found = i
		}
	}
	return found, found != nil
}

// NumberedNames lists the names of indicators that have a digit, such as
// 糖类抗原125, the longest first: within a text it is no number.
func (d *Dictionary) NumberedNames() []string {
	d.names.once.Do(d.index)
	return d.names.numbered
}

func (d *Dictionary) index() {
	d.names.own, d.names.all = map[string][]*Indicator{}, map[string][]*Indicator{}
	for _, i := range d.all {
		note(d.names.own, i, i.Name, i.Title, i.InEnglish())
		note(d.names.all, i, i.Aliases...)
		note(d.names.all, i, i.Abbreviations...)
	}
	for _, by := range []map[string][]*Indicator{d.names.own, d.names.all} {
		for name := range by {
			if strings.ContainsAny(name, "0123456789") {
				d.names.numbered = append(d.names.numbered, name)
			}
		}
	}
	slices.SortFunc(d.names.numbered, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	d.names.numbered = slices.Compact(d.names.numbered)
}

func note(by map[string][]*Indicator, i *Indicator, names ...string) {
	for _, name := range names {
		for _, key := range []string{name, Fold(name)} {
			if key != "" && !slices.Contains(by[key], i) {
				by[key] = append(by[key], i)
			}
		}
	}
}

// Plain is a folded name without accents: Hémoglobine, HEMOGLOBINE.
func Plain(name string) string { return unaccented(Fold(name)) }

func unaccented(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(name))
}

// Fold takes away what spellings of one name differ in: width, blanks, case.
func Fold(name string) string {
	return strings.ToLower(strings.Join(strings.Fields(norm.NFKC.String(name)), ""))
}
