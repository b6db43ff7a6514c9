package intake

import (
	"testing"

	"tijian/engine/problem"
)

// What an analyser says of itself is no result and none that is missed: modes, alarms,
// graphs and the numbers that draw them. What it measures is, whoever made its code.
func TestAnalysersOwn(t *testing.T) {
	requests, _, wrong := HL7([]byte(hl7(msh, pid, `OBX|1|IS|08001^Take Mode^99MRC||O`, `OBX|2|IS|12012^WBC alarm^99MRC||T`, `OBX|3|NM|15001^PLT Histogram. Left Line^99MRC||7`,
		`OBX|4|ED|15008^PLT Histogram. BMP^99MRC||^Image^BMP^Base64^Qk0`, `OBX|5|NM|6690-2^WBC^LN||7.1|10*9/L`, `OBX|6|NM|10029^P-LCR^99MRC||25|%`, `OBX|7|NM|10099^XYZ^99MRC||25|%`)), options(t))
	if wrong != nil {
		t.Fatal(wrong.In(problem.Chinese))
	}
	compare(t, requests, []string{`"samples":[{"name":"white_blood_cell_count","unit":"10*9/L","value":7.1},{"name":"large_platelet_ratio","unit":"%","value":25}]`}, []string{"不认识项目“10099 XYZ”", "图共 4 处"})
}

// A coded result is what its text and its code say together. Its code is never a
// number, whatever its digits and whatever type OBX-2 has.
func TestCodeIsNoNumber(t *testing.T) {
	for name, c := range map[string]struct {
		obx   string
		part  string
		issue string
	}{
		"a number of the house": {`CE|UPRO^尿蛋白||1^阴性|||N`, `"value":0}`, ""},
		"SNOMED":                {`CWE|UPRO^尿蛋白||260385009^Negative^SCT`, `"value":0}`, ""},
		"SNOMED without a text": {`CWE|UPRO^尿蛋白||10828004^^SCT`, `"value":1}`, ""},
		"its full name":         {`CWE|UPRO^尿蛋白||260385009^Negative (qualifier value)^2.16.840.1.113883.6.96`, `"value":0}`, ""},
		"the alternative":       {`CWE|UPRO^尿蛋白||7^^L^LA6577-6^^LN`, `"value":0}`, ""},
		"the original text":     {`CWE|UPRO^尿蛋白||7^^L^^^^^^阴性`, `"value":0}`, ""},
		"the more exact one":    {`CE|UPRO^尿蛋白||2+^阳性`, `"value":2}`, ""},
		"a text alone":          {`CE|UPRO^尿蛋白||阴性`, `"value":0}`, ""},
		"by type of table":      {`IS|UPRO^尿蛋白||1`, `"samples":[]`, "结果只有代码“1”"},
		"in a text":             {`ST|UPRO^尿蛋白||1^阴性`, `"value":0}`, ""},
		"without a type":        {`|UPRO^尿蛋白||260385009^Negative^SCT`, `"value":0}`, ""},
		"a code alone":          {`CWE|UPRO^尿蛋白||260385009`, `"samples":[]`, "结果只有代码“260385009”，没有认识的文字"},
		"an unknown text":       {`CWE|UPRO^尿蛋白||3^样本溶血^L`, `"samples":[]`, "结果“样本溶血”不是数"},
		"a contrary text":       {`CWE|UPRO^尿蛋白||10828004^阴性^SCT`, `"samples":[]`, "没有使用：结果的代码和文字说的不一样（阴性、阳性）"},
		"of a quantity":         {`CE|K^钾||4.1`, `"samples":[]`, "结果只有代码“4.1”"},
		"a quantity's text":     {`CE|K^钾||9^4.1|mmol/L`, `"value":4.1}`, ""},
		"not done":              {`CE|UPRO^尿蛋白||未查`, `"samples":[]`, ""},
		"before a number":       {`SN|K^钾||4^1|mmol/L`, `"samples":[]`, "结果“4^1”不是数"},
		"of a pair":             {`CE|BP^血压||1/2^135/88|mmHg`, `"name":"diastolic_bp","unit":"mmHg","value":88}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			requests, _, wrong := HL7([]byte(hl7(msh, pid, `OBX|1|`+c.obx)), options(t))
			if wrong != nil {
				t.Fatal(wrong.In(problem.Chinese))
			}
			var issues []string
			if c.issue != "" {
				issues = []string{c.issue}
			}
			compare(t, requests, []string{c.part}, issues)
		})
	}
}
