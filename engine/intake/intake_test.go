package intake

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
	"tijian/engine/jsontree"
	"tijian/engine/problem"
	"tijian/engine/wire"
)

var load = sync.OnceValues(func() (*dictionary.Dictionary, error) {
	d, problems := dictionary.Load(dictionaries.Active())
	return d, problems.Err()
})

func options(t testing.TB) Options {
	t.Helper()
	d, err := load()
	if err != nil {
		t.Fatal(err)
	}
	return Options{Dictionary: d, Namespace: "batch", Zone: time.FixedZone("", 8*3600), Now: time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)}
}

const (
	msh = `MSH|^~\&|LIS|某院检验科|TJ|TJ|20261120093000||ORU^R01|42|P|2.4||||||UNICODE UTF-8`
	pid = `PID|1||A-17^^^HIS||张三||19700501|M`
	obr = `OBR|1|||XH^血常规|||20261120083000`
)

// alt is a result with its status, later the header of another message.
func alt(value, status string) string {
	return `OBX|1|NM|ALT^丙氨酸氨基转移酶||` + value + `|U/L|||||` + status
}

func later(id, at string) string {
	return strings.NewReplacer("|42|", "|"+id+"|", "0930", at).Replace(msh)
}

func hl7(segments ...string) string { return strings.Join(segments, "\r") + "\r" }

