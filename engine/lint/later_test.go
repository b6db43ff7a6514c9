package lint

import (
	"slices"
	"strings"
	"testing"

	"tijian/engine/ruleset"
)

// codes are those of the problems that Check finds of some kinds, with the lines.
func codes(set *ruleset.Set, kinds ...string) (found []string) {
	for _, p := range Check(set) {
		if slices.Contains(kinds, p.Code) {
			found = append(found, p.Code+" "+p.Place.String())
		}
	}
	return found
}

func TestLater(t *testing.T) {
	for row, warned := range map[string]bool{
		`level: L2, tip: 偏低，请今天就医`:                               true,
		`level: L2, tip: 偏低，请今天就医, late_tip: "{days}天前偏低，请近日就医"`: false,
		`level: L2, tip: 偏低，请一周内就医`:                              false,
		`level: L2, tip: 偏低，请就医, alert: A`:                       true,
		`level: L2, tip: 偏低，请就医, alert: B`:                       false,
		`level: L4, tip: 极低，请今天就医, alert: A`:                     false, // the manifest has words
		`level: U0, tip: 没有到要今天就医的界限`:                            false,
		`level: L2, tip: 偏低，请在三天内复查, hint: 今天起多休息`:               false,
	} {
		set := load(t, map[string]string{version + "indicators/blood.yaml": "\n- indicator: hemoglobin\n  source: [W405, CV]\n  rows:\n    - {when: value < 115, " + row + "}\n    - {when: value >= 115, level: N0, tip: 合适}\n"})
		set.Wording.AtOnce = []string{"今天", "立即"}
		set.Late = []ruleset.Late{{Days: 2, Tip: "{tip}"}, {Days: 2, Severity: 4, Tip: "{days}天前达到危急范围"}}
		if got := codes(set, "no-late-words"); (len(got) == 1) != warned {
			t.Errorf("%s: %v, warned should be %v", row, got, warned)
		}
		set.Late = nil
		if got := codes(set, "no-late-words"); got != nil {
			t.Errorf("%s: %v, though nothing is ever late", row, got)
		}
	}
}

// A text may put a recheck off a little, not by years.
func TestLateTerm(t *testing.T) {
	for row, warned := range map[string]bool{
		`tip: 偏低，4至8周后复查, recheck: 90`:           false,
		`tip: 偏低，4至8年后复查, recheck: 90`:           true,
		`tip: 偏低，半年后再查, recheck: 60`:             true,
		`tip: 偏低，一个半月后复诊, recheck: 14`:           true,
		`tip: 偏低，十二周以后再测, recheck: 30`:           false,
		`tip: 偏低，三个月后复查, recheck: 30`:            false,
		`tip: 偏低，请就诊, hint: 两年后复查, recheck: 7`:   true,
		`tip: 偏低，请就诊, hint: 治疗两年后好转, recheck: 7`: false,
		`tip: 偏低，两年后复查`:                          false,
		`tip: 偏低，两年后复查, recheck: 90, deliberate: {what: [recheck], reason: 先谈用药, by: 甲, on: 2026-11-20}`: false,
	} {
		set := load(t, map[string]string{version + "indicators/blood.yaml": "\n- indicator: hemoglobin\n  source: [W405, CV]\n  rows:\n    - {when: value < 115, level: L1, " + row + "}\n    - {when: value >= 115, level: N0, tip: 合适}\n"})
		if got := codes(set, "late-term"); (len(got) == 1) != warned {
			t.Errorf("%s: %v, warned should be %v", row, got, warned)
		}
	}
}

func TestRisksSpeakLater(t *testing.T) {
	for row, want := range map[string][]string{
		`flag: 3, tip: 请今天就医`:                                     {"no-late-words"},
		`flag: 3, tip: 请今天就医, late_tip: "{days}天前偏低", recheck: 1`: nil,
		`flag: 3, tip: 请一周内就医, recheck: 30`:                       nil,
	} {
		set := load(t, map[string]string{version + "risks/anemia.yaml": "\nid: anemia\nname: 贫血\nsource: [CV]\nrules:\n  - id: all\n    rows:\n      - {when: hemoglobin < 60, " + row + "}\n      - {when: hemoglobin >= 60, flag: 0}\n"})
		set.Wording.AtOnce = []string{"今天"}
		set.Late = []ruleset.Late{{Days: 2, Severity: 4, Tip: "{days}天前"}}
		got := codes(set, "no-late-words")
		for i := range got {
			got[i], _, _ = strings.Cut(got[i], " ")
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", row, got, want)
		}
	}
}
