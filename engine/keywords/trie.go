package keywords

import "slices"

// A trie maps words, spelled in the codes of an alphabet, to their ids. It is
// a double array (Aoe, 1989) built once: one addition and one comparison for
// each character, and nothing to lock.
type trie struct {
	base  []int32 // where a node's children start; child = base + code
	check []int32 // the parent of the node in this slot, -1 when free
	id    []int32 // the word that ends here, -1 for none

	next []int32 // while building: a slot at or behind this one that may be free
}

// An entry is a word to be put into a trie.
type entry struct {
	codes []uint16 // each at least 1
	id    int32
}

// newTrie builds the trie of entries, which must differ in their codes.
func newTrie(entries []entry) *trie {
	slices.SortFunc(entries, func(a, b entry) int { return slices.Compare(a.codes, b.codes) })
	t := &trie{}
	t.grow(1)
	t.take(0, 0)
	t.insert(0, 0, entries)
	t.next = nil
	return t
}

func (t *trie) grow(size int) {
	for len(t.base) < size {
		t.base = append(t.base, 0)
		t.check = append(t.check, -1)
		t.id = append(t.id, -1)
		t.next = append(t.next, int32(len(t.next)))
	}
}

func (t *trie) take(slot, parent int32) {
	t.check[slot] = parent
	t.next[slot] = slot + 1
}

// free gives the first free slot at or behind slot, shortening the way for the
// next search.
func (t *trie) free(slot int32) int32 {
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
func (t *trie) insert(node int32, depth int, entries []entry) {
	if len(entries) > 0 && len(entries[0].codes) == depth {
		t.id[node] = entries[0].id
		entries = entries[1:]
	}
	if len(entries) == 0 {
		return
	}
	var labels []uint16
	for _, e := range entries {
		if c := e.codes[depth]; len(labels) == 0 || labels[len(labels)-1] != c {
			labels = append(labels, c)
		}
	}
	base := t.place(labels)
	t.base[node] = base
	for _, c := range labels {
		t.take(base+int32(c), node)
	}
	for len(entries) > 0 {
		c, n := entries[0].codes[depth], 1
		for n < len(entries) && entries[n].codes[depth] == c {
			n++
		}
		t.insert(base+int32(c), depth+1, entries[:n])
		entries = entries[n:]
	}
}

// place finds a base at which the slots of all labels are free.
func (t *trie) place(labels []uint16) int32 {
	first, last := int32(labels[0]), int32(labels[len(labels)-1])
	for slot := t.free(first + 1); ; slot = t.free(slot + 1) {
		base := slot - first
		t.grow(int(base+last) + 1)
		taken := false
		for _, c := range labels[1:] {
			if t.check[base+int32(c)] >= 0 {
				taken = true
				break
			}
		}
		if !taken {
			return base
		}
	}
}

// longest gives the id and the length of the longest word at the start of
// codes, over joints; the length is 0 when there is none.
func (t *trie) longest(codes []uint16) (id int32, length int) {
	node := int32(0)
	id = -1
	for i, c := range codes {
		if c == joint && i > 0 {
			continue
		}
		if c == 0 || c == joint {
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
	return id, length
}

// find gives the id of exactly this word.
func (t *trie) find(codes []uint16) (int32, bool) {
	id, n := t.longest(codes)
	return id, n == len(codes) && n > 0
}

// child is the node behind another by a code.
func (t *trie) child(node int32, c uint16) (int32, bool) {
	next := t.base[node] + int32(c)
	return next, int(next) < len(t.check) && t.check[next] == node && next != 0
}

// follow goes from the root along the codes, over joints.
func (t *trie) follow(codes []uint16) (node int32, ok bool) {
	for _, c := range codes {
		if c == joint {
			continue
		}
		if node, ok = t.child(node, c); !ok {
			return 0, false
		}
	}
	return node, true
}
