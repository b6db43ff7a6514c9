package fhir_test

import (
	"errors"
	"strings"
	"testing"

	"tijian/engine"
	"tijian/engine/wire"
)

// of is a bundle of a type, as a server of somebody else's sends it.
func of(kind string, entries ...string) string {
	return `{"resourceType":"Bundle","type":"` + kind + `","entry":[` + strings.Join(entries, ",") + `]}`
}

// glucose is an entry with a fasting glucose and whatever else is said of it.
func glucose(rest string) string {
	return `{"resource":{"resourceType":"Observation","status":"final",` + loincCode + `,` + rest + `}}`
}

const (
	at       = `"effectiveDateTime":"2026-11-20T08:30:00+08:00",`
	posted   = `{"fullUrl":"urn:uuid:0b7c1c3a-6d0e-4a53-9a50-3b1f6c1f2a01","resource":{"resourceType":"Patient","gender":"female","birthDate":"1980-02-29"},"request":{"method":"POST","url":"Patient"}}`
	searched = `{"fullUrl":"https://his.example/fhir/Patient/p1","resource":{"resourceType":"Patient","id":"p1","gender":"female","birthDate":"1980-02-29"},"search":{"mode":"include"}}`
	value    = `"valueQuantity":{"value":5.60,"system":"http://unitsofmeasure.org","code":"mmol/L"}`
	urine0   = `{"resource":{"resourceType":"Observation","status":"final","code":{"text":"尿蛋白"},`
	urine    = `{"resource":{"resourceType":"Observation","status":"final",` + at + `"code":{"text":"尿蛋白"},`
)

