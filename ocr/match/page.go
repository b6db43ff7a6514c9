// Package match finds indicators in the lines of a page: which indicator a
// line is about, what its result is, and how sure both are.
package match

import (
	"cmp"
	"io/fs"
	"math"
	"slices"
	"strings"
	"unicode"

	"tijian/engine/dictionary"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/ocr/block"
	"tijian/ocr/evidence"
	"tijian/ocr/result"
	"tijian/ocr/value"
)

// A Matcher knows what indicators are called and how results are printed. It
// is safe for concurrent use.
type Matcher struct {
	dict   *dictionary.Dictionary
	values *value.Words
	words  *words
	names  *names
	units  [][]rune // keyed canonical units
	model  *evidence.Model
}

// New reads confusions.yaml, report.yaml and values.yaml from the root of the
// dictionaries; dict is the dictionary loaded from the same root. With any
// problem the matcher is nil and the list is sorted.
func New(dictionaries fs.FS, dict *dictionary.Dictionary) (*Matcher, problem.List) {
	var list problem.List
	values, problems := value.LoadWords(dictionaries, dict.Grades())
	list = append(list, problems...)
	c := loadConfusions(dictionaries, &list)
	w := loadWords(dictionaries, &list)
	if w != nil {
		known := func(name string, at problem.Place) {
			if _, ok := dict.Lookup(name); !ok {
				list.Add(message.UnknownIndicator.At(at, "name", name, "fix", message.Suggest(name, dict.Names())))
			}
		}
		for _, p := range w.pairs {
			for _, name := range p.Indicators {
				known(name, p.At)
			}
		}
		for name, at := range w.wordless {
			known(name, at)
		}
	}
	if len(list) > 0 {
		list.Sort()
		return nil, list
	}
	model, err := evidence.Embedded()
	if err != nil {
		panic(err) // a test holds the file
	}
	m := &Matcher{dict: dict, values: values, words: w, names: newNames(dict, w, c), model: model}
	for _, u := range dict.Units().Names() {
		m.units = append(m.units, []rune(unitKey(u)))
	}
	return m, nil
}

// Page reads the lines of a page: for each indicator found its entries, the
// most similar name first. It never returns nil.
func (m *Matcher) Page(page *block.Page) result.Full {
	printed := gather(m.cards(page.Lines))
	lines := make([][]cell, len(printed))
	for i := range printed {
		for j := range printed[i].Blocks {
			lines[i] = append(lines[i], m.newCell(&printed[i].Blocks[j]))
		}
	}
	for _, cells := range lines {
		tear(cells)
	}
	lines, printed = m.halve(lines, printed)
	cols := m.newColumns(lines)
	finds := make([][]found, len(printed))
	heads := map[int]bool{}
	for i, cells := range lines {
		if _, ok := m.findHeader(cells); ok || m.headingOf(cells) != nil {
			heads[i] = true
		}
	}
	for i, cells := range lines {
		finds[i] = make([]found, len(cells))
		if heads[i] {
			continue
		}
		for j := range cells {
			if j > 0 {
				if _, bare := m.isLabel(cells[j-1].chinese()); bare {
					continue
				}
			}
			finds[i][j] = m.look(&cells[j])
		}
	}
	m.unwrap(lines, finds)
	for i := range lines {
		m.join(lines[i], finds[i])
	}
	var segments []*segment
	for i, cells := range lines {
		if !heads[i] {
			segments = append(segments, m.segments(i, cells, finds[i], cols)...)
		}
	}
	cols.units = hints(cols.units, segments)
	rows := make([]row, len(segments))
	var votes []vote
	for i, s := range segments {
		rows[i] = m.pick(s, cols)
		if it := s.unambiguous(); it != nil {
			votes = append(votes, vote{s.line, it})
		}
	}
	settings := m.settings(lines, votes)
	full := result.Full{}
	readable, sureness := legible(printed), Legibility(printed)
	for i := range rows {
		rows[i].page = sureness
		rows[i].legible = readable[rows[i].segment.line]
		m.enter(full, &rows[i], settings[rows[i].segment.line], printed[rows[i].segment.line])
	}
	for name := range full {
		slices.SortStableFunc(full[name], func(a, b result.Entry) int { return cmp.Compare(b.Sim, a.Sim) })
		settle(full[name])
	}
	return full
}

// hints drops, of the units that a page prints, those that only stand beside
// items whose standard unit they are: they tell nothing of another item's unit.
// mg/dL beside bilirubin does, g/L beside protein does not.
func hints(units []string, segments []*segment) []string {
	explained, told := map[string]bool{}, map[string]bool{}
	for _, s := range segments {
		it := s.unambiguous()
		if it == nil {
			continue
		}
		for i := range s.parts {
			for _, unit := range s.parts[i].units {
				if it.indicators[0].IsStandard(unit) {
					explained[unit] = true
				} else {
					told[unit] = true
				}
			}
		}
	}
	return slices.DeleteFunc(units, func(u string) bool { return explained[u] && !told[u] })
}

