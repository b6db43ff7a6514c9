package trie

import (
	"encoding/binary"
	"slices"
)

// A Form makes words: all that one word of each of its parts, in order, spell.
type Form []Part

// A Part is what a form has a choice of.
type Part struct {
	Words    [][]uint16 // spelled in the codes of an alphabet, each of one code at least
	Optional bool       // none of them may be taken, too
}

// Forms knows the words that forms make without spelling them out. It is
// a deterministic automaton made of the parts' tries, joined where a part ends, by
// the subset construction (Rabin and Scott, 1959); its size follows that of the
// parts, not that of their product. Each word has a number, found on the way to it
// by counting the words left aside (Lucchesi and Kowaltowski, 1993).
type Forms struct {
	first  []int32   // by state: where its edges begin; one entry more than states
	codes  []uint16  // by edge, ascending within a state
	to     []int32   // by edge: the state it leads to
	before []int32   // by edge: how many words of its state come before those behind it
	makers [][]int32 // by state: the forms that make the word ending there, ascending
	start  []int32   // by code: the edge from the first state, -1 for none
	words  int
}

// nowhere is no state.
const nowhere int32 = -1

// Len is how many words there are.
func (f *Forms) Len() int { return f.words }

// Starts lists the codes that words begin with.
func (f *Forms) Starts() []uint16 { return f.codes[f.first[0]:f.first[1]] }

// Begins reports whether words begin with the code.
func (f *Forms) Begins(c uint16) bool { return int(c) < len(f.start) && f.start[c] >= 0 }

// Makers are the numbers of the forms that make exactly this word, ascending, and
// the word's number; none where there is no such word.
func (f *Forms) Makers(codes []uint16) ([]int32, int) {
	state, rank := int32(0), int32(0)
	for _, c := range codes {
		var passed int32
		if state, passed = f.step(state, c); state < 0 {
			return nil, 0
		}
		rank += passed
	}
	return f.makers[state], int(rank)
}

// Spelling is the word with a number from 0 to Len()-1.
func (f *Forms) Spelling(number int) []uint16 {
	var codes []uint16
	state, rank := int32(0), int32(number)
	for rank > 0 || len(f.makers[state]) == 0 {
		edge := f.first[state+1] - 1
		for f.before[edge] > rank {
			edge--
		}
		codes, rank, state = append(codes, f.codes[edge]), rank-f.before[edge], f.to[edge]
	}
	return codes
}

// First is the number of the first word whose makers are looked for.
func (f *Forms) First(wanted func(makers []int32) bool) (number int, ok bool) {
	seen := make([]bool, len(f.makers))
	var look func(state, rank int32) bool
	look = func(state, rank int32) bool {
		if seen[state] {
			return false
		}
		seen[state] = true
		if len(f.makers[state]) > 0 && wanted(f.makers[state]) {
			number = int(rank)
			return true
		}
		for edge := f.first[state]; edge < f.first[state+1]; edge++ {
			if look(f.to[edge], rank+f.before[edge]) {
				return true
			}
		}
		return false
	}
	ok = look(0, 0)
	return number, ok
}

// Sum adds up what the makers of every word weigh.
func (f *Forms) Sum(weight func(makers []int32) int) int {
	return f.behind(func(state int32, sum func(edge int32) int) int {
		total := weight(f.makers[state])
		for edge := f.first[state]; edge < f.first[state+1]; edge++ {
			total += sum(edge)
		}
		return total
	})
}

// Longest is how many codes the longest word has.
func (f *Forms) Longest() int {
	return f.behind(func(state int32, longest func(edge int32) int) int {
		most := 0
		for edge := f.first[state]; edge < f.first[state+1]; edge++ {
			most = max(most, longest(edge)+1)
		}
		return most
	})
}

// behind folds the states from the last to the first, each once.
func (f *Forms) behind(fold func(state int32, next func(edge int32) int) int) int {
	known := make([]int, len(f.makers))
	seen := make([]bool, len(f.makers))
	var of func(state int32) int
	of = func(state int32) int {
		if !seen[state] {
			seen[state] = true
			known[state] = fold(state, func(edge int32) int { return of(f.to[edge]) })
		}
		return known[state]
	}
	return of(0)
}

// step goes on by a code and tells how many words it leaves aside.
func (f *Forms) step(state int32, c uint16) (int32, int32) {
	if state == 0 {
		if !f.Begins(c) {
			return nowhere, 0
		}
		return f.to[f.start[c]], f.before[f.start[c]]
	}
	low, end := f.first[state], f.first[state+1]
	for high := end; low < high; {
		if middle := (low + high) / 2; f.codes[middle] < c {
			low = middle + 1
		} else {
			high = middle
		}
	}
	if low == end || f.codes[low] != c {
		return nowhere, 0
	}
	return f.to[low], f.before[low]
}

// longest is the longest word at the start of codes, over joints, as Look of a Trie.
func (f *Forms) longest(codes []uint16) (number int32, length, looked int) {
	state, rank := int32(0), int32(0)
	for i, c := range codes {
		looked = i + 1
		if c == Joint && i > 0 {
			continue
		}
		var passed int32
		if state, passed = f.step(state, c); state < 0 {
			break
		}
		if rank += passed; len(f.makers[state]) > 0 {
			number, length = rank, i+1
		}
	}
	return number, length, looked
}

