package sheet

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"tijian/engine/change"
	"tijian/engine/changes"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/record"
)

// Decisions on a group.
const (
	Agreed   = "agreed"
	Rejected = "rejected"
)

// A Decision is what somebody says of a group.
type Decision struct {
	Decision string    `json:"decision,omitempty"` // Agreed, Rejected or "" for none yet
	Comment  string    `json:"comment,omitempty"`
	By       string    `json:"by,omitempty"`
	On       time.Time `json:"on,omitzero"`
	// Notes are comments at single changes, by their numbers from 0.
	Notes map[int]string `json:"notes,omitempty"`
}

// Said is the comment with the notes, in one text.
func (d Decision) Said() string {
	parts := []string{d.Comment}
	for _, k := range slices.Sorted(maps.Keys(d.Notes)) {
		parts = append(parts, fmt.Sprintf("[%d] %s", k+1, d.Notes[k]))
	}
	return strings.TrimSpace(strings.Join(parts, " "))
}

// Decide notes what somebody says of groups, by their ids; what is open stays as it
// was. False says that an id is none of the sheet's, and then nothing is noted.
func (s *Sheet) Decide(decisions map[string]Decision, by string, on time.Time) bool {
	found := 0
	for i := range s.Groups {
		if _, there := decisions[s.Groups[i].ID]; there {
			found++
		}
	}
	if found < len(decisions) {
		return false
	}
	for i := range s.Groups {
		g := &s.Groups[i]
		if d := decisions[g.ID]; d.Decision != "" && (d.Decision != g.Decision.Decision || d.Comment != g.Comment || by != g.By || !maps.Equal(d.Notes, g.Notes)) {
			g.Decision = Decision{d.Decision, d.Comment, by, on.Truncate(time.Second), d.Notes}
		}
	}
	return true
}

// Unsigned are the groups to which somebody has not agreed, by what was said instead.
func (s *Sheet) Unsigned(by string) (open, rejected []Group) {
	for _, g := range s.Groups {
		switch {
		case g.Decision.Decision == Rejected:
			rejected = append(rejected, g)
		case g.Decision.Decision != Agreed || g.By != by:
			open = append(open, g)
		}
	}
	return open, rejected
}

// recorded is how many changes of a group the history tells one by one.
const recorded = 40

// Record is the sheet as the history keeps it, in Chinese.
func (s *Sheet) Record() (list []record.Signed) {
	for i := range s.Groups {
		g := &s.Groups[i]
		one := record.Signed{Group: g.ID, What: g.Title.ZH, Count: len(g.Changes), Milder: g.Milder, Reason: g.Reason, Comment: g.Said(), By: g.By, On: g.On}
		for k := range g.Changes[:min(len(g.Changes), recorded)] {
			c := &g.Changes[k]
			one.Changes = append(one.Changes, strings.TrimSpace(At(c).String()+" "+What(c, problem.Chinese)+"："+changes.Altered(change.Text(c.From), change.Text(c.To))))
		}
		list = append(list, one)
	}
	return list
}

// A Signed sheet is what a file says of the groups, by their ids.
type Signed struct {
	Draft       string
	Fingerprint string
	Decisions   map[string]Decision
	Reasons     map[string]string
}

// A written sheet, its groups and their changes, as the file has them.
type written struct {
	Draft, From, Fingerprint string
	Groups                   []writtenGroup
}

type writtenGroup struct {
	ID, Title string
	Milder    bool   `yaml:",omitempty"`
	Reason    string `yaml:",omitempty"`
	Decision  string
	Comment   string
	Changes   []writtenChange
}

type writtenChange struct {
	At, What      string
	Before, After string `yaml:",omitempty"`
	Example       string `yaml:",omitempty"`
}

// head is what a written sheet says of itself.
var head = message.Phrase{
	ZH: "# 改动清单。批准的人逐组看过，decision 写 agreed（同意）或 rejected（退回），comment 写意见，\n# 再用 tijian rules release 草稿 --approve --sheet 这个文件。别的不必改；草稿改了要重新提出。\n# 提出的人可以在变轻的组里写 reason（为什么可以变轻），用 --sheet 交上。\n",
	EN: "# A change sheet. Who approves looks at each group, writes agreed or rejected as its decision, and a\n# comment, and hands it in: tijian rules release DRAFT --approve --sheet FILE. Who proposes may write a\n# reason for milder groups and hand it in with --sheet.\n",
}

// WriteYAML writes the sheet as a file to be signed; fingerprint is that of the
// draft. The error is the writer's.
func (s *Sheet) WriteYAML(w io.Writer, fingerprint, lang string) error {
	out := written{Draft: s.To, From: s.From, Fingerprint: fingerprint, Groups: []writtenGroup{}}
	for i := range s.Groups {
		g := &s.Groups[i]
		one := writtenGroup{ID: g.ID, Title: g.Title.In(lang), Milder: g.Milder, Reason: g.Reason, Decision: g.Decision.Decision, Comment: g.Comment}
		for k := range g.Changes {
			c := &g.Changes[k]
			one.Changes = append(one.Changes, writtenChange{At(c).String(), What(c, lang), change.Text(c.From), change.Text(c.To), g.Example(c, lang)})
		}
		out.Groups = append(out.Groups, one)
	}
	if _, err := io.WriteString(w, head.In(lang)); err != nil {
		return err
	}
	encoder := yaml.NewEncoder(w)
	encoder.SetIndent(2)
	return encoder.Encode(out)
}

