package mutate

import (
	"bufio"
	"fmt"
	"io"
	"path"

	"tijian/engine/change"
	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/problem"
)

// titles of the kinds.
var titles = map[Kind]message.Phrase{
	Bound: {ZH: "界限移一格", EN: "bound moved one step"}, Side: {ZH: "界限归另一边", EN: "bound to the other side"},
	Constant: {ZH: "一处数字移一格", EN: "one number moved"}, Operator: {ZH: "一处比较符号", EN: "one operator"},
	Word: {ZH: "性别或是否颠倒", EN: "word turned round"}, Negated: {ZH: "整个适用条件取反", EN: "guard negated"},
	Level: {ZH: "相邻两行级别对调", EN: "levels swapped"}, Dropped: {ZH: "删去一行", EN: "row dropped"}, Factor: {ZH: "换算系数差十倍", EN: "factor of ten"}, Step: {ZH: "单位的分档移动或删去", EN: "step of a unit moved or left out"},
}

func (k Kind) title(lang string) string { return titles[k].In(lang) }

func (r *Report) place(m *Mutant) string {
	at, root := m.At, r.Root
	if m.Kind == Factor || m.Kind == Step {
		root = r.Words
	}
	at.File = path.Join(root, at.File)
	return at.String()
}

// WriteText writes the score, counts by kind, and every survivor with the case
// that would find it. Those that rules check refuses are counted only; they
// are in the JSON. The error is the writer's.
func (r *Report) WriteText(w io.Writer, lang string) error {
	out := bufio.NewWriter(w)
	shown := 0
	for i := range r.Survivors {
		if m := &r.Survivors[i]; m.Refused == "" {
			shown++
			fmt.Fprintf(out, "%s: %s %s%s%s → %s\n", r.place(m), m.name(lang), m.Kind.title(lang), message.Pick(lang, "：", ": "), m.From, m.now(lang))
			fmt.Fprintf(out, "    %s\n", m.caseText(lang))
		}
	}
	if shown > 0 {
		fmt.Fprintln(out)
	}
	for _, k := range Kinds {
		if t := r.ByKind[k]; t.Mutants > 0 {
			fmt.Fprintf(out, message.Pick(lang, "%6d 个，用例发现 %d，check 拒绝 %d，两者都没发现 %d　%s\n", "%6d mutants, %d found by suites, %d refused by check, %d by neither  %s\n"), t.Mutants-t.Equivalent-t.TextOnly, t.Killed, t.Refused, t.Escaped, k.title(lang))
		}
	}
	t := &r.Total
	fmt.Fprintf(out, message.Pick(lang, "共 %d 处变异；%d 处不改变任何结果，%d 处只改文字；其余 %d 处中用例发现 %d 处，得分 %.1f %%；连同 rules check 拒绝的为 %.1f %%，%d 处可能无人察觉地上线。\n",
		"%d mutants; %d change no answer, %d change texts only; suites find %[5]d of the other %[4]d, score %.1f %%; with those that rules check refuses %.1f %%, and %d could go live unnoticed.\n"),
		t.Mutants, t.Equivalent, t.TextOnly, t.Killed+t.Survived, t.Killed, 100*t.Score(), 100*t.Safety(), t.Escaped)
	if t.Unproved > 0 {
		fmt.Fprintf(out, message.Pick(lang, "其中 %d 处可能并不改变任何结果。\n", "%d of these may change no answer.\n"), t.Unproved)
	}
	if r.Skipped > 0 {
		fmt.Fprintf(out, message.Pick(lang, "%d 例用例在现行规则下就不通过，没有用上。\n", "%d cases fail with the rules as they are and were left out.\n"), r.Skipped)
	}
	return out.Flush()
}

func (m *Mutant) name(lang string) string {
	if lang == problem.English {
		return m.Subject
	}
	return m.Title + "（" + m.Subject + "）"
}

func (m *Mutant) now(lang string) string {
	if m.Kind == Dropped {
		return message.Pick(lang, "删去", "dropped")
	}
	return m.To
}

