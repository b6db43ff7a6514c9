package impact

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/text/width"

	"tijian/engine/change"
	"tijian/engine/message"
	"tijian/engine/problem"
)

// answer writes a level, or a flag by its name in the rules.
func (r *Report) answer(a change.Grade, lang string) string {
	switch {
	case a.Level == "":
		return message.Pick(lang, "不显示", "not shown")
	case a.Color >= 0:
		return a.Level
	case lang == problem.English || r.flags[a.Level] == "":
		return "flag " + a.Level
	}
	return r.flags[a.Level]
}

// move writes both answers, with colours where only they differ.
func (r *Report) move(m Move, lang string) string {
	if m.From.Level == m.To.Level {
		return fmt.Sprintf(message.Pick(lang, "%s 颜色 %d→%d", "%s colour %d→%d"), m.From.Level, m.From.Color, m.To.Color)
	}
	return r.answer(m.From, lang) + "→" + r.answer(m.To, lang)
}

func percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

// moves writes the most frequent ones.
func (r *Report) moves(s *Subject, most int, lang string) string {
	var parts []string
	for i, m := range s.Moves {
		if i == most {
			parts = append(parts, "…")
			break
		}
		parts = append(parts, fmt.Sprintf("%s %d", r.move(m, lang), m.N))
	}
	if len(parts) == 0 && s.Ideals > 0 {
		return message.Pick(lang, "只改理想范围", "ideal range only")
	}
	return strings.Join(parts, message.Pick(lang, "，", ", "))
}

// name of a subject for readers.
func (s *Subject) name(lang string) string {
	if lang == problem.English || s.Title == s.Name {
		return s.Name
	}
	return s.Title + "（" + s.Name + "）"
}