// Each message becomes the request that it says; what it cannot say is named
// with its segment and field.
func TestHL7(t *testing.T) {
	person := `"profile":{"dob":"1970-05-01","gender":"male"}`
	for name, c := range map[string]struct {
		data   string
		parts  []string // of the requests
		issues []string
	}{
		"a number": {hl7(msh, pid, obr, `OBX|1|NM|718-7^血红蛋白^LN||153|g/L|130-175|N|||F`), []string{
			`{"user_identifier":"A-17","namespace":"batch","datetime":"2026-11-20T08:30:00+08:00",` + person,
			`"samples":[{"name":"hemoglobin","unit":"g/L","value":153,"reference":{"text":"130-175"}}]`,
		}, nil},
		"line ends of Unix":    {strings.ReplaceAll(hl7(msh, pid, obr, `OBX|1|NM|HGB^血红蛋白||153|g/L|||||F`), "\r", "\n"), []string{`"hemoglobin"`}, nil},
		"line ends of Windows": {strings.ReplaceAll(hl7(msh, pid, obr, `OBX|1|NM|HGB^血红蛋白||153|g/L|||||F`), "\r", "\r\n"), []string{`"hemoglobin"`}, nil},
		"MLLP":                 {"\x0b" + hl7(msh, pid, obr, `OBX|1|NM|HGB^血红蛋白||153|g/L|||||F`) + "\x1c\r", []string{`"hemoglobin"`}, nil},
		"other delimiters":     {hl7(strings.NewReplacer("|", "#", "^", "*").Replace(msh), "PID#1##A-17##张三##19700501#F", "OBX#1#NM#HGB*血红蛋白##120#g/L"), []string{`"gender":"female"`, `"value":120`}, nil},
		"a name of the house":  {hl7(msh, pid, `OBX|1|NM|10023^甘油三酯^99LIS||1.90|mmol/L`), []string{`{"name":"triglycerides","unit":"mmol/L","value":1.90}`}, nil},
		"an alternative code":  {hl7(msh, pid, `OBX|1|NM|10023^^99LIS^1-8^^LN~||1|x`, `OBX|2|NM|10023^x^99LIS^14927-8^^LN||1.9|mmol/L`), []string{`"samples":[{"name":"triglycerides"`}, []string{"第 3 段 OBX-3：看不懂：不认识项目“10023”"}},
		"another unit":         {hl7(msh, pid, `OBX|1|NM|GLU^空腹血糖||100|mg/dL`), []string{`"unit":"mg/dL","value":100`}, nil},
		"a unit of UCUM":       {hl7(msh, pid, `OBX|1|NM|WBC^白细胞计数||5.2|10*9/L^10九次方每升^UCUM`), []string{`"white_blood_cell_count"`, `"value":5.2`}, nil},
		"a wrong unit":         {hl7(msh, pid, `OBX|1|NM|GLU^空腹血糖||5.6|kg`), []string{`"samples":[]`}, []string{"第 3 段 OBX-6：没有使用：“空腹血糖”的单位“kg”不能换算，可用：mmol/L, mg/dL"}},
		"a comparison":         {hl7(msh, pid, `OBX|1|SN|AFP^甲胎蛋白||<^5|ng/mL`, `OBX|2|ST|CEA^癌胚抗原||＜0.50↓|ng/mL`), []string{`{"name":"afp","unit":"ng/mL","value":5,"comparator":"<"}`, `{"name":"cea","unit":"ng/mL","value":0.50,"comparator":"<"}`}, []string{"第 3 段 OBX-5：结果是 <5，不是准确的数", "第 4 段 OBX-5：结果是 <0.50，不是准确的数"}},
		"a ratio":              {hl7(msh, pid, `OBX|1|SN|AFP^甲胎蛋白||^1^:^128|ng/mL`), nil, []string{"第 3 段 OBX-5：看不懂：结果“^1^:^128”不是数"}},
		"too low": {hl7(msh, pid, `OBX|1|ST|TSH^促甲状腺激素||小于0.005|mIU/L`, `OBX|2|ST|AFP^甲胎蛋白||低于检测下限（0.6）|ng/mL`, `OBX|3|ST|CEA^癌胚抗原||≤0.50|ng/mL`, `OBX|4|ST|FER^铁蛋白||低于检测下限|ng/mL`, `OBX|5|ST|E2^雌二醇||未检出|pg/mL`, `OBX|6|ST|PRO^尿蛋白||未检出`), []string{
			`"samples":[{"name":"tsh","unit":"mIU/L","value":0.005,"comparator":"<"},{"name":"afp","unit":"ng/mL","value":0.6,"comparator":"<"},{"name":"cea","unit":"ng/mL","value":0.50,"comparator":"<="},{"name":"urine_protein","unit":"","value":0}]`},
			[]string{"第 6 段 OBX-5：没有使用：“低于检测下限”没有写出下限", "第 7 段 OBX-5：没有使用：“未检出”没有写出下限"}},
		"grades":         {hl7(msh, pid, `OBX|1|ST|PRO^尿蛋白||++`, `OBX|2|CE|GLU^尿糖||N^阴性^L`), []string{`{"name":"urine_protein","unit":"","value":2}`, `{"name":"urine_glucose","unit":"","value":0}`}, nil},
		"repetitions":    {hl7(msh, pid, `OBX|1|NM|8480-6^^LN||150~145|mmHg`, `OBX|2|NM|8462-4^^LN||80~80.0|mmHg`), []string{`"samples":[{"name":"diastolic_bp","unit":"mmHg","value":80}]`}, []string{"第 3 段 OBX-5：没有使用：一个结果里写了两个不一样的值（150、145）", "第 4 段 OBX-5：没有使用：与前面的是同一个结果"}},
		"repeated OBX":   {hl7(msh, pid, `OBX|1|NM|8480-6^^LN||150|mmHg`, `OBX|2|NM|8480-6^^LN||145|mmHg`), []string{`"value":150`, `"value":145`}, nil},
		"escapes":        {hl7(msh, `PID|1||A\T\17\F\x\S\y\E\z\H\\N\||李四||19800101|F`, `OBX|1|NM|CHOL^\XD7DCB5A8B9CCB4BC\||5.0|mmol/L`), []string{`"user_identifier":"A&17|x^y\\z"`, `"total_cholesterol"`}, nil},
		"an open escape": {hl7(msh, `PID|1||A\17||李四||19800101|F`, obr), []string{`"user_identifier":"A\\17"`}, nil},
		"no result":      {hl7(msh, pid, `OBX|1|NM|GLU^空腹血糖|||mmol/L`, `OBX|2|NM|GLU^空腹血糖||5|mmol/L|||||X`), nil, []string{"第 3 段 OBX-5：没有使用：没有结果", "第 4 段 OBX-11：没有使用：状态是 X"}},
		"two patients":   {hl7(msh, pid, obr, `OBX|1|NM|HGB^血红蛋白||150|g/L`, strings.Replace(pid, "A-17", "B-2", 1), obr, `OBX|1|NM|HGB^血红蛋白||120|g/L`), []string{`"A-17"`, `"B-2"`, `"value":150`, `"value":120`}, nil},
		"two messages":   {hl7(msh, pid, `OBX|1|NM|HGB^血红蛋白||150|g/L`, msh, pid, `OBX|2|NM|HGB^血红蛋白||120|g/L`), []string{`"datetime":"2026-11-20T09:30:00+08:00"`, `"value":150`, `"value":120`}, nil},
		"a zone":         {hl7(msh, pid, `OBR|1||||||20261120083000.123+0900`, `OBX|1|NM|HGB^血红蛋白||150|g/L`), []string{`"datetime":"2026-11-20T08:30:00+09:00"`}, nil},
		"units and ranges without escapes": {hl7(msh, pid, `OBX|1|NM|WBC^白细胞计数||5.63|10^9/L|3.50~9.50`, `OBX|2|NM|RBC^红细胞计数(RBC)^L||4.85|10^12/L^x|4.3^5.8`), []string{
			`{"name":"white_blood_cell_count","unit":"10^9/L","value":5.63,"reference":{"text":"3.50~9.50"}}`}, []string{"第 4 段 OBX-6：没有使用：“红细胞计数”的单位“10^12/L^x”不能换算"}},
		"marks and brackets":    {hl7(msh, pid, `OBX|1|NM|2001^★红细胞计数(RBC)||4.85|10^12/L`, `OBX|2|NM|2002^血糖(餐后3小时)||9|mmol/L`), []string{`{"name":"red_blood_cell_count","unit":"10^12/L","value":4.85}`}, []string{"不认识项目“2002 血糖(餐后3小时)”"}},
		"a grade of a quantity": {hl7(msh, pid, `OBX|1|ST|HBsAg^乙肝表面抗原||阴性(-)|IU/mL|阴性`), []string{`{"name":"hbsag","unit":"grade","value":0,"reference":{"text":"阴性"}}`}, nil},
		"a batch":               {hl7(`FHS|^~\&|LIS`, `BHS|^~\&|LIS`, msh, pid, obr, `OBX|1|NM|HGB^血红蛋白||150|g/L`, `BTS|1`, `FTS|1`) + "\x1a", []string{`"value":150`}, nil},
		"a message that is no result": {hl7(strings.Replace(msh, "ORU^R01", "ADT^A01", 1), strings.Replace(pid, "A-17", "B-2", 1), msh, pid, `OBX|1|NM|HGB^血红蛋白||150|g/L`), []string{`{"user_identifier":"A-17"`},
			[]string{"第 1 段 MSH-9：没有使用：只转换检验结果 ORU^R01，这条消息是 ADT"}},
		"a message of nobody": {hl7(msh, `OBX|1|NM|HGB^血红蛋白||150|g/L`, `OBX|2|NM|HGB^血红蛋白||150|g/L`, msh, pid, `OBX|1|NM|HGB^血红蛋白||120|g/L`), []string{`"value":120`}, []string{"第 2 段 OBX：没有 PID 段"}},
		"a message for each specimen": {hl7(msh, pid, obr, `OBX|1|NM|HGB^血红蛋白||150|g/L`, strings.Replace(msh, "|42|", "|43|", 1), pid, `OBR|1||||||20261120090000`, `OBX|1|NM|TG^甘油三酯||1.9|mmol/L`,
			msh, pid, `OBR|1||||||20261121090000`, `OBX|1|NM|TG^甘油三酯||1.8|mmol/L`), []string{
			`{"user_identifier":"A-17","namespace":"batch","datetime":"2026-11-20T09:00:00+08:00"`, `"value":150},{"name":"triglycerides","unit":"mmol/L","value":1.9}]}{"user`, `"datetime":"2026-11-21T09:00:00+08:00"`}, nil},
		"a birth date with dashes": {hl7(msh, strings.Replace(pid, "19700501", "1970-05-01 00:00:00", 1), obr), []string{`"dob":"1970-05-01"`}, nil},
		"times of results":         {hl7(msh, pid, `OBR|1||||||||||||||||||||||20261120100000`, `OBX|1|NM|HGB^血红蛋白||150|g/L|||||F|||20261120084000`, `OBX|2|NM|TG^甘油三酯||1.9|mmol/L|||||F|||20261120085000`), []string{`"datetime":"2026-11-20T08:50:00+08:00"`}, nil},
		"a urine": {hl7(msh, pid, `OBR|1|||U1^尿常规`, `OBX|1|NM|WBC^白细胞||25|/ul`, `OBX|2|ST|WBC^白细胞||+`, `OBX|3|ST|GLU^葡萄糖||阴性(-)|mmol/L`, `OBX|4|NM|GLU^葡萄糖||0|mmol/L`, `OBX|5|NM|CREA^肌酐||8800|umol/L`, `OBX|6|NM|14682-9^肌酐^LN||88|umol/L`), []string{
			`"samples":[{"name":"urine_wbc_count","unit":"/ul","value":25},{"name":"urine_leukocyte_esterase","unit":"","value":1},{"name":"urine_glucose","unit":"","value":0},{"name":"creatinine","unit":"umol/L","value":88}]`},
			[]string{"第 7 段 OBX-6：没有使用：“尿糖”的单位“mmol/L”不能换算，可用：grade", "第 8 段 OBX-3：没有使用：标本是尿，“CREA 肌酐”不是它的项目"}},
		"other fluids": {hl7(msh, pid, `OBR|1|||CSF^脑脊液生化`, `OBX|1|NM|GLU^葡萄糖||3.1|mmol/L`, `OBR|2|||BF^常规|||||||||||PLF&胸水`, `OBX|1|NM|LDH^乳酸脱氢酶||300|U/L`, `OBR|3|||X^生化`, `SPM|1|||STL`, `OBX|1|ST|OB^隐血试验||+`,
			`OBR|4|||FLU^生化全套|||||||||||SER^血清`, `OBX|1|NM|LDH^乳酸脱氢酶||200|U/L`), []string{`"samples":[{"name":"fecal_occult_blood","unit":"","value":1},{"name":"ldh","unit":"U/L","value":200}]`},
			[]string{"第 4 段 OBX-3：没有使用：标本是别的体液，“GLU 葡萄糖”不是它的项目", "第 6 段 OBX-3：没有使用：标本是别的体液，“LDH 乳酸脱氢酶”"}},
		"another term of LOINC": {hl7(msh, pid, `OBX|1|NM|2161-8^CREATININE^LN||120|mg/dL`, `OBX|2|NM|K^钾^LN||4.1|mmol/L`), []string{`"samples":[{"name":"potassium","unit":"mmol/L","value":4.1}]`}, []string{"第 3 段 OBX-3：看不懂：不认识项目“2161-8 CREATININE”"}},
		"a correction": {hl7(msh, pid, `OBX|1|NM|K^钾|1|7.1|mmol/L|||||F`, `OBX|2|NM|K^钾|2|4.0|mmol/L|||||F`, msh, pid, `OBX|1|NM|K^钾|1|4.1|mmol/L|||||C`), []string{`"samples":[{"name":"potassium","unit":"mmol/L","value":4.0},{"name":"potassium","unit":"mmol/L","value":4.1}]`},
			[]string{"第 3 段 OBX-5：没有使用：后面有更正的或审核过的结果"}},
		"a final result":      {hl7(msh, pid, `OBX|1|NM|K^钾||7.1|mmol/L|||||P`, `OBX|2|NM|K^钾||4.1|mmol/L|||||F`), []string{`"samples":[{"name":"potassium","unit":"mmol/L","value":4.1}]`}, []string{"第 3 段 OBX-11：结果还没有审核（状态 P）", "第 3 段 OBX-5：没有使用：后面有"}},
		"a withdrawn result":  {hl7(msh, pid, `OBX|1|NM|K^钾||7.1|mmol/L|||||F`, `OBX|2|NM|K^钾||7.1|mmol/L|||||W`), []string{`"samples":[]`}, []string{"第 4 段 OBX-11：没有使用：状态是 W", "第 3 段 OBX-5：没有使用：这个结果后来被撤回"}},
		"orders of two years": {hl7(msh, pid, `OBR|1||||||20251120`, `OBX|1|NM|K^钾||4.1|mmol/L`, `OBR|2||||||20261120`, `OBX|1|NM|K^钾||4.6|mmol/L`), []string{`"datetime":"2025-11-20T00:00:00+08:00"`, `"value":4.1}]}{"user_identifier":"A-17","namespace":"batch","datetime":"2026-11-20T00:00:00+08:00"`}, nil},
		"a time to come":      {hl7(strings.Replace(msh, "|20261120093000|", "||", 1), pid, `OBR|1||||||20361120`, `OBX|1|NM|K^钾||4.1|mmol/L`), []string{`"datetime":null`}, []string{"第 3 段 OBR-7：没有使用：日期“2036-11-20”还没有到"}},
		"decimal commas":      {hl7(msh, pid, `OBX|1|NM|K^钾||4,1|mmol/L|3,5-5,3`, `OBX|2|NM|CK^肌酸激酶||1,234|U/L`), []string{`"samples":[{"name":"potassium","unit":"mmol/L","value":4.1,"reference":{"text":"3.5-5.3"}}]`}, []string{"第 4 段 OBX-5：没有使用：“1,234”可以读作 1234，也可以读作 1.234"}},
		"numbers for names":   {hl7(msh, pid, `OBX|1|NM|14|Crea|71|umol/L`, `OBX|2|NM||K|4.1|mmol/L`, `OBX|3|NM|L-7^x|Na|139|mmol/L`, `OBX|4|NM|14682-9^^LN|K|70|umol/L`), []string{`"samples":[{"name":"creatinine","unit":"umol/L","value":71},{"name":"potassium","unit":"mmol/L","value":4.1},{"name":"creatinine","unit":"umol/L","value":70}]`}, []string{"第 5 段 OBX-3：看不懂"}},
		"thousands":           {hl7(msh, pid, `OBX|1|NM|CK^肌酸激酶||1,234,567|U/L`), []string{`"value":1234567`}, nil},
		"thousands or not":    {hl7(msh, pid, `OBX|1|NM|CK^肌酸激酶||1,234|U/L|<1,234`, `OBX|2|NM|K^钾||4.1|mmol/L|3.5-5,300`), []string{`"samples":[{"name":"potassium","unit":"mmol/L","value":4.1,"reference":{"text":"3.5-5,300"}}]`}, []string{"第 3 段 OBX-5：没有使用：“1,234”可以读作 1234，也可以读作 1.234", "第 4 段 OBX-5：没有使用：“5,300”可以读作 5300，也可以读作 5.300"}},
		"commas in texts":     {hl7(msh, pid, `OBX|1|ST|INR^INR||1,31||0,85 - 1,15`, `OBX|2|ST|K^钾||< 3,5|mmol/L`, `OBX|3|NM|NA^钠||140|mmol/L`), []string{`"name":"inr"`, `"value":1.31`, `"comparator":"<"`, `"value":3.5`}, []string{"第 4 段 OBX-5：结果是 <3.5"}},
		"units beside":        {hl7(msh, pid, `OBX|1|TX|K^钾||4.1 mmol/L`, `OBX|2|NM|LDL-C^低密度脂蛋白胆固醇||102|mg/dL (calc)`, `OBX|3|TX|NA^钠||140 kg`, `OBX|4|NM|HGB^血红蛋白||142`), []string{`"samples":[{"name":"potassium","unit":"mmol/L","value":4.1},{"name":"ldl_cholesterol","unit":"mg/dL","value":102},{"name":"hemoglobin","unit":"","value":142}]`}, []string{"第 5 段 OBX-5：看不懂：结果“140 kg”", "第 6 段 OBX-6：“血红蛋白”没有写单位，按标准单位 g/L 评估"}},
		"blood pressure":      {hl7(msh, pid, `OBX|1|ST|BP^血压||135／88|mmHg`), []string{`"samples":[{"name":"systolic_bp","unit":"mmHg","value":135},{"name":"diastolic_bp","unit":"mmHg","value":88}]`}, nil},
		"a message sent twice": {hl7(msh, pid, obr, `OBX|1|NM|HGB^血红蛋白||150|g/L`, strings.Replace(msh, "093000", "101500", 1), pid, obr, `OBX|1|NM|HGB^血红蛋白||150|g/L`), []string{`"samples":[{"name":"hemoglobin","unit":"g/L","value":150}]`},
			[]string{"第 5 段 MSH-10：没有使用：这条消息前面已经有了（控制号 42）"}},
		"results sent twice": {hl7(msh, pid, obr, `OBX|1|NM|HGB^血红蛋白||150|g/L`, `OBX|2|ST|BP^血压||135/88|mmHg`, strings.Replace(msh, "|42|", "|43|", 1), pid, obr, `OBX|1|NM|HGB^血红蛋白||150|g/L`, `OBX|2|ST|BP^血压||135/88|mmHg`, `OBX|3|NM|HGB^血红蛋白||150|g/L`), []string{
			`"samples":[{"name":"hemoglobin","unit":"g/L","value":150},{"name":"systolic_bp","unit":"mmHg","value":135},{"name":"diastolic_bp","unit":"mmHg","value":88}]`},
			[]string{"第 9 段 OBX-5：没有使用：与前面的是同一个结果，只算一次", "第 11 段 OBX-5：没有使用：与前面的是同一个结果，只算一次"}},
		"sent again after its correction": {hl7(msh, pid, obr, `OBX|1|NM|K^钾||7.1|mmol/L|||||F`, strings.Replace(msh, "|42|", "|43|", 1), pid, obr, `OBX|1|NM|K^钾||4.1|mmol/L|||||C`, strings.Replace(msh, "|42|", "|44|", 1), pid, obr, `OBX|1|NM|K^钾||7.1|mmol/L|||||F`), []string{
			`"samples":[{"name":"potassium","unit":"mmol/L","value":4.1}]`}, []string{"第 4 段 OBX-5：没有使用：后面有", "第 12 段 OBX-5：没有使用：与前面的是同一个结果"}},
		"a code against its specimen": {hl7(msh, pid, `OBR|1|||X^生化`, `SPM|1|||UR^尿`, `OBX|1|NM|14682-9^肌酐^LN||8800|umol/L`), []string{`"samples":[]`}, []string{"第 5 段 OBX-3：没有使用：标本是尿，“14682-9 肌酐”不是它的项目"}},
		"a blood gas":                 {hl7(msh, pid, `OBR|1|||BGA^血气分析|||20261120083000||||||||动脉血`, `OBX|1|NM|PH||7.15||7.35-7.45|L|||F`, `OBX|2|NM|K^钾||4.1|mmol/L`), []string{`"samples":[{"name":"blood_ph","unit":"","value":7.15,"reference":{"text":"7.35-7.45"}},{"name":"potassium","unit":"mmol/L","value":4.1}]`}, []string{"第 4 段 OBX-6：“血液酸碱度”没有写单位"}},
		"a venous gas":                {hl7(msh, pid, `OBR|1|||BGA^血气分析|||20261120083000||||||||静脉血`, `OBX|1|NM|PH||7.31||7.32-7.42|L|||F`, `OBX|2|NM|2708-6^O2 Saturation^LN||68|%`), []string{`"samples":[]`}, []string{"第 4 段 OBX-3：没有使用：标本是静脉血，“PH”不是它的项目", "第 5 段 OBX-3：没有使用：标本是静脉血"}},
		"blood of the cord":           {hl7(msh, pid, `OBR|1|||BGA^血气分析|||20261120083000||||||||脐动脉血`, `OBX|1|NM|PH||7.19`, `OBX|2|NM|PO2^氧分压||18|mmHg`), []string{`"samples":[]`}, []string{"第 4 段 OBX-3：没有使用：标本是别的体液", "第 5 段 OBX-3：没有使用：标本是别的体液"}},
		"a blood gas's name":          {hl7(msh, pid, `OBR|1|||BGA^血气分析|||20261120083000`, `OBX|1|NM|PH||7.15||7.35-7.45|L|||F`), []string{`"samples":[{"name":"blood_ph"`}, []string{"第 4 段 OBX-6：“血液酸碱度”没有写单位"}},
		"a pH of nothing":             {hl7(msh, pid, `OBR|1|||X^检验|||20261120083000`, `OBX|1|NM|PH||6.5`, `OBX|2|ST|PRO^蛋白||+`, `OBX|3|ST|U-PRO^蛋白||+`, `OBX|4|NM|UPH^尿PH||6.0`), []string{`"samples":[{"name":"urine_protein","unit":"","value":1},{"name":"urine_ph","unit":"","value":6.0}]`}, []string{"第 4 段 OBX-3：没有使用：“PH”几种标本里都有，没有写是哪一种；写明标本，或写成“尿酸碱度”", "第 5 段 OBX-3：没有使用：“蛋白”几种标本里都有"}},
		"a serum":                     {hl7(msh, pid, `OBR|1|||X^生化|||20261120083000||||||||SER^血清`, `OBX|1|ST|PRO^蛋白||+`, `OBX|2|ST|UP^尿蛋白||+`, `OBX|3|NM|K^钾||4.1|mmol/L`), []string{`"samples":[{"name":"potassium"`}, []string{"第 4 段 OBX-3：没有使用：标本是血", "第 5 段 OBX-3：没有使用：标本是血"}},
		"a specimen below":            {hl7(msh, pid, `OBR|1|||X^生化|||20261120083000`, `OBX|1|NM|WBC^白细胞||25|/uL`, `SPM|1|||UR^尿`, `OBR|2|||Y^生化|||20261120083000`, `OBX|1|NM|K^钾||4.1|mmol/L`), []string{`"samples":[{"name":"urine_wbc_count","unit":"/uL","value":25},{"name":"potassium"`}, nil},
		"specimens above":             {hl7(strings.Replace(msh, "ORU^R01", "OUL^R22", 1), pid, `SPM|1|||UR^尿`, `OBR|1|||X^生化|||20261120083000`, `OBX|1|NM|WBC^白细胞||25|/uL`, `SPM|2|||SER^血清`, `OBR|2|||Y^生化|||20261120083000`, `OBX|1|NM|K^钾||4.1|mmol/L`), []string{`"samples":[{"name":"urine_wbc_count","unit":"/uL","value":25},{"name":"potassium"`}, nil},
		"a foreign range": {hl7(msh, pid, obr, `OBX|1|NM|HGB^血红蛋白||153||2000-3000`, `OBX|2|NM|K^钾||3.0|mmol/L|3.5-5.3|H`, `OBX|3|NM|NA^钠||139|mmol/L|137-147|H`, `OBX|4|NM|CL^氯||80|mmol/L||H`), []string{`"samples":[]`},
			[]string{"第 4 段 OBX-5：没有使用：“血红蛋白”不可能有参考范围“2000-3000”", "第 5 段 OBX-5：没有使用：“钾”的结果 3.0 在参考范围“3.5-5.3”旁边，与标记 H 矛盾", "第 6 段 OBX-5：没有使用：“钠”的结果 139 在参考范围“137-147”旁边，与标记 H 矛盾", "第 7 段 OBX-5：没有使用：“氯”的结果 80 与标记 H 矛盾"}},
		"withdrawn later":          {hl7(msh, pid, obr, alt("256", "F"), later("43", "1030"), pid, obr, alt("256", "D")), []string{`"samples":[]`}, []string{"第 4 段 OBX-5：没有使用：这个结果后来被撤回", "第 8 段 OBX-11：没有使用：状态是 D"}},
		"cannot be had":            {hl7(msh, pid, obr, alt("256", "F"), later("43", "1030"), pid, obr, alt("", "X")), []string{`"samples":[]`}, []string{"第 4 段 OBX-5：没有使用：这个结果后来被撤回"}},
		"not done yet":             {hl7(msh, pid, obr, alt("256", "F"), alt("", "I")), []string{`"value":256`}, []string{"第 5 段 OBX-11：没有使用：状态是 I"}},
		"withdrawn before":         {hl7(later("43", "1030"), pid, obr, alt("256", "W"), msh, pid, obr, alt("256", "F"), later("44", "1100"), pid, obr, alt("26", "F")), []string{`"samples":[{"name":"alt","unit":"U/L","value":26}]`}, []string{"第 8 段 OBX-5：没有使用：这个结果后来被撤回"}},
		"corrected to null":        {hl7(msh, pid, obr, alt("256", "F"), later("43", "1030"), pid, obr, alt(`""`, "C")), []string{`"samples":[]`}, []string{"第 4 段 OBX-5：没有使用：这个结果后来被撤回，或更正成了读不出的结果"}},
		"corrected to words":       {hl7(msh, pid, obr, alt("256", "F"), later("43", "1030"), pid, obr, alt("标本溶血", "C")), []string{`"samples":[]`}, []string{"第 4 段 OBX-5：没有使用：这个结果后来被撤回"}},
		"corrected to kg":          {hl7(msh, pid, obr, alt("256", "F"), later("43", "1030"), pid, obr, strings.Replace(alt("26", "C"), "U/L", "kg", 1)), []string{`"samples":[]`}, []string{"第 4 段 OBX-5：没有使用：这个结果后来被撤回", "第 8 段 OBX-6：没有使用：“丙氨酸氨基转移酶”的单位“kg”"}},
		"the correction first":     {hl7(later("43", "1030"), pid, obr, alt("26", "C"), msh, pid, obr, alt("256", "F")), []string{`"samples":[{"name":"alt","unit":"U/L","value":26}]`}, []string{"第 8 段 OBX-5：没有使用：后面有更正的或审核过的结果"}},
		"the later first":          {hl7(later("43", "1030"), pid, obr, alt("26", "F"), msh, pid, obr, alt("256", "F")), []string{`"samples":[{"name":"alt","unit":"U/L","value":26}]`}, []string{"第 8 段 OBX-5：没有使用：同一个医嘱的这一项有更晚的结果"}},
		"later and unreadable":     {hl7(msh, pid, obr, alt("256", "F"), later("43", "1030"), pid, obr, alt("标本溶血", "F")), []string{`"samples":[]`}, []string{"第 4 段 OBX-5：没有使用：同一个医嘱的这一项有更晚的结果"}},
		"later without orders":     {hl7(msh, pid, alt("256", "F"), later("43", "1030"), pid, alt("26", "F")), []string{`"samples":[{"name":"alt","unit":"U/L","value":26}]`}, []string{"第 3 段 OBX-5：没有使用：同一个医嘱的这一项有更晚的结果"}},
		"before and after a load":  {hl7(msh, pid, `OBR|1|P1|F1|X^生化|||20261120080000`, `OBX|1|NM|GLU^葡萄糖||5.0|mmol/L|||||F`, later("43", "1030"), pid, `OBR|1|P1|F1|X^生化|||20261120100000`, `OBX|1|NM|GLU^葡萄糖||7.0|mmol/L|||||F`), []string{`"value":5.0}`, `"value":7.0}`}, nil},
		"none is later":            {hl7(msh, pid, obr, alt("256", "F"), later("43", "0930"), pid, obr, alt("26", "F")), []string{`"samples":[]`}, []string{"第 4 段 OBX-5：没有使用：同一个医嘱的这一项有不同的结果", "第 8 段 OBX-5：没有使用：同一个医嘱的这一项有不同的结果"}},
		"two orders":               {hl7(msh, pid, strings.Replace(obr, "|1|||", "|1|P1|F1|", 1), alt("256", "F"), later("43", "1030"), pid, strings.Replace(obr, "|1|||", "|1|P2|F2|", 1), alt("26", "C")), []string{`"value":256`, `"value":26}`}, nil},
		"corrected on another day": {hl7(msh, pid, `OBR|1|P1|F1|X^生化`, alt("256", "F"), strings.Replace(later("43", "1030"), "20261120", "20261121", 1), pid, `OBR|1|P1|F1|X^生化`, alt("26", "C")), []string{`"samples":[]}{`, `"value":26}]`}, []string{"第 4 段 OBX-5：没有使用：后面有更正的"}},
		"two sexes":                {hl7(msh, pid, obr, alt("256", "F"), later("43", "1030"), strings.Replace(pid, "|M", "|F", 1), obr, alt("26", "F")), []string{`"user_identifier":null`, `"value":256`, `"user_identifier":null`, `"value":26`}, []string{"第 2 段 PID：编号与第 6 段 PID相同，性别或出生日期不同", "第 6 段 PID：编号与第 2 段 PID相同，性别或出生日期不同"}},
		"no time of an order":      {hl7(msh, pid, `OBR|1|||X^生化`, alt("26", "F")), []string{`"datetime":"2026-11-20T09:30:00+08:00"`}, []string{"第 2 段 PID：没有写采样时间（OBR-7），按消息的时间（MSH-7）2026-11-20T09:30:00+08:00 评估"}},
		"a number and a grade": {hl7(msh, pid, `OBR|1|||U1^尿常规|||20261120083000`, `OBX|1|ST|GLU^葡萄糖||5.5(1+)|mmol/L`, `OBX|2|ST|PRO^蛋白||0.3（+）`, `OBX|3|ST|LEU^白细胞酯酶||3+ (200)`, `OBX|4|ST|KET^酮体||阴性(0.01)`, `OBX|5|ST|BIL^胆红素||5(3)`, `OBX|6|ST|WBC^镜检白细胞||3-5 /HP`), []string{
			`"samples":[{"name":"urine_glucose","unit":"","value":1},{"name":"urine_protein","unit":"","value":1},{"name":"urine_leukocyte_esterase","unit":"","value":3},{"name":"urine_ketone","unit":"","value":0}]`}, []string{"第 8 段 OBX-5：看不懂：结果“5(3)”", "第 9 段 OBX-5：看不懂：结果“3-5 /HP”"}},
		"told by the unit": {hl7(msh, pid, obr, `OBX|1|ST|WBC^白细胞||6.5 x10^9/L`, `OBX|2|NM|LYM||1.8|10*9/L`, `OBX|3|NM|LYM||28|%`, `OBX|4|NM|CK-MB||3.2|ng/mL`, `OBX|5|NM|CK-MB||12|U/L`, `OBX|6|NM|BUN||14|mg/dL`, `OBX|7|NM|UREA^尿素||30|mg/dL`, `OBX|8|NM|LYM||28|kg`), []string{
			`"samples":[{"name":"white_blood_cell_count","unit":"10^9/L","value":6.5},{"name":"lymphocyte_count","unit":"10*9/L","value":1.8},{"name":"lymphocyte_percentage","unit":"%","value":28},{"name":"ck_mb_mass","unit":"ng/mL","value":3.2},{"name":"ck_mb_activity","unit":"U/L","value":12},{"name":"urea","unit":"mg/dL BUN","value":14}]`},
			[]string{"第 10 段 OBX-6：没有使用：“尿素”的单位“mg/dL”不能换算", "第 11 段 OBX-3：看不懂：不认识项目“LYM”"}},
		"a month of birth":                  {hl7(msh, strings.Replace(pid, "19700501", "197005", 1), obr), []string{`"dob":"1970-05-15"`}, []string{"第 2 段 PID-7：出生日期“1970-05”没有写到日，按那个月的 15 日评估"}},
		"the month of birth":                {hl7(msh, strings.Replace(pid, "19700501", "197011", 1), obr), []string{`"profile":{"gender":"male"}`}, []string{"第 2 段 PID-7：出生日期“1970-11”没有写到日，而评估要看是哪一天"}},
		"a month of a child":                {hl7(msh, strings.Replace(pid, "19700501", "202403", 1), obr), []string{`"profile":{"gender":"male"}`}, []string{"不满 3 岁"}},
		"a month and its day":               {hl7(msh, `PID|1||A-17||x||201209|F`+strings.Repeat("|", 11)+checked("44010620120908014"), obr), []string{`"dob":"2012-09-08"`}, []string{"PID-19：出生日期由身份证号得出"}},
		"an order of serum and of the body": {hl7(msh, pid, `OBR|1|||X^综合|||20261120083000||||||||血清`, `OBX|1|NM|K^钾||4.1|mmol/L`, `OBX|2|NM|H^身高||171|cm`, `OBX|3|NM|T^体温||37|℃`), []string{`"samples":[{"name":"potassium","unit":"mmol/L","value":4.1},{"name":"height","unit":"cm","value":171}]`}, []string{"第 6 段 OBX-3：没有使用：标本是血"}},
		"a value that is denied":            {hl7(msh, pid, obr, `OBX|1|NM|ALP^碱性磷酸酶||0|U/L||NASK|||F`, `OBX|2|NM|K^钾||4.1|mmol/L||N~MSK^masked|||F`, `OBX|3|NM|NA^钠||0|mmol/L|||||X`), []string{`"samples":[]`}, []string{"第 4 段 OBX-5：没有使用：写了结果，又写了没有结果的原因（NASK）", "第 5 段 OBX-5：没有使用：写了结果，又写了没有结果的原因（MSK）", "第 6 段 OBX-11：没有使用：状态是 X"}},
		"grades of a strip": {hl7(msh, pid, `OBR|1|||U1^尿常规|||20261120083000`, `OBX|1|SN|KET^酮体||^3^+`, `OBX|2|ST|PRO^蛋白||1+(0.3 g/L)`, `OBX|3|CWE|GLU^葡萄糖||441517005^Present two plus out of three plus^SCT`, `OBX|4|CWE|BLD^隐血||260350009^^SCT`, `OBX|5|SN|NIT^亚硝酸盐||^1^+^2`), []string{
			`"samples":[{"name":"urine_ketone","unit":"","value":3},{"name":"urine_protein","unit":"","value":1},{"name":"urine_glucose","unit":"","value":2},{"name":"urine_blood","unit":"","value":4}]`}, []string{"第 8 段 OBX-5：看不懂：结果“^1^+^2”"}},
		"specimens behind their results": {hl7(strings.Replace(msh, "ORU^R01", "OUL^R24^OUL_R24", 1), pid, `OBR|1|||A^十项|||20261120083000`, `ORC|RE`, `OBX|1|ST|PRO^蛋白||±`, `SPM|1|||UR^Urine^HL70487`, `SAC|||1`, `OBR|2|||B^生化|||20261120083000`, `ORC|RE`, `OBX|1|NM|GLU^葡萄糖||5.1|mmol/L`, `SPM|2|||SER^Serum^HL70487`,
			`OBR|3|||C^生化|||20261120083000`, `OBX|1|NM|GLU^葡萄糖||3.1|mmol/L`, `SPM|3|||CSF^Cerebral spinal fluid^HL70487`), []string{`"samples":[{"name":"urine_protein","unit":"","value":0.5},{"name":"fasting_glucose","unit":"mmol/L","value":5.1}]`}, []string{"第 13 段 OBX-3：没有使用：标本是别的体液"}},
		"wrong person": {hl7(msh, `PID|1||A||x||1970|Q`, `OBR|1||||||yesterday`), []string{`"profile":{}`}, []string{"第 2 段 PID-7：“1970”不是日期", "第 2 段 PID-8：不认识的性别“Q”", "第 3 段 OBR-7：“yesterday”不是 HL7 的时间"}},
	} {
		for _, encoding := range []string{"UTF-8", "GB18030"} {
			t.Run(name+" in "+encoding, func(t *testing.T) {
				data := []byte(c.data)
				if encoding == "GB18030" {
					var err error
					if data, err = simplifiedchinese.GB18030.NewEncoder().Bytes(data); err != nil {
						t.Fatal(err)
					}
				}
				requests, about, wrong := HL7(data, options(t))
				if wrong != nil {
					t.Fatal(wrong.In(problem.Chinese))
				}
				compare(t, append(requests, Request{tree: jsontree.NewObject(), Issues: about}), c.parts, c.issues)
			})
		}
	}
}

