package match

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"tijian/ocr/names"
	"tijian/ocr/table"
	"tijian/ocr/vocabulary"
)

// setting is what the headings and neighbours of a line say about it.
type setting struct {
	specimen   string             // "" when unknown
	heading    bool               // a heading says so, not only neighbours
	categories map[string]float64 // share of the neighbours' categories
}

// fit tells how a line's surroundings speak for an item.
func (s setting) fit(it *names.Item) float64 {
	fit := categoryFits * s.categories[it.Category]
	switch {
	case s.specimen == "":
	case s.specimen == it.Specimen:
		fit += specimenFits
	case it.Specimen == "body" || s.specimen == "body":
	case s.heading:
		fit += headingForeign
	default:
		fit += specimenForeign
	}
	return fit
}

// foreign reports whether an item is of another specimen than the line's
// surroundings say.
func (s setting) foreign(it *names.Item) bool {
	return s.specimen != "" && s.specimen != it.Specimen && it.Specimen != "body" && s.specimen != "body"
}

// settled is what a row's surroundings say, unless what it prints says otherwise: 7.35-7.45
// beside pH is of blood, whatever stands around. Only an interval with both limits that is
// usual of one specimen's item with that name, and of no other's, tells.
func (r *row) settled(s setting) setting {
	specimens := map[string]bool{}
	for _, hits := range []map[*names.Item]names.Hit{r.Segment.Hits, r.Segment.Codes} {
		for it, h := range hits {
			if h.Sim > exactName && it.Ours() && isUsual(it.Indicators[0], r.Interval()) {
				specimens[it.Specimen] = true
			}
		}
	}
	for specimen := range specimens {
		if len(specimens) == 1 && specimen != s.specimen {
			return setting{specimen: specimen, categories: s.categories}
		}
	}
	return s
}

// strange tells that the lines around are about something, and nothing of an item's kind.
func (s setting) strange(it *names.Item) bool {
	return len(s.categories) > 0 && s.categories[it.Category] == 0
}

// specimenOf reads a specimen field, 标本类型：尿液, whose content may stand in
// the next cell, and whose label may be spread over two: 标 本：末梢血.
func (m *Matcher) specimenOf(cells []table.Cell) string {
	for i := range cells {
		for _, before := range []string{"", spread(cells, i)} {
			label, rest, found := table.CutLabel(before + cells[i].Text())
			if !found || !m.parser.Words.SpecimenLabels[m.parser.NearLabel(vocabulary.Key(label))] {
				continue
			}
			if vocabulary.Key(rest) == "" && i+1 < len(cells) {
				rest = cells[i+1].Text()
			}
			if specimen, ok := m.parser.Words.Specimens[vocabulary.Key(rest)]; ok {
				return specimen
			}
		}
	}
	return ""
}

// spread gives the single letter of the cell before, which may begin a label.
func spread(cells []table.Cell, i int) string {
	if i == 0 || len([]rune(vocabulary.Key(cells[i-1].Text()))) != 1 {
		return ""
	}
	return cells[i-1].Text()
}

// specimenOfPage works out what the whole page is about: from its field, its
// title, or two words at least that no other specimen's reports print. It is ""
// when these are missing or contradict each other.
func (m *Matcher) specimenOfPage(lines [][]table.Cell) string {
	titles, cues := map[string]int{}, map[string]int{}
	for _, cells := range lines {
		if s := m.specimenOf(cells); s != "" {
			titles[s]++
			break
		}
	}
	for i, cells := range lines {
		for j := range cells {
			text := vocabulary.Key(cells[j].Text())
			if specimen, ok := m.parser.Words.Cues[strings.TrimLeft(text, "0123456789*")]; ok {
				cues[specimen]++
			}
			if _, _, field := table.CutLabel(cells[j].Text()); i > len(lines)/titlePart && !field {
				continue
			}
			for word, specimen := range m.parser.Words.Titles {
				if strings.Contains(text, word) {
					titles[specimen]++
				}
			}
		}
	}
	if len(titles) > 1 {
		return "" // 全血, but 血常规+尿常规
	}
	for specimen := range titles {
		return specimen
	}
	all := slices.SortedFunc(maps.Keys(cues), func(a, b string) int { return cmp.Compare(cues[b], cues[a]) })
	if len(all) == 0 || cues[all[0]] < cueFewest || len(all) > 1 && cueLead*cues[all[1]] >= cues[all[0]] {
		return ""
	}
	return all[0]
}

// vote is one line's unambiguous item.
type vote struct {
	line int
	item *names.Item
}

// settings works out what each line's surroundings say. Neighbours outweigh
// the specimen field, which names one specimen for a page of several.
func (m *Matcher) settings(lines [][]table.Cell, votes []vote) []setting {
	all := make([]setting, len(lines))
	page := m.specimenOfPage(lines)
	var heading *vocabulary.Panel
	for i, cells := range lines {
		if p := m.parser.HeadingOf(cells); p != nil {
			heading = p
		}
		specimens := map[string]float64{}
		categories := map[string]float64{}
		total := 0.0
		for _, v := range votes {
			if d := max(v.line-i, i-v.line); d > 0 && d <= neighbourhood {
				weight := 1 / float64(d+1)
				specimens[v.item.Specimen] += weight
				categories[v.item.Category] += weight
				total += weight
			}
		}
		for c := range categories {
			categories[c] /= total
		}
		s := setting{categories: categories}
		if heading != nil {
			s.specimen, s.heading = heading.Specimen, heading.Specimen != ""
			for _, c := range heading.Categories {
				s.categories[c] += headingCategories
			}
		}
		for specimen, weight := range specimens {
			enough := total > neighboursFewest && heading == nil || total > neighboursMany && specimens[heading.Specimen] == 0
			if weight > neighboursAgree*total && enough {
				s.specimen, s.heading = specimen, s.heading && specimen == heading.Specimen
			}
		}
		if s.specimen == "" {
			s.specimen = page
		}
		all[i] = s
	}
	return all
}
