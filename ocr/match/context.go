package match

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"tijian/engine/specimen"
	"tijian/ocr/block"
	"tijian/ocr/names"
	"tijian/ocr/table"
	"tijian/ocr/vocabulary"
)

// setting is what the headings and neighbours of a line say about it.
type setting struct {
	specimen   string             // "" when unknown
	heading    bool               // a heading says so, not only neighbours
	told       bool               // the page says so: a heading, the field of the specimen or the title
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
	return specimen.Foreign(s.specimen, it.Specimen)
}

const (
	blood = string(specimen.Blood)
	urine = string(specimen.Urine)
)

// perDay is the unit of an amount of a day that a row prints up to behind its last part;
// "" for none. Units of no indicator are none of its parts.
func perDay(s *table.Segment, line block.Line) string {
	last := s.Name
	for _, p := range s.Parts {
		last = max(last, p.Cell)
	}
	for _, b := range line.Blocks[s.Name+1 : max(s.Name+1, min(last+2, len(line.Blocks)))] {
		for _, read := range b.Readings {
			if specimen.IsDaily(read.Text) {
				return read.Text
			}
		}
	}
	return ""
}

// of is the specimen that the page says an item's row is of, "" where it says none: the
// item's own where the row names it in full.
func (s setting) of(it *names.Item, named bool) string {
	switch {
	case named && s.foreign(it):
		return it.Specimen
	case s.told:
		return s.specimen
	}
	return ""
}

// settled is what a row's surroundings say, unless what it prints says otherwise: 7.35-7.45
// beside pH is of blood, whatever stands around, and 5.1 mmol/24h of urine. Only an interval
// with both limits that is usual of one specimen's item with that name, and of no other's, tells.
func (r *row) settled(s setting) setting {
	if r.daily != "" {
		return setting{specimen: urine, told: true, categories: s.categories}
	}
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
			if said, ok := m.parser.Words.Specimens[vocabulary.Key(rest)]; ok {
				return said
			}
			if said := specimen.Printed(rest); said != "" {
				return string(said) // 24h尿
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
// when these are missing or contradict each other. told is false where only such words say so;
// whole tells that the field is of all rows.
func (m *Matcher) specimenOfPage(lines [][]table.Cell) (specimen string, told, whole bool) {
	titles, cues, fields := map[string]int{}, map[string]int{}, map[string]bool{}
	for _, cells := range lines {
		if s := m.specimenOf(cells); s != "" {
			if fields[s] = true; len(titles) == 0 {
				titles[s]++
			}
		}
	}
	headings := m.headed(lines)
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
					headings = true
				}
			}
		}
	}
	if len(titles) > 1 {
		return "", false, false // 全血, but 血常规+尿常规
	}
	for specimen := range titles {
		return specimen, true, specimen != blood && len(fields) == 1 && !headings
	}
	all := slices.SortedFunc(maps.Keys(cues), func(a, b string) int { return cmp.Compare(cues[b], cues[a]) })
	if len(all) == 0 || cues[all[0]] < cueFewest || len(all) > 1 && cueLead*cues[all[1]] >= cues[all[0]] {
		return "", false, false
	}
	return all[0], false, false
}

// headed tells that a heading names the specimen of what stands below it, or that it is of
// none: 电解质 may be of any.
func (m *Matcher) headed(lines [][]table.Cell) bool {
	return slices.ContainsFunc(lines, func(cells []table.Cell) bool {
		p := m.parser.HeadingOf(cells)
		return p != nil && (p.Specimen != blood || slices.ContainsFunc(cells, func(c table.Cell) bool { return specimen.Of(c.Text(), false) != "" }))
	})
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
	page, told, whole := m.specimenOfPage(lines)
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
			if weight > neighboursAgree*total && enough && (!whole || specimen != blood) { // what is of blood is called without it
				s.specimen, s.heading = specimen, s.heading && specimen == heading.Specimen
			}
		}
		if s.specimen == "" || whole && s.specimen == blood {
			s.specimen, s.heading = page, false
		}
		s.told = s.heading || told && s.specimen == page
		all[i] = s
	}
	return all
}
