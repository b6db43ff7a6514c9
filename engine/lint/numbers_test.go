package lint

import (
	"slices"
	"strings"
	"testing"
)

// A copy of a bound that would stay behind when it is moved is pointed out:
// in conditions, in formulas, in texts.
func TestNumbers(t *testing.T) {
	const constants = "low: {value: 115, unit: g/L, indicator: hemoglobin, zh: 下限, source: [LIP23]}\n"
	table := func(low, tip, numbers string) string {
		return "- indicator: hemoglobin\n  source: [W405, CV]\n  rows:\n    - {when: value < " + low + ", level: L1, tip: '" + tip + "', hint: 一" + numbers +
			"}\n    - {when: value >= " + low + ", level: N0, tip: 理想, hint: 保持}\n"
	}
	formula := func(more, low string) string {
		return "- id: few\n  zh: 少\n  source: [W405]\n" + more + "  formula: 'hemoglobin < " + low + " ? 1 : 0'\n"
	}
	for name, test := range map[string]struct {
		constants, table, derived string
		want                      []string // code and line, and the file's first letter
	}{
		"named everywhere":          {constants, table("low", "低于 {low} 或 115", ""), formula("", "low"), nil},
		"written out in a table":    {constants, table("115", "低", ""), formula("", "low"), []string{"number-has-name i4", "number-has-name i5"}},
		"written out in a formula":  {constants, table("low", "低", ""), formula("", "115"), []string{"number-has-name d4"}},
		"a name of the other sex":   {strings.Replace(constants, "下限", "女性下限", 1), strings.Replace(table("115", "低", ""), "  rows", "  for: sex == \"male\"\n  rows", 1), formula("", "(sex == \"female\" ? low : 3)"), nil},
		"a model's own number":      {constants, table("low", "低", ""), formula("  own_numbers: true\n", "115"), nil},
		"no name yet":               {"", table("115", "低", ""), formula("", "115"), []string{"number-in-two-files d4", "unused-source s2"}},
		"not used":                  {constants, table("116", "低", ""), formula("", "117"), []string{"unused-constant c1"}},
		"a number that is no bound": {constants, table("low", "低于 151", ""), formula("", "low"), []string{"loose-number i4"}},
		"full-width digits":         {constants, table("low", "低于 １５１", ""), formula("", "low"), []string{"full-width i4", "loose-number i4"}},
		"one that is meant":         {constants, table("low", "2周后复查", ", numbers: [2]"), formula("", "low"), nil},
		"another than is meant":     {constants, table("low", "3周后复查", ", numbers: [2]"), formula("", "low"), []string{"loose-number i4", "loose-number i4"}},
		"part of a name":            {constants, table("low", "请查CA199和维生素B12", ""), formula("", "low"), nil},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{version + "indicators/blood.yaml": test.table, version + "derived/body.yaml": test.derived}
			if test.constants != "" {
				files[version+"constants.yaml"] = test.constants
			}
			var got []string
			for _, p := range Check(load(t, files)) {
				_, file, _ := strings.Cut(p.File, "/")
				got = append(got, p.Code+" "+file[:1]+strings.Split(p.Place.String(), ":")[1])
			}
			slices.Sort(got)
			if !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// A number of one sex is told where nobody asks for the sex, in tables, formulas and
// rules of risks; being pregnant asks, not being pregnant does not.
func TestNumbersOfOneSex(t *testing.T) {
	const constants = "low_women: {value: 115, unit: g/L, indicator: hemoglobin, zh: 女性的下限, source: [LIP23]}\n"
	table := func(who, low string) string {
		return "- indicator: hemoglobin\n  source: [W405, CV]\n" + who + "  rows:\n    - {when: 'value < " + low + "', level: L1, tip: 低, hint: 一}\n    - {when: 'value >= " + low + "', level: N0, tip: 理想, hint: 保持}\n"
	}
	const men, women = "  for: sex == \"male\"\n", "  for: sex == \"female\"\n"
	formula := func(more, low string) string {
		return "- id: few\n  zh: 少\n  source: [W405]\n" + more + "  formula: '" + low + "'\n- id: pregnancy\n  zh: 怀孕\n  type: boolean\n  source: [W405]\n  formula: age == 30\n"
	}
	for name, test := range map[string]struct {
		table, derived string
		want           []string // the file's first letter and line
	}{
		"a table of both":         {table("", "low_women"), formula("", "age >= 1 ? 1 : 0"), []string{"i4", "i5"}},
		"a table of one":          {table(women, "low_women"), formula("", "age >= 1 ? 1 : 0"), nil},
		"asked in the row":        {table("", "(sex == \"male\" ? 130 : low_women)"), formula("", "age >= 1 ? 1 : 0"), nil},
		"a formula of both":       {table(men, "130"), formula("", "hemoglobin < low_women ? 1 : 0"), []string{"d4"}},
		"a formula that asks":     {table(men, "130"), formula("", "sex == \"female\" and hemoglobin < low_women ? 1 : 0"), nil},
		"valid for one":           {table(men, "130"), formula("  when: sex == \"female\"\n", "hemoglobin < low_women ? 1 : 0"), nil},
		"shown to pregnant ones":  {table(men, "130"), formula("  show: pregnancy\n", "hemoglobin < low_women ? 1 : 0"), nil},
		"who is not may be a man": {table(men, "130"), formula("  show: not pregnancy\n", "hemoglobin < low_women ? 1 : 0"), []string{"d5"}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, p := range Check(load(t, map[string]string{version + "indicators/blood.yaml": test.table, version + "derived/body.yaml": test.derived, version + "constants.yaml": constants})) {
				if _, file, _ := strings.Cut(p.File, "/"); p.Code == "number-of-one-sex" {
					got = append(got, file[:1]+strings.Split(p.Place.String(), ":")[1])
				}
			}
			slices.Sort(got)
			if !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
