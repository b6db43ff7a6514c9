package keywords

import (
	"cmp"
	"slices"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/problem"
)

// Contexts lists the names that Extract takes, in the order of contexts.yaml.
func (l *Lexicon) Contexts() []string {
	names := make([]string, len(l.lexicon.Contexts))
	for i, c := range l.lexicon.Contexts {
		names[i] = c.Name
	}
	return names
}

// ContextTitle returns what people call a context in Chinese, "" where it has no
// such name.
func (l *Lexicon) ContextTitle(name string) string {
	for _, c := range l.lexicon.Contexts {
		if c.Name == name {
			return c.Title
		}
	}
	return ""
}

// An Entry is a word of the dictionaries and where it is written.
type Entry struct {
	Name  string        `json:"name"`
	Place problem.Place `json:"-"`
	At    string        `json:"place"` // file:line:column
}

func named(name string, at problem.Place) Entry { return Entry{name, at, at.String()} }

func byName(a, b Entry) int { return cmp.Compare(a.Name, b.Name) }

// Cues lists every cue that cues.yaml writes out, sorted.
func (l *Lexicon) Cues() []Entry {
	var all []Entry
	for _, w := range l.lexicon.Words {
		if w.Cue != nil && !w.Cue.Formed {
			all = append(all, named(w.Cue.Text, w.Cue.At))
		}
	}
	slices.SortFunc(all, byName)
	return all
}

// Names are the standard terms and the sites; nil without a lexicon.
func (l *Lexicon) Names() []string {
	if l == nil {
		return nil
	}
	var all []string
	for _, t := range l.Terms() {
		all = append(all, t.Name)
	}
	for i := range l.lexicon.Sites {
		all = append(all, l.lexicon.Sites[i].Name)
	}
	return all
}

// Terms lists every standard term, sorted.
func (l *Lexicon) Terms() []Entry {
	all := make([]Entry, len(l.lexicon.Terms))
	for i, t := range l.lexicon.Terms {
		all[i] = named(t.Name, t.At)
	}
	slices.SortFunc(all, byName)
	return all
}

// ListWords are what joins the members of a list: 、 和 及.
func (l *Lexicon) ListWords() []string {
	var all []string
	for i := range l.lexicon.Words {
		if l.lexicon.Words[i].Groups&lexicon.ListGroup != 0 {
			all = append(all, l.lexicon.Words[i].Text)
		}
	}
	return all
}

// Fold gives a word as Plain would show it.
func (l *Lexicon) Fold(word string) string { return l.lexicon.Fold.Word(word) }
