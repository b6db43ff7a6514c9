package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// facts of a small compilation: the first agrees with the rule set, the second
// differs in everything.
const sample = `
- name: albumin
  zh: 白蛋白
  aliases: [白蛋白, ALB]
  category: liver
  kind: quantitative
  loinc: 1751-7
  unit: g/L
  ucum: g/L
  other_units: [{unit: g/dL, factor: 10}]
  plausible: [5, 80]
  reference: {male: [40, 55], female: [40, 55]}
  thresholds: [{at: 35, op: lt}, {at: 30, op: lt}, {at: 25, op: lt}]
- name: hba1c
  zh: 糖化
  aliases: [胡萝卜素]
  category: sugar
  kind: qualitative
  loinc: 1-8
  unit: mmol/mol
  ucum: mmol/mol
  other_units: [{unit: mmol/mol, factor: 0.09, offset: 2.15}, {unit: 毫升, factor: 1}]
  plausible: [1, 2]
  reference: {male: [null, 4.4], female: [null, 6.0]}
  thresholds: [{at: 5.1, op: gt}, {at: 6.5, op: ge, critical: true}, {at: 2xULN, op: gt, sex: female}]
- name: unobtainium
`

func checked(t *testing.T, facts, reasons string) (output string, fine bool) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "facts.yaml")
	if err := os.WriteFile(path, []byte(facts), 0o600); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	fine, err := run(&out, path, []byte(reasons))
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), fine
}

func TestDifferences(t *testing.T) {
	output, fine := checked(t, sample, "[]")
	if fine {
		t.Error("fine without reasons")
	}
	for _, what := range []string{
		"hba1c: title: the facts have 糖化,", "hba1c: alias 胡萝卜素:", "hba1c: category:", "hba1c: kind:", "hba1c: loinc:", "hba1c: unit:", "hba1c: ucum:",
		"hba1c: factor mmol/mol: the facts have 0.09, offset 2.15,", "hba1c: unit 毫升:", "hba1c: plausible:",
		"hba1c: reference male high 4.4:", "hba1c: reference female high 6:", "hba1c: threshold >5.1:", "hba1c: critical >=6.5:", "hba1c: threshold >2xULN female:",
		"unobtainium: name: the facts have unobtainium, the rule set has no such indicator", "hemoglobin: name: the facts have no such indicator",
	} {
		if !strings.Contains(output, "UNEXPLAINED "+what) {
			t.Errorf("no difference %q", what)
		}
	}
	if strings.Contains(output, " albumin:") {
		t.Errorf("albumin agrees:\n%s", output)
	}
}

func TestReasons(t *testing.T) {
	output, fine := checked(t, sample, `
- {indicator: hba1c, what: plausible, reason: for the test}
- {indicator: "*", what: name, reason: the sample is small}
- {indicator: hba1c, what: threshold <1, reason: long gone}
`)
	if fine || !strings.Contains(output, "deliberate  hba1c: plausible") || !strings.Contains(output, "STALE       hba1c: threshold <1") {
		t.Errorf("fine %v:\n%s", fine, output)
	}
	if strings.Contains(output, "UNEXPLAINED unobtainium") {
		t.Error("a reason for all indicators was not used")
	}
	if _, err := readDeliberate([]byte("- {indicator: hba1c, what: plausible}")); err == nil {
		t.Error("an entry without a reason was taken")
	}
}

// Reasons of the released file must be well formed and about indicators that
// the dictionary knows.
func TestReleasedReasons(t *testing.T) {
	list, err := readDeliberate(meant)
	if err != nil || len(list) == 0 {
		t.Fatalf("%d reasons, %v", len(list), err)
	}
	seen := map[string]bool{}
	for _, d := range list {
		if key := d.Indicator + ": " + d.What; seen[key] {
			t.Errorf("%s stands there twice", key)
		} else {
			seen[key] = true
		}
	}
}
