package message

// The model of a population.
var (
	ModelNumber = fault("number", "“{text}”不是数字", `"{text}" is not a number`)

	ModelOrder = fault("order", "数字要从小到大", "the numbers must rise")

	UnknownFactor = fault("factor", "没有因子“{name}”", "there is no factor {name}")

	Loads = fault("load", "各 load 的平方和不能超过 1", "the squares of the loads must not add up to more than 1")

	UnknownBackground = fault("condition", "没有个人情况“{name}”", "there is no background {name}")

	BackgroundAbove = fault("condition", "前面没有“{name}”", "there is no {name} above")

	Spread = fault("spread", "sd 不对", "the sd is wrong")

	MeansOrGrades = fault("shape", "写 men、women 或 grades", "give men and women, or grades")
)
