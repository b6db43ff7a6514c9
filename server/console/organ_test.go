package console

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"tijian/engine/ruleset"
	"tijian/server/console/answer"
)

// Indicators stand in the group where people in general look for them, in the list
// of rules and in an assessment, whatever tables those who are pregnant have.
func TestOrgans(t *testing.T) {
	set := live().Snapshot().Rules
	for name, want := range map[string]string{
		"ferritin": "blood", "urine_protein": "kidney", "albumin": "liver", "egfr": "kidney", "fibrinogen": "blood", "ldh": "blood", "triglycerides": "lipids",
		"total_bile_acid": "liver", "urine_protein_24h": "kidney", "beta_hcg": "hormones", "fasting_glucose": "glucose", "systolic_bp": "pressure",
	} {
		if got := answer.OrganOf(set, name); got == nil || got.ID != want {
			t.Errorf("%s is put under %+v, want %s", name, got, want)
		}
	}
	if got := answer.OrganOf(set, "nothing"); got != nil {
		t.Errorf("an indicator without tables is put under %+v", got)
	}
	for _, name := range slices.Sorted(maps.Keys(set.Tables)) {
		general := slices.ContainsFunc(set.Tables[name], func(table *ruleset.Table) bool { return table.Organ == nil || table.Organ.ID != "pregnancy" })
		if got := answer.OrganOf(set, name); general && got != nil && got.ID == "pregnancy" {
			t.Errorf("%s is put under pregnancy", name)
		}
	}
	page := newBench(t).as("client").get("rules").Body.String()
	pregnancy, heart := strings.Index(page, ">怀孕<"), strings.Index(page, ">心血管<")
	if at := strings.Index(page, "铁蛋白"); pregnancy >= 0 && pregnancy < at && at < heart {
		t.Error("the list of rules has 铁蛋白 under 怀孕")
	}
}
