package observed

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"tijian/engine/dictionary"
	"tijian/engine/message"
	"tijian/engine/specimen"
)

// A Reader knows results by a dictionary.
type Reader struct{ *dictionary.Dictionary }

// A Code is one of those of an item, with its text.
type Code struct{ System, Code, Text string }

// An Item is what was measured, as it was sent.
type Item struct {
	Codes    []Code   // the first that is known counts
	Texts    []string // that stand for the whole
	Unit     string   // of the value, blank for none
	Specimen specimen.Kind
	Itself   bool                  // a field of its own says the specimen, not the order's name
	Ordered  bool                  // that field is the order's, of all its results
	Word     bool                  // the value is a grade in words
	Own      *dictionary.Indicator // what a code of this service says; nil for none
}

// A Known item is one of an indicator.
type Known struct {
	*dictionary.Indicator
	Item
	Code   string // of LOINC that tells it, blank for none
	OfSite string // the unit of numbers that have none, where a code of the site's own tells it
	site   bool
}

// called is what people read of an item.
func (t *Item) called() string {
	for _, c := range t.Codes {
		if name := strings.TrimSpace(c.Code + " " + c.Text); name != "" {
			return name
		}
	}
	return cmp.Or(t.Texts...)
}

// Know finds what an item is: by a code of the site's own, by LOINC, by a name. What
// has a code of LOINC that is not known is something else than its name may say: the
// glucose of a urine. A name that several specimens share is none of urine where
// nothing says so; an item whose specimen, or whose code and name, contradict each
// other is nothing. Where i is nil, why says why.
func (r Reader) Know(t Item) (k Known, why message.Phrase) {
	k.Item, k.Indicator = t, t.Own
	coded, told := false, ""
	if t.Own != nil {
		told = t.Own.Name
	}
	for _, c := range t.Codes {
		i, unit, site := r.OfSite(c.System, c.Code)
		if !site {
			if !IsLOINC(c.System) || !dictionary.OfLOINC(c.Code) {
				continue
			}
			coded = true
			if i, _ = r.ByLOINC(c.Code); i == nil {
				continue
			}
		}
		if k.Indicator != nil && !alike(i, k.Indicator) {
			return Known{}, message.NamesContrary.With("text", told, "one", k.Called(), "second", message.Plain(c.Code), "other", i.Called())
		}
		better := k.Indicator == nil || t.Unit != "" && !Has(k.Indicator, t.Unit) && Has(i, t.Unit)
		if t.Own == nil && (site && !k.site || better && !k.site) {
			k.Indicator, k.OfSite, k.site, k.Code, told = i, unit, site, c.Code, c.Code
		}
	}
	switch {
	case t.Own != nil:
		return Known{Indicator: t.Own}, why
	case k.site:
		k.Code = ""
		return k, why
	}
	why = message.CodeUnknown.With("code", t.called())
	if !coded {
		k.Indicator, why = r.byName(&t, why)
	}
	i := k.Indicator
	switch {
	case i == nil:
		return k, why
	case t.contradicts(i, coded):
		return Known{}, message.SpecimenOther.With("specimen", t.Specimen.Title(), "name", t.called())
	}
	if why, is := r.otherThan(&t, i, coded); is {
		return Known{}, why
	}
	other, text := r.otherwise(&t, i, coded)
	switch {
	case other == nil:
		return k, message.Phrase{}
	case !coded:
		return Known{}, message.NamesContrary.With("text", t.called(), "one", i.Called(), "second", text, "other", other.Called())
	}
	return Known{}, message.CodeContrary.With("code", message.Plain(k.Code), "one", i.Called(), "text", text, "other", other.Called())
}

// names are all that an item is called, what is printed first.
func (t *Item) names() (list []string) {
	list = slices.Clone(t.Texts)
	for _, c := range t.Codes {
		list = append(list, c.Text, c.Code)
	}
	return slices.DeleteFunc(list, func(name string) bool {
		_, err := strconv.Atoi(name)
		return name == "" || err == nil // a number of the house's own
	})
}

func (r Reader) byName(t *Item, unknown message.Phrase) (*dictionary.Indicator, message.Phrase) {
	why := unknown
	for _, name := range t.names() {
		i, ok := r.Named(name, t.Unit, t.Specimen)
		switch {
		case ok && t.Specimen.Unsaid(i, Unmarked(name)):
			if why == unknown {
				why = t.Specimen.Unclear(i, name)
			}
		case ok:
			return i, message.Phrase{}
		}
	}
	if t.Word && t.Unit == "" {
		for _, name := range t.names() {
			if i, ok := r.InWords(name, t.Specimen); ok {
				return i, message.Phrase{}
			}
		}
	}
	return nil, why
}

// InWords is the indicator of a name that several share where the value is a word: the
// only one of them that is told in words. 尿白细胞 is counted, or read off a strip.
func (r Reader) InWords(name string, kind specimen.Kind) (found *dictionary.Indicator, ok bool) {
	all := r.twins(name)
	for _, i := range all {
		if i.Kind != dictionary.Qualitative || !kind.Measures(i) {
			continue
		}
		if found != nil {
			return nil, false
		}
		found = i
	}
	return found, found != nil && len(all) > 1 && !kind.Unsaid(found, Unmarked(name))
}

// contradicts reports whether an indicator is not measured in the specimen. A code of
// LOINC says itself which one it is of: then only a specimen's own field contradicts,
// and it is not known which of the two is wrong.
func (t *Item) contradicts(i *dictionary.Indicator, coded bool) bool {
	if t.Itself && t.Ordered {
		return !t.Specimen.Ordered(i)
	}
	if t.Itself {
		return !t.Specimen.Holds(i)
	}
	return !coded && !t.Specimen.Measures(i)
}