var unproved = message.Phrase{ZH: "无法逐格证明，可能并不改变结果", EN: "not proved cell by cell, perhaps no answer changes"}

func (m *Mutant) caseText(lang string) string {
	c := m.Case
	switch {
	case c == nil:
		return unproved.In(lang)
	case c.conversion != "":
		return fmt.Sprintf(message.Pick(lang, "能发现它的用例：%s", "found by: %s"), c.conversion)
	case c.person != nil:
		return fmt.Sprintf(message.Pick(lang, "能发现它的用例：%s，flag 现为 %s，变异后 %s", "found by: %s, flag now %s, then %s"), c.Text(lang), flag(c.person.now, lang), flag(c.person.got, lang))
	case c.risk != nil:
		return fmt.Sprintf(message.Pick(lang, "%s：%s；试了 %d 人没有发现差别，可能前面的规则总是先答", "%s: %s; no difference among %d persons, perhaps an earlier rule always answers"), c.Text(lang), change.Flags(c.risk, lang), 2*tries)
	case c.space == nil:
		return unproved.In(lang)
	case c.Ideal:
		return fmt.Sprintf(message.Pick(lang, "能发现它的用例：%s 的理想范围", "found by: the ideal range for %s"), c.Text(lang))
	}
	now, got := c.Now.Level, c.Got.Level
	if now == got {
		now, got = fmt.Sprintf(message.Pick(lang, "%s（颜色 %d）", "%s (colour %d)"), now, c.Now.Color), fmt.Sprintf(message.Pick(lang, "%s（颜色 %d）", "%s (colour %d)"), got, c.Got.Color)
	}
	return fmt.Sprintf(message.Pick(lang, "能发现它的用例：%s，现为 %s，变异后 %s", "found by: %s, now %s, then %s"), c.Text(lang), now, got)
}

func flag(f, lang string) string {
	if f == "" {
		return message.Pick(lang, "无", "none")
	}
	return f
}

type jsonTally struct {
	Tally
	Score  float64 `json:"score"`
	Safety float64 `json:"safety"`
}

func (t *Tally) json() jsonTally { return jsonTally{*t, t.Score(), t.Safety()} }

type jsonCase struct {
	Text   string         `json:"text"`
	Inputs map[string]any `json:"inputs,omitempty"`
	Now    string         `json:"now,omitempty"`
	Got    string         `json:"got"`
}

type jsonMutant struct {
	Kind     Kind      `json:"kind"`
	Subject  string    `json:"subject"`
	At       string    `json:"at"`
	From     string    `json:"from"`
	To       string    `json:"to"`
	Refused  string    `json:"refused_by_check,omitempty"`
	Unproved bool      `json:"unproved,omitempty"`
	Case     *jsonCase `json:"case,omitempty"`
}

// WriteJSON writes counts and survivors for machines. The error is the
// writer's.
func (r *Report) WriteJSON(w io.Writer) error {
	kinds := map[Kind]jsonTally{}
	for k, t := range r.ByKind {
		kinds[k] = t.json()
	}
	survivors := make([]jsonMutant, 0, len(r.Survivors))
	for i := range r.Survivors {
		m := &r.Survivors[i]
		j := jsonMutant{m.Kind, m.Subject, r.place(m), m.From, m.To, m.Refused, m.Unproved, nil}
		if c := m.Case; c != nil {
			j.Case = &jsonCase{c.Text(problem.Chinese), c.Inputs(), c.Now.Level, c.Got.Level}
			switch {
			case c.person != nil:
				j.Case.Now, j.Case.Got = flag(c.person.now, problem.English), flag(c.person.got, problem.English)
			case c.risk != nil:
				j.Case.Got = change.Flags(c.risk, problem.English)
			}
		}
		survivors = append(survivors, j)
	}
	return jsontree.WriteIndented(w, map[string]any{
		"version": r.Version, "hash": r.Hash, "total": r.Total.json(), "kinds": kinds, "skipped_cases": r.Skipped, "survivors": survivors,
	})
}
