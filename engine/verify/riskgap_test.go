package verify

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// A bound taken out of a risk's rows is found, with values that are truly left
// without an answer; the risks that ship have none.
func TestRiskGaps(t *testing.T) {
	for name, test := range map[string]struct {
		file, old, new string
		want           string // code and a part of the Chinese text
	}{
		"shipped":           {},
		"an indicator":      {"anemia.yaml", "hb_severe <= hemoglobin and", "hb_severe < hemoglobin and", "risk-gap 血红蛋白=60"},
		"a derived one":     {"ascvd.yaml", "5 <= china_par_10y", "5 < china_par_10y", "risk-gap =2.5"},
		"a rule below":      {"anemia.yaml", "  - id: iron_only", "  - id: rest\n    when: age >= 18\n    rows: [{when: hemoglobin == 60, flag: 1}]\n  - id: iron_only", ""},
		"only asked for":    {"anemia.yaml", "  - id: iron_only", "  - id: asked\n    when: has(aip_log10_tg_hdl) and hemoglobin < 50\n    rows: [{when: hemoglobin < 40, flag: 4}]\n  - id: iron_only", ""},
		"the general first": {"anemia.yaml", "  - id: iron_only", "  - id: wide\n    when: age >= 18\n    rows: [{when: hemoglobin < 100, flag: 1}]\n  - id: narrow\n    when: age >= 60 and hemoglobin < 80\n    rows: [{when: hemoglobin < 70, flag: 2}, {when: hemoglobin >= 70, flag: 2}]\n  - id: iron_only", "unreachable narrow"},
		"overlapping only":  {"anemia.yaml", "  - id: iron_only", "  - id: wide\n    when: age >= 18\n    rows: [{when: hemoglobin < 75, flag: 1}, {when: hemoglobin >= 75, flag: 1}]\n  - id: narrow\n    when: age >= 10 and hemoglobin < 80\n    rows: [{when: hemoglobin < 70, flag: 2}, {when: hemoglobin >= 70, flag: 2}]\n  - id: iron_only", ""},
		"answered below":    {"anemia.yaml", "{when: hemoglobin < hb_severe, flag: 4", "{when: hemoglobin < 50, flag: 4}\n  - id: rest\n    rows:\n      - {when: hemoglobin < 60, flag: 4", "risk-gap 血红蛋白=5"},
	} {
		t.Run(name, func(t *testing.T) {
			all := shipped()
			tree := fstest.MapFS{}
			for file, f := range all.files {
				data := f.Data
				if path.Base(file) == test.file {
					if data = bytes.ReplaceAll(data, []byte(test.old), []byte(test.new)); bytes.Equal(data, f.Data) {
						t.Fatal("nothing was changed")
					}
				}
				tree[file] = &fstest.MapFile{Data: data}
			}
			set, list := ruleset.Load(tree, "", all.dictionary)
			if err := list.Err(); err != nil {
				t.Fatal(err)
			}
			if test.file != "" { // the others are as shipped
				set.Risks = slices.DeleteFunc(set.Risks, func(r *ruleset.Risk) bool { return path.Base(r.At.File) != test.file })
			}
			var found problem.List
			g := &gaps{set: set}
			for _, r := range set.Risks {
				found = append(found, g.risk(r)...)
			}
			if test.want == "" {
				if err := found.Err(); err != nil {
					t.Error(err)
				}
				return
			}
			code, text, _ := strings.Cut(test.want, " ")
			if len(found) == 0 || found[0].Code != code || !strings.Contains(found[0].ZH, text) || found[0].Severity != problem.Error {
				t.Errorf("%v, want %s", found, test.want)
			}
		})
	}
}