// alike reports whether codes of two indicators may stand beside each other.
func alike(one, other *dictionary.Indicator) bool {
	both := func(kinds []string) bool {
		return slices.Contains(kinds, one.Name) && slices.Contains(kinds, other.Name)
	}
	return one == other || slices.ContainsFunc(known().Kinds, both)
}

// otherwise finds a name of an item that is of another indicator than its code, or than
// its first name, one that has no word in common with it: 2823-3 with the text 钙. Kinds
// of one quantity (glucose, fasting glucose) are often coded as each other, and a code of
// the house's own may be short for anything.
func (r Reader) otherwise(t *Item, i *dictionary.Indicator, coded bool) (other *dictionary.Indicator, text string) {
	for _, name := range t.names() {
		if dictionary.OfLOINC(name) || !coded && slices.ContainsFunc(t.Codes, func(c Code) bool { return c.Code == name }) {
			continue
		}
		found, ok := r.Named(name, t.Unit, t.Specimen)
		if plain := norm.NFKC.String(name); !ok && strings.HasSuffix(plain, ")") { // Total PSA (repeat)
			if at := strings.LastIndex(plain, "("); at > 0 && specimen.Of(plain[at:], false) == "" {
				found, ok = r.Named(plain[:at], t.Unit, t.Specimen)
			}
		}
		if ok && t.Specimen.Unsaid(found, Unmarked(name)) {
			continue // of which specimen it is nothing says, but the code
		}
		if ok && found != i && !related(found.Title, i.Title) && !slices.Contains(r.twins(name), i) {
			return found, name
		}
	}
	return nil, ""
}

// related reports whether two titles share two characters beside each other, and do not
// tell two sides of one thing.
func related(a, b string) bool {
	if contrary(a, b) {
		return false
	}
	runes := []rune(a)
	for k := 0; k+1 < len(runes); k++ {
		if strings.Contains(b, string(runes[k:k+2])) {
			return true
		}
	}
	return false
}

// Named is the indicator of a name as laboratories print it: with marks before it,
// its abbreviation or its method in brackets behind. A name of two indicators is that
// of the one which can have the unit: LYM is a count or a percentage, CK-MB an
// activity or a mass.
func (r Reader) Named(name, unit string, kind specimen.Kind) (*dictionary.Indicator, bool) {
	i, ok := r.named(name, unit, kind)
	if ok && !specimen.Venous.Measures(i) && specimen.Of(name, true) == specimen.Venous {
		return nil, false // Venous pO2
	}
	return i, ok
}

func (r Reader) named(name, unit string, kind specimen.Kind) (*dictionary.Indicator, bool) {
	if i, _, ok := r.OfSite("", name); ok {
		return i, true
	}
	name = Unmarked(name)
	i, ok := kind.Named(r.Dictionary, name, unit, r.called)
	if ok && Has(i, unit) || unit == "" {
		return i, ok
	}
	var found *dictionary.Indicator
	for _, candidate := range r.twins(name) {
		if !Has(candidate, unit) || !kind.Measures(candidate) {
			continue
		}
		if found != nil {
			return i, ok
		}
		found = candidate
	}
	if found != nil {
		return found, true
	}
	return i, ok
}

func (r Reader) called(name, unit string) (*dictionary.Indicator, bool) {
	if i, _, ok := r.OfSite("", name); ok {
		return i, true
	}
	if i, ok := r.Dictionary.Named(name, unit); ok {
		return i, true
	}
	if i, ok := r.afterLoad(name); ok {
		return i, true
	}
	if i, ok := r.ByWords(name, unit); ok {
		return i, true
	}
	outer, inner, ok := strings.Cut(Brackets(norm.NFKC.String(name)), "(")
	if !ok {
		for _, word := range slices.Concat(known().Qualifiers.Words, known().Qualifiers.Endings) { // 乙肝表面抗原定性
			if before, cut := strings.CutSuffix(name, word); cut && before != "" && word[0] >= utf8.RuneSelf {
				return r.Dictionary.Named(before, unit)
			}
		}
		return nil, false
	}
	i, ok := r.Dictionary.Named(outer, unit)
	inner = strings.TrimSuffix(strings.TrimSpace(inner), ")")
	if same, also := r.Dictionary.Named(inner, unit); also {
		return i, ok && i == same
	}
	return i, ok && qualifies(inner)
}

// Brackets is a name with brackets of one kind, ( and ).
func Brackets(name string) string { return brackets.Replace(name) }

var brackets = strings.NewReplacer("（", "(", "）", ")", "【", "(", "】", ")", "[", "(", "]", ")", "〔", "(", "〕", ")")

// Has reports whether an indicator can have a unit, as printed or of UCUM.
func Has(i *dictionary.Indicator, unit string) bool {
	_, ours := i.ToStandard(0, unit)
	_, ucum := i.FromUCUM(unit)
	_, respelled := i.ToStandard(0, Respelled(unit))
	return ours || ucum || respelled
}

// twins are the indicators that share a name and that units tell apart.
func (r Reader) twins(name string) []*dictionary.Indicator {
	name = Unmarked(name)
	list := r.CalledSo(name)
	for _, names := range known().twins[dictionary.Fold(name)] {
		if i, ok := r.Lookup(names); ok && !slices.Contains(list, i) {
			list = append(slices.Clone(list), i)
		}
	}
	return list
}
