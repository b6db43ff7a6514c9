package ruleset

import (
	"slices"
	"strings"

	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// A Context is who somebody is, where that changes what is said of abnormal
// results: pregnant, a child, on anticoagulants. Of every organ it says
// other words, or that they are the same.
type Context struct {
	ID, Title string
	When      *expression.Condition
	Words     []*ContextWords // in order; of a row the first that fit
	// Never are words that are not for these persons. The clause of a tip or hint
	// that has one is left out.
	Never []string
	At    problem.Place
}

// ContextWords are what a context says of abnormal rows.
type ContextWords struct {
	Organs     []*Organ
	Indicators []*dictionary.Indicator // nil for all of the organs
	Directions string                  // letters of the levels that are meant; "" for all
	When       *expression.Condition   // nil for all whom the context means
	Unless     []string                // words of a tip that says it already
	Tip        string                  // with {tip} of the row; "" for the row's
	Department string                  // "" for the row's
}

// Fits reports whether the words are for a row of a table.
func (w *ContextWords) Fits(t *Table, r *Row) bool {
	if w.Indicators != nil {
		if !slices.Contains(w.Indicators, t.Indicator) {
			return false
		}
	} else if !slices.Contains(w.Organs, t.Organ) {
		return false
	}
	return w.Directions == "" || strings.Contains(w.Directions, r.Level.ID[:1])
}

type contextEntry struct {
	ID    strictyaml.Text      `yaml:"id,required"`
	Title string               `yaml:"zh,required"`
	When  strictyaml.Text      `yaml:"when,required"`
	Words []*contextWordsEntry `yaml:"words"`
	Same  []strictyaml.Text    `yaml:"same"`
	Never []string             `yaml:"never"`
	At    problem.Place
}

type contextWordsEntry struct {
	Organs     []strictyaml.Text `yaml:"organs"`
	Of         []strictyaml.Text `yaml:"of"`
	Levels     string            `yaml:"levels"`
	When       strictyaml.Text   `yaml:"when"`
	Unless     []string          `yaml:"unless"`
	Tip        strictyaml.Text   `yaml:"tip"`
	Department string            `yaml:"department"`
	At         problem.Place
}

// contexts reads contexts.yaml, which a version need not have, and proves it
// complete: every context answers for every organ.
func (l *loader) contexts() {
	for _, e := range optionalList[contextEntry](l, "contexts.yaml") {
		c := &Context{ID: e.ID.Value, Title: e.Title, Never: e.Never, At: e.At}
		if c.When = l.condition(e.When, l.noValue()); c.When == nil {
			continue
		}
		answered := map[*Organ]bool{}
		for _, w := range e.Words {
			if w == nil {
				continue
			}
			words := &ContextWords{Directions: w.Levels, When: l.guard(w.When, l.noValue()), Unless: w.Unless, Tip: l.told(w.Tip, "tip"), Department: w.Department}
			for _, name := range w.Of {
				if i := l.indicator(name); i != nil {
					words.Indicators = append(words.Indicators, i)
				}
			}
			for _, name := range w.Organs {
				o := l.organ(name)
				words.Organs = append(words.Organs, o)
				if len(w.Of) == 0 && w.Levels == "" && !w.When.Set() {
					answered[o] = true
				}
			}
			if len(w.Of)+len(w.Organs) == 0 || w.Tip.Value == "" && w.Department == "" {
				l.list.Add(message.ContextSaysNothing.At(w.At))
			}
			c.Words = append(c.Words, words)
		}
		for _, name := range e.Same {
			o := l.organ(name)
			if answered[o] {
				l.list.Add(message.ContextTwice.At(name.At, "context", c.Title, "name", name.Value))
			}
			answered[o] = true
		}
		for _, o := range l.set.Organs {
			if !answered[o] {
				l.list.Add(message.ContextLacks.At(e.At, "context", c.Title, "name", o.ID, "organ", o.Title))
			}
		}
		l.set.Contexts = append(l.set.Contexts, c)
	}
}

// Without leaves out of a text the clauses that have one of the words never; "" where
// that is all of it. Of an enumeration only members are left out. With the clause
// that opens a sentence goes what depends on it: 若吸烟，目标应更低. A clause that has
// one of the words keep, such as 就诊, stays, and where it has both all of its
// sentence.
func Without(text string, never, keep []string) string {
	if !hasAny(text, never) {
		return text
	}
	var sentences []string
	for sentence := range strings.SplitSeq(text, "；") {
		if left := lessOf(sentence, never, keep); left != "" {
			sentences = append(sentences, left)
		}
	}
	return strings.Join(sentences, "；")
}

func lessOf(sentence string, never, keep []string) string {
	clauses := strings.Split(sentence, "，")
	left := clauses[:0:0]
	opened := true // what opens the sentence stands
	for i, clause := range clauses {
		switch {
		case !hasAny(clause, never):
			if opened || hasAny(clause, keep) {
				left = append(left, clause)
			}
		case hasAny(clause, keep):
			return sentence
		default:
			if clause = fewer(clause, never); clause != "" {
				left = append(left, clause)
			} else if i == 0 {
				opened = false
			}
		}
	}
	return strings.Join(left, "，")
}

// fewer leaves members out of an enumeration; "" for another clause, and for one
// whose last member, which the predicate belongs to, has a word.
func fewer(clause string, never []string) string {
	members := strings.Split(clause, "、")
	if len(members) < 3 || hasAny(members[len(members)-1], never) {
		return ""
	}
	return strings.Join(slices.DeleteFunc(members, func(m string) bool { return hasAny(m, never) }), "、")
}

func hasAny(text string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) })
}
