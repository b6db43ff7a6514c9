package person

import (
	"fmt"
	"strings"
	"testing"

	"tijian/ocr/block"
	"tijian/ocr/result"
)

// line makes a line: blocks are separated by " | ", what Tesseract saw of one
// stands behind " ~ "; "?" before a block says that its reader was not sure.
func line(text string) block.Line {
	var l block.Line
	for cell := range strings.SplitSeq(text, " | ") {
		compact, other, both := strings.Cut(cell, " ~ ")
		sure := 0.99
		if rest, unsure := strings.CutPrefix(compact, "?"); unsure {
			compact, sure = rest, 0.6
		}
		b := block.Block{Readings: []block.Reading{{Reader: block.Compact, Text: compact, Confidence: sure}}}
		if both {
			b.Readings = append(b.Readings, block.Reading{Reader: block.ChiSim, Text: other, Confidence: 0.9})
		}
		l.Blocks = append(l.Blocks, b)
	}
	return l
}

func shown(p result.Person) string {
	age := "-"
	if p.Age != nil {
		age = fmt.Sprint(*p.Age)
	}
	if p.Differ {
		return "differ"
	}
	return p.Sex + " " + age
}

func TestRead(t *testing.T) {
	for _, test := range []struct{ want, lines string }{
		{"female 46", "姓名:王某 | 性别:女 | 年龄:46岁 | 样本号:0229"},
		{"male 45", "姓名: | 王某 | 性别: | 男 | 年龄: | 45岁"},
		{"female 30", "姓 | 名 | 王某 | 性 | 别 | 女 | 年 | 龄 | 30Y"},
		{"male 75", "姓名：王某 | 性别：男性 | 年龄：75 | 岁"},
		{"male 31", "性别: | 男 | 年龄 | : | 31 | 岁 | 床号:"},
		{"male 41", "Name/姓名: | 王某 | Sex/性别: | 男 | Age/年龄: | 41"},
		{"female 39", "Name: Wang | Sex: Female | Age: 39 | Sample No: 3720"},
		{"male 52", "姓名:王某 男 52岁 | 科别:内科"},
		{"female 63", "患者姓名 王某 患者性别 女 患者年龄 63岁"},
		{"female 46", "性别:女年龄:46岁"},
		{"female 2", "性别：女 | 年龄：2岁3月"},
		{"female 0", "性别：女 | 年龄：0岁"},
		{"male 55", "?性 别 男 ~ 性 别 男 | ?年 龄 55Y ~ 年 龄 55Y"},
		{" 55", "?性 别 男 | ?年 龄 55Y ~ 年 龄 55Y"},                   // one reader, not sure
		{" -", "?性 别 男 ~ 性 别 女 | 年 龄 56Y ~ 年 龄 55Y"},             // two that differ
		{"male -", "性别：男 | 出生日期：1971-03-05 | 年龄: | 病历号: | 1047"}, // nothing stands behind it
		{" -", "性别: 男 □ 女 □ | 年龄"},
		{" -", "性别 男/女 | 年龄 45-60"},
		{" -", "年龄：8个月 | 骨年龄：45岁 | 血管年龄 60岁"},
		{" -", "适用年龄：18岁以上 | 年龄 40岁以上 | 年龄>35岁"},
		{" -", "年龄：4 5 | 床号"},
		{"male -", "性别: | 男 | 年龄: | 1"}, // of what?
		{"male -", "性别：男 年龄：24"},
		{"male -", "性别：男 年龄：7月"},
		{"male 36", "性别：男 年龄：36"},
		{" -", "年龄：145岁 | average 45 | page 3"},
		{" -", "参考范围 男 45岁 | 女 45岁"},
		{" -", "参考 男 45岁 | 女 45岁"},
		{" -", "体检套餐 男 45岁"},
		{" -", "男 45岁以上 | 3-5"},
		{"female 84", "患者：王某 女 84岁 | 床号 3"},
		{"male 67", "患者: 王某某 M 67Y"},
		{"female 33", "就诊人 王某（女，33岁）"},
		{"male 73", "男 73岁"},
		{"male 73", "王某某 | 男 | 73岁 | 内科"},
		{" -", "肌酐 | 88 | umol/L | 男 57-97 女 41-73"},
		{"female 46", "性别：女\n年龄：46岁\n性别：女"},
		{"differ", "性别：女 年龄：46岁\n性别：男 年龄：46岁"},
		{"differ", "年龄：46岁\n年龄：47岁"},
		{" -", ""},
	} {
		var lines []block.Line
		for text := range strings.SplitSeq(test.lines, "\n") {
			lines = append(lines, line(text))
		}
		if got := shown(Read(lines)); got != test.want {
			t.Errorf("%s: %q, want %q", test.lines, got, test.want)
		}
	}
	if got := Read(nil); got.Known() {
		t.Errorf("no lines: %+v", got)
	}
}

// TestReadDay: the day of a sheet, as sheets print it, and which are of one day.
func TestReadDay(t *testing.T) {
	line := func(text string) block.Line {
		return block.Line{Blocks: []block.Block{{Readings: []block.Reading{{Reader: block.Compact, Text: text, Confidence: 0.99}}}}}
	}
	for text, want := range map[string]result.Day{
		"采样日期：2026-03-05":             {Taken: "2026-03-05"},
		"采 集 时 间: 2026/3/5 08:30":     {Taken: "2026-03-05"},
		"体检日期 2026年09月08日":            {Taken: "2026-09-08"},
		"报告时间:2026.03.07 10:00":       {Reported: "2026-03-07"},
		"采集:2026-03-05 07:50":         {Taken: "2026-03-05"},
		"送检:2026-03-06 报告:2026-03-07": {Reported: "2026-03-06"},
		"某某医院 2026-03-05":             {Alone: "2026-03-05"},
		"2026/03/05 08:32":            {Alone: "2026-03-05"},
		"2025/09/02 2026/03/05":       {}, // of results before
		"下次复查 2026-03-05":             {},
		"打印时间：2026-03-05":             {},
		"出生日期：1980-03-05":             {},
		"采样日期：2026-13-05":             {},
		"采样日期：2026-02-30":             {},
	} {
		if got := ReadDay([]block.Line{line(text)}); got != want {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
	}
	twice := func(a, b string) bool { return ReadDay([]block.Line{line(a), line(b)}).Differ }
	if !twice("采样日期：2026-03-05", "采样日期：2026-03-06") || twice("采样日期：2026-03-05", "采样日期：2026-03-05") || twice("检查日期：2026-03-05", "检查日期：2026-03-06") {
		t.Error("two days of samples on one sheet are two reports, those of other examinations are not")
	}
	day := func(taken, reported string) result.Day { return result.Day{Taken: taken, Reported: reported} }
	for _, c := range []struct {
		a, b result.Day
		want bool
	}{
		{day("2026-03-05", ""), day("2026-03-05", ""), true},
		{day("2026-03-05", ""), day("2026-03-06", ""), false},
		{day("2026-03-05", "2026-03-07"), day("", "2026-03-09"), true},
		{day("2026-03-05", ""), day("", "2026-06-09"), false},
		{day("", ""), day("2026-03-05", ""), true},
		{result.Day{Alone: "2025-03-05"}, day("2026-03-05", ""), true},
		{result.Day{Differ: true}, day("", ""), false},
	} {
		if SameDay(c.a, c.b) != c.want || SameDay(c.b, c.a) != c.want {
			t.Errorf("%+v and %+v: %v, want %v", c.a, c.b, !c.want, c.want)
		}
	}
}
