package wire

import (
	"slices"
	"strings"
	"unicode"

	"tijian/engine/jsontree"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// An Unused field of a request is echoed like every other, but nothing looked at
// it: a name that nobody knows, a comparator that is none, or a printed range with
// a number that can be read in two ways.
type Unused struct {
	Field   string   // its path; that of all samples is samples[]
	Times   int      // how often it was sent
	Instead []string // what may have been meant: paths, of a comparator values, of a number its readings
}

// mostUnused bounds how many of them are told: an application of its own ideas
// may send any number.
const mostUnused = 50

// Where the fields of lists stand.
const (
	inSample    = "samples[]"
	inReference = inSample + ".reference"
	inPrevious  = inSample + ".previous[]"
)

// taken are the fields that this package reads, by the path of what has them.
var taken = map[string][]string{
	"":                  {"user_identifier", "namespace", "datetime", "profile", "health_background", "samples"},
	"profile":           {"dob", "gender"},
	"health_background": Backgrounds(),
	inSample:            {"name", "unit", "value", Comparator, "reference", "previous"},
	inReference:         {"low", "high", "text"},
	inPrevious:          {"value", "unit", "datetime"},
}

// added are the names of what answers add, which who sends an answer back does
// not mean to be looked at.
var added = map[string][]string{
	"":       {"created_at", "ruleset", "derived", "assumptions", "summary", "english", unusedKey},
	inSample: {"tip", "hint", "color", "level", "ideal", "risks", "trend", "trace"},
}

// unusedKey is their list's key in the full form.
const unusedKey = "unused_fields"

// UnusedIn finds the fields of a request that nothing looks at, in the order in
// which they were sent. arguments are the rule set's additional ones.
func UnusedIn(tree *jsontree.Node, arguments []*ruleset.Argument) []Unused {
	u := unused{known: map[string][]string{}, at: map[string]int{}}
	for path, names := range taken {
		u.known[path] = slices.Clip(names)
	}
	for _, a := range arguments {
		for path := a.Path; path != ""; { // an argument may stand in an object of its own
			parent, name := "", path
			if i := strings.LastIndexByte(path, '.'); i >= 0 {
				parent, name = path[:i], path[i+1:]
			}
			if !slices.Contains(u.known[parent], name) {
				u.known[parent] = append(u.known[parent], name)
			}
			path = parent
		}
	}
	u.object(tree, "")
	return u.found
}

type unused struct {
	known map[string][]string
	found []Unused
	at    map[string]int // of paths in found
}

// object goes through the fields of an object.
func (u *unused) object(n *jsontree.Node, path string) {
	known := u.known[path]
	for i := range n.Members {
		m := &n.Members[i]
		switch {
		case slices.Contains(added[path], m.Key):
		case !slices.Contains(known, m.Key):
			u.add(jsontree.Join(path, m.Key), func() []string { return u.instead(path, m.Key) })
		case path == inSample && m.Key == Comparator && m.Value.Kind != jsontree.Null && m.Value.Kind != jsontree.String:
			u.add(jsontree.Join(path, m.Key), func() []string { return comparators })
		case path == inSample && m.Key == "reference" && m.Value.Kind == jsontree.String, path == inReference && m.Key == "text":
			of := m.Value
			if path == inReference {
				of = n
			}
			if number, unclear := unclearRange(of); unclear {
				u.add(jsontree.Join(path, m.Key), func() []string { return number.Readings })
			}
		case m.Value.Kind == jsontree.Object:
			if below := jsontree.Join(path, m.Key); u.known[below] != nil {
				u.object(m.Value, below)
			}
		case m.Value.Kind == jsontree.Array:
			if below := jsontree.Join(path, m.Key) + "[]"; u.known[below] != nil {
				for _, item := range m.Value.Items {
					u.object(item, below)
				}
			}
		}
	}
}

func (u *unused) add(field string, instead func() []string) {
	if i, again := u.at[field]; again {
		u.found[i].Times++
	} else if len(u.found) < mostUnused {
		u.at[field] = len(u.found)
		u.found = append(u.found, Unused{field, 1, instead()})
	}
}

// longest is how many characters a name may have that is compared with others.
const longest = 64

// instead finds what a field may have been meant for: one beside it whose name is
// nearly the same, shares all words with it (pregnant and is_pregnant), or one of
// the same name about the person, elsewhere.
func (u *unused) instead(path, name string) []string {
	if len(name) > longest {
		return nil
	}
	var found []string
	said := snake(name)
	add := func(path, name string) {
		if full := jsontree.Join(path, name); !slices.Contains(found, full) {
			found = append(found, full)
		}
	}
	places := []string{path}
	if !strings.HasPrefix(path, inSample) {
		places = append(places, slices.DeleteFunc([]string{"profile", "health_background", ""}, func(p string) bool { return p == path })...)
	}
	for _, place := range places {
		for _, near := range u.known[place] {
			if near == said || within(said, near) || within(near, said) {
				add(place, near)
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	for _, place := range places {
		if near := problem.AllNearest(said, u.known[place]); len(near) > 0 && len(near) <= 3 {
			for _, n := range near {
				add(place, n)
			}
			return found
		}
	}
	return nil
}

// within reports whether a name has all words of another. Short ones say too
// little: the date of birth_date is no hint.
func within(few, many string) bool {
	if len(few) <= len("date") {
		return false
	}
	of := strings.Split(many, "_")
	for word := range strings.SplitSeq(few, "_") {
		if !slices.ContainsFunc(of, func(other string) bool { return alike(word, other) }) {
			return false
		}
	}
	return true
}

// alike reports whether two words are the same or differ in their endings only:
// pregnant and pregnancy.
func alike(a, b string) bool {
	const stem, ending = 5, 2
	same := 0
	for same < min(len(a), len(b)) && a[same] == b[same] {
		same++
	}
	return a == b || same >= stem && max(len(a), len(b))-same <= ending
}

// snake writes isPregnant and is-pregnant as is_pregnant.
func snake(name string) string {
	var b strings.Builder
	small := false
	for _, r := range name {
		switch {
		case r == '-' || r == ' ':
			r = '_'
		case unicode.IsUpper(r):
			if small {
				b.WriteByte('_')
			}
			r = unicode.ToLower(r)
			small = false
			b.WriteRune(r)
			continue
		}
		small = unicode.IsLower(r)
		b.WriteRune(r)
	}
	return b.String()
}

// node is it as JSON.
func (u Unused) node() *jsontree.Node {
	return jsontree.NewObject("field", u.Field, "times", u.Times, "did_you_mean", u.Instead)
}
