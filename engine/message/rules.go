package message

// The version in force, the manifest and the thresholds of quality.
var (
	VersionDiffers = fault("version", "version 是“{version}”，与所在文件夹“{folder}”不一致", `the version "{version}" differs from its folder {folder}`).
			fix(`写成 "{folder}"（加引号）`, `Write "{folder}" in quotes`)

	ReleaseDate = fault("date", "日期“{date}”不对", `the date "{date}" is wrong`).
			fix("写成 2026-11-20", "Write 2026-11-20")

	InheritsNothing = fault("inherits-cases", "写了 inherits_cases，却没有写从哪一版来（from）", "inherits_cases is written, but not the version it comes from").
			fix("加上 from: \"来源版本\"，或删去 inherits_cases", `Add from: "VERSION", or take inherits_cases out`)

	ColorMissing = fault("colors-incomplete", "colors 缺少颜色 {color}", "colors lacks the colour {color}")

	ColorCode = fault("color", "颜色 {color} 重复或不在 0 到 5 之间", "the colour {color} is repeated or not within 0 to 5")

	ColorHex = fault("color", `颜色写法“{hex}”不对，应如 "#9aa0a6"（加引号）`, `the colour "{hex}" is wrong; write it like "#9aa0a6", in quotes`)

	LevelOfManifest = fault("level", "级别“{level}”重复或不认识", `the level "{level}" is repeated or unknown`)

	LevelDirection = fault("direction", "级别 {level} 的 direction 应是 {want}", "the direction of {level} must be {want}")

	LevelSeverity = fault("severity", "级别 {level} 的 severity 应在 0 到 4 之间", "the severity of {level} must be 0 to 4")

	LevelColor = fault("color", "级别 {level} 的颜色不对（0 到 5，U 级只能是 0）", "the colour of {level} is wrong (0 to 5, U-levels 0)")

	LevelMissing = fault("levels-incomplete", "levels 缺少级别 {level}", "levels lacks {level}")

	FlagOfManifest = fault("flag", "flag {flag} 重复或不在 0 到 4 之间", "the flag {flag} is repeated or not within 0 to 4")

	FlagMissing = fault("flags-incomplete", "flags 缺少 {flag}", "flags lacks {flag}")

	UnknownLayout = fault("layout", "不认识的版面“{layout}”", `unknown layout "{layout}"`)

	LayoutMissing = fault("layout", "缺少版面 {layout}", "the layout {layout} is missing")
)

// Names.
var (
	ReservedName = fault("reserved", "指标名“{name}”是规则语言的词，不能使用", `the indicator name "{name}" is a word of the rule language`)

	BadName = fault("name", "名称“{name}”只能用字母、数字和下划线，以字母开头", `the name "{name}" may have letters, digits and underscores only, beginning with a letter`)

	LoneBrace = fault("brace", "文字里的大括号不成对，或是全角的，会原样给读者看到", "a brace without its partner, or a full-width one, would be shown to readers as it is").
			fix("常数的名称写在一对半角大括号里", "Write the name of a constant in a pair of half-width braces")

	TwoSources = fault("unknown-source", "“{name}”里有另一个来源 {second}，中间少了逗号", "{name} has another source in it, {second}: a comma is missing").
			fix("在 {second} 前面加半角逗号", "Put a comma before {second}")

	NameTaken = fault("duplicate-name", "名称“{name}”已经有了（指标、推导值、变量或函数）", `the name "{name}" is taken by an indicator, a derived value, a variable or a function`)

	UnknownName = fault("unknown-name", "不认识的名称“{name}”", "unknown name {name}").fix("{fix}", "{fix}")

	UnknownType = fault("type", "不认识的类型“{name}”", "unknown type {name}").fix("{fix}", "{fix}")

	UnknownIndicator = fault("unknown-indicator", "词典里没有指标“{name}”", "the dictionary has no indicator {name}").fix("{fix}", "{fix}")

	IndicatorInChinese = fault("unknown-indicator", "这里要写指标的英文名，不是“{word}”", "the English name is needed, not {word}").
				fix("是否想写 {name}？", "Did you mean {name}?")

	UnknownSource = fault("unknown-source", "sources.yaml 中没有来源“{name}”", "sources.yaml has no source {name}").fix("{fix}", "{fix}")

	// SourceByTitle is what to write instead of a source's title.
	SourceByTitle = Phrase{"这里写来源的键，不是标题：{key}", "Write the key of the source, not its title: {key}"}

	UnknownRisk = fault("unknown-risk", "没有疾病风险“{name}”", "there is no risk {name}").fix("{fix}", "{fix}")
)

