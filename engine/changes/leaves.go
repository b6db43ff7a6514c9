package changes

import (
	"slices"
	"strings"
)

// A Leaf is one thing that two states of a file have otherwise: a text or number,
// or a named item of a list that only one of them has, with all that is in it.
type Leaf struct {
	Name             string   // of the item that it is in, such as triglycerides; "" where none has a name
	Keys             []string // that lead to it, without those of its item where that is whole
	From, To         string   // "" where there is none
	FromLine, ToLine int      // 0 likewise; of what is gone ToLine is where it stood
	Whole            bool     // the item is new, or gone
	path             string
	state            int // altered, gone or added
}

// States of leaves.
const (
	isAltered = iota
	isGone
	isAdded
)

// shown is how what is gone or added is called by people. Of a named item that the other
// file has not at all the name is enough.
func (l *Leaf) shown() string {
	text := l.From + l.To // one of them is empty
	switch {
	case l.Whole:
		return l.Name
	case !isList(l.path):
		return called(l.path, keyMark+itemMark) + ": " + text
	case l.Name != "":
		return l.Name + ": " + text
	}
	return text
}

// Leaves lists all that differs in what two states of a file hold, in order, and
// the line of the first that stands in another order; 0 where nothing does. Together
// they are complete: where there are none, both hold the same.
func Leaves(before, after []byte) (list []Leaf, order int) {
	a, b := read(before), read(after)
	order = a.aligned(b)
	whole := map[string]int{} // items that only one has, by where they are in the list
	add := func(l leaf, other *tree, is bool) {
		path, one := l.path, Leaf{}
		item := l.alone(other)
		text := l.value
		if item != "" {
			if key := strings.Join(keys(strings.TrimPrefix(path, item)), "."); key != "" {
				text = key + ": " + text
			}
			path, one.Whole = item, true
		}
		key := item
		if is {
			key += keyMark + "is"
		}
		i, known := whole[key]
		if !one.Whole || !known {
			one.Name, one.Keys, one.path, one.state = called(path, itemMark), keys(path), path, isGone
			if is {
				one.state = isAdded
			}
			i = len(list)
			list = append(list, one)
			if one.Whole {
				whole[key] = i
			}
		}
		into := &list[i]
		line, side := &into.FromLine, &into.From
		if is {
			line, side = &into.ToLine, &into.To
		} else {
			into.ToLine = l.stood
		}
		if *side != "" {
			*side += "; "
		} else {
			*line = l.line
		}
		*side += text
	}
	anew := slices.DeleteFunc(slices.Clone(b.order), func(path string) bool { return a.at[path] != nil })
	for _, path := range slices.Concat(a.order, anew) {
		gone, added := without(a.of(path), b.of(path)), without(b.of(path), a.of(path))
		if altered(path, gone, added) {
			for i := range gone {
				list = append(list, Leaf{Name: called(path, itemMark), Keys: keys(path), From: gone[i].value, To: added[i].value, FromLine: gone[i].line, ToLine: added[i].line, path: path})
			}
			continue
		}
		for _, l := range gone {
			add(l, b, false)
		}
		for _, l := range added {
			add(l, a, true)
		}
	}
	return list, order
}

// alone is the path of the outermost named item that a leaf is in and that the
// other file has not at all, "" for none.
func (l *leaf) alone(other *tree) (item string) {
	for path := l.path; path != ""; path = above(path) {
		if kind, name := last(path); kind == itemMark && name != "" {
			if _, there := other.lines[path]; !there {
				item = path
			}
		}
	}
	return item
}

// keys are the keys of a path.
func keys(path string) (list []string) {
	for path != "" {
		at := strings.LastIndexAny(path, keyMark+itemMark)
		if path[at:at+1] == keyMark {
			list = append([]string{path[at+1:]}, list...)
		}
		path = path[:at]
	}
	return list
}
