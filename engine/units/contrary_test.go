package units

import (
	"slices"
	"testing"
)

func TestContrary(t *testing.T) {
	for canonical, spellings := range map[string]map[string]string{ // how many of it one is; "" where nothing is wrong
		"g/L":      {"克/升": "", "克/分升": "10", "毫克/毫升": "", "毫克/升": "0.001", "gm/L": "", "kg/L": "1000", "毫摩尔/升": ""},
		"umol/L":   {"微摩尔/升": "", "毫摩尔/升": "1000", "nmol/mL": "", "uM": ""},
		"ng/mL":    {"纳克/毫升": "", "微克/升": "", "mcg/L": "", "微克/毫升": "1000", "皮克/毫升": "0.001"},
		"U/L":      {"单位/升": "", "单位/毫升": "1000", "国际单位/毫升": ""}, // another kind is no size
		"cm":       {"厘米": "", "公分": "", "毫米": "0.1"},
		"10^9/L":   {"10^9/升": "", "10^6/L": "0.001", "G/L": "", "10^6/毫升": ""},
		"mg/mmol":  {"g/mol": "", "mg/mmolCr": "", "毫克/摩尔": "0.001"},
		"mg/L FEU": {"mgFEU/L": "", "mg/L(FEU)": ""},
	} {
		for s, want := range spellings {
			got := Contrary(map[string][]string{canonical: {s}})
			if (len(got) > 0) != (want != "") || want != "" && !slices.Equal(got, []Conflict{{s, canonical, want}}) {
				t.Errorf("%s for %s: %v, want %q", s, canonical, got, want)
			}
		}
	}
}
