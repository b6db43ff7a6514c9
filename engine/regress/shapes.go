package regress

import (
	"reflect"

	"tijian/engine/assess"
	"tijian/engine/strictyaml"
)

// Shape describes the files of suites, below their folder.
func Shape() strictyaml.Shape {
	says := func(zh string, choices ...string) strictyaml.Field {
		return strictyaml.Field{ZH: zh, Choices: choices}
	}
	return strictyaml.Shape{Name: "suites", Title: "回归用例", Files: []string{"*.yaml"}, Type: reflect.TypeFor[suiteFile](), Fields: map[string]strictyaml.Field{
		"title": says("这组用例的名称"), "versions": says("只适用于这些版本，如 [\"2026.1\"]；省略为所有版本"), "datetime": says("冻结的检查时间，年龄按它计算，如 2026-11-20T08:00:00.000Z"),
		"persons": says("人物：名称 -> 个人信息"), "persons.sex": says("性别", string(assess.Male), string(assess.Female)), "persons.age": says("检查时的周岁；或写 born"),
		"persons.born": says("出生日期；或写 age"), "persons.has_diabetes": says("有糖尿病"), "persons.is_taking_antihypertensive_therapy": says("服降压药"),
		"persons.has_cvd": says("有心血管病"), "persons.has_hbp": says("有高血压"), "persons.smoke_daily_frequency": says("每日吸烟支数"),
		"persons.days_since_exam": says("检查之后几天给出回答；省略为 0"), "persons.namespace": says("所属 namespace，决定用哪个覆盖层"), "persons.arguments": says("附加字段：位置 -> 值，如 profile.region: north"),
		"cases": says("用例"), "cases.name": says("名称"), "cases.versions": says("这条用例只适用于这些版本；省略为所有版本"), "cases.person": says("上面的人物之一"), "cases.signed": says("核对的医生和日期；\"\" 为待签字，不写为手写的用例"),
		"cases.unknown_indicators": says("有意送的、词典里没有的指标；不写则当作拼错"),
		"cases.indicator":          says("矩阵：指标"), "cases.unit": says("矩阵：数值的单位；省略为标准单位"), "cases.levels": says("矩阵：数值 -> 等级"), "cases.ideal": says("矩阵：理想范围"),
		"cases.samples": says("一起送的指标：名称 -> 数值，可带单位，如 150 mg/dL"), "cases.expect": says("预期"),
		"cases.expect.level": says("指标 -> 等级"), "cases.expect.color": says("指标 -> 颜色"), "cases.expect.ideal": says("指标 -> 理想范围"), "cases.expect.risk": says("风险 -> 格数，或 none"),
		"cases.expect.derived": says("推导值 -> 数字（可写 20.5 ±0.1）、文字或 none"), "cases.expect.assumption": says("说明中的字样 -> named 或 none"),
		"cases.columns": says("表格的列：个人信息、指标或 expect.level.名称"), "cases.rows": says("表格的行，\"-\" 为不送"),
	}}
}
