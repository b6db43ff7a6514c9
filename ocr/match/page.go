// Package match finds indicators in the lines of a page: which indicator a row is
// about, what its value is, and how sure both are.
package match

import (
	"cmp"
	"io/fs"
	"math"
	"slices"

	"tijian/engine/dictionary"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/specimen"
	"tijian/engine/strictyaml"
	"tijian/ocr/block"
	"tijian/ocr/evidence"
	"tijian/ocr/names"
	"tijian/ocr/result"
	"tijian/ocr/table"
	"tijian/ocr/value"
	"tijian/ocr/vocabulary"
)

// A Matcher knows what indicators are called and how results are printed. It
// is safe for concurrent use.
type Matcher struct {
	parser *table.Parser
	model  *evidence.Model
}

// New reads confusions.yaml, report.yaml, values.yaml and, where there is one,
// neighbours.yaml from the root of the dictionaries; dict is the dictionary loaded from the same root. With any
// problem the matcher is nil and the list is sorted.
func New(dictionaries fs.FS, dict *dictionary.Dictionary) (*Matcher, problem.List) {
	var list problem.List
	values, problems := value.LoadWords(dictionaries, dict.Grades())
	list = append(list, problems...)
	c := names.LoadConfusions(dictionaries, &list)
	w := vocabulary.Load(dictionaries, &list)
	if w != nil {
		known := func(name string, at problem.Place) {
			if _, ok := dict.Lookup(name); !ok {
				list.Add(message.UnknownIndicator.At(at, "name", name, "fix", message.Suggest(name, dict.Names())))
			}
		}
		for _, p := range w.Pairs {
			for _, name := range p.Indicators {
				known(name, p.At)
			}
		}
		for _, i := range w.Identities {
			for _, name := range i.Members() {
				known(name, i.At)
			}
		}
		for name, at := range w.Wordless {
			known(name, at)
		}
	}
	others := names.LoadNeighbours(dictionaries, &list)
	var index *names.Index
	if len(list) == 0 {
		index = names.New(dict, w, c, others)
		others.Check(index, &list)
	}
	if len(list) > 0 {
		list.Sort()
		return nil, list
	}
	model, err := evidence.Embedded()
	if err != nil {
		panic(err) // a test holds the file
	}
	return &Matcher{table.New(dict, values, w, index), model}, nil
}

// Page reads the lines of a page: for each indicator found its entries, the
// most similar name first. It never returns nil.
func (m *Matcher) Page(page *block.Page) result.Full {
	full, _ := m.Rows(page)
	return full
}

// Rows is Page with the rows that are about none of the indicators.
func (m *Matcher) Rows(page *block.Page) (result.Full, []result.Unmatched) {
	t := m.parser.Parse(page.Lines)
	var votes []vote
	for _, r := range t.Rows {
		if it := r.Segment.Unambiguous(); it != nil {
			votes = append(votes, vote{r.Segment.Line, it})
		}
	}
	settings := m.settings(t.Cells, votes)
	var entries []*entry
	var others []rest
	readable, sureness := legible(t.Lines, noisy(page.Lines)), Legibility(t.Lines)
	for i := range t.Rows {
		at := t.Rows[i].Segment.Line
		r := &row{&t.Rows[i], readable[at], sureness, perDay(t.Rows[i].Segment, t.Lines[at])}
		s := r.settled(settings[at])
		said := m.enter(r, s, t.Lines[at])
		known := len(said) > 0
		if o, ok := other(&t.Rows[i], t.Lines[at], known); ok && (known || readable[at]) && !slices.ContainsFunc(said, (*entry).ours) {
			if o.Unit = cmp.Or(o.Unit, r.daily); s.told {
				o.Specimen = s.specimen
			}
			others = append(others, o)
		}
		entries = append(entries, said...)
	}
	dropQuoted(entries)
	dropFractions(entries)
	m.vouch(entries)
	full := result.Full{}
	for _, e := range entries {
		full[e.indicator.Name] = append(full[e.indicator.Name], e.Entry)
	}
	for name := range full {
		slices.SortStableFunc(full[name], func(a, b result.Entry) int { return cmp.Compare(b.Sim, a.Sim) })
		dropContradictions(full[name])
	}
	return full, amongRows(others, entries)
}