func compare(t *testing.T, requests []Request, parts, issues []string) {
	t.Helper()
	var all, said strings.Builder
	for _, r := range requests {
		all.Write(r.Tree().Append(nil))
		for _, issue := range r.Issues {
			if len(issues) == 0 && strings.Contains(issue.In(problem.Chinese), "没有写采样时间（OBR-7）") {
				continue // of most cases here, which have no order
			}
			said.WriteString(issue.In(problem.Chinese) + "\n")
		}
	}
	for _, part := range parts {
		if !strings.Contains(all.String(), part) {
			t.Errorf("lacks %s:\n%s\n%s", part, &all, &said)
		}
	}
	for _, issue := range issues {
		if !strings.Contains(said.String(), issue) {
			t.Errorf("does not say %s:\n%s", issue, &said)
		}
	}
	if len(issues) == 0 && said.Len() > 0 {
		t.Errorf("says %s", &said)
	}
}

// A message that declares ISO 8859-1 is read so, whatever else its bytes may be.
func TestWestern(t *testing.T) {
	data := hl7(strings.Replace(msh, "UNICODE UTF-8", "8859/1", 1), pid, "OBX|1|NM|14682-9^Kreatinin^LN||72,5|\xb5mol/l")
	requests, _, wrong := HL7([]byte(data), options(t))
	if wrong != nil {
		t.Fatal(wrong.In(problem.Chinese))
	}
	compare(t, requests, []string{`{"name":"creatinine","unit":"µmol/l","value":72.5}`}, nil)
}

