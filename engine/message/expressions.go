package message

// Conditions and formulas: how they are written.
var (
	EmptyExpression = fault("empty", "条件或公式是空的", "the expression is empty").
			fix("补上内容", "Fill it in")

	LongExpression = fault("too-long", "条件或公式太长", "the expression is too long").
			fix("用 let 分成几步", "Split it with let")

	FullWidth = fault("full-width", "全角或特殊符号“{sign}”不能用在条件里", "the character {sign} cannot be used").
			fix("改为半角 {write}", "Write {write}")

	LeadingZero = fault("octal", "数字不要以 0 开头", "a number must not begin with 0").
			fix("去掉前面的 0", "Remove the leading 0")

	Percent = fault("percent", "数字后面不能写 %", "a number has no per cent sign").
		fix("直接写数字，单位就是指标的标准单位", "Write the plain number in the standard unit")

	WrongWayRound = fault("syntax", "比较符号“{sign}”写反了", "the comparison {sign} is the wrong way round").
			fix("写成 {write}", "Write {write}")

	LowerCase = fault("syntax", "“{word}”要用小写", "{word} is written in lower case").
			fix("写成 {write}", "Write {write}")

	Connective = fault("syntax", "条件之间不能写“{word}”", "conditions are not joined with {word}").
			fix("写成 {write}", "Write {write}")

	Tilde = fault("syntax", "范围不能写“~”", "a range is not written with ~").
		fix("写成 {write}（两头包不包括请按需要）", "Write {write}, with each end included or not as needed")

	UnitInCondition = fault("unit", "条件里不写单位“{unit}”", "conditions have no units such as {unit}").
			fix("去掉单位，数字一律按指标的标准单位", "Leave it out; numbers are in the standard unit of the indicator")

	NotUnderstood = fault("syntax", "看不懂这个条件或公式：{reason}", "the expression cannot be understood: {reason}")

	NotCompiled = fault("compile", "无法编译：{error}", "cannot compile: {error}")
)

// What expr finds wrong, explained.
var (
	SingleEquals = fault("syntax", "这里用了一个等号", "there is a single equals sign here").
			fix("判断相等要写两个等号 ==", "Write == to compare")

	Unfinished = fault("syntax", "条件或公式没有写完", "the expression is not finished").
			fix("补上缺少的部分或右括号", "Complete it or close the bracket")

	QuoteNotClosed = fault("syntax", "引号没有闭合", "a quote is not closed").
			fix("补上缺少的引号", "Close the quote")

	Semicolon = fault("syntax", "一个条件里只能有一句", "a condition is a single expression").
			fix("去掉分号", "Remove the semicolon")

	Comma = fault("syntax", "这里多了一个逗号", "there is a comma too many here").
		fix("小数点写 . ，大数字不要分节", "Write a point for decimals and no thousands separators")

	MissingOperand = fault("syntax", "这里少了一个数或条件，或多了一个符号", "a number or condition is missing here, or there is an operator too many").
			fix("检查两边是否都写全", "Check that both sides are there")

	MissingConnective = fault("syntax", "两部分之间缺少 and、or 或运算符号", "and, or or an operator is missing between two parts").
				fix("补上 and 或 or", "Add and or or")

	MissingOperator = fault("syntax", "数字前面缺少比较或运算符号", "an operator is missing before the number").
			fix("补上符号", "Add an operator")

	Brackets = fault("syntax", "括号不配对，或括号前缺少符号", "the brackets do not match, or an operator is missing before one").
			fix("检查括号是否成对", "Check that the brackets match")

	MissingComparison = fault("syntax", "文字前面缺少比较符号", "a comparison is missing before the text").
				fix("补上 == 或 in", "Add == or in")

	UnknownCharacter = fault("syntax", "有不认识的字符", "there is an unknown character").
				fix("只用半角符号", "Use ASCII symbols only")

	BadNumber = fault("syntax", "数字写法不对", "the number is not well written").
			fix("写成 1.5 这样的数字", "Write a number such as 1.5")

	NumberWithUnit = fault("syntax", "数字写法不对", "the number is not well written").
			fix("写成 1.5 这样的数字，单位不要写进条件", "Write a number such as 1.5, without a unit")
)