// WriteText writes tables for people. The error is the writer's.
func (r *Report) WriteText(w io.Writer, lang string) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, message.Pick(lang, "规则 %s（%s）→ %s（%s）\n", "Rules %s (%s) → %s (%s)\n"), r.From.Version, r.From.Hash, r.To.Version, r.To.Hash)
	if names := r.NotExercised(); r.Persons.Changed == 0 && len(names) > 0 { // not "0 persons": nobody was asked
		r.made(out, lang)
	}
	fmt.Fprintf(out, message.Pick(lang, "%d 人，%d 项数值；受影响 %d 人（%s），其中加重 %d 人，减轻 %d 人\n", "%d persons, %d values; %d persons are affected (%s), %d for worse, %d for milder\n"),
		r.Persons.All, r.Values, r.Persons.Changed, percent(r.Persons.Share()), r.Persons.Worse, r.Persons.Milder)
	if names := r.NotExercised(); r.Persons.Changed > 0 || len(names) == 0 {
		r.made(out, lang)
	}
	if r.Failed > 0 {
		fmt.Fprintf(out, message.Pick(lang, "%d 份请求被其中一版拒绝，没有计入：%s\n", "%d requests are refused by one of the versions and not counted: %s\n"), r.Failed, strings.Join(r.Failures.In(lang), "; "))
	}
	if r.Persons.Changed > 0 {
		groups := newTable(message.Pick(lang, "人群", "people"), message.Pick(lang, "人数", "persons"), message.Pick(lang, "受影响", "affected"), "%", message.Pick(lang, "加重", "worse"), message.Pick(lang, "减轻", "milder"))
		for _, g := range r.Groups {
			groups.row(sexName(g.Sex, lang)+" "+g.Ages.In(lang), g.All, g.Changed, percent(g.Share()), g.Worse, g.Milder)
		}
		groups.write(out)
	}
	if len(r.Cohorts) > 1 {
		t := newTable("namespace", message.Pick(lang, "人数", "persons"), message.Pick(lang, "受影响", "affected"), "%", message.Pick(lang, "加重", "worse"), message.Pick(lang, "减轻", "milder"))
		for _, s := range r.Cohorts {
			t.row(spaceName(s.Name, lang), s.All, s.Changed, percent(s.Share()), s.Worse, s.Milder)
		}
		t.write(out)
	}
	for _, part := range []struct {
		title    string
		subjects []*Subject
	}{{message.Pick(lang, "指标", "indicator"), r.Indicators}, {message.Pick(lang, "疾病风险", "risk"), r.Risks}} {
		if len(part.subjects) == 0 {
			continue
		}
		t := newTable(part.title, message.Pick(lang, "次数", "values"), message.Pick(lang, "改变", "changed"), "%", message.Pick(lang, "加重", "worse"), message.Pick(lang, "减轻", "milder"), message.Pick(lang, "主要变化", "mostly"))
		for _, s := range part.subjects {
			t.row(s.name(lang), s.All, s.Changed, percent(s.Share()), s.Worse, s.Milder, r.moves(s, 3, lang))
		}
		t.write(out)
	}
	for _, part := range []struct {
		title    string
		subjects []*Subject
	}{{message.Pick(lang, "新增的疾病风险（不计入受影响）", "new risk (counts for no change)"), r.Added}, {message.Pick(lang, "取消的疾病风险（不计入受影响）", "removed risk (counts for no change)"), r.Removed}} {
		if len(part.subjects) == 0 {
			continue
		}
		t := newTable(part.title, message.Pick(lang, "显示人次", "shown"), message.Pick(lang, "格数", "flags"))
		for _, s := range part.subjects {
			t.row(s.name(lang), s.All, r.moves(s, 5, lang))
		}
		t.write(out)
	}
	if r.Place != nil {
		r.examples(out, lang)
	}
	fmt.Fprintf(out, message.Pick(lang, "\n另有 %d 个指标没有任何改变。\n", "\n%d other indicators don't change.\n"), r.Unchanged)
	if len(r.Unseen.Namespaces) > 0 {
		fmt.Fprintf(out, message.Pick(lang, "没有重放：这些 namespace 有覆盖层，却没有一个人：%s\n", "Not replayed: these namespaces have an overlay, but there is nobody of theirs: %s\n"), strings.Join(r.Unseen.Namespaces, message.Pick(lang, "、", ", ")))
	}
	if n := len(r.Unseen.Indicators); n > 0 {
		names := r.Unseen.titles
		if lang == problem.English {
			names = r.Unseen.Indicators
		}
		names = names[:min(n, shownUnseen)]
		more := ""
		if n > shownUnseen {
			more = message.Pick(lang, "等", " and others")
		}
		fmt.Fprintf(out, message.Pick(lang, "没有重放：%d 个指标没有一项数值，改动对它们意味着什么，这里看不出：%s%s\n", "Not replayed: %d indicators have no value, and what a change means for them is not seen here: %s%s\n"), n, strings.Join(names, message.Pick(lang, "、", ", ")), more)
	}
	return out.Flush()
}

// NotExercised are the indicators that the versions have otherwise and of which
// no person of the population has a value: that nobody is affected says nothing of
// them.
func (r *Report) NotExercised() []string {
	if r.Made == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(r.Made.Indicators), func(name string) bool { return !slices.Contains(r.Unseen.Indicators, name) })
}

