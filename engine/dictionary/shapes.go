package dictionary

import (
	"reflect"

	"tijian/engine/strictyaml"
)

// Shapes describes the files of indicators, units and grades, below the root
// of the dictionaries.
func Shapes() []strictyaml.Shape {
	says := func(zh string, choices ...string) strictyaml.Field {
		return strictyaml.Field{ZH: zh, Choices: choices}
	}
	return []strictyaml.Shape{
		{Name: "indicators", Title: "指标词典", Files: []string{"indicators/*.yaml"}, Type: reflect.TypeFor[[]*Indicator](), Fields: map[string]strictyaml.Field{
			"name": says("英文名，小写字母、数字和下划线；全项目用它"), "zh": says("中文名"), "en": says("英文名称，给读英文的人看；可省"), "aliases": says("报告上印的长名称"), "abbreviations": says("报告上印的缩写，整词相等才算"),
			"exclude": says("含有其中之一的印刷名称不是本指标"), "category": says("类别"), "specimen": says("标本", specimens...),
			"kind": says("quantitative 定量，qualitative 定性（分级）", string(Quantitative), string(Qualitative)), "loinc": says("LOINC 编码"), "ucum": says("UCUM 单位"),
			"unit": says("标准单位，须在 units.yaml 中；纯数和定性指标省略"), "units": says("可换算的其他单位"), "units.unit": says("单位"),
			"units.factor": says("标准值 = 印刷值 × factor + offset"), "units.offset": says("省略为 0"), "units.steps": says("代替 factor：[印刷值从多少起, 标准值]，由小到大；定性的字只说在界限的哪一边"),
			"molar_mass": says("摩尔质量；有它，质量单位与摩尔单位之间的 factor 就会核对"), "molar_mass.value": says("g/mol"), "molar_mass.source": says("出处，如分子式"), "decimals": says("按标准单位，化验室印几位小数"),
			"plausible": says("[下限, 上限]，标准单位，含两端；之外为 U1（数值可疑）；孩子另有范围的写在 plausible.yaml"),
			"usual":     says("化验室通常给成人印的参考区间，标准单位；图片上没印单位时，凭它判断是哪个单位"), "usual.low": says("下限，没有则省略"), "usual.high": says("上限，没有则省略"),
		}, Defines: map[string]string{"name": "indicators", "category": "categories of indicators"}, Uses: map[string]strictyaml.Use{"unit": {Kind: "units"}, "units.unit": {Kind: "units"}}},
		{Name: "plausible", Title: "可信范围随年龄", Files: []string{"plausible.yaml"}, Type: reflect.TypeFor[[]*aged](), Fields: map[string]strictyaml.Field{
			"indicator": says("指标"), "years": says("[从几周岁, 到几周岁]，含前不含后"), "range": says("[下限, 上限]，标准单位，含两端"), "source": says("出处"),
		}, Uses: map[string]strictyaml.Use{"indicator": {Kind: "indicators"}}},
		{Name: "units", Title: "单位的写法", Files: []string{"units.yaml"}, Type: reflect.TypeFor[strictyaml.Entries[[]strictyaml.Text]](), Defines: map[string]string{"*": "units"}},
		{Name: "grades", Title: "定性结果的写法", Files: []string{"grades.yaml"}, Type: reflect.TypeFor[[]grade](), Fields: map[string]strictyaml.Field{
			"value": says("数值：阴性 0，± 0.5，+ 1，依次类推"), "display": says("给读者看的写法"), "words": says("报告上的写法"),
		}},
	}
}