// Conditions and formulas: what the rule language has.
var (
	Nil = fault("nil", "不能与 nil 比较", "nil cannot be used").
		fix("判断有没有某项数据请写 has(名称)", "Write has(name) to ask whether an input is present")

	Unsupported = fault("unsupported", "规则里不能使用这种写法", "this is not part of the rule language").
			fix("可用：比较、and/or/not、in [..]、? :、+ - * / **、ln log10 exp pow sqrt min max abs、has(名称)",
			"Known: comparisons, and/or/not, in [..], ? :, + - * / **, ln log10 exp pow sqrt min max abs, has(name)")

	CallWithoutParentheses = fault("function", "函数 {name} 后面缺少括号", "the function {name} needs parentheses").
				fix("写成 {name}(…)", "Write {name}(…)")

	Range = fault("range", "“..”只表示整数，5.5 不在 4..6 之内", "the range .. holds whole numbers only; 5.5 is not in 4..6").
		fix("写成 4 <= value <= 6 这样的比较", "Write a comparison such as 4 <= value <= 6")

	Modulo = fault("modulo", "“%”在这里是取余数，不是百分号", "% is the remainder of a division, not per cent").
		fix("直接写数字", "Write the plain number")

	NotACondition = fault("type", "这里应是条件（是/否），却是{found}", "expected a condition, found {found}").
			fix("写成比较，例如 value < 5", "Write a comparison such as value < 5")

	OperandType = fault("type", "“{operator}”需要{want}，这里却是{found}", "{operator} needs {want}, this is {found}")

	NeverEqual = fault("type", "“{operator}”左边是{left}，右边是{right}，永远不会相等", "{operator} compares {left} with {right}, which are never equal")

	TextValue = fault("text-value", "{name} 不会是“{text}”", `{name} is never "{text}"`).
			fix("可用：{known}", "Known: {known}")

	InNeedsList = fault("in", "in 的右边应是列表", "in needs a list on its right").
			fix("写成 in [1, 2, 3]", "Write in [1, 2, 3]")

	ListOfConstants = fault("in", "列表里只能写固定的数字或文字", "a list holds plain numbers or texts only")

	ListType = fault("type", "列表里应是{want}", "the list needs {want}")

	ResultTypes = fault("type", "“? :”的两个结果应是同一种类，这里一个是{first}，一个是{second}", "the results of ? : must be of one type, not {first} and {second}")

	InvertedBounds = fault("inverted-bounds", "界限写反了：{name} 不会既大于 {low} 又小于 {high}", "the bounds are the wrong way round: {name} is never above {low} and below {high}").
			fix("小的数写在前面：{smaller} <= {name} < {larger}；两段各算一段时，中间写 or", "Write the smaller number first: {smaller} <= {name} < {larger}; join two separate ranges with or")

	NoDates = fault("date", "规则里不能写日期", "dates cannot be used").
		fix("用 age（检查时的周岁）", "Use age (completed years at the examination)")

	BaseOfLog = fault("unknown-function", "log 的底数不明确", "the base of log is unclear").
			fix("自然对数写 ln()，常用对数写 log10()", "Write ln() or log10()")

	UnknownFunction = fault("unknown-function", "不认识的函数“{name}”", "unknown function {name}").fix("{fix}", "{fix}")

	ArgumentCount = fault("arguments", "函数 {name} 的参数个数不对（写了 {count} 个）", "wrong number of arguments of {name}: {count}")

	HasTakesName = fault("has", "has() 里只能写一个名称", "has() takes one name").
			fix("写成 has(waist_circumference)", "Write has(waist_circumference)")

	QuoteText = Phrase{`文字要加引号：{name} == "{text}"`, `Quote a text: {name} == "{text}"`}
)

// Where names may be used.
var (
	StepNotKnown = fault("not-here", "步骤 {name} 在这里还没有算出，或属于另一个推导值", "the step {name} is not worked out yet, or belongs to another derived value")

	StepElsewhere = fault("not-here", "{name} 是某个推导值内部的步骤，这里不能用", "{name} is a step within a derived value and cannot be used here")

	ValueElsewhere = fault("not-here", "{name} 只能用在指标表各行的 when 里", "{name} can only be used in the when of a table's rows")

	PersonOnly = fault("not-here", "required 里只能用个人信息，不能用 {name}", "required may use the person's variables only, not {name}")
)

// Types of expressions.
var (
	ACondition = Phrase{"条件（是/否）", "a condition"}
	Invalid    = Phrase{"无效内容", "invalid"}
)