// What the systems of others send is understood as they mean it, or named.
func TestStrangers(t *testing.T) {
	const used = `{"name":"fasting_glucose","unit":"mmol/L","value":5.60,`
	for name, c := range map[string]struct {
		bundle string
		parts  []string // of the answer
		none   string   // not in the answer
	}{
		"transaction": {of("transaction", posted, strings.Replace(glucose(at+`"subject":{"reference":"urn:uuid:0b7c1c3a-6d0e-4a53-9a50-3b1f6c1f2a01"},`+value), `}}`, `},"request":{"method":"POST","url":"Observation"}}`, 1),
			`{"request":{"method":"DELETE","url":"Observation/9"}}`), []string{used}, "not-supported"},
		"deleted since": {of("history", searched, glucose(at+value), `{"request":{"method":"DELETE","url":"Observation/g"}}`,
			strings.NewReplacer(`"status"`, `"id":"g","status"`, "5.60", "9.90").Replace(glucose(at+value))), []string{used, "Bundle.entry[3].resource"}, "9.90"},
		"searchset":             {of("searchset", glucose(at+`"subject":{"reference":"Patient/p1"},`+value), searched, `{"resource":{"resourceType":"OperationOutcome","issue":[]},"search":{"mode":"outcome"}}`), []string{used, `"user_identifier":"p1"`}, "not-supported"},
		"an absolute reference": {of("searchset", searched, glucose(at+`"subject":{"reference":"https://his.example/fhir/Patient/p1/_history/3"},`+value)), []string{used}, "not-supported"},
		"the patient twice":     {of("searchset", searched, searched, glucose(at+value)), []string{used}, "not-supported"},
		"somebody else's":       {of("searchset", searched, glucose(at+`"subject":{"reference":"Patient/p10"},`+value)), []string{`"samples":[]`, `说的是 Patient/p10，不是这位受检者","place":"Bundle.entry[1].resource"`}, ""},
		"of her child":          {of("searchset", searched, glucose(at+`"subject":{"reference":"Patient/p1"},"focus":[{"display":"新生儿"}],`+value)), []string{`"samples":[]`, `说的是 新生儿`}, ""},
		"contained":             {of("collection", `{"resource":{"resourceType":"Observation","status":"final","contained":[{"resourceType":"Patient","id":"p","gender":"male","birthDate":"1970-05-01"}],`+at+`"subject":{"reference":"#p"},`+loincCode+`,`+value+`}}`), []string{used, `"dob":"1970-05-01"`}, "not-supported"},
		"a report that contains": {of("collection", searched, `{"resource":{"resourceType":"DiagnosticReport","contained":[`+strings.TrimSuffix(strings.TrimPrefix(glucose(at+value), `{"resource":`), `}`)+`]}}`),
			[]string{used}, "not-supported"},
		"blood pressure":      {bundled(patient, pressure), []string{`"name":"systolic_bp","unit":"mmHg","value":120`, `"name":"diastolic_bp"`}, "not-supported"},
		"a panel":             {of("collection", searched, `{"resource":{"resourceType":"Observation","status":"final",`+at+`"code":{"text":"血常规"},"hasMember":[{"reference":"Observation/1"}]}}`, glucose(at+value)), []string{used}, "not-supported"},
		"value and parts":     {of("collection", searched, glucose(at+`"component":[{"code":{"text":"尿蛋白"},"valueString":"+"}],`+value)), []string{used, `"name":"urine_protein","unit":"","value":1,`}, "not-supported"},
		"integer":             {of("collection", searched, `{"resource":{"resourceType":"Observation","status":"final",`+at+`"code":{"text":"心率"},"valueInteger":72}}`), []string{`"name":"heart_rate","unit":"","value":72`, "没有写单位，按标准单位"}, "not-supported"},
		"string":              {of("collection", searched, glucose(at+`"valueString":" 5.60 mmol/L "`)), []string{used}, "not-supported"},
		"string without":      {of("collection", searched, glucose(at+`"valueString":"5.60"`)), []string{`"unit":"","value":5.60`, "没有写单位，按标准单位 mmol/L 评估"}, "not-supported"},
		"string in others":    {of("collection", searched, glucose(at+`"valueString":"5.60 个"`)), []string{`"samples":[]`, "结果“5.60 个”不是数"}, ""},
		"grade of a number":   {of("collection", searched, glucose(at+`"valueString":"阴性"`)), []string{`"samples":[]`, "结果“阴性”不是数"}, ""},
		"concept":             {of("collection", searched, urine+`"valueCodeableConcept":{"coding":[{"system":"http://snomed.info/sct","code":"260385009","display":"Negative (qualifier value)"},{"system":"http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation","code":"NEG"}]}}}`), []string{`"name":"urine_protein","unit":"","value":0,`}, "not-supported"},
		"a final one follows": {of("collection", searched, strings.Replace(glucose(at+`"valueQuantity":{"value":9.9,"unit":"mmol/L"}`), `"final"`, `"preliminary"`, 1), glucose(at+value)), []string{`"samples":[` + used, "后面有更正的或审核过的结果"}, "9.9"},
		"only a preliminary":  {of("collection", searched, strings.Replace(glucose(at+value), `"final"`, `"preliminary"`, 1)), []string{`"samples":[` + used}, "审核过"},
		"a code that counts":  {of("collection", searched, urine+`"valueCodeableConcept":{"coding":[{"system":"http://snomed.info/sct","code":"10828004"}]}}}`), []string{`"name":"urine_protein","unit":"","value":1,`}, "not-supported"},
		"a code is no number": {of("collection", searched, urine+`"valueCodeableConcept":{"coding":[{"system":"urn:lis","code":"1"}]}}}`), []string{`"samples":[]`, "结果只有代码“1”"}, ""},
		"a code of glucose":   {of("collection", searched, glucose(at+`"valueCodeableConcept":{"coding":[{"system":"urn:lis","code":"5.6"}]}`)), []string{`"samples":[]`, "结果只有代码“5.6”"}, ""},
		"a contrary code":     {of("collection", searched, urine+`"valueCodeableConcept":{"text":"阴性","coding":[{"system":"http://snomed.info/sct","code":"10828004","display":"Positive"}]}}}`), []string{`"samples":[]`, "结果的代码和文字说的不一样（阴性、Positive）"}, ""},
		"boolean":             {of("collection", searched, urine+`"valueBoolean":true}}`), []string{`"name":"urine_protein","unit":"","value":1,`}, "not-supported"},
		"other values":        {of("collection", searched, urine+`"valueRatio":{"numerator":{"value":1},"denominator":{"value":80}}}}`), []string{`"samples":[]`, "没有使用：没有结果"}, ""},
		"comparator":          {of("collection", searched, glucose(at+strings.Replace(value, `"value":5.60`, `"value":5.60,"comparator":"<"`, 1))), []string{used, `"comparator":"<","tip":"空腹血糖的结果 <5.6 mmol/L 不是准确的数`, `"level":"U0"`, "结果是 <5.60，不是准确的数"}, "not-supported"},
		"comparison":          {of("collection", searched, glucose(at+`"valueString":"≥5.60mmol/L"`)), []string{used, `"comparator":">="`, `"level":"U0"`, "结果是 >=5.60，不是准确的数"}, "not-supported"},
		"absent":              {of("collection", searched, glucose(at+`"dataAbsentReason":{"coding":[{"code":"not-performed","display":"Not Performed"}]}`)), []string{`"samples":[]`, "没有结果（not-performed Not Performed）"}, ""},
		"a local code":        {of("collection", searched, `{"resource":{"resourceType":"Observation","status":"final",`+at+`"code":{"coding":[{"system":"urn:lis","code":"1021","display":"谷丙转氨酶测定"},{"system":"urn:lis:short","code":"ALT"}]},"valueQuantity":{"value":68,"unit":"U/L"}}}`), []string{`"name":"alt","unit":"U/L","value":68`}, "not-supported"},
		"an instant":          {of("collection", searched, glucose(`"effectiveInstant":"2026-11-20T00:30:00.5Z",`+value)), []string{`"datetime":"2026-11-20T00:30:00.5Z"`}, ""},
		"only issued":         {of("collection", searched, glucose(`"issued":"2026-11-20T09:00:00+08:00",`+value)), []string{`"datetime":"2026-11-20T09:00:00+08:00"`, `按发出的时间 2026-11-20T09:00:00+08:00 评估`}, ""},
		"yet to come":         {of("searchset", searched, glucose(`"effectiveDateTime":"2027-11-20T08:30:00+08:00",`+value), glucose(at+value)), []string{used, `"text":"没有使用：日期“2027-11-20T08:30:00+08:00”还没有到"`}, `"datetime":"2027`},
		"issued later":        {of("collection", searched, glucose(at+value), urine0+`"issued":"2026-11-25T09:00:00+08:00","valueString":"+"}}`), []string{`"datetime":"2026-11-20T08:30:00+08:00"`}, "按发出的时间"},
		"issued on two days":  {of("collection", searched, glucose(`"issued":"2026-11-25T09:00:00+08:00",`+value), urine0+`"issued":"2026-11-20T09:00:00+08:00","valueString":"+"}}`), []string{`"datetime":"2026-11-20T09:00:00+08:00"`, `按发出的时间 2026-11-20T09:00:00+08:00 评估`}, ""},
		"issued in a series": {of("collection", searched, glucose(`"issued":"2026-05-20T09:00:00+08:00",`+value), glucose(`"issued":"2026-11-20T09:00:00+08:00",`+value), urine0+`"issued":"2026-05-20T09:00:00+08:00","valueString":"+"}}`),
			[]string{`"datetime":"2026-11-20T09:00:00+08:00"`, `"previous":[{"value":5.60,"unit":"mmol/L","datetime":"2026-05-20T09:00:00+08:00"}]`}, ""},
		"only a month": {of("collection", searched, glucose(`"effectiveDateTime":"2026-11",`+value), glucose(at+value)), []string{`"datetime":"2026-11-20T08:30:00+08:00"`, `时间“2026-11”没有写到日`}, ""},
		"a later note": {of("collection", searched, glucose(at+value), `{"resource":{"resourceType":"Observation","status":"final","effectiveDateTime":"2026-11-25","code":{"text":"随访"},"valueString":"好"}}`), []string{`"datetime":"2026-11-20T08:30:00+08:00"`}, ""},
		"a series, latest first": {of("searchset", searched, glucose(at+value), glucose(`"effectiveDateTime":"2026-05-01",`+strings.Replace(value, "5.60", "6.20", 1)), glucose(`"effectiveDateTime":"2025-05-01","valueQuantity":{"value":110,"unit":"mg/dL"}`)),
			[]string{`"samples":[` + used + `"previous":[{"value":6.20,"unit":"mmol/L","datetime":"2026-05-01"},{"value":110,"unit":"mg/dL","datetime":"2025-05-01"}]`}, "按 2026"},
		"measured before": {of("searchset", searched, glucose(at+value), `{"resource":{"resourceType":"Observation","status":"final","effectiveDateTime":"2026-05-01","code":{"text":"尿蛋白"},"valueString":"+"}}`), []string{`这是 2026-05-01 的结果，按 2026-11-20T08:30:00+08:00 的检查评估`}, ""},
		"sent twice": {of("collection", searched, glucose(at+value), glucose(`"id":"o1",`+at+value), glucose(`"id":"o2",`+at+strings.Replace(value, "5.60", "5.70", 1))),
			[]string{`"samples":[` + used, `"value":5.70`, `没有使用：与前面的是同一个结果，只算一次","place":"Bundle.entry[2].resource"`}, `}],"value":5.60`},
		"two versions": {of("collection", searched, glucose(`"id":"o1","meta":{"versionId":"2"},`+at+value), glucose(`"id":"o1","meta":{"versionId":"1"},`+at+strings.Replace(value, "5.60", "9.90", 1))),
			[]string{`"samples":[` + used, `它更新的版本","place":"Bundle.entry[2].resource"`}, "9.90"},
		"two issues": {of("collection", searched, glucose(`"id":"o1","issued":"2026-11-20T01:00:00Z",`+at+strings.Replace(value, "5.60", "9.90", 1)), strings.Replace(glucose(`"id":"o1","issued":"2026-11-20T02:00:00Z",`+at+value), "final", "corrected", 1)),
			[]string{`"samples":[` + used, `它更新的版本","place":"Bundle.entry[1].resource"`}, "9.90"},
		"only the status": {of("collection", searched, strings.Replace(glucose(`"id":"o1",`+at+value), "final", "amended", 1), glucose(`"id":"o1",`+at+strings.Replace(value, "5.60", "9.90", 1))), []string{`"samples":[` + used, `它更新的版本","place":"Bundle.entry[2].resource"`}, "9.90"},
		"status against time": {of("collection", searched, glucose(`"id":"o1","issued":"2026-11-20T03:00:00Z",`+at+strings.Replace(value, "5.60", "9.90", 1)), strings.Replace(glucose(`"id":"o1","issued":"2026-11-20T02:00:00Z",`+at+value), "final", "corrected", 1), urine+`"valueString":"+"}}`),
			[]string{`"samples":[{"name":"urine_protein"`, "有两种内容"}, ""},
		"taken back": {of("collection", searched, glucose(`"id":"o1","issued":"2026-11-20T01:00:00Z",`+at+value), strings.Replace(glucose(`"id":"o1","issued":"2026-11-20T02:00:00Z",`+at+value), "final", "entered-in-error", 1), urine+`"valueString":"+"}}`),
			[]string{`"samples":[{"name":"urine_protein"`, `没有使用：这个结果后来被撤回，或更正成了读不出的结果","place":"Bundle.entry[1].resource"`, "状态是 entered-in-error"}, "有两种内容"},
		"preliminary":             {of("collection", searched, strings.Replace(glucose(at+value), "final", "preliminary", 1)), []string{used, `结果还没有审核（状态 preliminary）","place":"Bundle.entry[1].resource"`}, "not-supported"},
		"an unknown unit":         {of("searchset", searched, glucose(at+`"valueQuantity":{"value":5.6,"system":"http://unitsofmeasure.org","code":"kPa"}`), urine+`"valueString":"+"}}`), []string{`"samples":[{"name":"urine_protein"`, `没有使用：“空腹血糖”的单位“kPa”不能换算，可用：mmol/L, mg/dL","place":"Bundle.entry[1].resource"`}, ""},
		"an unknown printed":      {of("searchset", searched, glucose(at+`"valueQuantity":{"value":5.6,"unit":"kPa"}`)), []string{`"samples":[]`, `没有使用：“空腹血糖”的单位“kPa”`}, ""},
		"a code without a system": {of("collection", searched, glucose(at+`"valueQuantity":{"value":9.5,"code":"mg/dL"}`)), []string{`"name":"fasting_glucose","unit":"mg/dL","value":9.5`}, "没有写单位"},
		"a code of the house":     {of("collection", searched, glucose(at+`"valueQuantity":{"value":9.5,"system":"urn:lis:unit","code":"mg/dL"}`)), []string{`"unit":"mg/dL","value":9.5`}, "没有写单位"},
		"a number of the house":   {of("collection", searched, glucose(at+`"valueQuantity":{"value":9.5,"unit":"mg/dL","system":"urn:lis:unit","code":"17"}`)), []string{`"unit":"mg/dL","value":9.5`}, ""},
		"a code that is no unit":  {of("collection", searched, glucose(at+`"valueQuantity":{"value":9.5,"code":"17"}`), urine+`"valueString":"+"}}`), []string{`"samples":[{"name":"urine_protein"`, `“空腹血糖”的单位“17”不能换算`}, ""},
		"code against unit":       {of("collection", searched, glucose(at+`"valueQuantity":{"value":9.5,"unit":"mmol/L","code":"mg/dL"}`)), []string{`"samples":[]`, "“空腹血糖”的单位写了两种，不一样（code 是 mg/dL，unit 是 mmol/L）"}, ""},
		"UCUM against unit":       {of("collection", searched, glucose(at+`"valueQuantity":{"value":9.5,"unit":"mmol/L","system":"http://unitsofmeasure.org","code":"mg/dL"}`)), []string{`"samples":[]`, "写了两种"}, ""},
		"code and its name":       {of("collection", searched, glucose(at+`"valueQuantity":{"value":95,"unit":"毫克每分升","system":"http://unitsofmeasure.org","code":"mg/dL"}`)), []string{`"unit":"mg/dL","value":95`}, ""},
		"code and its spelling":   {of("collection", searched, glucose(at+`"valueQuantity":{"value":95,"unit":"MG/DL","code":"mg/dL"}`)), []string{`"unit":"mg/dL","value":95`}, ""},
		"of an artery":            {of("collection", searched, strings.Replace(urine, `"code":`, `"specimen":{"display":"动脉血"},"code":`, 1)+`"valueString":"+"}}`), []string{`"samples":[]`, "标本是血，“尿蛋白”不是它的项目"}, "urine_protein"},
		"a pH of nothing":         {of("collection", searched, strings.Replace(urine, "尿蛋白", "PH", 1)+`"valueQuantity":{"value":7.15}}}`), []string{`"samples":[]`, "“PH”几种标本里都有"}, "urine_ph"},
		"a value that is denied":  {of("collection", searched, glucose(at+`"dataAbsentReason":{"text":"拒检"},`+value)), []string{`"samples":[]`, "写了结果，又写了没有结果的原因（拒检）"}, ""},
		"denied by an extension":  {of("collection", searched, glucose(at+strings.Replace(value, `"value":5.60`, `"value":0,"_value":{"extension":[{"url":"http://hl7.org/fhir/StructureDefinition/data-absent-reason","valueCode":"masked"}]}`, 1))), []string{`"samples":[]`, "没有结果的原因（masked）"}, ""},
		"a part that is denied":   {of("collection", searched, `{"resource":{"resourceType":"Observation","status":"final",`+at+`"code":{"text":"x"},"component":[{`+loincCode+`,"dataAbsentReason":{"coding":[{"code":"not-performed"}]},`+value+`}]}}`), []string{`"samples":[]`, "没有结果的原因（not-performed）"}, ""},
		"a word that is denied":   {of("collection", searched, urine+`"dataAbsentReason":{"text":"未检"},"valueString":"阴性"}}`), []string{`"samples":[]`, "没有结果的原因（未检）"}, ""},
		"a month of birth":        {of("collection", strings.Replace(searched, "1980-02-29", "1980-02", 1), glucose(at+value)), []string{used, `"dob":"1980-02-15"`, "“1980-02”没有写到日，按那个月的 15 日评估"}, ""},
		"a contrary flag":         {of("collection", searched, glucose(at+`"interpretation":[{"coding":[{"code":"L"}]}],"referenceRange":[{"high":{"value":5,"code":"mmol/L"}}],`+value)), []string{`"samples":[]`, "与标记 L 矛盾"}, ""},
		"a failed control":        {of("collection", searched, glucose(at+`"interpretation":[{"coding":[{"code":"QCF"}]}],`+value)), []string{`"samples":[]`, "质控没有通过（标记 QCF）"}, ""},
		"two contents":            {of("collection", searched, glucose(`"id":"o1",`+at+value), glucose(`"id":"o1",`+at+strings.Replace(value, "5.60", "9.90", 1)), urine+`"valueString":"+"}}`), []string{`"samples":[{"name":"urine_protein"`, "有两种内容"}, "9.90"},
		"of a urine":              {of("collection", searched, glucose(at+`"specimen":{"reference":"Specimen/s"},`+value), `{"resource":{"resourceType":"Specimen","id":"s","type":{"coding":[{"system":"http://snomed.info/sct","code":"122575003","display":"Urine specimen"}]}}}`), []string{`"samples":[]`, "标本是尿"}, ""},
		"of a fluid":              {of("collection", searched, `{"resource":{"resourceType":"Observation","status":"final","contained":[{"resourceType":"Specimen","id":"s","type":{"text":"脑脊液"}}],"specimen":{"reference":"#s"},`+at+`"code":{"text":"空腹血糖"},`+value+`}}`), []string{`"samples":[]`, "标本是别的体液"}, ""},
		"of blood":                {of("collection", searched, glucose(at+`"specimen":{"display":"血清"},`+value), strings.Replace(urine, `"code":`, `"specimen":{"display":"Venous blood"},"code":`, 1)+`"valueString":"+"}}`), []string{`"samples":[` + used, "标本是静脉血，“尿蛋白”不是它的项目"}, "urine_protein"},
		"named in urine":          {of("collection", searched, `{"resource":{"resourceType":"Observation","status":"final",`+at+`"bodySite":{"text":"尿液"},"code":{"text":"白细胞"},"valueQuantity":{"value":25,"unit":"/uL"}}}`), []string{`"name":"urine_wbc_count"`}, "not-supported"},
		"of a report": {of("collection", searched, strings.Replace(glucose(at+value), `"status"`, `"id":"g","status"`, 1), `{"resource":{"resourceType":"DiagnosticReport","contained":[{"resourceType":"Specimen","id":"s","type":{"text":"Urine"}}],"specimen":[{"reference":"#s"}],"result":[{"reference":"https://his.example/fhir/Observation/g/_history/1"}]}}`),
			[]string{`"samples":[]`, "标本是尿"}, ""},
		"the dead": {of("collection", strings.Replace(searched, `"id":"p1"`, `"id":"p1","deceasedDateTime":"2026-11-21"`, 1), glucose(at+value)), []string{used}, "not-supported"},
	} {
		t.Run(name, func(t *testing.T) {
			answer := strings.ReplaceAll(string(assess(t, c.bundle, engine.Form{FromFHIR: true})), "T00:00:00Z", "")
			for _, part := range c.parts {
				if !strings.Contains(answer, part) {
					t.Errorf("lacks %s:\n%s", part, answer)
				}
			}
			if c.none != "" && strings.Contains(answer, c.none) {
				t.Errorf("has %s:\n%s", c.none, answer)
			}
		})
	}
}

