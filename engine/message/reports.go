package message

// What the recognition of pictures reads: confusions.yaml, report.yaml and
// values.yaml.
var (
	ConfusionCost = fault("out-of-range", "cost 必须大于 0、不大于 {most}", "cost must lie above 0 and not above {most}")

	ConfusionShort = fault("too-few", "“{group}”至少要有两个字，才谈得上混淆", `"{group}" needs at least two characters that can be confused`)

	NotADigit = fault("not-a-digit", "“{text}”不是一个数字或小数点", `"{text}" is no digit or decimal point`).
			fix("写成 0 到 9 或 .", "Write 0 to 9 or a point")

	NotAGrade = fault("not-a-grade", "grades.yaml 里没有“{word}”", `grades.yaml has no "{word}"`)
)
