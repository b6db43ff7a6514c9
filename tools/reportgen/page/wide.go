package page

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tijian/engine/dictionary"
	"tijian/tools/reportgen/catalogue"
)

// widened is the wide catalogue with every name and code that the dictionary
// knows for an item and for no other indicator.
func widened(terms *dictionary.Dictionary) (*catalogue.Catalogue, error) {
	c, err := catalogue.LoadWide()
	if err != nil {
		return nil, err
	}
	owners := map[string]int{}
	for _, indicator := range terms.All() {
		for _, name := range slices.Concat(indicator.Aliases, indicator.Abbreviations) {
			owners[strings.ToLower(name)]++
		}
	}
	own := func(names, more []string, wanted func(string) bool) []string {
		names = slices.Clone(names)
		for _, name := range more {
			if owners[strings.ToLower(name)] == 1 && wanted(name) && !ofOneSide(name) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		return names
	}
	all := make(map[string]*catalogue.Item, len(c.Items))
	for key, item := range c.Items {
		indicator, known := terms.Lookup(key)
		if !known {
			return nil, fmt.Errorf("catalogue/wide_items.yaml: %s: not in the dictionary", key)
		}
		wider := *item
		wider.Names = own(item.Names, indicator.Aliases, chinese)
		wider.Codes = own(item.Codes, indicator.Abbreviations, func(string) bool { return true })
		if len(wider.Names) == 0 {
			return nil, fmt.Errorf("catalogue/wide_items.yaml: %s: the dictionary has no name of its own for it", key)
		}
		all[key] = &wider
	}
	wide := *c
	wide.Items = all
	return &wide, nil
}

func chinese(name string) bool {
	return strings.ContainsFunc(name, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}

// ofOneSide tells names of the left or right one of two, which name and code
// would have to agree about.
func ofOneSide(name string) bool {
	return strings.ContainsAny(name, "左右") || strings.HasPrefix(name, "L-") || strings.HasPrefix(name, "R-")
}

func shortest(names []string) string {
	return slices.MinFunc(names, func(a, b string) int { return utf8.RuneCountInString(a) - utf8.RuneCountInString(b) })
}

// anyPanels chooses panels until the form is about full.
func (s *sheet) anyPanels(layout string) []string {
	room := map[string]int{"list": 30, "grid": 30, "rows": 30, "columns": 30, "halves": 46, "divided": 46, "checkup": 34, "slip": 13}[s.form]
	if s.form == "slip" && layout == "DOUBLE" {
		room = 24
	}
	panels := s.maker.catalogue.Panels
	var chosen []string
	few := 1 + s.rng.IntN(4)
	for _, i := range s.rng.Perm(len(panels)) {
		lines := len(panels[i].Items) + len(panels[i].Foreign)
		if s.form == "checkup" {
			lines += 3
		}
		if lines > room || len(chosen) == few && s.count(chosen) >= leastLines {
			continue
		}
		room -= lines
		chosen = append(chosen, panels[i].ID)
	}
	if len(chosen) == 0 {
		return []string{"lipids"}
	}
	return chosen
}

// leastLines is how many items a page has at least: one with few lines shows no
// columns.
const leastLines = 6

func (s *sheet) count(panels []string) int {
	n := 0
	for _, id := range panels {
		n += len(s.maker.catalogue.Panel(id).Items)
	}
	return n
}

// otherHead fills one of the catalogue's forms for heads.
func (s *sheet) otherHead(person map[string]string) []string {
	heads := s.maker.catalogue.Heads.Heads
	person["age"] = fmt.Sprint(20 + s.rng.IntN(58))
	person["barcode"] = fmt.Sprintf("%012d", s.rng.Int64N(1_000_000_000_000))
	var pairs []string
	for key, value := range person {
		pairs = append(pairs, "{"+key+"}", value)
	}
	replacer := strings.NewReplacer(pairs...)
	var fields []string
	for _, field := range heads[s.rng.IntN(len(heads))] {
		fields = append(fields, replacer.Replace(field))
	}
	return fields
}
