package value

import (
	"reflect"

	"tijian/engine/strictyaml"
)

// Shape describes values.yaml.
func Shape() strictyaml.Shape {
	says := func(zh string) strictyaml.Field { return strictyaml.Field{ZH: zh} }
	return strictyaml.Shape{Name: "values", Title: "结果的写法", Files: []string{"values.yaml"}, Type: reflect.TypeFor[wordsFile](), Fields: map[string]strictyaml.Field{
		"marks": says("提示符号"), "marks.high": says("偏高"), "marks.low": says("偏低"), "marks.abnormal": says("异常，不说方向"), "marks.misread": says("箭头常被读成的字：只说明有提示"),
		"marks.like_high": says("被读成这些字时多半是偏高"), "marks.like_low": says("被读成这些字时多半是偏低"), "digits": says("数字 -> 常被读成的字"),
		"dashes": says("参考区间上下限之间的连接号"), "signs": says("定性符号 -> 常被读成的字"),
	}}
}
