package impact

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"strconv"

	"tijian/engine/message"
	"tijian/engine/problem"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// A page is the report made ready for the template.
type page struct {
	Lang        string
	Title, Lead string
	W           words
	From, To    Version
	Failures    string
	Cards       []card
	People      *chart // nil when nobody is affected
	Sections    []section
	Unchanged   string
	Palette     []swatch
}

// A section is all indicators, or all risks, that change.
type section struct {
	W      words
	Title  string
	Blocks []block
}

// words of the page in its language.
type words struct {
	ByPeople, Indicators, Risks, Name, Values, Changed, Worse, Milder, Other, From, To, Men, Women, Ideals, Nothing, Note string
}

type card struct{ Number, Label, Class string }

// A swatch is a colour of the rules, for the style sheet.
type swatch struct {
	Code int
	Hex  string
}

// A block is one indicator or risk.
type block struct {
	W            words
	Name, Title  string
	Anchor       string
	All, Changed int
	Share        string
	Ideals       int
	Bars         []bar
	BarsText     string
	Moves        []moveRow
	Chart        chart
	Open         bool
}

type moveRow struct {
	From, To         string
	FromChip, ToChip string
	N                int
	Share            string
}

// A bar of a chart, in the units of its view box.
type bar struct {
	X, Y, W, H float64
	Class      string
	Title      string
}

type label struct {
	X, Y   float64
	Text   string
	Anchor string
}

// A chart of columns: the share of changes by age, men beside women.
type chart struct {
	Title, Text   string
	Width, Height float64
	Bars          []bar
	Labels        []label
	Lines         []float64 // heights of the grid
	Left, Right   float64
}

// WriteHTML writes one page that needs nothing else: no script, no font, no
// address. The same report gives the same bytes. The error is the writer's.
func (r *Report) WriteHTML(w io.Writer, lang string) error {
	if lang != problem.English {
		lang = problem.Chinese
	}
	p := page{Lang: map[string]string{problem.Chinese: "zh-CN", problem.English: "en"}[lang], W: wordsOf(lang), From: r.From, To: r.To,
		Title:     fmt.Sprintf(message.Pick(lang, "规则变更的影响：%s → %s", "What a change of rules means: %s → %s"), r.From.Version, r.To.Version),
		Lead:      fmt.Sprintf(message.Pick(lang, "同一批 %d 人的 %d 项数值，先后用两版规则评估，比较结果。", "%d persons with %d values, assessed by both versions."), r.Persons.All, r.Values),
		Unchanged: fmt.Sprintf(message.Pick(lang, "另有 %d 个指标没有任何改变。", "%d other indicators don't change."), r.Unchanged),
	}
	p.Cards = []card{
		{strconv.Itoa(r.Persons.Changed), fmt.Sprintf(message.Pick(lang, "人受影响（%s）", "persons affected (%s)"), percent(r.Persons.Share())), ""},
		{strconv.Itoa(r.Persons.Worse), message.Pick(lang, "人有结果加重", "with something graver"), "worse"},
		{strconv.Itoa(r.Persons.Milder), message.Pick(lang, "人有结果减轻", "with something milder"), "milder"},
		{strconv.Itoa(len(r.Indicators)), message.Pick(lang, "个指标有改变", "indicators change"), ""},
		{strconv.Itoa(len(r.Risks)), message.Pick(lang, "项疾病风险有改变", "risks change"), ""},
	}
	if r.Failed > 0 {
		p.Failures = fmt.Sprintf(message.Pick(lang, "%d 份请求被其中一版拒绝，没有计入。", "%d requests are refused by one of the versions and not counted."), r.Failed)
	}
	if r.Persons.Changed > 0 {
		people := draw(r.Groups, lang, p.W.ByPeople, 920)
		p.People = &people
	}
	for _, part := range []struct {
		title, prefix string
		subjects      []*Subject
	}{{p.W.Indicators, "i", r.Indicators}, {p.W.Risks, "r", r.Risks},
		{message.Pick(lang, "新增的疾病风险（不计入受影响）", "New risks (count for no change)"), "n", r.Added}, {message.Pick(lang, "取消的疾病风险（不计入受影响）", "Removed risks (count for no change)"), "x", r.Removed}} {
		if len(part.subjects) > 0 {
			p.Sections = append(p.Sections, section{p.W, part.title, r.blocks(part.subjects, lang, part.prefix)})
		}
	}
	for code := range 6 {
		if c, ok := r.colors[code]; ok {
			p.Palette = append(p.Palette, swatch{code, c.Hex})
		}
	}
	return pageTemplate.Execute(w, p)
}