// made tells of the persons made for the change.
func (r *Report) made(w io.Writer, lang string) {
	m := r.Made
	if m == nil || m.Rows+m.Flags == 0 {
		return
	}
	comma := message.Pick(lang, "、", ", ")
	if names := r.NotExercised(); len(names) > 0 {
		fmt.Fprintf(w, message.Pick(lang, "这些人里没有试到：改动所及的 %d 个指标没有一项数值（%s），他们受不受影响要看下面按改动造的人\n", "Not exercised by these persons: %d changed indicators have no value (%s); see the persons made for the change\n"), len(names), strings.Join(names, comma))
	}
	fmt.Fprintf(w, message.Pick(lang, "按改动造的人：只有一版有的 %d 行里试到 %d 行，每行各界限的两边都有；造了 %d 人（孩子 %d，孕妇 %d，有病的 %d，几天前的结果 %d），结果变了 %d 人（加重 %d，减轻 %d），结果没变而话变了 %d 人\n",
		"Persons made for the change: of %d rows that only one version has, %d were tried, on both sides of their bounds; %d persons (children %d, pregnant %d, with a disease %d, with earlier results %d), of whom %d have another answer (worse %d, milder %d), and %d other words with the same answer\n"),
		m.Rows, m.Tried, m.Persons.All, m.Children, m.Pregnant, m.Sick, m.Late, m.Persons.Changed, m.Persons.Worse, m.Persons.Milder, m.Reworded)
	if b := m.Borrowed; b.All > 0 {
		fmt.Fprintf(w, message.Pick(lang, "其中没有自己的表、借用别的年龄的表的孩子 %d 人，结果变了 %d 人（加重 %d，减轻 %d）\n", "Of these, children without a table, told by that of another age: %d, of whom %d have another answer (worse %d, milder %d)\n"), b.All, b.Changed, b.Worse, b.Milder)
	}
	if m.Flags > 0 {
		fmt.Fprintf(w, message.Pick(lang, "风险的格数有 %d 处不同，造出了其中 %d 处的人\n", "Risks flag %d groups of persons otherwise; a person was made for %d of them\n"), m.Flags, m.FlagsTried)
	}
	if n := len(m.Places); n > 0 {
		fmt.Fprintf(w, message.Pick(lang, "没有试到的行：%s\n", "Rows not exercised: %s\n"), strings.Join(m.Places[:min(n, shownUnseen)], comma))
	}
}

// examples names one request for each of the most frequent changes.
func (r *Report) examples(w io.Writer, lang string) {
	t := newTable(message.Pick(lang, "例", "example"), message.Pick(lang, "变化", "change"), message.Pick(lang, "请求", "request"))
	found := false
	for _, s := range slices.Concat(r.Indicators, r.Risks) {
		for _, m := range s.Moves[:min(3, len(s.Moves))] {
			t.row(s.name(lang), r.move(m, lang), r.Place(m.First))
			found = true
		}
	}
	if found {
		t.write(w)
	}
}

// shownUnseen is how many indicators without a value are named for people.
const shownUnseen = 10

func spaceName(name, lang string) string {
	if name == "" {
		return message.Pick(lang, "基本规则", "base rules")
	}
	return name
}

// A table is columns of text that stand below each other whatever the width of
// their characters, and wherever the program runs: the first and last to the
// left, the others, which are numbers, to the right.
type table struct{ rows [][]string }

func newTable(header ...any) *table {
	t := &table{}
	t.row(header...)
	return t
}

func (t *table) row(cells ...any) {
	texts := make([]string, len(cells))
	for i, c := range cells {
		texts[i] = fmt.Sprint(c)
	}
	t.rows = append(t.rows, texts)
}

// columns is how wide a text is on a terminal.
func columns(text string) int {
	n := 0
	for _, r := range text {
		switch width.LookupRune(r).Kind() {
		case width.EastAsianWide, width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}

// numbers reports whether a column holds numbers.
func (t *table) numbers(column int) bool {
	last := t.rows[len(t.rows)-1][column]
	return column > 0 && strings.Trim(last, "0123456789. %") == ""
}

func (t *table) write(w io.Writer) {
	widths := make([]int, len(t.rows[0]))
	for _, row := range t.rows {
		for i, text := range row {
			widths[i] = max(widths[i], columns(text))
		}
	}
	fmt.Fprintln(w)
	for k, row := range t.rows {
		var line strings.Builder
		for i, text := range row {
			blank := strings.Repeat(" ", widths[i]-columns(text))
			if i > 0 {
				line.WriteString("   ")
			}
			if t.numbers(i) {
				line.WriteString(blank + text)
			} else {
				line.WriteString(text + blank)
			}
		}
		fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
		if k == 0 {
			total := 3 * (len(widths) - 1)
			for _, n := range widths {
				total += n
			}
			fmt.Fprintln(w, strings.Repeat("-", total))
		}
	}
}
