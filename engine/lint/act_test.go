package lint

import (
	"slices"
	"testing"

	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// scale is a scale of acts with the words of each.
func scale() []*ruleset.Act {
	return []*ruleset.Act{
		{ID: "now", Alert: ruleset.AlertA, Says: []string{"立即", "马上"}}, {ID: "today", Alert: ruleset.AlertA, Says: []string{"今天"}},
		{ID: "days_2", Alert: ruleset.AlertB, Says: []string{"今天或明天", "一两天内"}}, {ID: "days_7", Alert: ruleset.AlertB, Says: []string{"一周内"}},
		{ID: "days_30", Says: []string{"一个月内"}}, {ID: "days_90", Says: []string{"三个月内"}}, {ID: "routine"},
	}
}

// A tip says no other time than its act, and says it where a doctor is to be seen
// within two days; what is asked of some only decides nothing.
func TestTipSaysItsAct(t *testing.T) {
	set := &ruleset.Set{Manifest: ruleset.Manifest{Acts: ruleset.Ranked(scale())}}
	for _, c := range []struct{ act, usual, tip, code string }{
		{"now", "now", "血钾过高，请立即就医", ""},
		{"now", "now", "血钾过高，请今天就医", "act-said"},
		{"now", "now", "血钾过高，请就医", "act-unsaid"},
		{"now", "now", "肌酐很高；已在透析的请按计划治疗，其他人请立即就医", ""},
		{"today", "days_7", "收缩压很低，请今天就医；若头晕请立即呼叫急救", ""},
		{"today", "days_7", "收缩压很低；若头晕请今天就医", ""},
		{"days_2", "days_30", "直接胆红素很高，请今天或明天就诊", ""},
		{"days_2", "days_30", "白细胞明显升高，请尽快就诊", "act-unsaid"},
		{"days_7", "days_7", "血红蛋白降低，请尽快就诊", ""},
		{"days_7", "days_7", "血红蛋白降低，请一个月内就诊", "act-said"},
		{"days_30", "days_30", "请马上就医", "act-said"},
		{"days_30", "days_7", "血糖偏高", "late-act"},
		{"today", "now", "请今天就医", ""},      // of the same class
		{"days_90", "days_30", "血脂偏高", ""}, // likewise
		{"routine", "", "正常", ""},
	} {
		u := &unfit{set: set}
		u.act(message.Plain("x"), message.Plain("y"), problem.Place{}, set.ActOf(c.act), c.usual, nil, c.tip)
		var codes []string
		for _, p := range u.list {
			codes = append(codes, p.Code)
		}
		if want := slices.DeleteFunc([]string{c.code}, func(s string) bool { return s == "" }); !slices.Equal(codes, want) {
			t.Errorf("%s, usually %s: %q is %v, want %v", c.act, c.usual, c.tip, codes, want)
		}
		u = &unfit{set: set}
		u.act(message.Plain("x"), message.Plain("y"), problem.Place{}, set.ActOf(c.act), c.usual, &ruleset.Deliberate{What: []string{ruleset.OwnAct}}, c.tip)
		if len(u.list) > 0 {
			t.Errorf("%q is found although somebody answers for it", c.tip)
		}
	}
}
