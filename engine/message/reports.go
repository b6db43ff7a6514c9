package message

// What the recognition of pictures reads: confusions.yaml, report.yaml,
// neighbours.yaml and values.yaml.
var (
	ConfusionCost = fault("out-of-range", "cost 必须大于 0、不大于 {most}", "cost must lie above 0 and not above {most}")

	ConfusionContrary = fault("confusion-contrary", "“{pair}”既列为形近字，又列为区分指标的字：认错一个，就成了另一个指标", `"{pair}" are listed as look-alikes and as what tells indicators apart: one misread is another indicator`).
				fix("从形近的一组里删去", "Remove them from the group of look-alikes")

	ConfusionShort = fault("too-few", "“{group}”至少要有两个字，才谈得上混淆", `"{group}" needs at least two characters that can be confused`)

	SharedMark = fault("shared-mark", "符号“{mark}”不能表示两个方向", `the mark "{mark}" cannot mean two directions`).
			fix("只保留在一处", "Keep it in one list")

	NotADigit = fault("not-a-digit", "“{text}”不是一个数字或小数点", `"{text}" is no digit or decimal point`).
			fix("写成 0 到 9 或 .", "Write 0 to 9 or a point")

	CellPattern = fault("cell-pattern", "“{pattern}”不是一种印法：只能用 name、number、label、result、mark、unit、remark、reference 和 ( ) | ? *", `"{pattern}" is no pattern of a cell: only name, number, label, result, mark, unit, remark, reference and ( ) | ? *`)
	NotAGrade   = fault("not-a-grade", "grades.yaml 里没有“{word}”", `grades.yaml has no "{word}"`)

	NeighbourShort = fault("neighbour-short", "“{name}”太短，会和数值、单位混淆", `"{name}" is so short that values and units would be taken for it`).
			fix("名称至少一个汉字，代号至少两个字符，其中要有字母", "Names need a Chinese character, codes two characters of which one is a letter")

	NeighbourBare = warning("neighbour-bare", "“{name}”就是指标 {indicator} 的“{full}”：报告上只印“{name}”的，数值会全部丢掉", `"{name}" is what {indicator} has as "{full}": the values of sheets that print no more than "{name}" would all be lost`).
			fix("从这一行删去，在 {indicator} 的 aliases 里加上“{name}”；确实是另一项的不必理会", `Take it out of this line and add "{name}" to the aliases of {indicator}; nothing is to be done where it is another thing`)
	NeighbourTaken = fault("neighbour-taken", "“{name}”也是指标 {indicator} 的名称：它的数值会全部丢掉", `"{name}" is a name of the indicator {indicator} too, whose values would all be lost`).
			fix("从这一行删去“{name}”，其余的留着；整行都是这一项的，删去整行", `Take "{name}" out of this line and leave the others; where all of them are this indicator, delete the line`)
)