// Numbers with names.
var (
	ConstantUnit = fault("unit", "{name}：单位“{unit}”不是这个指标的标准单位", "{name}: {unit} is not the standard unit of the indicator").
			fix("换算成 {want} 并写 unit: {want}", "Convert it and write unit: {want}")

	ConstantImplausible = fault("implausible-bound", "{name}：数值不在这个指标的可信范围 {low}–{high} 内", "{name}: the value lies outside the plausible range {low}–{high} of the indicator").
				fix("检查小数点和单位", "Check the decimal point and the unit")

	UnknownConstant = fault("unknown-constant", "constants.yaml 中没有“{name}”", "constants.yaml has no {name}").fix("{fix}", "{fix}")
)

// Additional fields of requests.
var (
	AllowedMissing = fault("allowed", "文字参数 {path} 要写明 allowed", "the text argument {path} needs allowed values")
)

// Tables and their rows.
var (
	DuplicateTable = fault("duplicate-table", "指标 {name} 的同样的表已在 {before}", "the same table of {name} is at {before}").
			fix("合并两张表，或用 for 区分人群", "Merge the tables or tell persons apart with for")

	NoRows = fault("rows", "表里没有任何一行", "the table has no rows")

	NoSource = fault("no-source", "这一行没有来源", "the row has no source").
			fix("在表或行上写 source: [来源键]", "Give the table or the row a source")

	RowColor = fault("color", "颜色 {color} 应在 0 到 5 之间", "the colour {color} must be 0 to 5")

	EmptyTip = fault("empty", "tip 不能为空", "the tip is empty").
			fix("写一句给读者看的话", "Write a sentence for the reader")

	UnknownLevel = fault("unknown-level", "不认识的级别“{level}”", "unknown level {level}").fix("{fix}", "{fix}")

	// LevelByName is what to write instead of a level's name.
	LevelByName = Phrase{"这里写级别的编号，不是名称：{level}", "Write the id of the level, not its name: {level}"}

	LevelU = fault("level", "U 级没有颜色", "U-levels have no colour").
		fix("删去 color", "Remove color")
)

// Families of indicators.
var (
	FamilyForm = fault("family", "写 same: [两个以上指标]，或者写 from 和 to，或者写 never_milder，或者写 for、says 和 of", "write either same with two indicators or more, or from and to, or never_milder, or for, says and of")

	FamilyTruth = fault("family", "{name} 不是一个是与否的名称", "{name} is not the name of a truth value")

	FamilyOf = fault("family", "没有一个指标的 category 或 specimen 是 {name}", "no indicator has the category or specimen {name}")

	FamilyUnits = fault("family", "{name} 不能从单位 {unit} 换算", "{name} cannot be converted from {unit}")

	FamilyNotDerived = fault("family", "没有推导值补充指标 {name}", "no derived value supplies {name}")
)

// Who signed, and what may not be said together.
var (
	ReviewDate = fault("date", "签字日期“{date}”不对", `the day of the signature, "{date}", is wrong`).
			fix("写成 2026-11-20", "Write 2026-11-20")

	UnknownDeliberate = fault("deliberate", "deliberate 里没有“{text}”", `deliberate has no "{text}"`).
				fix("可写：{known}", "Write any of {known}")

	ContradictionsNeedSummary = fault("summary", "contradictions.yaml 要用到总表的 summary", "contradictions.yaml needs the manifest's summary")
)

