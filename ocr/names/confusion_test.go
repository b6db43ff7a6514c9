package names

import (
	"strings"
	"testing"
	"testing/fstest"

	"tijian/engine/problem"
)

// What tells indicators apart does not look alike; signs may do either.
func TestConfusionContrary(t *testing.T) {
	const telling = "- cost: 2.5\n  groups: [高低, 钾钠钙, αβ]\n- cost: 1.6\n  groups: [\"0123\"]\n- cost: 0.3\n  groups: [胆胃, \"3B\", "
	for group, want := range map[string]string{"血皿": "", "高低": "高低", "低底高": "低高", "钠纳": "", "钾甲钙": "钾钙", "13": "", "αβ": ""} {
		var list problem.List
		LoadConfusions(fstest.MapFS{"confusions.yaml": {Data: []byte(telling + "\"" + group + "\"]\n")}}, &list)
		if got := len(list) == 1 && list[0].Code == "confusion-contrary" && strings.Contains(list[0].ZH, want); got != (want != "") || want == "" && len(list) > 0 {
			t.Errorf("%s: %v", group, list)
		}
	}
}
