package lattice

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/expression"
	"tijian/engine/message"
	"tijian/engine/problem"
)

// Everybody is what a region without any limit is called.
func Everybody(lang string) string { return message.Pick(lang, "所有人", "everybody") }

// Describe writes a box for readers, such as "女，18 岁及以上，115 至 <120 g/L".
// Inputs that may be anything are left out.
func (s *Space) Describe(b *Box, lang string) string {
	var parts []string
	for _, p := range s.Parts(b, lang) {
		parts = append(parts, p.Text)
	}
	if len(parts) == 0 {
		return Everybody(lang)
	}
	if s.Dimensions[0].Name == "sex" && lang == problem.English && len(parts) > 1 && strings.HasPrefix(parts[1], "aged") {
		parts = append([]string{parts[0] + " " + parts[1]}, parts[2:]...)
	}
	return strings.Join(parts, message.Pick(lang, "，", ", "))
}

// A Part is what a box says of one input.
type Part struct {
	Name, Title, Text string
	Answer            any // true or false where it is that alone
}

// Parts are what a box says, input by input.
func (s *Space) Parts(b *Box, lang string) (parts []Part) {
	for i := range s.Dimensions {
		d := &s.Dimensions[i]
		text := d.describe(b.sets[i], lang)
		if text == "" {
			continue
		}
		p := Part{Name: d.Name, Title: d.Title, Text: text}
		if d.Type == expression.Boolean && strings.Count(b.sets[i], "\x01") == 1 {
			p.Answer = d.Points[strings.Index(b.sets[i], "\x01")]
		}
		parts = append(parts, p)
	}
	return parts
}

func (d *Dimension) describe(set, lang string) string {
	if !strings.Contains(set, "\x00") {
		return ""
	}
	or := message.Pick(lang, " 或 ", " or ")
	var parts []string
	missing := false
	if d.Type != expression.Number {
		for i, p := range d.Points {
			if set[i] == 1 {
				parts = append(parts, d.word(p, lang))
			}
		}
		return strings.Join(parts, or)
	}
	words := d.words(set)
	for first := 0; first < len(d.Points); first++ {
		if set[first] == 0 {
			continue
		}
		if d.Points[first] == nil {
			missing = true
			continue
		}
		last := first
		for last+1 < len(d.cell) && set[last+1] == 1 {
			last++
		}
		if words == nil {
			parts = append(parts, d.span(first, last, lang))
		}
		first = last
	}
	text := strings.Join(append(parts, words...), or)
	if text != "" && !d.age {
		text = d.named(text, lang)
	}
	switch {
	case !missing && d.Name != Value && strings.Count(set, "\x00") == 1 && !d.age && d.Points[len(d.Points)-1] == nil:
		return message.Pick(lang, "有", "with ") + d.label(lang) // all but "not sent"
	case !missing:
		return text
	case text == "":
		return message.Pick(lang, "缺", "no ") + d.label(lang)
	}
	return text + or + message.Pick(lang, "缺这一项", "none sent")
}

// Describe writes a set of the dimension's points, given as one byte for each, 1
// for those in it. A set of all points is "any number".
func (d *Dimension) Describe(set, lang string) string {
	if !strings.Contains(set, "\x00") {
		return d.Interval(Interval{Low: End{None: true}, High: End{None: true}}, lang)
	}
	return d.describe(set, lang)
}

// label is what readers call the input.
func (d *Dimension) label(lang string) string {
	if lang == problem.English || d.Title == "" {
		return d.Name
	}
	return d.Title
}

// named puts the name before and the unit behind a range of numbers; the value
// of the sample itself needs no name.
func (d *Dimension) named(text, lang string) string {
	if d.Indicator != nil && d.Indicator.Unit != "" {
		text += " " + d.Indicator.Unit
	}
	if d.Name == Value {
		return text
	}
	return d.label(lang) + " " + text
}

// word writes a truth value or text.
func (d *Dimension) word(p any, lang string) string {
	switch p {
	case nil:
		return message.Pick(lang, "缺", "no ") + d.label(lang)
	case true:
		return d.label(lang) + message.Pick(lang, "：是", ": yes")
	case false:
		return d.label(lang) + message.Pick(lang, "：否", ": no")
	case "male":
		return message.Pick(lang, "男", "men")
	case "female":
		return message.Pick(lang, "女", "women")
	}
	return d.label(lang) + message.Pick(lang, "：", ": ") + p.(string)
}

