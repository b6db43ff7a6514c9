package lint

import (
	"slices"
	"testing"

	"tijian/engine/ruleset"
	"tijian/internal/rulestest"
	"tijian/internal/wordstest"
)

func unfitCodes(set *ruleset.Set) (found []string) {
	for _, p := range Unfit(set) {
		found = append(found, p.Code)
	}
	return found
}

// A row that says less than its level asks is unfit for a release, unless
// somebody answers for that very thing.
func TestUnfitRows(t *testing.T) {
	answered := func(what string) string {
		return ", deliberate: {what: [" + what + "], reason: 试, by: 甲, on: 2026-11-20}"
	}
	for row, want := range map[string][]string{
		"level: H2, tip: 血红蛋白升高":                                               nil,
		"level: H2, color: 2, tip: 血红蛋白升高":                                     {"milder-color"},
		"level: H1, color: 4, tip: 血红蛋白升高":                                     nil, // graver
		"level: H2, color: 2, tip: 血红蛋白升高" + answered("color"):                 nil,
		"level: H2, color: 2, tip: 血红蛋白升高" + answered("recheck"):               {"milder-color"},
		"level: H2, tip: 血红蛋白偏低":                                               {"contrary-direction"},
		"level: H2, tip: 偏低，请就诊":                                               {"contrary-direction"},
		"level: H2, tip: 血红蛋白低":                                                {"contrary-direction"},
		"level: H2, tip: 血红蛋白偏低" + answered("direction"):                       nil,
		"level: H2, tip: 血红蛋白升高，喝水过少也会这样":                                      nil, // the first word decides
		"level: H2, tip: 血红蛋白没有降低，仍高于界限":                                       nil,
		"level: H2, tip: 空腹血糖偏低时血红蛋白升高":                                        nil, // the word is of another
		"level: L2, tip: 血红蛋白增高":                                               {"contrary-direction"},
		"level: L2, tip: 血红蛋白降低, late_tip: '{days}天前血红蛋白升高'":                   {"contrary-direction"},
		"level: A2, tip: 血红蛋白升高或降低":                                            nil,
		"level: N1, tip: 血红蛋白略高":                                               nil,
		"level: H2, tip: 血红蛋白升高, alert: B, recheck: 365":                       {"late-recheck"},
		"level: H2, tip: 血红蛋白升高, alert: B, recheck: 30":                        nil,
		"level: H2, tip: 血红蛋白升高, alert: B, recheck: 365" + answered("recheck"): nil,
		"level: H2, tip: 血红蛋白升高, alert: A":                                     {"late-recheck"}, // the level's 30 days are too many for it
		"level: H2, tip: 血红蛋白升高, alert: A, recheck: 0":                         nil,
		"level: H2, tip: 没有关系，多喝水即可":                                           {"reassures"},
		"level: H2, tip: 血红蛋白升高, hint: 一般不要紧":                                  {"reassures"},
		"level: H1, tip: 血红蛋白升高, hint: 一般不要紧":                                  nil,
		"level: H1, tip: 血红蛋白升高, alert: B, recheck: 7, hint: 一般不要紧":            {"reassures"},
		"level: H2, tip: 没有关系" + answered("reassurance"):                       nil,
		"level: U0, tip: 血红蛋白偏低，没有关系":                                          nil,
	} {
		set := load(t, map[string]string{version + "indicators/blood.yaml": "\n- indicator: hemoglobin\n  source: [W405, CV]\n  rows:\n    - {when: value >= 115, " + row + "}\n    - {when: value < 115, level: N0, tip: 合适}\n"})
		days := 30
		set.Level("H2").Recheck = &days
		for _, rows := range set.Tables["hemoglobin"] {
			for _, r := range rows.Rows {
				if r.Level.ID == "H2" && r.Recheck == ruleset.NoRecheck {
					r.Recheck = days // as the loader fills it in
				}
			}
		}
		if got := unfitCodes(set); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", row, got, want)
		}
	}
}

// Risks are held to their flags and alerts.
func TestUnfitRisks(t *testing.T) {
	for row, want := range map[string][]string{
		"flag: 1, tip: 请留意, recheck: 365":          nil,
		"flag: 1, tip: 请就诊, alert: B, recheck: 31": {"late-recheck"},
		"flag: 3, tip: 不要紧":                        {"reassures"},
		"flag: 3":                                  {"high-risk-mute"},
		"flag: 1":                                  nil,
	} {
		set := load(t, map[string]string{version + "risks/anemia.yaml": "\nid: anemia\nname: 贫血\nsource: [CV]\nrules:\n  - id: all\n    rows:\n      - {when: hemoglobin < 60, " + row + "}\n      - {when: hemoglobin >= 60, flag: 0}\n"})
		days := 30
		f := set.FlagOf(3)
		f.Severity, f.Recheck = asks, &days
		if got := unfitCodes(set); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", row, got, want)
		}
	}
}

// The newest version that is shipped can be released: none of its sentences is
// suspected, rightly or wrongly.
func TestShippedIsFit(t *testing.T) {
	for _, p := range Unfit(rulestest.Newest(t)) {
		t.Error(p.Place, p.ZH)
	}
}

func BenchmarkUnfit(b *testing.B) {
	set := rulestest.Version(b, wordstest.Version)
	for b.Loop() {
		Unfit(set)
	}
}
