package message

// Units, grades and indicators of the dictionary.
var (
	SharedSpelling = fault("duplicate-unit", "单位写法“{spelling}”同时属于 {first} 和 {second}", `the spelling "{spelling}" belongs to both {first} and {second}`).
			fix("只保留一处", "Keep it in one place")

	SpellingOfOther = fault("unit-spelling", "1 {spelling} 是 {factor} {canonical}，不是它的另一种写法", "1 {spelling} is {factor} {canonical}, and no spelling of it").
			fix("从这里删去，写到它自己的单位之下", "Remove it here, and write it below the unit that it is")

	DuplicateGrade = fault("duplicate-grade", "等级 {value} 已经定义为“{display}”", `grade {value} is already "{display}"`).
			fix("合并成一项", "Merge the two")

	SharedGradeWord = fault("duplicate-word", "“{word}”已经表示等级 {value}", `"{word}" already means grade {value}`).
			fix("只保留一处", "Keep it in one place")

	GradeContrary = warning("grade-contrary", "“{word}”当作没有，里面却有“{other}”", `"{word}" means that there is none, and holds "{other}"`).
			fix("移到它说的等级", "Move it to the grade that it says")

	LoneSpecimen = warning("lone-specimen", "{indicator}的标本是 {specimen}，同类的其他指标都是 {others}", "{indicator} is of {specimen}, all others of its category are of {others}").
			fix("核对标本；确实不同的，分出一个 category", "Check the specimen; where it differs indeed, give it a category of its own")

	DuplicateIndicator = fault("duplicate-indicator", "指标“{name}”已在 {before} 定义", "indicator {name} is already defined at {before}").
				fix("删去其中一个", "Remove one of them")

	IndicatorName = fault("indicator-name", "指标名“{name}”只能用小写字母、数字和下划线，以字母开头", `the indicator name "{name}" may have lower-case letters, digits and underscores only, beginning with a letter`)

	Choice = fault("choice", "{name}：{key} 不能是“{value}”", `{name}: {key} cannot be "{value}"`).
		fix("可用：{known}", "Known: {known}")

	LoneCategory = fault("category", "{name}：没有别的指标属于类别“{category}”", "{name}: no other indicator is of the category {category}").
			fix("同一文件的其他指标都是 {other}；写成 {other}", "The others of this file are all {other}; write {other}")

	LOINC = fault("loinc", "{name}：LOINC 编码“{loinc}”的校验位不对", "{name}: the check digit of LOINC {loinc} is wrong").
		fix("核对编码，不确定就删去", "Look the code up, or remove it")

	SharedLOINC = fault("duplicate-loinc", "{name}：LOINC 编码“{loinc}”也属于 {other}，收到这个编码时无法区分", "{name}: the LOINC code {loinc} belongs to {other} too, and what comes in with it could be either").
			fix("只留给编码名称所指的那个指标", "Leave it to the one that the code's name means")

	Plausible = fault("plausible", "{name}：plausible 的下限 {low} 应小于上限 {high}", "{name}: the lower plausible limit {low} must be below the upper {high}")

	PlausibleOf    = fault("plausible-of", "没有指标“{name}”", "There is no indicator {name}")
	PlausibleYears = fault("plausible-years", "{name}：years 的前一个应小于后一个，都不为负", "{name}: the first of years must be below the second, neither negative")
	PlausibleTwice = fault("plausible-twice", "{name}：这些年龄的可信范围已写在 {before}", "{name}: what is plausible at these ages is at {before} already")

	Usual = fault("usual", "{name}：usual 的 low 应小于 high，都不为负，且不超出 plausible", "{name}: of usual, low must be below high, neither negative, both within plausible")

	Decimals = fault("decimals", "{name}：decimals 应在 0 到 6 之间", "{name}: decimals must be 0 to 6")

	UnknownUnit = fault("unknown-unit", "{name}：units.yaml 中没有单位“{unit}”", "{name}: units.yaml has no unit {unit}").fix("{fix}", "{fix}")

	DuplicateUnit = fault("duplicate-unit", "{name}：单位 {unit} 写了两次", "{name}: the unit {unit} is given twice").
			fix("删去其中一个", "Remove one of them")

	Steps  = fault("steps", "{name}：单位 {unit} 写了 steps 就不写 factor 和 offset，各级由小到大，每级是 [从多少起, 标准值] 或 [从多少起]", "{name}: {unit} has steps, so neither factor nor offset, and each is [from, standard value] or [from], ascending")
	Factor = fault("factor", "{name}：单位 {unit} 的 factor 应大于 0", "{name}: the factor of {unit} must be above 0")

	FactorAgainstUnits = fault("factor", "{name}：1 {unit} 是 {want} {standard}，factor 却是 {factor}", "{name}: 1 {unit} is {want} {standard}, but the factor is {factor}").
				fix("写成 {want}", "Write {want}")

	FactorAgainstMass = fault("factor", "{name}：按摩尔质量 {mass} g/mol，1 {unit} 是 {want} {standard}，factor 却是 {factor}", "{name}: by the molar mass of {mass} g/mol, 1 {unit} is {want} {standard}, but the factor is {factor}").
				fix("核对 factor 和 molar_mass", "Look at the factor and at molar_mass")

	FactorAgainstFellow = fault("factor", "{name}：{unit} 的 factor 是 {factor}，{other} 的却是 {its}：按后者应是 {want}", "{name}: the factor of {unit} is {factor}, but that of {other} is {its}, by which it is {want}").
				fix("核对这两个 factor", "Look at both factors")

	UCUM = fault("ucum", "{name}：ucum “{ucum}”不是单位 {unit}", "{name}: the UCUM code {ucum} is not the unit {unit}").
		fix("按 UCUM 写出 unit 的单位，如 10*9/L、[IU]/mL、mm[Hg]；没有单位的写 \"1\"", "Write the unit in UCUM, such as 10*9/L, [IU]/mL, mm[Hg]; \"1\" for none")

	MolarMass = fault("molar-mass", "{name}：molar_mass 的 value 应大于 0，单位 g/mol", "{name}: the value of molar_mass must be above 0, in g/mol")

	EmptyAlias = fault("empty", "{name}：别名不能为空", "{name}: an alias is empty").
			fix("删去它", "Remove it")

	DuplicateAlias = fault("duplicate-alias", "{name}：别名“{alias}”写了两次", "{name}: the alias {alias} is given twice").
			fix("删去其中一个", "Remove one of them")

	SharedAlias = fault("duplicate-alias", "{name}：别名“{alias}”也属于 {other}，标本和单位都相同，无法区分", "{name}: the alias {alias} belongs to {other} too, and neither specimen nor unit tells them apart").
			fix("只留给其中一个指标", "Leave it to one of them")
)

// What to do about a unit that units.yaml lacks.
var (
	AddUnit       = Phrase{"在 units.yaml 中加上 {unit}: []", "Add {unit}: [] to units.yaml"}
	WriteUnit     = Phrase{"写成 {unit}", "Write {unit}"}
	NearOrAddUnit = Phrase{"是否想写 {near}？否则在 units.yaml 中加上 {unit}: []", "Did you mean {near}? Otherwise add {unit}: [] to units.yaml"}
)