// What cannot be judged is refused with the place in the bundle.
func TestStrangersRefused(t *testing.T) {
	born := func(date string) string { return strings.Replace(searched, "1980-02-29", date, 1) }
	for name, c := range map[string]struct{ bundle, detail string }{
		"two patients":    {of("searchset", searched, strings.ReplaceAll(searched, "p1", "p2"), glucose(at+value)), "Bundle.entry[1].resource: a Bundle is about one person"},
		"born in a year":  {of("collection", born("1980"), glucose(at+value)), `Bundle.entry[0].resource.birthDate: the date of birth "1980" must name the day`},
		"born in a month": {of("collection", glucose(at+value), born("1980-11")), `Bundle.entry[1].resource.birthDate: the date of birth "1980-11" names no day, on which the assessment depends`},
		"born later":      {of("collection", born("2026-12-01"), glucose(at+value)), `Bundle.entry[0].resource.birthDate: `},
		"another gender":  {of("collection", strings.Replace(searched, "female", "other", 1), glucose(at+value)), `Bundle.entry[0].resource.gender: must be "male" or "female"`},
		"no time":         {of("searchset", searched, glucose(value)), "missing arguments: Observation.effectiveDateTime"},
		"only a year":     {of("searchset", searched, glucose(`"effectiveDateTime":"2026",`+value)), "missing arguments: Observation.effectiveDateTime"},
		"nothing to use":  {of("searchset", searched, strings.Replace(glucose(at+value), "final", "cancelled", 1)), "missing arguments: Observation.effectiveDateTime; Bundle.entry[1].resource: not used: its status is cancelled"},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := snapshot().Assessment([]byte(c.bundle), 100, engine.Form{FromFHIR: true}, noon)
			wrong, ok := errors.AsType[*wire.Error](err)
			if !ok || !strings.Contains(wrong.Detail(), c.detail) {
				t.Errorf("%v, want %s", err, c.detail)
			}
		})
	}
}