// A file that is no message is refused in one sentence.
func TestHL7Refused(t *testing.T) {
	for data, want := range map[string]string{
		"":                          "文件：HL7 消息应以 MSH 段开头",
		"PID|1":                     "第 1 段 PID：HL7 消息应以 MSH 段开头",
		"MSH|^":                     "第 1 段 MSH：MSH 后面应是分隔符",
		hl7(msh):                    "文件：没有 PID 段",
		hl7(msh, "OBX|1"):           "没有 PID 段",
		hl7(msh, pid, "Z"):          "第 3 段 Z：每段应以三个字母的段名开头",
		"MSH|^~\\&|||||||ADT^A01|1": "第 1 段 MSH-9：没有使用：只转换检验结果 ORU^R01，这条消息是 ADT",
		"MSH|^~\\&|\x81":            "文件：既不是 UTF-8 也不是 GB18030",
	} {
		if _, _, wrong := HL7([]byte(data), options(t)); wrong == nil || !strings.Contains(wrong.In(problem.Chinese), want) {
			t.Errorf("%q: %v, want %s", data, wrong, want)
		}
	}
}

// FuzzHL7: whatever comes, there are requests or a reason for none.
func FuzzHL7(f *testing.F) {
	f.Add([]byte(hl7(msh, pid, obr, `OBX|1|SN|AFP^甲胎蛋白||<^5~\X41\|ng/mL|<7|H|||F`)))
	f.Add([]byte("\x0bMSH#*~\\&#\r\nPID#1\x1c"))
	o := options(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		requests, _, wrong := HL7(data, o)
		if (wrong == nil) != (len(requests) > 0) {
			t.Errorf("%d requests, %v", len(requests), wrong)
		}
		for _, r := range requests {
			if r.Tree() == nil || r.Tree().Get("samples") == nil {
				t.Error("no request")
			}
		}
	})
}

