package page

import (
	"image/color"
	"maps"
	"strconv"
	"strings"
)

// freeHeads are the words above columns, in several tongues of hospitals.
var freeHeads = map[string][]string{
	colName: {"项目", "检验项目", "项目名称", "指标"}, colCode: {"英文", "缩写", "代号", "代码"}, colResult: {"结果", "检测值", "测定值", "检验结果"},
	colUnit: {"单位"}, colReference: {"参考范围", "参考值", "参考区间", "正常范围"}, colFlag: {"提示", "标志", "状态", "异常"},
	colMethod: {"方法", "检测方法"},
}

const colMethod = "method"

// flagWords mark a result, by the form of marks and by what the truth says.
var flagWords = map[string]map[string]string{
	"arrow":  {"H": "↑", "L": "↓", "A": "↑"},
	"letter": {"H": "H", "L": "L", "A": "*"},
	"word":   stateWords,
	"chip":   stateWords,
}

var stateWords = map[string]string{"H": "偏高", "L": "偏低", "A": "异常", "": "正常"}

// head is the word above a column.
func (f *free) head(column string) string {
	return freeHeads[column][f.style.Spelling%len(freeHeads[column])]
}

// field gives what a row prints of an entry, by column.
func (f *free) field(e *entry) map[string]string {
	cells := maps.Clone(e.cells)
	code := cells[colCode]
	if strings.Contains(cells[colName], "(") || code == "" || !f.is("code", "column") && !f.is("code", "below") {
		cells[colCode] = ""
	}
	if f.is("code", "brackets") && code != "" && !strings.Contains(cells[colName], "(") {
		cells[colName] += "(" + code + ")"
	}
	if f.is("unit", "name") && cells[colUnit] != "" {
		cells[colName] += "(" + cells[colUnit] + ")"
	}
	if f.is("unit", "name") || f.is("unit", "none") {
		cells[colUnit] = ""
	}
	if f.is("range", "none") {
		cells[colReference] = ""
	}
	if flag := e.truths[0].Flag; flag != "" || f.is("flag", "word") || f.is("flag", "chip") {
		cells[colFlag] = flagWords[f.chosen["flag"]][flag]
	}
	return cells
}

// nameRuns are the lines of a name, none much wider than given; 0 for one line.
func (f *free) nameRuns(text string, wide float64) [][]run {
	pen := f.pen(f.base, f.ink, f.is("bold", "names"))
	var lines [][]run
	rest := []rune(text)
	for len(rest) > 0 {
		n := len(rest)
		for n > 2 && wide > 0 && f.canvas.Width(string(rest[:n]), pen) > wide {
			n--
		}
		lines = append(lines, []run{{text: string(rest[:n]), pen: pen, column: colName}})
		rest = rest[n:]
	}
	return lines
}

func (f *free) ratio() float64 {
	v, _ := strconv.ParseFloat(f.chosen["ratio"], 64)
	return v
}

// resultRuns is the result with what is glued to it, but no arrow that has a column of its own.
func (f *free) resultRuns(e *entry, cells map[string]string, own bool) []run {
	ink := f.ink
	if flag := e.truths[0].Flag; flag != "" && !f.is("flag", "none") && !f.is("flag", "letter") {
		ink = map[string]color.Color{"H": color.RGBA{214, 40, 40, 255}, "L": color.RGBA{30, 110, 220, 255}, "A": color.RGBA{214, 40, 40, 255}}[flag]
	}
	runs := []run{{text: cells[colResult], pen: f.pen(f.base*f.ratio(), ink, f.is("bold", "values")), column: colResult}}
	small := f.pen(f.base*(0.75+0.25*min(1, 1/f.ratio())), f.weak, false)
	if f.is("flag", "arrow") && !own && cells[colFlag] != "" {
		runs = append(runs, run{text: cells[colFlag], pen: f.pen(f.base*f.ratio()*0.9, ink, false)})
	}
	if f.is("unit", "glued") && cells[colUnit] != "" {
		runs = append(runs, run{text: " " + cells[colUnit], pen: small})
	}
	if f.is("range", "bracket") && cells[colReference] != "" {
		runs = append(runs, run{text: " (" + cells[colReference] + ")", pen: small})
	}
	return runs
}