func wordsOf(lang string) words {
	if lang == problem.English {
		return words{
			ByPeople: "Share of persons affected, by age and sex", Indicators: "Indicators", Risks: "Risks", Name: "name", Values: "values", Changed: "changed",
			Worse: "graver", Milder: "milder", Other: "other", From: "from", To: "to", Men: "men", Women: "women", Ideals: "other ideal range",
			Nothing: "Nobody is affected.", Note: "“Other” are answers that are new, no more given, or as grave as before.",
		}
	}
	return words{
		ByPeople: "受影响的人所占比例，按年龄和性别", Indicators: "指标", Risks: "疾病风险", Name: "名称", Values: "次数", Changed: "改变",
		Worse: "加重", Milder: "减轻", Other: "其他", From: "原来", To: "现在", Men: "男", Women: "女", Ideals: "理想范围改变",
		Nothing: "没有人受影响。", Note: "“其他”指新给出、不再给出，或轻重不变的结果。",
	}
}

// opened is how many blocks show their details at first.
const opened = 3

func (r *Report) blocks(subjects []*Subject, lang, prefix string) []block {
	most := 1
	for _, s := range subjects {
		most = max(most, s.Changed)
	}
	var list []block
	for i, s := range subjects {
		others := s.Changed - s.Worse - s.Milder
		b := block{W: wordsOf(lang), Name: s.Name, Title: s.Title, Anchor: prefix + strconv.Itoa(i+1), All: s.All, Changed: s.Changed, Share: percent(s.Share()), Ideals: s.Ideals, Open: i < opened,
			BarsText: fmt.Sprintf(message.Pick(lang, "加重 %d，减轻 %d，其他 %d", "%d graver, %d milder, %d other"), s.Worse, s.Milder, others)}
		if lang == problem.English {
			b.Title = s.Name
		}
		x := 0.0
		for _, part := range []struct {
			n     int
			class string
		}{{s.Worse, "worse"}, {s.Milder, "milder"}, {others, "other"}} {
			width := round(1000 * float64(part.n) / float64(most))
			b.Bars = append(b.Bars, bar{X: x, W: width, H: 16, Class: part.class})
			x = round(x + width)
		}
		for _, m := range s.Moves {
			b.Moves = append(b.Moves, moveRow{From: r.answer(m.From, lang), To: r.answer(m.To, lang), FromChip: chip(m.From), ToChip: chip(m.To), N: m.N, Share: percent(float64(m.N) / float64(s.All))})
		}
		b.Chart = draw(s.Groups, lang, fmt.Sprintf(message.Pick(lang, "%s：改变所占比例，按年龄和性别", "%s: share of changes, by age and sex"), b.Title), 640)
		list = append(list, b)
	}
	return list
}

// chip is the class that colours an answer.
func chip(a Answer) string {
	if a.Color < 0 {
		return "flag"
	}
	return "c" + strconv.Itoa(a.Color)
}

func round(x float64) float64 { return math.Round(x*100) / 100 }

// draw makes columns of the share of changes by age group, men beside women.
func draw(groups []*Group, lang, title string, width float64) chart {
	const height, left, bottom, top = 200.0, 44.0, 28.0, 12.0
	c := chart{Title: title, Width: width, Height: height, Left: left, Right: width}
	peak := 0.0
	var present []int
	for i := range AgeGroups {
		for _, g := range groups {
			if g.Age == i {
				present = append(present, i)
				break
			}
		}
	}
	for _, g := range groups {
		peak = max(peak, g.Share())
	}
	ceiling := nice(peak)
	y := func(share float64) float64 { return round(height - bottom - share/ceiling*(height-bottom-top)) }
	for k := range 5 {
		share := ceiling * float64(k) / 4
		c.Lines = append(c.Lines, y(share))
		c.Labels = append(c.Labels, label{left - 6, y(share) + 4, strconv.FormatFloat(round(100*share), 'f', -1, 64) + " %", "end"})
	}
	slot := (width - left) / float64(max(1, len(present)))
	for k, age := range present {
		center := left + slot*(float64(k)+0.5)
		c.Labels = append(c.Labels, label{round(center), height - 8, ages(age, lang), "middle"})
		for _, g := range groups {
			if g.Age != age {
				continue
			}
			wide := min(34, slot*0.36)
			x := center - wide - 1
			class := "men"
			if g.Sex == Sexes[1] {
				x, class = center+1, "women"
			}
			text := fmt.Sprintf(message.Pick(lang, "%s %s：%d 中 %d（%s）", "%s %s: %[4]d of %[3]d (%[5]s)"), sexName(g.Sex, lang), ages(age, lang), g.All, g.Changed, percent(g.Share()))
			c.Bars = append(c.Bars, bar{round(x), y(g.Share()), round(wide), round(height - bottom - y(g.Share())), class, text})
			c.Text += text + message.Pick(lang, "；", "; ")
		}
	}
	return c
}

// nice is the next round number from a share upwards.
func nice(share float64) float64 {
	if share <= 0 {
		return 0.01
	}
	step := math.Pow(10, math.Floor(math.Log10(share)))
	for _, m := range []float64{1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6, 8, 10} {
		if share <= m*step {
			return m * step
		}
	}
	return 10 * step
}