// words names the grades within a set of a graded input; nil for others, and
// where no grade is.
func (d *Dimension) words(set string) []string {
	var words []string
	for _, g := range d.grades {
		if i := slices.Index(d.cell, d.axis.Cell(g.number)); i >= 0 && set[i] == 1 {
			words = append(words, g.word)
		}
	}
	return words
}

// interval is the range of the cells of neighbouring points. Where no number
// that an assessment would take lies beyond, it goes on for ever.
func (d *Dimension) interval(first, last int) Interval {
	s := d.axis.Span(d.cell[first], d.cell[last])
	if first == 0 || d.Indicator != nil && s.Low == (End{At: d.Indicator.Plausible[0]}) {
		s.Low = End{None: true}
	}
	if last == len(d.cell)-1 || d.Indicator != nil && s.High == (End{At: d.Indicator.Plausible[1]}) {
		s.High = End{None: true}
	}
	return s
}

func (d *Dimension) span(first, last int, lang string) string {
	if d.age {
		return d.years(first, last, lang)
	}
	return d.Interval(d.interval(first, last), lang)
}

// Interval writes a range of the input's numbers.
func (d *Dimension) Interval(s Interval, lang string) string {
	switch {
	case s.Low.None && s.High.None:
		return message.Pick(lang, "任何数值", "any number")
	case s.Low.None:
		return sign(s.High.Open, "<", "≤") + d.Number(s.High.At)
	case s.High.None:
		return sign(s.Low.Open, ">", "≥") + d.Number(s.Low.At)
	case s.Low.At == s.High.At:
		return d.Number(s.Low.At)
	}
	return sign(s.Low.Open, ">", "") + d.Number(s.Low.At) + message.Pick(lang, " 至 ", " to ") + sign(s.High.Open, "<", "") + d.Number(s.High.At)
}

func sign(open bool, ifOpen, ifClosed string) string {
	if open {
		return ifOpen
	}
	return ifClosed
}

// Number writes a number with the decimals that laboratories print, or more
// when it has more.
func (d *Dimension) Number(x float64) string {
	for _, g := range d.grades {
		if g.number == x {
			return g.word
		}
	}
	shortest := strconv.FormatFloat(x, 'f', -1, 64)
	if d.Indicator == nil {
		return shortest
	}
	_, fraction, _ := strings.Cut(shortest, ".")
	return strconv.FormatFloat(x, 'f', max(d.Indicator.Decimals, len(fraction)), 64)
}

func (d *Dimension) years(first, last int, lang string) string {
	from := d.Number(d.Points[first].(float64))
	if last == len(d.cell)-1 {
		return message.Pick(lang, from+" 岁及以上", "aged "+from+" or over")
	}
	to := d.Number(d.Points[last+1].(float64) - 1)
	switch {
	case first == 0:
		return message.Pick(lang, to+" 岁及以下", "aged "+to+" or under")
	case from == to:
		return message.Pick(lang, from+" 岁", "aged "+from)
	}
	return message.Pick(lang, from+" 至 "+to+" 岁", "aged "+from+" to "+to)
}

// DescribePoint writes the inputs of one cell's point.
func (s *Space) DescribePoint(point []int, lang string) string {
	var parts []string
	for i := range s.Dimensions {
		d := &s.Dimensions[i]
		p := d.Points[point[i]]
		x, number := p.(float64)
		switch {
		case d.age:
			parts = append(parts, message.Pick(lang, d.Number(x)+" 岁", "aged "+d.Number(x)))
		case number:
			parts = append(parts, d.named(d.Number(x), lang))
		default:
			parts = append(parts, d.word(p, lang))
		}
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), message.Pick(lang, "，", ", "))
}

// Witness writes one cell's point plainly, as name=value, in Chinese and
// English.
func (s *Space) Witness(point []int) (zh, en string) {
	var partsZH, partsEN []string
	for i := range s.Dimensions {
		d := &s.Dimensions[i]
		title := d.label("")
		if value := d.Points[point[i]]; value != nil {
			said := fmt.Sprint(value)
			if yes, is := value.(bool); is {
				if said = "否"; yes {
					said = "是"
				}
			}
			partsZH, partsEN = append(partsZH, title+"="+said), append(partsEN, fmt.Sprintf("%s=%v", d.Name, value))
		} else {
			partsZH, partsEN = append(partsZH, "缺少"+title), append(partsEN, "no "+d.Name)
		}
	}
	return strings.Join(partsZH, "，"), strings.Join(partsEN, ", ")
}
