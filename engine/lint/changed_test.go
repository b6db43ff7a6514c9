package lint

import (
	"slices"
	"strings"
	"testing"

	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/engine/sense"
)

// Each change of a sentence, of what is told beside it and of an answer is
// listed at its row, and what presses less is a warning.
func TestChanges(t *testing.T) {
	const table = "- indicator: hemoglobin\n  source: [CV]\n  risks: [ascvd]\n  rows:\n" +
		"    - {when: value < 60, level: L4, tip: 极低，请尽快就医, alert: A, recheck: 1, hint: 不要等, late_tip: \"{days}天前极低，请就医\"}\n" +
		"    - {when: 60 <= value < 115, level: L2, tip: 偏低，请3个月后复查, hint: 少喝茶}\n" +
		"    - {when: value >= 115, level: N0, tip: 正常}\n"
	const risk = "id: ascvd\nname: 甲\nsource: [CV]\nrules: [{id: a, rows: [{when: has_cvd and has(hemoglobin), flag: 4}]}]\n"
	edited := func(edits ...string) map[string]string {
		r := strings.NewReplacer(edits...)
		return map[string]string{version + "indicators/blood.yaml": r.Replace(table), version + "risks/ascvd.yaml": r.Replace(risk)}
	}
	before := load(t, edited())
	for _, c := range []struct {
		edits []string
		want  string // codes with lines
	}{
		{nil, ""},
		{[]string{"请尽快就医,", "请就医,"}, "meaning:5"},
		{[]string{"尽快就医,", "尽快去就医,"}, "wording-changed:5"},
		{[]string{"不要等", "要等"}, "meaning:5"},
		{[]string{"{days}天前", "前些天"}, "meaning:5 answers-differ:5"},
		{[]string{"少喝", "多喝"}, "meaning:6"},
		{[]string{"正常", "偏低"}, "meaning:7"},
		{[]string{"3个月", "3周"}, "meaning:6 sentence-turned:6"},
		{[]string{", hint: 少喝茶", ""}, "said-no-more:6"},
		{[]string{"tip: 正常", "tip: 正常, hint: 很好"}, "said-anew:7"},
		{[]string{"alert: A", "alert: B"}, "told-otherwise:5 milder-than-before:5"},
		{[]string{"recheck: 1,", "recheck: 9,"}, "told-otherwise:5 milder-than-before:5"},
		{[]string{"60 <= value < 115, level: L2, tip", "60 <= value < 90, level: L3, tip: 很低，请就医, recheck: 7}\n    - {when: 90 <= value < 115, level: L2, tip"}, "said-anew:6 answers-differ:6"},
		{[]string{"115", "105"}, "milder-than-before:7"},
		{[]string{"115", "125"}, "answers-differ:6"},
		{[]string{"level: L2", "level: L1"}, "milder-than-before:6"},
		{[]string{"  risks: [ascvd]\n", ""}, "risks-unlisted:1"},
		{[]string{"flag: 4", "flag: 2"}, "milder-than-before:4"},
		{[]string{"flag: 4", "flag: 4, tip: 请今天就医"}, "said-anew:4"},
		{[]string{"  source: [CV]\n  risks", "  source: [W405]\n  risks"}, "told-otherwise:5 told-otherwise:6 told-otherwise:7"},
	} {
		var got []string
		for _, p := range Changes(before, load(t, edited(c.edits...)), nil) {
			got = append(got, p.Code+":"+strings.Split(p.Place.String(), ":")[1])
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%q: %q, want %q", c.edits, s, c.want)
		}
	}
}

// A new indicator of several units says what laboratories print of it; what is without
// other units, or was there before, need not.
func TestNewIndicatorsHaveTheUsualRange(t *testing.T) {
	const file = "dictionaries/indicators/more.yaml"
	const entry = "- {name: zinc, zh: 锌, category: c, specimen: blood, kind: quantitative, unit: mmol/L, units: [{unit: mg/dL, factor: 0.153}], decimals: 1, plausible: [1, 100]}\n"
	warned := func(before, after string) bool {
		var sets [2]*ruleset.Set
		for i, text := range []string{before, after} {
			files := map[string]string{}
			if text != "" {
				files[file] = text
			}
			sets[i] = load(t, files)
			sets[i].UnitDoubt = &ruleset.UnitDoubt{}
		}
		return slices.ContainsFunc(Changes(sets[0], sets[1], nil), func(p problem.Problem) bool { return p.Code == message.NoUsual.Code })
	}
	for _, c := range []struct {
		before, after string
		want          bool
	}{
		{"", entry, true},
		{entry, entry, false},
		{"", strings.Replace(entry, "decimals", "usual: {low: 10, high: 20}, decimals", 1), false},
		{"", strings.Replace(entry, "factor: 0.153", "factor: 1", 1), false},
	} {
		if got := warned(c.before, c.after); got != c.want {
			t.Errorf("%q after %q: warned %v", c.after, c.before, got)
		}
	}
}

// A new table whose texts send people elsewhere than the summary would is told of.
func TestOtherDepartment(t *testing.T) {
	for text, want := range map[string]string{"请到血液科就诊": "", "请到职业病科就诊": "职业病科", "请到儿科就诊": "", "请去血液科或职业病科": "", "请复查": ""} {
		set := load(t, map[string]string{version + "indicators/blood.yaml": "- indicator: hemoglobin\n  source: [CV]\n  rows: [{when: value < 60, level: L2, tip: " + text + "}, {when: value >= 60, level: N0, tip: 正常}]\n"})
		before := load(t, nil)
		for _, row := range set.Tables["hemoglobin"][0].Rows {
			row.Department = "血液科"
		}
		d := &differing{before: before, after: set, reader: sense.NewReader(set, nil)}
		if got := d.elsewhere(set.Tables["hemoglobin"][0].Rows[0]); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// A sentence that tells what it denied, or denies what it told, is one that was turned.
func TestTurned(t *testing.T) {
	set := load(t, nil)
	d := &differing{before: set, after: set, reader: sense.NewReader(set, nil)}
	for _, c := range []struct {
		from, to string
		want     bool
	}{
		{"不要给宝宝喂水；抽搐请就医", "多给宝宝喂水；抽搐请就医", true},
		{"补充叶酸片对宝宝有益", "不能吃叶酸片", true},
		{"不要用晒太阳代替照光", "先晒太阳，代替照光", true},
		{"不要给宝宝喂水", "不要给宝宝喂水或糖水", false},
		{"不要给宝宝喂水", "请就医", false},
		{"维生素够用，未到30 g/L", "维生素够用，未到30 mmol/L", true},
		{"{value}偏低", "偏低", true},
	} {
		d.list = nil
		d.turned(problem.Place{}, message.Phrase{}, "tip", c.from, c.to, sense.Compare(d.reader.Read(c.from), d.reader.Read(c.to)))
		if len(d.list) > 0 != c.want {
			t.Errorf("%s → %s: %v", c.from, c.to, d.list)
		}
	}
}
