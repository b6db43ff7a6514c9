// Package trie finds the words of a lexicon in a text, both spelled in the codes of
// one alphabet.
package trie

import "slices"

// Joint is the code of what a word may reach over: a blank or the end of a line that
// may only be damage.
const Joint uint16 = 0xffff

// A Trie maps words, spelled in the codes of an alphabet, to their ids. It is
// a double array (Aoe, 1989) built once: one addition and one comparison for
// each character, and nothing to lock. Beside it are walked forms, whose words
// need not be written out.
type Trie struct {
	nodes []node // by slot

	forms  *Forms // nil for none
	formed int32  // the id of their first word

	next []int32 // while building: a slot at or behind this one that may be free
}

// A node has beside each other what a step asks of it.
type node struct {
	base  int32 // where its children start; child = base + code
	check int32 // the parent of the node in this slot, -1 when free
	id    int32 // the word that ends here, -1 for none
}

// An Entry is a word to be put into a trie.
type Entry struct {
	Codes []uint16 // each at least 1
	ID    int32
}

// New builds the trie of entries, which must differ in their codes, and of the
// words of forms, nil for none: their ids are their numbers from the given one on.
// An entry that a form makes, too, keeps its own.
func New(entries []Entry, forms *Forms, formed int32) *Trie {
	slices.SortFunc(entries, func(a, b Entry) int { return slices.Compare(a.Codes, b.Codes) })
	t := &Trie{forms: forms, formed: formed}
	t.grow(1)
	t.take(0, 0)
	t.insert(0, 0, entries)
	t.next = nil
	return t
}

func (t *Trie) grow(size int) {
	for len(t.nodes) < size {
		t.nodes = append(t.nodes, node{0, -1, -1})
		t.next = append(t.next, int32(len(t.next)))
	}
}

func (t *Trie) take(slot, parent int32) {
	t.nodes[slot].check = parent
	t.next[slot] = slot + 1
}

// free gives the first free slot at or behind slot, shortening the way for the
// next search.
func (t *Trie) free(slot int32) int32 {
	end := slot
	for {
		t.grow(int(end) + 1)
		if t.next[end] == end {
			break
		}
		end = t.next[end]
	}
	for slot != end {
		slot, t.next[slot] = t.next[slot], end
	}
	return end
}

// insert places the children of node, which all share their first depth codes.
func (t *Trie) insert(node int32, depth int, entries []Entry) {
	if len(entries) > 0 && len(entries[0].Codes) == depth {
		t.nodes[node].id = entries[0].ID
		entries = entries[1:]
	}
	if len(entries) == 0 {
		return
	}
	var labels []uint16
	for _, e := range entries {
		if c := e.Codes[depth]; len(labels) == 0 || labels[len(labels)-1] != c {
			labels = append(labels, c)
		}
	}
	base := t.place(labels)
	t.nodes[node].base = base
	for _, c := range labels {
		t.take(base+int32(c), node)
	}
	for len(entries) > 0 {
		c, n := entries[0].Codes[depth], 1
		for n < len(entries) && entries[n].Codes[depth] == c {
			n++
		}
		t.insert(base+int32(c), depth+1, entries[:n])
		entries = entries[n:]
	}
}

// place finds a base at which the slots of all labels are free.
func (t *Trie) place(labels []uint16) int32 {
	first, last := int32(labels[0]), int32(labels[len(labels)-1])
	for slot := t.free(first + 1); ; slot = t.free(slot + 1) {
		base := slot - first
		t.grow(int(base+last) + 1)
		taken := false
		for _, c := range labels[1:] {
			if t.nodes[base+int32(c)].check >= 0 {
				taken = true
				break
			}
		}
		if !taken {
			return base
		}
	}
}

// Longest gives the id and the length of the longest word at the start of
// codes, over joints; the length is 0 when there is none.
func (t *Trie) Longest(codes []uint16) (id int32, length int) {
	id, length, _ = t.Look(codes)
	return id, length
}

// Look is Longest that tells, too, how many of the codes it looked at: what stands
// behind these says nothing.
func (t *Trie) Look(codes []uint16) (id int32, length, looked int) {
	at := int32(0)
	id = -1
	for i, c := range codes {
		looked = i + 1
		if c == Joint && i > 0 {
			continue
		}
		next, ok := t.Child(at, c)
		if c == 0 || c == Joint || !ok {
			break
		}
		at = next
		if word := t.nodes[at].id; word >= 0 {
			id, length = word, i+1
		}
	}
	if t.forms != nil && len(codes) > length && t.forms.Begins(codes[0]) {
		number, n, farther := t.forms.longest(codes)
		if looked = max(looked, farther); n > length {
			return t.formed + number, n, looked
		}
	}
	return id, length, looked
}

// Find gives the id of exactly this word.
func (t *Trie) Find(codes []uint16) (int32, bool) {
	id, n := t.Longest(codes)
	return id, n == len(codes) && n > 0
}

// Child is the node of the entries behind another by a code; 0 is the root.
func (t *Trie) Child(node int32, c uint16) (int32, bool) {
	next := t.nodes[node].base + int32(c)
	return next, int(next) < len(t.nodes) && t.nodes[next].check == node && next != 0
}

// Follow goes from the root along the codes, over joints.
func (t *Trie) Follow(codes []uint16) (node int32, ok bool) {
	for _, c := range codes {
		if c == Joint {
			continue
		}
		if node, ok = t.Child(node, c); !ok {
			return 0, false
		}
	}
	return node, true
}

// ID is the entry that ends at a node, -1 for none.
func (t *Trie) ID(node int32) int32 { return t.nodes[node].id }

// A Place is where a walk along codes has come to among the entries and the words of
// forms; its zero value is the beginning.
type Place struct {
	node  int32 // nowhere for none
	state int32 // of the forms, nowhere for none
	rank  int32 // how many of their words were left aside
}

// Step goes on from a place by a code.
func (t *Trie) Step(from Place, c uint16) (Place, bool) {
	to := Place{nowhere, nowhere, from.rank}
	if from.node >= 0 {
		if node, ok := t.Child(from.node, c); ok {
			to.node = node
		}
	}
	if t.forms != nil && from.state >= 0 {
		var passed int32
		to.state, passed = t.forms.step(from.state, c)
		to.rank += passed
	}
	return to, to.node >= 0 || to.state >= 0
}

// Word is the word that ends at a place, -1 for none.
func (t *Trie) Word(at Place) int32 {
	if at.node >= 0 && t.nodes[at.node].id >= 0 {
		return t.nodes[at.node].id
	}
	if t.forms != nil && at.state >= 0 && len(t.forms.makers[at.state]) > 0 {
		return t.formed + at.rank
	}
	return -1
}
