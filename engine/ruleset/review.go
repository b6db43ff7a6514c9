package ruleset

import (
	"iter"
	"slices"
	"strings"
	"time"

	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// A Review is who signed a table or risk, and when. Of is the fingerprint of what
// was signed, by which it is known that it was changed since; "" where none was
// written down.
type Review struct {
	By string          `yaml:"by,required"`
	On strictyaml.Text `yaml:"on,required"`
	Of string          `yaml:"of"`
}

// reviewed checks the day of a signature.
func (l *loader) reviewed(r *Review) *Review {
	if r == nil {
		return nil
	}
	if _, err := time.Parse(time.DateOnly, r.On.Value); err != nil && r.On.Set() {
		l.list.Add(message.ReviewDate.At(r.On.At, "date", r.On.Value))
	}
	return r
}

// What a row may do otherwise than its level asks, when somebody answers for it.
const (
	OwnColor       = "color"       // a milder one
	OwnRecheck     = "recheck"     // a later one
	OwnAct         = "act"         // a later one, more than a step from its neighbour's, or other words for it
	OwnDirection   = "direction"   // words of the other one
	OwnReassurance = "reassurance" // words that reassure of what alarms
	OwnWords       = "words"       // words that its company does not have
)

var deliberates = []string{OwnColor, OwnRecheck, OwnAct, OwnDirection, OwnReassurance, OwnWords}

// Deliberate says why a row does otherwise than its level asks, and who answers
// for it.
type Deliberate struct {
	What   []string        `yaml:"what,required"`
	Reason string          `yaml:"reason,required"`
	By     string          `yaml:"by,required"`
	On     strictyaml.Text `yaml:"on,required"`
	At     problem.Place
}

// Covers reports whether somebody answers for one of the things above.
func (d *Deliberate) Covers(what string) bool { return d != nil && slices.Contains(d.What, what) }

// String is all of it, "" for none.
func (d *Deliberate) String() string {
	if d == nil {
		return ""
	}
	return strings.Join(d.What, " ") + ": " + d.Reason + " (" + d.By + " " + d.On.Value + ")"
}

func (l *loader) deliberate(d *Deliberate) *Deliberate {
	if d == nil {
		return nil
	}
	for _, what := range d.What {
		if !slices.Contains(deliberates, what) {
			l.list.Add(message.UnknownDeliberate.At(d.At, "text", what, "known", deliberates))
		}
	}
	if _, err := time.Parse(time.DateOnly, d.On.Value); err != nil && d.On.Set() {
		l.list.Add(message.ReviewDate.At(d.On.At, "date", d.On.Value))
	}
	return d
}

// Deliberates lists what rows do otherwise on purpose.
func (s *Set) Deliberates() iter.Seq[*Deliberate] {
	return func(yield func(*Deliberate) bool) {
		for t := range s.EveryTable() {
			for _, r := range t.Rows {
				if r.Deliberate != nil && !yield(r.Deliberate) {
					return
				}
			}
		}
		for _, r := range s.EveryRiskRow() {
			if r.Deliberate != nil && !yield(r.Deliberate) {
				return
			}
		}
	}
}