// Two lines that claim one indicator: as likely when their similarities are
// within rival; a line whose name was read surely has the last word on whether
// there is a value.
const (
	asLikely  = 0.05
	sureEntry = 0.9
)

// settle takes the values from entries that contradict each other: one of the
// names was misread, and which cannot be told. entries are sorted.
func settle(entries []result.Entry) {
	best := &entries[0]
	contradicted := false
	for i := range entries[1:] {
		e := &entries[1+i]
		// A name read letter by letter may stand in a heading too.
		unsure := best.Value == nil && best.Sim >= sureEntry && e.Value != nil && e.Sim < 1
		contradicted = contradicted || unsure || e.Value != nil && best.Value != nil && !e.Agrees(best) && e.Sim >= best.Sim-asLikely
	}
	if !contradicted {
		return
	}
	for i := range entries {
		entries[i].Clear()
		entries[i].Doubt = "rows for one indicator contradict each other"
	}
}

// unambiguous gives the item that a segment's names leave no doubt about.
func (s *segment) unambiguous() *item {
	var best *item
	top, next := 0.0, 0.0
	for it, h := range s.hits {
		switch {
		case h.context:
		case h.sim > top:
			best, top, next = it, h.sim, top
		case h.sim > next:
			next = h.sim
		}
	}
	if top < 0.9 || top-next < 0.1 {
		return nil
	}
	for it, h := range s.hits {
		if h.context && it.specimen != best.specimen && h.sim > top-0.1 {
			return nil // 白细胞 is of blood and of urine
		}
	}
	return best
}

// Floors and ceilings of the similarity.
const (
	floor         = 0.62 // no entry below
	valueFloor    = 0.68 // no value below
	margin        = 0.06 // the best item must lead by so much
	doubtful      = 0.66 // similarity of an item that does not lead
	codeForeign   = -0.12
	inexactCeil   = 0.99 // what was not read exactly is never certain
	codeWeight    = 0.9
	jointFloor    = 0.65 // a weaker name does not support a code
	shortCode     = 0.7  // of one letter
	twoLetterCode = 0.85
	longCode      = 0.95

	contradictedCeil = 0.85 // long name and code speak for different items
	bareFloor        = 0.5  // no value below that has neither unit nor reference
)

// enter adds what a row says to the result.
func (m *Matcher) enter(full result.Full, r *row, s setting, line block.Line) {
	type scored struct {
		item     *item
		sim      float64
		verdicts []verdict
	}
	var best, next scored
	for it, sim := range r.segment.similarities(s) {
		candidate := scored{item: it}
		fit := s.fit(it)
		for i, indicator := range it.indicators {
			v := m.judge(r, indicator, r.readings(i, len(it.indicators)))
			candidate.verdicts = append(candidate.verdicts, v)
			if i == 0 {
				fit += v.fit
			}
		}
		candidate.sim = sim + fit
		if candidate.sim > best.sim || candidate.sim == best.sim && best.item != nil && it.indicators[0].Name < best.item.indicators[0].Name {
			best, next = candidate, best
		} else if candidate.sim > next.sim {
			next = candidate
		}
	}
	if best.item == nil {
		return
	}
	sim := min(best.sim, 1)
	if h, ok := r.segment.hits[best.item]; !ok || h.sim < 1 {
		sim = min(sim, inexactCeil)
	}
	if next.item != nil && best.sim-next.sim < margin && (!r.segment.exact(best.item) || r.segment.exact(next.item)) {
		sim = min(sim, doubtful)
	}
	if !r.legible || len(r.segment.parts) == 0 {
		sim = min(sim, doubtful) // a name alone is a word of a sentence
	}
	contradicted := r.segment.contradicts(best.item)
	if contradicted {
		sim = min(sim, contradictedCeil)
	}
	if sim < floor {
		return
	}
	for i, indicator := range best.item.indicators {
		v := best.verdicts[i]
		r.context(&v, best.item, s, contradicted, line.Blocks[r.segment.name].Box)
		bare := v.unit == evidence.Absent && r.interval() == nil
		switch {
		case len(v.rivals) == 0:
		case sim < valueFloor:
			v.doubt = "the name is not sure enough"
		case s.foreign(best.item) && !r.segment.own(best.item, m.words.characters[best.item.specimen], v.fit >= kindFits):
			v.doubt = "the indicator is foreign to the page's specimen"
		case bare && (contradicted || r.segment.guessed(best.item)):
			v.doubt = "neither unit nor interval beside an unsure name"
		}
		full[indicator.Name] = append(full[indicator.Name], m.entry(r, math.Round(sim*1000)/1000, v, line))
	}
}