// small is a line of lesser print, none for no text.
func (f *free) small(text string) [][]run {
	if text == "" {
		return nil
	}
	return [][]run{{{text: text, pen: f.pen(f.base*0.8, f.weak, false)}}}
}

func (f *free) rangeRun(text string) []run {
	pen := f.pen(f.base*0.85, f.weak, false)
	if f.is("range", "label") || f.is("range", "below") && f.style.Spelling%2 == 0 {
		text = []string{"参考值：", "参考范围: ", "参考 ", "正常范围："}[f.style.Spelling%4] + text
	}
	return []run{{text: text, pen: pen}}
}

func (f *free) flagRun(e *entry, text string) []run {
	if text == "" {
		return nil
	}
	r := run{text: text, pen: f.pen(f.base*0.85, f.weak, false)}
	if e.truths[0].Flag != "" {
		r.pen.Ink = color.RGBA{214, 40, 40, 255}
	}
	if f.is("flag", "chip") {
		r.chip = map[bool]color.Color{true: color.RGBA{226, 60, 50, 255}, false: color.RGBA{60, 170, 100, 255}}[e.truths[0].Flag != ""]
		r.pen.Ink = color.White
	}
	return []run{r}
}

// alignment is that of results: 0 left, 0.5 middle, 1 right.
func (f *free) alignment() float64 {
	return map[string]float64{"middle": 0.5, "right": 1}[f.chosen["align"]]
}

// earlierCell holds a result of another day.
func (f *free) earlierCell(e *entry) *cell {
	return &cell{entry: e, align: f.alignment(), lines: [][]run{{{text: f.earlier(e), pen: f.pen(f.base, f.ink, false)}}}}
}

// earlier is a result of another day.
func (f *free) earlier(e *entry) string {
	v, err := strconv.ParseFloat(e.truths[0].Printed, 64)
	if err != nil {
		return e.truths[0].Printed
	}
	_, decimals, _ := strings.Cut(e.truths[0].Printed, ".")
	return strconv.FormatFloat(v*(0.8+0.4*f.rng.Float64()), 'f', len(decimals), 64)
}

// cellOf makes the cell of a column; own tells that flags have one.
func (f *free) cellOf(e *entry, column string, wide float64, own bool) *cell {
	cells := f.field(e)
	c := &cell{entry: e}
	plain := f.pen(f.base, f.ink, false)
	switch column {
	case colName:
		c.lines = f.nameRuns(cells[colName], wide)
		if f.is("code", "below") {
			c.lines = append(c.lines, f.small(cells[colCode])...)
		}
		if f.is("range", "below") && cells[colReference] != "" {
			c.lines = append(c.lines, f.rangeRun(cells[colReference]))
		}
	case colResult:
		c.lines = [][]run{f.resultRuns(e, cells, own)}
		if f.is("unit", "below") {
			c.lines = append(c.lines, f.small(cells[colUnit])...)
		}
		c.align, c.bar = f.alignment(), !f.is("bar", "none")
	case colFlag:
		if r := f.flagRun(e, cells[colFlag]); r != nil {
			c.lines = [][]run{r}
		}
	case colReference:
		if cells[colReference] != "" {
			c.lines = [][]run{f.rangeRun(cells[colReference])}
		}
	case colMethod:
		c.lines = [][]run{{{text: []string{"酶法", "比浊法", "化学发光", "仪器法"}[f.rng.IntN(4)], pen: plain}}}
	default:
		if cells[column] != "" {
			c.lines = [][]run{{{text: cells[column], pen: plain}}}
		}
	}
	return c
}