// dropQuoted takes the values from entries that stand under no heading where a row of
// the same name, read letter by letter, has its result under the heading of results:
// a text beside the table quotes an earlier value or an aim.
func dropQuoted(entries []*entry) {
	headed := map[*dictionary.Indicator]bool{}
	for _, e := range entries {
		if e.Value != nil && e.Basis[evidence.Column] == evidence.Result && e.Basis[evidence.Name] == evidence.Exact {
			headed[e.indicator] = true
		}
	}
	for _, e := range entries {
		if headed[e.indicator] && e.Value != nil && e.Basis[evidence.Column] == evidence.Unknown {
			e.drop("the table prints another result under its heading")
		}
	}
}

// dropFractions takes the shares up to 1 from rows that print neither unit nor interval
// where the page's intervals show that it prints shares as fractions: 0.021 is 2.1 % there.
func dropFractions(entries []*entry) {
	isShare := func(e *entry) bool {
		return e.Value != nil && e.indicator.Unit == percent && e.verdict.unit != evidence.Printed && e.verdict.unit != evidence.Misread
	}
	if !slices.ContainsFunc(entries, func(e *entry) bool { return isShare(e) && e.verdict.taken != percent }) {
		return
	}
	for _, e := range entries {
		if isShare(e) && e.verdict.taken == percent && *e.Value <= 1 && e.row.Interval() == nil {
			e.drop("the page prints shares as fractions, and this row neither unit nor interval")
		}
	}
}

// drop takes the value for a reason.
func (e *entry) drop(why string) {
	e.Clear()
	e.verdict.doubt, e.Doubt = why, why
}

