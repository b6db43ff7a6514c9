package ruleset

import (
	"slices"
	"strings"

	"tijian/engine/dictionary"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// A Pattern is what results mean together. Once its risk reaches FromFlag, the
// abnormal results of its members say so in their tips, and the summary tells the
// pattern in their place.
type Pattern struct {
	FromFlag int
	Members  []*Member
	// Never are words that no text of the answer may say where it is found, but of
	// results that are more urgent: the clause that has one is left out.
	Never []string
	// Over are risks that the pattern says already: they lead nothing where it is
	// found, unless they are more urgent.
	Over []string
	At   problem.Place
}

// A Member is a result that a pattern explains.
type Member struct {
	Indicator *dictionary.Indicator
	Direction string // first letter of the levels that are meant: L, H, A; "" for all
	// Tip and Hint stand in place of those of the row, an ideal one's, too, unless
	// it is more urgent than the pattern; "" for the row's, the pattern behind it.
	Tip, Hint string
}

// Fits reports whether a row of the member is one that the pattern explains: an
// abnormal one, or, where it has words of its own, any.
func (m *Member) Fits(r *Row) bool {
	level := r.Level
	return (level.Severity > 0 || m.Tip != "") && (m.Direction == "" || level.ID[:1] == m.Direction)
}

// MemberOf finds what a pattern says of a row of an indicator; nil for nothing.
func (p *Pattern) MemberOf(indicator string, r *Row) *Member {
	for _, m := range p.Members {
		if m.Indicator.Name == indicator && m.Fits(r) {
			return m
		}
	}
	return nil
}

// Has reports whether an indicator is a member; of no pattern none is.
func (p *Pattern) Has(i *dictionary.Indicator) bool {
	return p != nil && slices.ContainsFunc(p.Members, func(m *Member) bool { return m.Indicator == i })
}

type patternEntry struct {
	FromFlag int               `yaml:"from_flag"`
	Members  []strictyaml.Text `yaml:"members"`
	Instead  []*insteadEntry   `yaml:"instead"`
	Never    []string          `yaml:"never"`
	Over     []strictyaml.Text `yaml:"over"`
	At       problem.Place
}

type insteadEntry struct {
	Of   []strictyaml.Text `yaml:"of,required"`
	Tip  strictyaml.Text   `yaml:"tip,required"`
	Hint strictyaml.Text   `yaml:"hint"`
}

// leadingFlag is from how many bars on a pattern leads, where it does not say.
const leadingFlag = 2

func (l *loader) pattern(e *patternEntry) *Pattern {
	if e == nil {
		return nil
	}
	p := &Pattern{FromFlag: e.FromFlag, Never: e.Never, At: e.At}
	if p.FromFlag == 0 {
		p.FromFlag = leadingFlag
	}
	for _, i := range e.Instead {
		if i != nil {
			for _, text := range i.Of {
				if m := l.member(text); m != nil {
					m.Tip, m.Hint = l.told(i.Tip), l.told(i.Hint)
					p.Members = append(p.Members, m)
				}
			}
		}
	}
	for _, text := range e.Members {
		if m := l.member(text); m != nil {
			p.Members = append(p.Members, m)
		}
	}
	for _, text := range e.Over {
		p.Over = append(p.Over, text.Value)
	}
	if len(p.Members) == 0 {
		l.list.Add(message.PatternOfNone.At(e.At))
	}
	return p
}

// member reads the name of an indicator, with a direction behind it or not; nil for
// one that the dictionary has not.
func (l *loader) member(text strictyaml.Text) *Member {
	name, direction, _ := strings.Cut(text.Value, " ")
	if direction != "" && !slices.Contains([]string{"L", "H", "A"}, direction) {
		l.list.Add(message.PatternDirection.At(text.At, "word", direction))
	}
	i := l.indicator(strictyaml.Text{Value: name, At: text.At})
	if i == nil {
		return nil
	}
	return &Member{Indicator: i, Direction: direction}
}

// patterns holds the risks that patterns are said to be over against those there
// are.
func (l *loader) patterns() {
	for _, e := range l.risks {
		if e.Pattern == nil {
			continue
		}
		for _, text := range e.Pattern.Over {
			if _, ok := l.riskIDs[text.Value]; !ok || text.Value == e.ID.Value {
				l.unknownRisk(text)
			}
		}
	}
}

// shownWith lists the patterns of which an indicator is a member.
func (l *loader) shownWith(indicator *dictionary.Indicator, listed []string) []string {
	for _, r := range l.set.Risks {
		if r.Pattern.Has(indicator) && !slices.Contains(listed, r.ID) {
			listed = append(listed, r.ID)
		}
	}
	return listed
}