// Tables, wide and long, become requests; cells that cannot be read are named.
func TestTable(t *testing.T) {
	for name, c := range map[string]struct {
		data    string
		parts   []string
		issues  []string
		about   string
		missing int
	}{
		"wide": {"体检结果一览\n\n体检号,姓名,性别,年龄,检查日期,糖尿病,空腹血糖,甘油三酯（mg/dL）,尿蛋白,备注\n001,张三,男,56,2026-11-20,是,5.60,168,阴性,好\n002,李四,女,41岁,2026/11/19,否,,,+,\n", []string{
			`{"user_identifier":"001","namespace":"batch","datetime":"2026-11-20T00:00:00+08:00","profile":{"dob":"1970-11-20","gender":"male"},"health_background":{"has_diabetes":true,`,
			`"samples":[{"name":"fasting_glucose","unit":"","value":5.60},{"name":"triglycerides","unit":"mg/dL","value":168},{"name":"urine_protein","unit":"","value":0}]`,
			`"dob":"1985-11-19","gender":"female"`, `{"name":"urine_protein","unit":"","value":1}`,
		}, nil, "第 3 行“备注”：没有使用：不认识这一列第 3 行：这些列没有写单位，按标准单位评估：空腹血糖(mmol/L)", 4},
		"long": {"编号\t性别\t出生日期\t项目\t结果\t单位\t参考范围\n7\t女\t1980-02-29\t血红蛋白\t118\tg/L\t115-150\n8\t男\t1970.5.1\tTG\t1.9\tmmol/L\t\n7\t女\t1980-02-29\tWBC\t5.2\t10^9/L\t\n7\t女\t1980-02-29\t微量元素\t1\t\t\n", []string{
			`{"name":"hemoglobin","unit":"g/L","value":118,"reference":{"text":"115-150"}},{"name":"white_blood_cell_count","unit":"10^9/L","value":5.2}]`, `"triglycerides"`,
		}, []string{"第 5 行：看不懂：不认识项目“微量元素”"}, "", 5},
		"titles with units": {"编号,性别,年龄,身高cm,空腹血糖 mmol/L,甘油三酯/mg/dL,★尿酸_umol/L,血压(mmHg),总胆固醇：斤\n1,男,45 岁,172,5.6,168,400,128/82,5\n2,女,30M,,,,,一二,\n", []string{
			`{"name":"height","unit":"cm","value":172},{"name":"fasting_glucose","unit":"mmol/L","value":5.6},{"name":"triglycerides","unit":"mg/dL","value":168},{"name":"uric_acid","unit":"umol/L","value":400},{"name":"systolic_bp","unit":"mmHg","value":128},{"name":"diastolic_bp","unit":"mmHg","value":82}]`,
		}, []string{"第 3 行“年龄”：年龄“30M”", "第 3 行“血压(mmHg)”：“一二”应写成 130/85 的样子"}, "第 1 行“总胆固醇：斤”：没有使用：不认识这一列", 5},
		"one row twice":        {"编号,性别,年龄,空腹血糖\n7,女,33,5.4\n8,男,52,6.0\n7,女,33,5.4\n", []string{`"value":5.4`, `"value":6.0`}, nil, "第 4 行：没有使用：和第 2 行每一格都相同，只算一次第 1 行：这些列没有写单位，按标准单位评估：空腹血糖(mmol/L)", 5},
		"one identifier twice": {"编号,性别,年龄,空腹血糖\n1,男,56,5.1\n1,女,41,5.2\n", []string{`"value":5.1`, `"value":5.2`}, []string{"第 3 行：编号“1”与第 2 行相同"}, "第 1 行：这些列没有写单位，按标准单位评估：空腹血糖(mmol/L)", 5},
		"not done":             {"编号,性别,年龄,空腹血糖,尿蛋白,血压\n1,男,56,未查,-,弃检\n2,男,56,/,N/A,—\n", []string{`"samples":[{"name":"urine_protein","unit":"","value":0}]`, `"samples":[]`}, nil, "文件：没有结果的格子（未查、弃检等）：空腹血糖×2、血压×2、尿蛋白×1", 5},
		"names of several specimens": {"编号,性别,年龄,pH,PH值(pH),蛋白,白细胞(10^9/L),尿PH,CK-MB(ng/mL),尿素氮(mg/dL)\n1,男,56,7.15,7.2,+,5.6,6.5,3,14\n", []string{`"samples":[{"name":"white_blood_cell_count","unit":"10^9/L","value":5.6},{"name":"urine_ph","unit":"","value":6.5},{"name":"ck_mb_mass","unit":"ng/mL","value":3},{"name":"urea","unit":"mg/dL BUN","value":14}]`}, nil,
			"第 1 行“pH”：没有使用：“pH”几种标本里都有，没有写是哪一种；写明标本，或写成“尿酸碱度”第 1 行“PH值(pH)”：没有使用：“PH值(pH)”几种标本里都有，没有写是哪一种；写明标本，或写成“尿酸碱度”第 1 行“蛋白”：没有使用：“蛋白”几种标本里都有，没有写是哪一种；写明标本，或写成“尿蛋白”", 5},
		"names in a long table": {"编号,性别,年龄,项目,结果,单位,标本,参考范围\n1,男,45,PH,7.15,,,7.35-7.45\n1,男,45,PH,7.15,,动脉血,\n1,男,45,尿蛋白,+,,血清,\n1,男,45,PH,6.5,,尿,\n1,男,45,钾,未查,,,\n1,男,45,血红蛋白,150,g/L,,2000-3000\n", []string{`"samples":[{"name":"blood_ph","unit":"","value":7.15},{"name":"urine_ph","unit":"","value":6.5}]`},
			[]string{"第 2 行：没有使用：“PH”几种标本里都有", "第 3 行：“血液酸碱度”没有写单位", "第 4 行：没有使用：标本是血，“尿蛋白”不是它的项目", "第 7 行：没有使用：“血红蛋白”不可能有参考范围“2000-3000”"}, "文件：没有结果的格子（未查、弃检等）：钾×1", 5},
		"an infant": {"编号,性别,年龄,出生日期,钾(mmol/L)\n1,男,0,,4.1\n2,男,0,2026-11-17,4.1\n", []string{`"profile":{"gender":"male"}`, `"profile":{"dob":"2026-11-17","gender":"male"}`}, []string{"第 2 行：不满 1 岁的要写出生日期"}, "", 5},
		"rows that differ": {"编号,姓名,性别,年龄,出生日期,高血压,检查日期,项目,结果,单位\n1,甲,男,45,,,2026-11-20,钾,4.1,mmol/L\n1,甲,女,45,,,2026-11-20,钠,140,mmol/L\n2,乙,男,45,,,2026-11-20,钾,4.1,mmol/L\n2,乙,m,75,,,2026-11-20,钠,140,mmol/L\n3,丙,女,,1980-02-29,,2025-11-20,钾,4.1,mmol/L\n3,丙,F,,1981/2/28,,2026-11-20,钾,4.2,mmol/L\n4,丁,女,46,,,2026-11-20,钾,4.1,mmol/L\n4,戊,女,46,,,2026-11-20,钾,4.1,mmol/L\n5,己,女,45,,否,2025-11-20,钾,4.1,mmol/L\n5,己,女性,46岁,,是,2026-11-20,钾,4.6,mmol/L\n", []string{
			`{"user_identifier":"1","namespace":"batch","datetime":"2026-11-20T00:00:00+08:00","profile":{"dob":"1981-11-20","gender":null}`, `{"user_identifier":"2","namespace":"batch","datetime":"2026-11-20T00:00:00+08:00","profile":{"dob":null,"gender":"male"}`,
			`{"user_identifier":"3","namespace":"batch","datetime":"2025-11-20T00:00:00+08:00","profile":{"dob":null,`, `{"user_identifier":"3","namespace":"batch","datetime":"2026-11-20T00:00:00+08:00","profile":{"dob":null,`, `{"user_identifier":null,`, `"datetime":"2025-11-20T00:00:00+08:00","profile":{"dob":"1980-11-20","gender":"female"}`, `"dob":"1980-11-20","gender":"female"},"health_background":{"has_diabetes":false,"is_taking_antihypertensive_therapy":false,"has_cvd":false,"has_hbp":true`,
		}, []string{"第 3 行：“性别”与第 2 行不一致（“男”和“女”），编号“1”的这些结果没有评估", "第 5 行：“年龄”与第 4 行不一致（“45”和“75”）", "第 7 行：“出生日期”与第 6 行不一致", "第 9 行：“姓名”与第 8 行不一致"}, "", 4},
		"smoking and hearts": {"编号,性别,年龄,吸烟,冠心病,脑卒中,钾(mmol/L)\n1,男,45,是,否,否,4.1\n2,男,45,否,否,有,4.2\n3,男,45,10,有,否,4.3\n", []string{`"has_cvd":false,"has_hbp":false,"smoke_daily_frequency":0}`, `"has_cvd":true,"has_hbp":false,"smoke_daily_frequency":0}`, `"has_cvd":true,"has_hbp":false,"smoke_daily_frequency":10}`}, []string{"第 2 行“吸烟”：没有使用：“是”没有说每天几支，按没有写评估"}, "", 3},
		"two rows of titles": {"体检号,性别,年龄,血常规,,肝功能\n,,,白细胞(10^9/L),血红蛋白(g/dL),ALT\n1,男,45周岁,5.6,14.2,32\n", []string{`"samples":[{"name":"white_blood_cell_count","unit":"10^9/L","value":5.6},{"name":"hemoglobin","unit":"g/dL","value":14.2},{"name":"alt","unit":"","value":32}]`}, nil, "第 2 行：这些列没有写单位，按标准单位评估：ALT(U/L)", 5},
		"a row of units":     {"体检号,性别,年龄,视力,尿酸,血红蛋白\n,,,x,mg/dL,（g/dL）\n1,男,45.0,1.0,6.1,14.2\n", []string{`"samples":[{"name":"uric_acid","unit":"mg/dL","value":6.1},{"name":"hemoglobin","unit":"g/dL","value":14.2}]`}, nil, "第 1 行“视力”：没有使用：不认识这一列", 5},
		"specimens": {"编号,性别,年龄,检查日期,项目,结果,单位,标本\n1,男,45,,白细胞,25,/uL,尿液\n1,男,45,,葡萄糖,3.1,mmol/L,脑脊液\n1,男,45,,血压,135/88,mmHg,\n1,男,45,,血压,高,mmHg,\n1,男,45,,尿蛋白,+,,尿\n1,男,45,,钾,4.1,,血\n", []string{
			`"samples":[{"name":"urine_wbc_count","unit":"/uL","value":25},{"name":"systolic_bp","unit":"mmHg","value":135},{"name":"diastolic_bp","unit":"mmHg","value":88},{"name":"urine_protein","unit":"","value":1},{"name":"potassium","unit":"","value":4.1}]`,
		}, []string{"第 3 行：没有使用：标本是别的体液，“葡萄糖”不是它的项目", "第 5 行：“高”应写成 130/85 的样子", "第 7 行：“钾”没有写单位，按标准单位 mmol/L 评估"}, "", 5},
		"two days": {"编号,性别,年龄,体检日期,项目,结果,单位\n1,男,45,2025-11-20,钾,4.1,mmol/L\n1,男,46,2026-11-20,钾,4.6,mmol/L\n", []string{`"datetime":"2025-11-20T00:00:00+08:00"`, `"value":4.1}]}{"user_identifier":"1","namespace":"batch","datetime":"2026-11-20T00:00:00+08:00"`}, nil, "", 5},
		"decimal commas": {"编号;性别;年龄;肌酐(umol/L);钾(mmol/L);TSH(mIU/L)\n1;m;56;1,234;4,1;<0,005\n", []string{`"samples":[{"name":"potassium","unit":"mmol/L","value":4.1},{"name":"tsh","unit":"mIU/L","value":0.005,"comparator":"<"}`},
			[]string{"第 2 行“肌酐(umol/L)”：没有使用：“1,234”可以读作 1234，也可以读作 1.234", "第 2 行“TSH(mIU/L)”：结果是 <0.005，不是准确的数"}, "", 5},
		"in German": {"Patienten-Nr;Geschlecht;Geburtsdatum;Abnahmedatum;Hämoglobin (g/dl);Thrombozyten (Gpt/l);Gesamtcholesterin (mg/dl);CK (U/l)\n77;w;14.02.1960;21.03.2026;12,9;251;1.180;1.204.000\n", []string{
			`{"user_identifier":"77","namespace":"batch","datetime":"2026-03-21T00:00:00+08:00","profile":{"dob":"1960-02-14","gender":"female"}`,
			`"samples":[{"name":"hemoglobin","unit":"g/dl","value":12.9},{"name":"platelet_count","unit":"10^9/l","value":251},{"name":"creatine_kinase","unit":"U/l","value":1204000}]`,
		}, []string{"第 2 行“Gesamtcholesterin (mg/dl)”：没有使用：“1,180”可以读作 1180，也可以读作 1.180"}, "", 5},
		"in French": {"N° dossier;Sexe;Âge;Date de prélèvement;Code;Analyse;Résultat;Unité;Nature;Valeurs de référence\n8;H;61 ans;22/04/2026;FER;Ferritine;1 204,5;µg/L;Sérum;30,0 à 300,0\n8;H;61 ans;22/04/2026;AGHBS;Antigène HBs;négatif;;Sérum;\n8;H;61 ans;22/04/2026;CRE;Créatinine;71;µmol/L;Urine;\n", []string{
			`"profile":{"dob":"1965-04-22","gender":"male"}`, `"samples":[{"name":"ferritin","unit":"µg/L","value":1204.5,"reference":{"text":"30.0 à 300.0"}},{"name":"hbsag","unit":"grade","value":0}]`,
		}, []string{"第 4 行：没有使用：标本是尿"}, "", 5},
		"codes and ends": {"编号,性别,年龄,检查日期,LOINC,项目名称,结果,单位,参考下限,参考上限\n1,男,45,2026-11-20,2823-3,血钾,4.1,mmol/L,3.5,5.3\n1,男,45,2026-11-20,2951-2,血钾,139,mmol/L,,\n1,男,45,2026-11-20,98979-8,,44,mL/min/1.73m2,60,\n", []string{
			`"samples":[{"name":"potassium","unit":"mmol/L","value":4.1,"reference":{"text":"3.5～5.3"}},{"name":"egfr","unit":"mL/min/1.73m2","value":44,"reference":{"text":"≥60"}}]`,
		}, []string{"第 3 行：没有使用：编码 2951-2"}, "", 5},
		"commas and dates": {"编号,性别,年龄,检查日期,空腹血糖,肌酐,身高\n1,男,56,昨天,\"7,2\",\"1,234.5\",\n2,男,56,2031-01-01,\"0,520\",\"12,345,678\",\"1,72\"\n", []string{
			`{"user_identifier":"1","namespace":"batch","profile":{"dob":"1970-11-20","gender":"male"}`, `"samples":[{"name":"creatinine","unit":"","value":1234.5}]`,
			`{"user_identifier":"2","namespace":"batch","datetime":null,"profile":{"dob":"1975-01-01","gender":"male"}`, `"samples":[{"name":"creatinine","unit":"","value":12345678}]`,
		}, []string{"第 2 行“检查日期”：“昨天”不是日期", "第 2 行“空腹血糖”：看不懂：结果“7,2”不是数", "第 3 行“检查日期”：没有使用：日期“2031-01-01”还没有到", "第 3 行“空腹血糖”：看不懂：结果“0,520”", "第 3 行“身高”：看不懂：结果“1,72”"}, "第 1 行：这些列没有写单位，按标准单位评估：肌酐(umol/L)", 5},
		"smoking in words": {"编号,性别,年龄,吸烟,钾(mmol/L)\n1,男,45,每天一包,4.1\n2,男,45,20支/天,4.2\n3,男,45,半包,4.3\n4,男,45,戒烟5年,4.4\n5,男,45,约10支左右,4.5\n6,男,45,10-20支,4.6\n", []string{
			`"smoke_daily_frequency":20},"samples":[{"name":"potassium","unit":"mmol/L","value":4.1`, `"smoke_daily_frequency":20},"samples":[{"name":"potassium","unit":"mmol/L","value":4.2`, `"smoke_daily_frequency":10},"samples":[{"name":"potassium","unit":"mmol/L","value":4.3`,
			`"smoke_daily_frequency":0},"samples":[{"name":"potassium","unit":"mmol/L","value":4.4`, `"smoke_daily_frequency":10},"samples":[{"name":"potassium","unit":"mmol/L","value":4.5`, `"smoke_daily_frequency":0},"samples":[{"name":"potassium","unit":"mmol/L","value":4.6`,
		}, []string{"第 7 行“吸烟”：没有使用：“10-20支”没有说每天几支，按没有写评估"}, "", 4},
		"faults": {"id,sex,age,potassium,potassium,每日吸烟,高血压\n1,男,一百,溶血,4,很多,也许\n2,不详,200,4.1,4.10,10,√\n", []string{`"value":4.1`, `"has_hbp":true,"smoke_daily_frequency":10`}, []string{
			"第 2 行“age”：年龄“一百”不是 0 到 130 的整数", "第 2 行“potassium”：看不懂：结果“溶血”不是数", "第 2 行“每日吸烟”：没有使用：“很多”没有说每天几支，按没有写评估", "第 2 行“高血压”：没有使用：“也许”不是“是”或“否”", "第 3 行“sex”：不认识的性别“不详”", "第 3 行“age”：年龄“200”",
		}, "第 1 行“potassium”：与第 4 列是同一项：两列写的一样才用第 1 行：这些列没有写单位，按标准单位评估：potassium(mmol/L)", 3},
	} {
		t.Run(name, func(t *testing.T) {
			rows, err := CSV([]byte(c.data))
			if err != nil {
				t.Fatal(err)
			}
			requests, about, missing, wrong := Tables([]Sheet{{Rows: rows}}, options(t))
			if wrong != nil {
				t.Fatal(wrong.In(problem.Chinese))
			}
			compare(t, requests, c.parts, c.issues)
			said := ""
			for _, issue := range about {
				said += issue.In(problem.Chinese)
			}
			said = strings.TrimSuffix(said, "文件：没有检查日期这一列，按 2026-11-20 评估") // of most tables here
			if said != c.about || len(missing) != c.missing {
				t.Errorf("says %q of the columns, and %v are missing", said, missing)
			}
			// The same as a workbook.
			book := excelize.NewFile()
			for i, row := range rows {
				if err := book.SetSheetRow("Sheet1", "A"+strconv.Itoa(i+1), &row); err != nil {
					t.Fatal(err)
				}
			}
			again, _, _, _ := Tables(sheetsOf(t, book), options(t))
			compare(t, again, c.parts, c.issues)
		})
	}
	if _, _, _, wrong := Tables([]Sheet{{Rows: [][]string{{"a", "b"}}}}, options(t)); wrong == nil || !strings.Contains(wrong.In(problem.Chinese), "找不到表头") {
		t.Error(wrong)
	}
}