// dropContradictions takes the values from entries that contradict each other:
// one of the names was misread, and which cannot be told. entries are sorted.
func dropContradictions(entries []result.Entry) {
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

// A row is one of the table's with what its surroundings say of its print.
type row struct {
	*table.Row
	legible bool    // the page and the lines around were read surely
	page    float64 // how surely the page was read
	daily   string  // see perDay
}

// An entry is one of the result with what it was made of.
type entry struct {
	result.Entry
	indicator *dictionary.Indicator
	row       *row
	verdict   verdict
}

// ours reports whether the row may be of the indicator by what the page says of its specimen.
func (e *entry) ours() bool { return !specimen.Foreign(e.Specimen, e.indicator.Specimen) }

// enter gives what a row says, of each indicator that it is about.
func (m *Matcher) enter(r *row, s setting, line block.Line) (entries []*entry) {
	best, next, similarities, neighbour := m.nearest(r, s)
	// What stands around a row says nothing against the name that is printed there.
	if best.item == nil || neighbour > 0 && neighbour >= similarities[best.item] {
		return nil
	}
	sim, contradicted := r.similarity(best, next, similarities[best.item], neighbour)
	if sim < entryFloor {
		return nil
	}
	for i, indicator := range best.item.Indicators {
		v := best.verdicts[i]
		r.context(&v, best.item, s, contradicted, line.Blocks[r.Segment.Name].Box)
		bare := r.bare(v.unit)
		named := r.Segment.NamedInFull(best.item, m.words(best.item.Specimen), v.fit >= kindFits && (s.heading || !s.told || best.item.Specimen != blood))
		switch {
		case len(v.rivals) == 0:
		case r.codedOtherwise(best.item):
			v.doubt = "the printed code is another item's"
		case sim < valueFloor:
			v.doubt = "the name is not sure enough"
		case s.foreign(best.item) && !named:
			v.doubt = "the indicator is foreign to the page's specimen"
		case s.strange(best.item) && r.Segment.Lettered(best.item):
			v.doubt = "a single letter among items of other kinds"
		case r.Glued && len(v.rivals) == 1:
			v.doubt = "a letter at the result may be its last digit"
		case bare && (contradicted || r.Segment.Guessed(best.item)):
			v.doubt = "neither unit nor interval beside an unsure name"
		}
		e := &entry{m.entry(r, indicator, math.Round(sim*1000)/1000, v, line), indicator, r, v}
		e.Specimen = s.of(best.item, named)
		entries = append(entries, e)
	}
	return entries
}

// words are those in names that say a specimen; what is of blood is mostly called without.
func (m *Matcher) words(of string) []string {
	if of == blood {
		return specimen.Blood.Prefixes()
	}
	return m.parser.Words.Characters[of]
}

// A scored item is one that a row may be about.
type scored struct {
	item     *names.Item
	sim      float64
	verdicts []verdict
}

// nearest finds the two items that a row is about most likely, how similar each
// name is to what is printed, and the nearest that is none of ours.
func (m *Matcher) nearest(r *row, s setting) (best, next scored, similarities map[*names.Item]float64, neighbour float64) {
	similarities = r.Segment.Similarities(s.specimen)
	var ours []*names.Item
	for it, sim := range similarities {
		if it.Ours() {
			ours = append(ours, it)
		} else if sim >= entryFloor {
			neighbour = max(neighbour, sim)
		}
	}
	slices.SortFunc(ours, names.Order) // of two as near, the same is next every time
	for _, it := range ours {
		sim := similarities[it]
		candidate := scored{item: it}
		fit := s.fit(it)
		for i, indicator := range it.Indicators {
			v := m.judge(r, indicator, r.readings(i, len(it.Indicators)), r.Segment.Spelt(it))
			candidate.verdicts = append(candidate.verdicts, v)
			if i == 0 {
				fit += v.fit
			}
		}
		candidate.sim = sim + fit
		if candidate.sim > best.sim {
			best, next = candidate, best
		} else if candidate.sim > next.sim {
			next = candidate
		}
	}
	return best, next, similarities, neighbour
}

// similarity is how surely a row is about its best item, less where another is
// as near or the print speaks against it.
func (r *row) similarity(best, next scored, similarity, neighbour float64) (sim float64, contradicted bool) {
	sim = min(best.sim, 1)
	if neighbour > 0 && similarity-neighbour < itemLead && !r.Segment.Spelt(best.item) {
		sim = min(sim, doubtful)
	}
	if h, ok := r.Segment.Hits[best.item]; !ok || h.Sim < 1 {
		sim = min(sim, inexactCeil)
	}
	if next.item != nil && best.sim-next.sim < itemLead && !r.Segment.Clearer(best.item, next.item) {
		sim = min(sim, doubtful)
	}
	if !r.legible || len(r.Segment.Parts) == 0 {
		sim = min(sim, doubtful) // a name alone is a word of a sentence
	}
	contradicted = r.Segment.Contradicts(best.item)
	if contradicted {
		sim = min(sim, contradictedCeil)
	}
	return sim, contradicted
}

// entry gives the row as the API shows it.
func (m *Matcher) entry(r *row, indicator *dictionary.Indicator, sim float64, v verdict, line block.Line) result.Entry {
	e := result.Entry{Sim: sim, Idx: r.Segment.Name, IdxOfValue: -1, Name: r.Segment.Read, Doubt: v.doubt}
	e.Unit, e.Reference, e.Coords = asPrinted(r.Row, line)
	if printed := cmp.Or(e.Unit, indicator.Unit); v.taken != printed {
		e.UnitTaken = v.taken
	}
	m.decide(&e, r, v)
	e.Flag = r.Flag(e.Value)
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
	best := slices.Index(probable, slices.Max(probable))
	switch {
	case !m.model.Enough(bases[best], probable[best]):
		e.Doubt = "the readings are not sure enough"
	case bases[best][evidence.Readers] == evidence.Lesser:
		e.Doubt = "only the lesser reader saw it"
	case bases[best][evidence.Readers] == evidence.Disputed && bases[best][evidence.Identity] == evidence.Contradicts:
		e.Doubt = "the readers differ, and the other values make it another"
	case (r.bare(v.unit) || v.unit == evidence.Absent && bases[best][evidence.Row] == evidence.Askew) && lone(bases[best]):
		e.Doubt = "one unsure reader, and neither unit nor interval, or no unit in another line"
	case covered(bases[best]):
		e.Doubt = "one reader, and other ink over what no interval vouches for"
	default:
		e.Value, e.IdxOfValue, e.Step, e.Basis = &v.rivals[best].value, r.Result.Cell, v.rivals[best].step, bases[best]
		e.Comparator = v.rivals[best].bound
		e.Confidence = math.Round(probable[best]*1000) / 1000
	}
}

// Shapes describes the files of printed words that New reads, values.yaml
// aside, below the root of the dictionaries.
func Shapes() []strictyaml.Shape {
	return []strictyaml.Shape{vocabulary.Shape(), names.Shape(), names.NeighboursShape()}
}