// What a summary is made of.
var (
	DuplicateOrgan = fault("duplicate-name", "organs 中“{name}”重复", "the organ {name} is repeated")

	UnknownOrgan = fault("unknown-organ", "manifest.yaml 的 organs 中没有“{name}”", "the manifest has no organ {name}").fix("{fix}", "{fix}")

	HasteWord = fault("haste", "“{word}”不是等级、格数、类别，也不是总表 organs 里的器官", "{word} is no level, number of bars, alert class or organ").
			fix("写在名称后面的可以是：{known}，一个类别（A 或 B），一个器官", "Behind a name stand {known}, a class (A or B), an organ")

	PatternDirection = fault("pattern", "“{word}”不是方向，应为 L、H 或 A", "{word} is no direction; it must be L, H or A")

	PatternOfNone = fault("pattern", "pattern 没有成员", "the pattern has no members").fix("写 members 或 instead", "Write members or instead")

	ContextSaysNothing = fault("context", "这一条要写 organs 或 of，并写 tip 或 department", "these words need organs or of, and a tip or a department")

	ContextTwice = fault("context", "{context}：{name} 已有另说的话，又写进了 same", "{context}: {name} has words of its own and stands in same")

	ContextLacks = fault("context", "{context}：没有说{organ}（{name}）的异常怎么说", "{context}: nothing is said of the organ {name}").
			fix("写一条 words，或看过以后写进 same", "Write words for it, or sign it in same")

	DuplicateIdentity = fault("duplicate-identity", "{name} 已在 {before} 写过", "{name} is already at {before}")

	IdentityOfOne = fault("identity", "{name} 的 holds 至少要说到两个指标", "{name}: holds must be about two indicators or more")
	VouchingOfTwo = fault("identity", "{name} 只说到两个指标，不能作证：两个数相符，未必都对；去掉 vouches", "{name}: vouches needs three indicators or more, for two may agree and both be wrong; leave it out")

	ActOfManifest = fault("act", "acts 里的“{name}”不对，应依次是：{known}", "{name} is out of place in acts; they are, in this order: {known}")

	ActMissing = fault("act", "acts 里缺少 {name}", "acts lack {name}")

	FadedSooner     = fault("act", "{from} 比 {to} 还缓，不能降到 {to}", "{from} is no more urgent than {to}")
	ActWithoutScale = fault("act", "总表没有 acts，不能写 act", "the manifest has no acts")

	ActTwice = fault("act", "多急由 act 说，不再写 alert 和 recheck", "the act says how soon; alert and recheck follow from it").
			fix("删去 alert 和 recheck，改写 act", "Write act instead of alert and recheck")

	UnknownAct = fault("act", "act“{name}”应是：{known}", `the act "{name}" must be one of: {known}`)

	UnknownAlert = fault("alert", "alert“{text}”应是 A 或 B", `the alert "{text}" must be A or B`)
)

// Derived values.
var (
	DuplicateSupply = fault("duplicate-supply", "指标 {name} 已由 {before} 处的推导值补充", "{name} is already supplied at {before}")

	DuplicateDerived = fault("duplicate-name", "推导值“{name}”重复", `the derived value "{name}" is repeated`)

	DuplicateStep = fault("duplicate-name", "步骤“{name}”重复", `the step "{name}" is repeated`)

	SupplyIsNumber = fault("type", "补充指标的推导值只能是数字", "a derived value that supplies an indicator is a number")

	FormulaOrCases = fault("formula", "“{name}”应写 formula 或 cases 之一", "{name} needs either formula or cases")

	Cycle = fault("cycle", "推导值互相引用，无法计算：{cycle}", "derived values need each other: {cycle}").
		fix("去掉其中一处引用", "Remove one of the references")
)

// Risks.
var (
	DuplicateRisk = fault("duplicate-risk", "疾病风险“{name}”已在 {before}", "the risk {name} is at {before}").
			fix("改用另一个 id", "Use another id")

	RiskID = fault("name", "id“{name}”只能用字母、数字和下划线", `the id "{name}" may have letters, digits and underscores only`)

	DuplicateRule = fault("duplicate-rule", "规则 id“{name}”在这个疾病里重复", `the rule id "{name}" is repeated`)

	UnknownFlag = fault("flag", "没有 flag {flag}（0 到 4）", "there is no flag {flag} (0 to 4)")
)

// Overlays.
var (
	FewerOfNothing = fault("overlay", "fewer_persons 里的“{name}”在这个覆盖层没有表", "fewer_persons names {name}, of which this overlay has no table").
		fix("删去它，或检查写法", "Remove it or check its spelling")
)

// Drawing of tables.
var (
	NoTable = fault("no-table", "没有指标“{name}”的表", `no table of "{name}"`).
		fix("{fix}", "{fix}")
)
