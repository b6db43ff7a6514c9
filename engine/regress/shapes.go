package regress

import (
	"reflect"

	"tijian/engine/assess"
	"tijian/engine/ruleset"
	"tijian/engine/strictyaml"
)

type fields = map[string]strictyaml.Field

func says(zh string, choices ...string) strictyaml.Field {
	return strictyaml.Field{ZH: zh, Choices: choices}
}

// Shapes describes the files of suites, below their folder.
func Shapes() []strictyaml.Shape {
	const inCases, inPersons = "cases.", "persons."
	suite := fields{
		"title": says("这组用例的名称"), "versions": says("只适用于这些版本和继承其用例的版本，如 [\"2026.1\"]；省略为所有版本"), "until": says("从这些版本起不再适用"), "datetime": says("冻结的检查时间，年龄按它计算，如 2026-11-20T08:00:00.000Z"),
		"persons": says("人物：名称 -> 个人信息"),
		"cases":   says("用例"), "cases.name": says("名称"), "cases.versions": says("这条用例只适用于这些版本和继承其用例的版本；省略为所有版本"), "cases.until": says("从这些版本起，这条用例不再适用"), "cases.person": says("上面的人物之一"), "cases.signed": says("核对的医生和日期；\"\" 为待签字，不写为手写的用例"),
		"cases.unknown_indicators": says("有意送的、词典里没有的指标；不写则当作拼错"),
		"cases.indicator":          says("矩阵：指标"), "cases.unit": says("矩阵：数值的单位；省略为标准单位"), "cases.levels": says("矩阵：数值 -> 等级"), "cases.ideal": says("矩阵：理想范围"), "cases.values": says("矩阵：带单位的数值 -> 换算成标准单位的数值，如 {180.16 mg/dL: 10.00}"),
		"cases.columns": says("表格的列：个人信息、指标或 expect.level.名称"), "cases.rows": says("表格的行，\"-\" 为不送"),
	}
	person(suite, inPersons)
	request(suite, inCases)
	whole := fields{
		"title": says("这组人物的名称"), "versions": suite["versions"], "until": suite["until"], "datetime": suite["datetime"],
		"persons": says("人物，每人一个医生写的短病例"), "persons.title": says("一句话，如 34 岁，孕 32 周，头痛、血压高"), "persons.story": says("为什么写这个病例"),
		"persons.versions": suite["cases.versions"], "persons.until": suite["cases.until"], "persons.signed": suite["cases.signed"], "persons.unknown_indicators": suite["cases.unknown_indicators"],
		"persons.person": says("个人信息"),
	}
	person(whole, inPersons+"person.")
	request(whole, inPersons)
	return []strictyaml.Shape{
		{Name: "suites", Title: "回归用例", Files: []string{"*.yaml"}, Type: reflect.TypeFor[suiteFile](), Fields: suite},
		{Name: "persons", Title: "整个人的用例", Files: []string{personsFolder + "/*.yaml"}, Type: reflect.TypeFor[personsFile](), Fields: whole},
	}
}

// OwnShapes describes the files of a version's own cases that programs write,
// below the folder of the versions. Suites that people write there are as others.
func OwnShapes() []strictyaml.Shape {
	added := Shapes()[0]
	added.Files = []string{"*/" + ruleset.CasesFolder + "/" + AddedName}
	return []strictyaml.Shape{added, {
		Name: "otherwise", Title: "与来源版本预期不同的地方", Files: []string{"*/" + ruleset.CasesFolder + "/" + OtherwiseName}, Type: reflect.TypeFor[[]*changedEntry](), Fields: fields{
			"suite": says("用例文件，如 lipids.yaml；在子文件夹里的连同文件夹"), "trial": says("用例的名称，照运行用例时列出的写"), "check": says("检查什么，如 level triglycerides、risk ascvd"),
			"was": says("来源版本的预期；那里改了，这一条就不再成立，检查会说"), "now": says("从这一版起的预期；或写 dropped"), "dropped": says("true：从这一版起不再检查它"),
			"reason": says("为什么"), "signed": says("核对的医生和日期，如 zhang 2026-11-23；\"\" 为待签字，不能发布"),
		},
	}}
}

// person describes the fields of a person below a key.
func person(f fields, key string) {
	for name, field := range (fields{
		"sex": says("性别", string(assess.Male), string(assess.Female)), "age": says("检查时的周岁；或写 born"), "born": says("出生日期；或写 age"),
		"has_diabetes": says("有糖尿病"), "is_taking_antihypertensive_therapy": says("服降压药"), "has_cvd": says("有心血管病"), "has_hbp": says("有高血压"),
		"smoke_daily_frequency": says("每日吸烟支数"), "days_since_exam": says("检查之后几天给出回答；省略为 0"),
		"namespace": says("所属 namespace，决定用哪个覆盖层"), "arguments": says("附加字段：位置 -> 值，如 profile.region: north"),
	}) {
		f[key+name] = field
	}
}

// request describes samples and what is expected of them below a key.
func request(f fields, key string) {
	for name, field := range (fields{
		"samples":   says("一起送的指标：名称 -> 数值，可带单位，如 150 mg/dL"),
		"reference": says("打印的参考范围：指标 -> 如 3.9-6.1、<5"), "previous": says("以前的结果：指标 -> 日期在前，如 [2025-03-01 88 umol/L]"), "expect": says("预期"),
		"expect.level": says("指标 -> 等级"), "expect.color": says("指标 -> 颜色"), "expect.ideal": says("指标 -> 理想范围"), "expect.value": says("指标 -> 标准单位的数值"), "expect.risk": says("风险 -> 格数，或 none"),
		"expect.derived": says("推导值 -> 数字（可写 20.5 ±0.1）、文字或 none"), "expect.assumption": says("说明中的字样 -> named 或 none"),
		"expect.alert": says("指标或风险 -> A、B 或 none"), "expect.summary": says("摘要开头的器官，按先后；[] 为没有"),
		"expect.says": says("必须说的字样：指标、风险、器官、summary（摘要）或 all（全部）-> 字样"), "expect.must_not_say": says("不能说的字样，写法同 says"),
	}) {
		f[key+name] = field
	}
}
