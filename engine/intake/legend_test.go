package intake

import (
	"strings"
	"testing"
)

// Codes of a column mean what its title says, and nothing else.
func TestLegend(t *testing.T) {
	for _, c := range []struct{ titles, row, want, issue string }{
		{"性别(1男2女)", "2", `"gender":"female"`, ""},
		{"性别（男=1，女=0）", "0", `"gender":"female"`, ""},
		{"性别[0女 1男]", "1", `"gender":"male"`, ""},
		{"性别(1=男;2=女;9=未知)", "9", `"dob":"1982-11-20"}`, "未知"},
		{"性别(1女2男)", "1", `"gender":"female"`, ""},
		{"sex (M男/F女)", "f", `"gender":"female"`, ""},
		{"性别(0男1女)", "2", `"dob":"1982-11-20"}`, "性别(0男1女)=2"},
		{"性别\t糖尿病(1是 2否)", "男\t2", `"has_diabetes":false`, ""},
		{"性别\t高血压史(0-无 1-有)", "男\t1", `"has_hbp":true`, ""},
		{"性别\t冠心病(是1，否2)", "男\t0", `"has_cvd":false`, "冠心病(是1，否2)=0"},
	} {
		data := "编号\t检查日期\t年龄\t血红蛋白(g/L)\t" + c.titles + "\nA1\t2026-11-20\t44\t140\t" + c.row + "\n"
		persons, _, wrong := File([]byte(data), options(t))
		if wrong != nil {
			t.Errorf("%s: %s", c.titles, wrong.Reason.ZH)
			continue
		}
		var answer, said strings.Builder
		for _, r := range persons.Part(0) {
			answer.Write(r.Tree().Append(nil))
			for _, i := range r.Issues {
				said.WriteString(i.Reason.ZH)
			}
		}
		if !strings.Contains(answer.String(), c.want) || !strings.Contains(said.String(), c.issue) {
			t.Errorf("%s, %s: %s %s", c.titles, c.row, answer.String(), said.String())
		}
	}
}
