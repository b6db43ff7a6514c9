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
	base []int32 // where a node's children start; child = base + code
	id   []int32 // the word that ends here, -1 for none
	rows         // a node's slot is the node itself

	forms  *Forms // nil for none
	formed int32  // the id of their first word
}

// rows are an array in which those who own a row of slots, one for each of some
// codes, push them into each other's gaps.
type rows struct {
	check []int32 // who owns this slot, -1 when free
	next  []int32 // while building: a slot at or behind this one that may be free
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
	t.rows.grow(size)
	for len(t.base) < len(t.check) {
		t.base = append(t.base, 0)
		t.id = append(t.id, -1)
	}
}

func (r *rows) grow(size int) {
	for len(r.check) < size {
		r.check = append(r.check, -1)
		r.next = append(r.next, int32(len(r.next)))
	}
}

func (r *rows) take(slot, owner int32) {
	r.check[slot] = owner
	r.next[slot] = slot + 1
}

// free gives the first free slot at or behind slot, shortening the way for the
// next search.
func (r *rows) free(slot int32) int32 {
	end := slot
	for {
		r.grow(int(end) + 1)
		if r.next[end] == end {
			break
		}
		end = r.next[end]
	}
	for slot != end {
		slot, r.next[slot] = r.next[slot], end
	}
	return end
}

// place finds a base at which the slots of all codes, ascending, are free.
func (r *rows) place(codes []uint16) int32 {
	first, last := int32(codes[0]), int32(codes[len(codes)-1])
	for slot := r.free(first + 1); ; slot = r.free(slot + 1) {
		base := slot - first
		r.grow(int(base+last) + 1)
		if !slices.ContainsFunc(codes[1:], func(c uint16) bool { return r.check[base+int32(c)] >= 0 }) {
			return base
		}
	}
}

// insert places the children of node, which all share their first depth codes.
func (t *Trie) insert(node int32, depth int, entries []Entry) {
	if len(entries) > 0 && len(entries[0].Codes) == depth {
		t.id[node] = entries[0].ID
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
	t.grow(len(t.check))
	t.base[node] = base
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

// Longest gives the id and the length of the longest word at the start of
// codes, over joints; the length is 0 when there is none.
func (t *Trie) Longest(codes []uint16) (id int32, length int) {
	node := int32(0)
	id = -1
	for i, c := range codes {
		if c == Joint && i > 0 {
			continue
		}
		if c == 0 || c == Joint {
			break
		}
		next, ok := t.child(node, c)
		if !ok {
			break
		}
		node = next
		if t.id[node] >= 0 {
			id, length = t.id[node], i+1
		}
	}
	if t.forms != nil {
		if number, n := t.forms.longest(codes); n > length {
			return t.formed + number, n
		}
	}
	return id, length
}

// Find gives the id of exactly this word.
func (t *Trie) Find(codes []uint16) (int32, bool) {
	id, n := t.Longest(codes)
	return id, n == len(codes) && n > 0
}

func (t *Trie) child(node int32, c uint16) (int32, bool) {
	next := t.base[node] + int32(c)
	return next, int(next) < len(t.check) && t.check[next] == node && next != 0
}

// A Node is where a walk along codes has come to; its zero value is the root.
type Node struct {
	slot  int32 // of the double array, nowhere for none
	state int32 // of the forms, nowhere for none
	rank  int32 // how many of their words were left aside
}

// Child is the node behind another by a code.
func (t *Trie) Child(node Node, c uint16) (Node, bool) {
	next := Node{nowhere, nowhere, node.rank}
	if node.slot >= 0 {
		if slot, ok := t.child(node.slot, c); ok {
			next.slot = slot
		}
	}
	if t.forms != nil && node.state >= 0 {
		var passed int32
		next.state, passed = t.forms.step(node.state, c)
		next.rank += passed
	}
	return next, next.slot >= 0 || next.state >= 0
}

// Follow goes from the root along the codes, over joints.
func (t *Trie) Follow(codes []uint16) (node Node, ok bool) {
	for _, c := range codes {
		if c == Joint {
			continue
		}
		if node, ok = t.Child(node, c); !ok {
			return Node{}, false
		}
	}
	return node, true
}

// ID is the word that ends at a node, -1 for none.
func (t *Trie) ID(node Node) int32 {
	if node.slot >= 0 && t.id[node.slot] >= 0 {
		return t.id[node.slot]
	}
	if t.forms != nil && node.state >= 0 && len(t.forms.makers[node.state]) > 0 {
		return t.formed + node.rank
	}
	return -1
}
