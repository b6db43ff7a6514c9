package impact

import (
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/change"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// A page is the report made ready for the template.
type page struct {
	*Report
	Lang        string
	Title, Lead string
	Failures    string
	Cards       []card
	People      *chart // nil when nobody is affected
	Sections    []section
	Unchanged   string
	ForIt       []string // of the persons made for the change
	Palette     []ruleset.Color
	lang        string
}

// Say gives the words in the language of the page.
func (p *page) Say(zh, en string) string { return message.Pick(p.lang, zh, en) }

// Percent writes a share.
func (p *page) Percent(share float64) string { return percent(share) }

// Answer writes a level or flag.
func (p *page) Answer(a change.Grade) string { return p.answer(a, p.lang) }

// A section is all indicators, or all risks, that change.
type section struct {
	Title  string
	Blocks []block
}

type card struct{ Number, Label, Class string }

// A block is one indicator or risk.
type block struct {
	*Subject
	Title    string // in the language of the page
	Anchor   string
	Bars     []bar
	BarsText string
	Chart    chart
	Open     bool
}

// Part is the share of all values that n are.
func (b block) Part(n int) float64 { return float64(n) / float64(b.All) }

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
	var made strings.Builder
	r.made(&made, lang)
	p := &page{Report: r, lang: lang, Lang: message.Pick(lang, "zh-CN", "en"),
		Title:     fmt.Sprintf(message.Pick(lang, "规则变更的影响：%s → %s", "What a change of rules means: %s → %s"), r.From.Version, r.To.Version),
		Lead:      fmt.Sprintf(message.Pick(lang, "同一批 %d 人的 %d 项数值，先后用两版规则评估，比较结果。", "%d persons with %d values, assessed by both versions."), r.Persons.All, r.Values),
		ForIt:     slices.DeleteFunc(strings.Split(made.String(), "\n"), func(line string) bool { return line == "" }),
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
		people := draw(r.Groups, lang, p.Say("受影响的人所占比例，按年龄和性别", "Share of persons affected, by age and sex"), 920)
		p.People = &people
	}
	for _, part := range []struct {
		title, prefix string
		subjects      []*Subject
	}{{p.Say("指标", "Indicators"), "i", r.Indicators}, {p.Say("疾病风险", "Risks"), "r", r.Risks},
		{message.Pick(lang, "新增的疾病风险（不计入受影响）", "New risks (count for no change)"), "n", r.Added}, {message.Pick(lang, "取消的疾病风险（不计入受影响）", "Removed risks (count for no change)"), "x", r.Removed}} {
		if len(part.subjects) > 0 {
			p.Sections = append(p.Sections, section{part.title, r.blocks(part.subjects, lang, part.prefix)})
		}
	}
	for code := range 6 {
		if c, ok := r.colors[code]; ok {
			p.Palette = append(p.Palette, c)
		}
	}
	return pageTemplate.Execute(w, p)
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
		b := block{Subject: s, Title: message.Pick(lang, s.Title, s.Name), Anchor: prefix + strconv.Itoa(i+1), Open: i < opened,
			BarsText: fmt.Sprintf(message.Pick(lang, "加重 %d，减轻 %d，其他 %d", "%d graver, %d milder, %d other"), s.Worse, s.Milder, others)}
		x := 0.0
		for _, part := range []struct {
			n     int
			class string
		}{{s.Worse, "worse"}, {s.Milder, "milder"}, {others, "other"}} {
			width := round(1000 * float64(part.n) / float64(most))
			b.Bars = append(b.Bars, bar{X: x, W: width, H: 16, Class: part.class})
			x = round(x + width)
		}
		b.Chart = draw(s.Groups, lang, fmt.Sprintf(message.Pick(lang, "%s：改变所占比例，按年龄和性别", "%s: share of changes, by age and sex"), b.Title), 640)
		list = append(list, b)
	}
	return list
}

func round(x float64) float64 { return math.Round(x*100) / 100 }

// draw makes columns of the share of changes by age group, men beside women.
func draw(groups []*Group, lang, title string, width float64) chart {
	const height, left, bottom, top = 200.0, 44.0, 28.0, 12.0
	c := chart{Title: title, Width: width, Height: height, Left: left, Right: width}
	peak := 0.0
	var present []Ages
	for _, g := range groups {
		if !slices.Contains(present, g.Ages) {
			present = append(present, g.Ages)
		}
		peak = max(peak, g.Share())
	}
	slices.SortFunc(present, func(a, b Ages) int { return cmp.Compare(a.From, b.From) })
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
		c.Labels = append(c.Labels, label{round(center), height - 8, age.In(lang), "middle"})
		for _, g := range groups {
			if g.Ages != age {
				continue
			}
			wide := min(34, slot*0.36)
			x := center - wide - 1
			class := "men"
			if g.Sex == Sexes[1] {
				x, class = center+1, "women"
			}
			text := fmt.Sprintf(message.Pick(lang, "%s %s：%d 中 %d（%s）", "%s %s: %[4]d of %[3]d (%[5]s)"), sexName(g.Sex, lang), age.In(lang), g.All, g.Changed, percent(g.Share()))
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
