package table

import (
	"slices"
	"strings"

	"tijian/ocr/names"
	"tijian/ocr/vocabulary"
)

// Unambiguous gives the item that a segment's names leave no doubt about.
func (s *Segment) Unambiguous() *names.Item {
	var best *names.Item
	top, next := 0.0, 0.0
	hits := s.Hits
	if len(hits) == 0 {
		hits = s.Codes
	}
	for it, h := range hits {
		switch {
		case h.Context || h.Length < 2:
		case h.Sim > top:
			best, top, next = it, h.Sim, top
		case h.Sim > next:
			next = h.Sim
		}
	}
	if top < namePlain || top-next < simLead || !best.Ours() {
		return nil
	}
	for it, h := range hits {
		if h.Context && it.Specimen != best.Specimen && h.Sim > top-simLead {
			return nil // 白细胞 is of blood and of urine
		}
	}
	return best
}

// Exact tells that an item's long name was read letter by letter.
func (s *Segment) Exact(it *names.Item) bool {
	h, ok := s.Hits[it]
	return ok && h.Sim > letterByLetter && h.Length >= 2
}

// Spelt tells that an item's long name or its code was read letter by letter. A code
// that is only short for it, as pH is for much, tells nothing.
func (s *Segment) Spelt(it *names.Item) bool {
	code := s.Codes[it]
	return s.Exact(it) || code.Sim > readExactly && !code.Context
}

// Clearer tells that an item's long name was read letter by letter and another's was not,
// or its name or code.
func (s *Segment) Clearer(it, than *names.Item) bool {
	return s.Exact(it) && !s.Exact(than) || s.Spelt(it) && !s.Spelt(than)
}

// Lettered tells that nothing names an item but a code of one letter, which is short
// for much else: the T of an analyser.
func (s *Segment) Lettered(it *names.Item) bool {
	_, named := s.Hits[it]
	return !named && s.Codes[it].Length == 1
}

// NamedInFull reports whether an item was named in full, letter by letter, by a
// name that no item of another specimen shares, and whether its unit or grade or
// a word for its specimen stands there too: 尿蛋白.
func (s *Segment) NamedInFull(it *names.Item, specimen []string, unit bool) bool {
	if !s.Exact(it) {
		return false
	}
	for _, h := range s.Hits {
		if h.Item.Ours() && h.Item.Specimen != it.Specimen && h.Sim > sureName {
			return false
		}
	}
	return unit || slices.ContainsFunc(specimen, func(word string) bool { return strings.Contains(s.Read, word) })
}

// OtherCodes gives the items, none of them this one, whose codes were read letter
// by letter. None of them where the code is the item's own too, short for it on
// sheets of its specimen, or part of its name.
func (s *Segment) OtherCodes(it *names.Item) []*names.Item {
	if _, coded := s.Codes[it]; coded {
		return nil
	}
	var others []*names.Item
	for other, h := range s.Codes {
		if h.Sim > readExactly && h.Length > 1 && !h.Context && !s.Hits[it].Holds(h) {
			others = append(others, other)
		}
	}
	return others
}

// NamedAsWell tells that an item is named no worse than another: 白细胞 with WBC is
// the cells of blood or of urine, and the page says which.
func (s *Segment) NamedAsWell(it, than *names.Item) bool {
	h, named := s.Hits[it]
	return named && h.Sim > s.Hits[than].Sim-simLead
}

// Contradicts tells that the long name and the code as read are not both the
// item's: one belongs to another item, or the name to none.
func (s *Segment) Contradicts(it *names.Item) bool {
	name := s.Hits[it]
	if _, coded := s.Codes[it]; !coded {
		return len(s.OtherCodes(it)) > 0
	}
	if name.Sim >= jointFloor {
		return name.Sim < sureName && s.bestName() > readExactly
	}
	return vocabulary.Han(s.Read) > 1
}

// Guessed tells that only a code speaks for an item, and that it was not read
// letter by letter: a piece of a frame read as O-U/ is not OBU.
func (s *Segment) Guessed(it *names.Item) bool {
	_, named := s.Hits[it]
	return !named && s.Codes[it].Sim < readExactly
}

// Similarities joins the evidence of long names and codes for each item.
func (s *Segment) Similarities(specimen string) map[*names.Item]float64 {
	all := map[*names.Item]float64{}
	codeBest := 0.0
	for _, h := range s.Codes {
		if h.Length > 1 {
			codeBest = max(codeBest, h.Sim)
		}
	}
	for it, h := range s.Hits {
		if h.Context && specimen != it.Specimen {
			continue
		}
		code, ok := s.Codes[it]
		ok = ok && (!code.Context || specimen == it.Specimen)
		switch {
		case ok && code.Sim > codeBest-simLead && h.Sim < jointFloor:
			all[it] = max(h.Sim, code.Alone())
		case ok && code.Sim > codeBest-simLead:
			all[it] = 1 - (1-h.Sim)*(1-codeWeight*code.Sim)
		case codeBest > codePlain:
			all[it] = h.Sim + codeForeign
		default:
			all[it] = h.Sim
		}
	}
	for it, h := range s.Codes {
		if _, ok := s.Hits[it]; ok || h.Context && specimen != it.Specimen || s.long && all[it] == 0 && s.bestName() >= nameOverCode {
			continue
		}
		all[it] = h.Alone()
	}
	return all
}

func (s *Segment) bestName() float64 {
	best := 0.0
	for _, h := range s.Hits {
		best = max(best, h.Sim)
	}
	return best
}

// Named tells that a segment has a name that a person can read, ours or not: two
// Chinese characters, or a code that is known.
func (s *Segment) Named() bool {
	for _, h := range s.Codes {
		if h.Sim > readExactly && h.Length > 1 {
			return true
		}
	}
	return vocabulary.Han(s.Read) >= 2
}