// sheetsOf reads a workbook once it is written.
func sheetsOf(t *testing.T, book *excelize.File) []Sheet {
	t.Helper()
	var file bytes.Buffer
	if err := book.Write(&file); err != nil {
		t.Fatal(err)
	}
	sheets, _, err := Sheets(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return sheets
}

// Dates of spreadsheets are dates, in whatever form they are shown; numbers
// stay as they are shown, without a comma that may be either.
func TestSheetDates(t *testing.T) {
	book := excelize.NewFile()
	cells := []any{time.Date(1955, 5, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 11, 20, 8, 30, 0, 0, time.UTC), 20416, 5.625, 1234.5, "1955-05-01", 5.5, 5.6, 1234, "1,234", 12}
	for i, format := range []int{14, 22, 17, 2, 4, 0, 12, 9, 3, 0, 1} { // mm-dd-yy, m/d/yy hh:mm, mmm-yy, 0.00, #,##0.00, as it is, # ?/?, 0%, #,##0, as it is, 0
		cell := string(rune('A'+i)) + "1"
		style, err := book.NewStyle(&excelize.Style{NumFmt: format})
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(book.SetCellValue("Sheet1", cell, cells[i]), book.SetCellStyle("Sheet1", cell, cell, style)); err != nil {
			t.Fatal(err)
		}
	}
	rows := sheetsOf(t, book)[0].Rows
	if want := []string{"1955-05-01", "2026-11-20 08:30:00", "1955-11-23", "5.625", "1234.5", "1955-05-01", "5 1/2", "560%", "1234", "1,234", "12"}; len(rows) != 1 || !slices.Equal(rows[0], want) {
		t.Errorf("%q, want %q", rows, want)
	}
}

// A text that Excel saves as Unicode is read.
func TestUTF16(t *testing.T) {
	text, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().Bytes([]byte("编号\t性别\t年龄\t空腹血糖\n1\t男\t56\t5.6\n"))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := CSV(text)
	if err != nil || len(rows) != 2 || rows[0][1] != "性别" {
		t.Errorf("%q, %v", rows, err)
	}
}

// What is neither UTF-8 nor Chinese is of Windows.
func TestWindows1252(t *testing.T) {
	for text, want := range map[string]string{
		"id;sex;age;name;potassium\n1;male;56;M\xfcller J\xf6rg;4.1\n": "Müller Jörg",
		"id;sex;age;name;uric acid (\xb5mol/l)\n1;male;56;x;300\n":     "x",
		"id,sex,age,name\n1,male,56,\xc2\xed\xcd\xfe\n":                "马威",
		"编号,性别,年龄,x\n1,男,56,é\n":                                       "é",
	} {
		rows, err := CSV([]byte(text))
		if err != nil || len(rows) != 2 || rows[1][3] != want {
			t.Errorf("%q, %v", rows, err)
		}
	}
	requests, _, wrong := HL7([]byte(hl7(`MSH|^~\&|L|X|||20261120093000||ORU^R01|1|P|2.4`, "PID|1||7||M\xfcller||19700501|M", "OBX|1|NM|UA^\xe1cido \xfarico||300|\xb5mol/L", "OBX|2|NM|CREA^Creatinine||80|\xb5mol/L")), options(t))
	if wrong != nil || !strings.Contains(string(requests[0].Tree().Append(nil)), `"name":"creatinine","unit":"µmol/L"`) {
		t.Errorf("%v %v", wrong, requests)
	}
}

// A table's row is a request that the API takes.
func TestComplete(t *testing.T) {
	rows, err := CSV([]byte("编号,性别,年龄,空腹血糖\n1,男,56,5.6\n"))
	if err != nil {
		t.Fatal(err)
	}
	requests, _, _, _ := Tables([]Sheet{{Rows: rows}}, options(t))
	if r, err := wire.Decode(requests[0].Tree(), 10, nil); err != nil || r.Age() != 56 {
		t.Errorf("%v, %v", r, err)
	}
}

// FuzzTable: whatever comes, nothing breaks.
func FuzzTable(f *testing.F) {
	f.Add([]byte("编号,性别,年龄,空腹血糖\n1,男,56,5.6\n"))
	f.Add([]byte("编号;性别;出生日期;项目;结果\n1;女;1980-1-2;血红蛋白;12,0\n"))
	o := options(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		if rows, err := CSV(data); err == nil {
			Tables([]Sheet{{Rows: rows}}, o)
		}
	})
}

// The titles of columns that tables may have are documented, all of them.
func TestColumnsDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	for field, titles := range known().fields {
		if row := "| `" + field + "` | " + strings.Join(titles, "、") + " |"; !strings.Contains(string(page), row) {
			t.Errorf("docs/operations.md lacks %s", row)
		}
	}
}
