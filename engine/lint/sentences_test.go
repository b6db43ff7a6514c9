package lint

import (
	"strings"
	"testing"

	"tijian/engine/ruleset"
)

// What does not go with the row, its table or its company is found, and nothing
// is found in rows that are as they should be.
func TestSentences(t *testing.T) {
	row := func(when, level, tip, more string) string {
		return "    - {when: " + when + ", level: " + level + ", tip: " + tip + more + "}\n"
	}
	const head = "- indicator: hemoglobin\n  for: age >= 18 and sex == \"male\"\n  source: [CV]\n  rows:\n"
	sound := head + row("value < 60", "L4", "血红蛋白极低，请到血液科就诊", ", hint: 会乏力") + row("60 <= value < 115", "L2", "血红蛋白偏低，请到血液科就诊", ", hint: 缺铁多见") +
		row("value >= 115", "N0", "血红蛋白正常", "") +
		"- indicator: triglycerides\n  source: [CV]\n  rows:\n" + row("value < 100", "L2", "甘油三酯偏低，请到血液科就诊", ", hint: 少见于肝病") + row("value >= 100", "N0", "甘油三酯正常", "")
	for _, c := range []struct {
		edits []string
		want  string // codes with lines
	}{
		{nil, ""},
		{[]string{"血红蛋白极低", "甘油三酯极低"}, "other-subject:5"},
		{[]string{"血红蛋白极低", "血红蛋白极低，看看眼睛"}, "strange-word:5"},
		{[]string{"血红蛋白极低，请到血液科", "血红蛋白极低，请到骨科"}, "strange-department:5"},
		{[]string{"缺铁多见", "月经量多的请告诉医生"}, "strange-person:6"},
		{[]string{"缺铁多见", "铁剂每天吃两片"}, "dose:6"},
		{[]string{"缺铁多见", "先吃点头孢"}, "dose:6"},
		{[]string{"缺铁多见", "可加琥珀酸亚铁每次1片"}, "dose:6"},
		{[]string{"缺铁多见", "先停用胰岛素"}, "dose:6"},
		{[]string{"缺铁多见", "不要自行停用胰岛素"}, ""},
		{[]string{"缺铁多见", "心慌可自己含一片救心丸"}, "dose:6"},
		{[]string{"缺铁多见", "确诊为缺铁"}, "claims:6"},
		{[]string{"缺铁多见", "不能肯定是缺铁"}, ""},
		{[]string{"会乏力", "会乏力, department: 骨科"}, "other-department:5 strange-department:5"},
		{[]string{"缺铁多见", "每天走路，每次半小时"}, ""},
		{[]string{"缺铁多见", "吃阿司匹林的请告诉医生"}, ""},
		{[]string{"缺铁多见", "不必紧张"}, "needless:6"},
		{[]string{"缺铁多见", "不必紧张, deliberate: {what: [words], reason: 试, by: 甲, on: 2026-11-20}"}, ""},
		{[]string{"血红蛋白偏低，请到血液科就诊", "血红蛋白偏低"}, "tip-asks-nothing:6"},
		{[]string{"会乏力", "会乏力, late_tip: 血红蛋白极低，若还没有就诊请近日就诊"}, "late-without-days:5"},
		{[]string{"会乏力", "会乏力, late_tip: \"{days}天前血红蛋白极低，请立即就诊\""}, "late-at-once:5"},
		{[]string{"会乏力", "会乏力, late_tip: \"{days}天前血红蛋白极低；现在气促请立即就诊\""}, ""},
		{[]string{"会乏力", "会乏力, late_tip: \"{days}天前血红蛋白极高；请近日就诊\""}, "late-contrary:5"},
		{[]string{"会乏力", "会乏力, late_tip: \"{days}天前血红蛋白很低；请近日就诊\""}, ""},
		{[]string{"会乏力", "会乏力, source: [CV 甘油三酯]"}, "other-place:5"},
		{[]string{"会乏力", "会乏力, source: [CV 血红蛋白]"}, ""},
		{[]string{"age >= 18 and sex == \"male\"", "age < 18", "会乏力", "会乏力, department: 骨科"}, "adult-department:5 other-department:5 strange-department:5"},
		{[]string{"age >= 18 and sex == \"male\"", "age < 18 and sex == \"male\"", "会乏力", "会乏力, department: 小儿血液科"}, ""},
		{[]string{"age >= 18 and sex == \"male\"", "age < 18", "会乏力", "会乏力, department: 骨科, deliberate: {what: [words], reason: 试, by: 甲, on: 2026-11-20}"}, ""},
	} {
		set := load(t, map[string]string{version + "indicators/blood.yaml": strings.NewReplacer(c.edits...).Replace(sound)})
		set.Acts = ruleset.Ranked(scale())
		for _, tables := range set.Tables {
			for _, table := range tables {
				table.Organ = &ruleset.Organ{ID: "blood", Title: "血液", Department: "血液科"}
			}
		}
		var got []string
		for _, p := range Sentences(set) {
			got = append(got, p.Code+":"+strings.Split(p.Place.String(), ":")[1])
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%q: %q, want %q", c.edits, s, c.want)
		}
	}
}