// Read reads what a written sheet says of its groups. The error says in words for
// people what cannot be read.
func Read(data []byte) (*Signed, error) {
	var in written
	if err := yaml.NewDecoder(bytes.NewReader(data)).Decode(&in); err != nil {
		return nil, message.SheetUnreadable.Err("reason", err)
	}
	s := &Signed{Draft: in.Draft, Fingerprint: in.Fingerprint, Decisions: map[string]Decision{}, Reasons: map[string]string{}}
	for _, g := range in.Groups {
		decision, known := map[string]string{"": "", Agreed: Agreed, Rejected: Rejected, "同意": Agreed, "退回": Rejected}[strings.TrimSpace(g.Decision)]
		if !known {
			return nil, message.SheetDecision.Err("id", g.ID, "decision", g.Decision)
		}
		if _, twice := s.Decisions[g.ID]; twice {
			return nil, message.SheetTwice.Err("id", g.ID)
		}
		s.Decisions[g.ID] = Decision{Decision: decision, Comment: strings.TrimSpace(g.Comment)}
		if reason := strings.TrimSpace(g.Reason); reason != "" {
			s.Reasons[g.ID] = reason
		}
	}
	return s, nil
}

// What says what a change is about: whom or what, which field, for whom.
func What(c *change.Change[string], lang string) string {
	parts := []string{c.Title}
	if name := Subject(c); name != c.Title && name != "" {
		parts = append(parts, name)
	}
	if lang == problem.English && c.Indicator != "" {
		parts = parts[1:]
	}
	parts = append(parts, c.Namespace, c.Field, Where(c, lang))
	if c.From == nil && c.To == nil && c.Kind != "" {
		parts = append(parts, string(c.Kind))
	}
	var some []string
	for _, p := range parts {
		if p != "" {
			some = append(some, p)
		}
	}
	return strings.Join(some, " ")
}

// Example tells of somebody for whom it matters, or that nobody was tried; "" where
// it is about nobody.
func (g *Group) Example(c *change.Change[string], lang string) string {
	switch {
	case c.Example != nil:
		return fmt.Sprintf(message.Pick(lang, "%s：%s → %s", "%s: %s → %s"), c.Example.Person, c.Example.From, c.Example.To)
	case g.Untried(c):
		return message.SheetUntried.In(lang)
	}
	return ""
}

// WriteText writes the sheet for people. The error is the writer's.
func (s *Sheet) WriteText(w io.Writer, lang string) error {
	var b strings.Builder
	fmt.Fprintln(&b, message.SheetHead.With("from", message.Plain(s.From), "to", message.Plain(s.To), "groups", len(s.Groups), "changes", s.Count(), "milder", len(s.Milder())).In(lang))
	for i := range s.Groups {
		g := &s.Groups[i]
		fmt.Fprintf(&b, "\n%s\n", g.Line(lang))
		for _, note := range g.notes(lang) {
			fmt.Fprintf(&b, "  %s\n", note)
		}
		for k := range g.Changes {
			c := &g.Changes[k]
			fmt.Fprintf(&b, "  %s %s\n", At(c), What(c, lang))
			if c.From != nil {
				fmt.Fprintf(&b, "    - %s\n", *c.From)
			}
			if c.To != nil {
				fmt.Fprintf(&b, "    + %s\n", *c.To)
			}
			if e := g.Example(c, lang); e != "" {
				fmt.Fprintf(&b, "    %s\n", e)
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Line is the group in one line: its id, whether it is milder, its title, how many
// changes it has, and what gets milder.
func (g *Group) Line(lang string) string {
	id := message.Plain(g.ID)
	if g.Milder {
		var subjects []string
		for _, one := range g.MilderSubjects() {
			subjects = append(subjects, one.Name)
		}
		names := strings.Join(subjects, ", ")
		if names != "" {
			names = message.Pick(lang, "：", ": ") + names
		}
		if g.Doubtful() {
			return message.SheetDoubt.With("id", id, "title", g.Title, "count", len(g.Changes), "names", message.Plain(names)).In(lang)
		}
		return message.SheetMilder.With("id", id, "title", g.Title, "count", len(g.Changes), "names", message.Plain(names)).In(lang)
	}
	return message.SheetGroup.With("id", id, "title", g.Title, "count", len(g.Changes)).In(lang)
}

// notes are what people said of the group.
func (g *Group) notes(lang string) (list []string) {
	if g.Reason != "" {
		list = append(list, message.SheetReason.With("reason", message.Plain(g.Reason)).In(lang))
	}
	if g.Decision.Decision != "" {
		by, day := message.Plain(g.By), message.Plain(g.On.Local().Format(time.DateOnly))
		what := message.SheetAgreed.With("by", by, "day", day)
		if g.Decision.Decision == Rejected {
			what = message.SheetRejected.With("by", by, "day", day)
		}
		list = append(list, strings.TrimSpace(what.In(lang)+" "+g.Said()))
	}
	return list
}