// exact tells that an item's long name was read letter by letter.
func (s *segment) exact(it *item) bool {
	h, ok := s.hits[it]
	return ok && h.sim > 0.999 && h.length >= 2
}

// own reports whether an item was named in full, letter by letter, by a name
// that no item of another specimen shares, and whether its unit or grade or a
// word for its specimen stands there too: 尿蛋白.
func (s *segment) own(it *item, specimen []string, unit bool) bool {
	if !s.exact(it) {
		return false
	}
	for _, h := range s.hits {
		if h.item.specimen != it.specimen && h.sim > 0.95 {
			return false
		}
	}
	return unit || slices.ContainsFunc(specimen, func(word string) bool { return strings.Contains(s.read, word) })
}

// contradicts tells that the long name and the code as read are not both the
// item's: one belongs to another item, or the name to none.
func (s *segment) contradicts(it *item) bool {
	const exact, plain = 0.95, 0.99
	name := s.hits[it]
	_, coded := s.codes[it]
	if !coded {
		for _, h := range s.codes {
			if h.sim > plain && h.length > 1 {
				return true
			}
		}
		return false
	}
	if name.sim >= jointFloor {
		return name.sim < exact && s.bestName() > plain
	}
	han := 0
	for _, r := range s.read {
		if unicode.Is(unicode.Han, r) {
			han++
		}
	}
	return han > 1
}

// guessed tells that only a code speaks for an item, and that it was not read
// letter by letter: a piece of a frame read as O-U/ is not OBU.
func (s *segment) guessed(it *item) bool {
	_, named := s.hits[it]
	return !named && s.codes[it].sim < 0.99
}

// similarities joins the evidence of long names and codes for each item.
func (s *segment) similarities(where setting) map[*item]float64 {
	all := map[*item]float64{}
	codeBest := 0.0
	for _, h := range s.codes {
		if h.length > 1 {
			codeBest = max(codeBest, h.sim)
		}
	}
	for it, h := range s.hits {
		if h.context && where.specimen != it.specimen {
			continue
		}
		code, ok := s.codes[it]
		switch {
		case ok && code.sim > codeBest-0.1 && h.sim < jointFloor:
			all[it] = max(h.sim, code.alone())
		case ok && code.sim > codeBest-0.1:
			all[it] = 1 - (1-h.sim)*(1-codeWeight*code.sim)
		case codeBest > 0.95:
			all[it] = h.sim + codeForeign
		default:
			all[it] = h.sim
		}
	}
	for it, h := range s.codes {
		if _, ok := s.hits[it]; ok || s.long && all[it] == 0 && s.bestName() >= 0.85 {
			continue
		}
		all[it] = h.alone()
	}
	return all
}

// alone is what a code counts without a name.
func (h hit) alone() float64 {
	switch h.length {
	case 1:
		return h.sim * shortCode
	case 2:
		return h.sim * twoLetterCode
	}
	return h.sim * longCode
}

func (s *segment) bestName() float64 {
	best := 0.0
	for _, h := range s.hits {
		best = max(best, h.sim)
	}
	return best
}

// entry gives the row as the API shows it.
func (m *Matcher) entry(r *row, sim float64, v verdict, line block.Line) result.Entry {
	e := result.Entry{Sim: sim, Idx: r.segment.name, IdxOfValue: -1, Name: r.segment.read, Doubt: v.doubt}
	for _, b := range line.Blocks {
		e.Coords = append(e.Coords, [4]int{b.Box.Min.X, b.Box.Min.Y, b.Box.Max.X, b.Box.Max.Y})
	}
	if len(r.units) > 0 {
		e.Unit = r.units[0]
	}
	if r.reference != nil {
		e.Reference = r.reference.text
	}
	m.decide(&e, r, v)
	e.Flag = r.flag(e.Value)
	return e
}

// decide gives an entry the most probable of the values that its row may say,
// if that is probable enough and nothing makes it impossible.
func (m *Matcher) decide(e *result.Entry, r *row, v verdict) {
	if v.doubt != "" || len(v.rivals) == 0 {
		return
	}
	bases := make([]evidence.Basis, len(v.rivals))
	for i, rival := range v.rivals {
		bases[i] = rival.basis
		e.Rivals = append(e.Rivals, result.Rival{Value: rival.value, Basis: rival.basis})
	}
	probable := m.model.Probabilities(bases)
	best := 0
	for i, p := range probable {
		if p > probable[best] {
			best = i
		}
	}
	if probable[best] < m.model.Threshold {
		e.Doubt = "the readings are not sure enough"
		return
	}
	e.Value, e.IdxOfValue, e.Step, e.Basis = &v.rivals[best].value, r.result.cell, v.rivals[best].step, bases[best]
	e.Confidence = math.Round(probable[best]*1000) / 1000
}