// NewForms makes the automaton of forms. That all parts of a form are left out makes
// no word.
func NewForms(forms []Form) *Forms {
	b := formsBuilder{known: map[string]int32{}}
	var start []int32
	for i, form := range forms {
		start = append(start, b.add(int32(i), form)...)
	}
	b.state(start, nil)
	f := &Forms{}
	for s := 0; s < len(b.sets); s++ { // which grows
		f.first = append(f.first, int32(len(f.codes)))
		b.expand(f, b.sets[s])
	}
	f.first = append(f.first, int32(len(f.codes)))
	f.makers, f.before = b.makers, make([]int32, len(f.codes))
	f.words = int(f.count(0, make([]int32, len(b.sets))))
	f.index()
	return f
}

// count numbers the words behind a state; counted holds one more than their number
// for states seen before.
func (f *Forms) count(state int32, counted []int32) int32 {
	if counted[state] > 0 {
		return counted[state] - 1
	}
	n := int32(0)
	if len(f.makers[state]) > 0 {
		n = 1
	}
	for edge := f.first[state]; edge < f.first[state+1]; edge++ {
		f.before[edge] = n
		n += f.count(f.to[edge], counted)
	}
	counted[state] = n + 1
	return n
}

// index lets the first state, at which every search begins, be left at once.
func (f *Forms) index() {
	for edge, c := range f.Starts() {
		for len(f.start) <= int(c) {
			f.start = append(f.start, -1)
		}
		f.start[c] = int32(edge)
	}
}

// A formsBuilder has the parts' tries, and the states made of their nodes.
type formsBuilder struct {
	nodes  []partNode
	joints []joint
	known  map[string]int32 // the state of a set of nodes and of makers
	sets   [][]int32        // by state: the nodes it may be at
	makers [][]int32

	edges []partEdge // while a state is expanded
	set   []int32
	made  []int32
	key   []byte
}

// A partNode is a node in the trie of one part of one form.
type partNode struct {
	edges []partEdge
	part  int32 // the joint behind it
	ends  bool  // a word of the part ends here
}

// A partEdge is a code above the node it leads to, as one number that sorts fast.
type partEdge uint64

func edgeOf(code uint16, to int32) partEdge { return partEdge(code)<<32 | partEdge(to) }

func (e partEdge) code() uint16 { return uint16(e >> 32) }
func (e partEdge) to() int32    { return int32(uint32(e)) }

// A joint is where a part of a form ends: the nodes at which the form goes on, and
// whether it may be over.
type joint struct {
	next []int32
	form int32
	over bool
}

// add makes the tries of a form's parts and gives the nodes at which it begins.
func (b *formsBuilder) add(number int32, form Form) []int32 {
	next, over := []int32(nil), true
	for k := len(form) - 1; k >= 0; k-- {
		part := int32(len(b.joints))
		b.joints = append(b.joints, joint{next, number, over})
		root := int32(len(b.nodes))
		b.nodes = append(b.nodes, partNode{part: part})
		for _, word := range form[k].Words {
			b.spell(root, word)
		}
		if form[k].Optional {
			next = append(next[:len(next):len(next)], root)
		} else {
			next, over = []int32{root}, false
		}
	}
	return next
}

// spell puts a word into the trie of a part.
func (b *formsBuilder) spell(root int32, word []uint16) {
	node := root
	for _, c := range word {
		at, found := slices.BinarySearchFunc(b.nodes[node].edges, c, func(e partEdge, c uint16) int { return int(e.code()) - int(c) })
		if !found {
			made := int32(len(b.nodes))
			b.nodes[node].edges = slices.Insert(b.nodes[node].edges, at, edgeOf(c, made))
			b.nodes = append(b.nodes, partNode{part: b.nodes[root].part})
		}
		node = b.nodes[node].edges[at].to()
	}
	b.nodes[node].ends = node != root
}

// expand writes the edges of the state that may be at these nodes.
func (b *formsBuilder) expand(f *Forms, nodes []int32) {
	b.edges = b.edges[:0]
	for _, n := range nodes {
		b.edges = append(b.edges, b.nodes[n].edges...)
	}
	slices.Sort(b.edges)
	for i := 0; i < len(b.edges); {
		c := b.edges[i].code()
		b.set, b.made = b.set[:0], b.made[:0]
		for ; i < len(b.edges) && b.edges[i].code() == c; i++ {
			b.enter(b.edges[i].to())
		}
		f.codes, f.to = append(f.codes, c), append(f.to, b.state(b.set, b.made))
	}
}

// enter adds a node to the state that is made, with the nodes behind a part that
// ends there.
func (b *formsBuilder) enter(n int32) {
	node := &b.nodes[n]
	if len(node.edges) > 0 {
		b.set = append(b.set, n)
	}
	if node.ends {
		j := &b.joints[node.part]
		if b.set = append(b.set, j.next...); j.over {
			b.made = append(b.made, j.form)
		}
	}
}

// state is the number of the state of a set of nodes and of makers, new or known.
func (b *formsBuilder) state(set, makers []int32) int32 {
	slices.Sort(set)
	slices.Sort(makers)
	set, makers = slices.Compact(set), slices.Compact(makers)
	b.key = b.key[:0]
	for _, list := range [][]int32{set, {-1}, makers} {
		for _, n := range list {
			b.key = binary.LittleEndian.AppendUint32(b.key, uint32(n))
		}
	}
	if known, ok := b.known[string(b.key)]; ok {
		return known
	}
	made := int32(len(b.sets))
	b.known[string(b.key)] = made
	b.sets, b.makers = append(b.sets, slices.Clone(set)), append(b.makers, slices.Clone(makers))
	return made
}
