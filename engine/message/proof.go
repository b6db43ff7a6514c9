package message

// What the proof of the tables and risks finds.
var (
	RowsOverlap = fault("overlap", "{indicator}：{witness} 时，第 {first} 行（文件第 {firstline} 行）和第 {second} 行（文件第 {secondline} 行）都适用",
		"{indicator}: for {witness} rows {first} (line {firstline}) and {second} (line {secondline}) both apply").
		fix("修改其中一行的界限，使它们不重叠", "Change a bound so that they do not overlap")

	Gap = fault("gap", "{indicator}：{witness} 时，没有任何一行适用{extent}", "{indicator}: for {witness} no row applies{extent}").
		fix("补上一行，或修改相邻行的界限；用到可能缺少的数据时，用 has(名称) 写出缺少时的行", "Add a row or change a bound; where an input may be missing write a row with has(name)")

	Borrower        = Phrase{"没有自己的表、借用 {age} 岁的表的孩子", "children without a table, told by that of {age} years"}
	NoTableOfTheirs = Phrase{"没有自己的表的人", "people without a table of their own"}

	OpenFrom = Phrase{"；空着的是 {low} 至 {high}", "; open from {low} to {high}"}

	WrongDirection = fault("direction", "{indicator}：第 {row} 行在理想范围的另一侧，级别 {level} 的方向不对", "{indicator}: row {row} lies on the other side of the ideal range than its level {level} says").
			fix("偏低用 L，偏高用 H", "Use L below and H above the ideal range")

	FallingSeverity = fault("severity", "{indicator}：离理想范围更远的第 {row} 行（{level}）反而比第 {worse} 行（{worselevel}）轻", "{indicator}: row {row} ({level}) lies farther from the ideal range than row {worse} ({worselevel}) but is milder").
			fix("检查级别是否写反", "Check the levels")

	GuardsOverlap = fault("guard-overlap", "{indicator}：{witness} 时，本表和 {other} 的表都适用", "{indicator}: for {witness} this table and the one at {other} both apply").
			fix("修改 for，使两张表的人群不重叠", "Change for so that no person is in both")

	Unreachable = fault("unreachable", "{indicator}：第 {row} 行永远不会用到", "{indicator}: row {row} never applies").
			fix("检查条件是否写错，或删去这一行", "Check its condition or remove it")

	ImplausibleBound = fault("implausible-bound", "{indicator}：第 {row} 行的界限超出合理范围 {limits}，这一行永远不会用到，可能是单位错了", "{indicator}: the bounds of row {row} lie outside the plausible range {limits}, so it never applies; perhaps they are in another unit").
				fix("规则一律用标准单位 {unit}，请换算", "Rules are in the standard unit {unit}; convert them")

	RiskRowsOverlap = fault("overlap", "{witness} 时，第 {first} 行（flag {firstflag}）和第 {second} 行（flag {secondflag}）都适用", "for {witness} rows {first} (flag {firstflag}) and {second} (flag {secondflag}) both apply").
			fix("修改其中一行的条件，使它们不重叠", "Change a condition so that they do not overlap")

	RiskGap = fault("risk-gap", "{risk}：{witness} 时，规则 {rule} 没有任何一行适用，其他规则也不回答，这项风险就不出现", "{risk}: for {witness} no row of the rule {rule} applies and no other rule answers; the risk is left out").
		fix("补上一行，或修改相邻行的界限；有意不回答的人，写进 when 排除", "Add a row or change a bound; exclude with when those for whom the rule is not meant")

	RiskFallback = fault("risk-gap", "{risk}：{witness} 时要用的数都有，规则 {rule} 却没有任何一行适用，落到了下面较粗的规则", "{risk}: for {witness} everything is known, yet no row of the rule {rule} applies and a coarser rule below answers").
			fix("补上一行，或修改相邻行的界限；有意不回答的人，写进 when 排除", "Add a row or change a bound; exclude with when those for whom the rule is not meant")

	RiskUnreached = fault("unreachable", "{risk}：规则 {rule} 永远不会用到：它适用的人，写在它前面的 {above} 都先回答", "{risk}: the rule {rule} never answers: whomever it is for, {above} above it does").
			fix("把范围窄的规则移到前面", "Move the narrower rule above the wider one")

	Unproved = note("unproved", "未能证明：{reason}", "not proved: {reason}")
)

// Why something is not proved or compared cell by cell.
var (
	InexactProof      = Phrase{"条件中 {names} 不是只与固定的数比较，无法逐格证明", "not only compared with constants: {names}"}
	TooManyCases      = Phrase{"情况太多（{cells} 格），没有逐格证明", "too many cases ({cells} cells)"}
	InexactDifference = Phrase{"条件中 {names} 不是只与固定的数比较", "not only compared with constants: {names}"}
	TooManyToCompare  = Phrase{"情况太多（{cells} 格）", "too many cases ({cells} cells)"}
)

// What an overlay takes away.
var (
	OverlayLeavesOut = fault("overlay-persons", "{indicator}：{witness} 的人在基础规则里有表，在覆盖层 {namespace} 里却没有，得不到评估", "{indicator}: the base rules have a table for {witness}, the overlay {namespace} has none").
		fix("把基础规则管这些人的表也抄进来；有意不评估的，在 overlay.yaml 里写 fewer_persons: [{name}]", "Copy the base table for these persons, too; where it is meant, write fewer_persons: [{name}] in overlay.yaml")
)

// What is allowed in rules but most likely an oversight.
var (
	WithoutTable = warning("no-table", "{indicator}：新指标，词典里有，却没有表，结果都是 U0（未评估）", "{indicator}: new in the dictionary, but no table assesses it, so that it is always U0").
			fix("在 indicators 里给它写一张表：indicator: {name}", "Give it a table in indicators: indicator: {name}")

	OverlayMilder = warning("overlay-milder", "{indicator}：覆盖层 {namespace} 有 {count} 处比基础规则（{base}）判得轻，如{where}：{from} → {to}", "{indicator}: the overlay {namespace} takes {count} regions less seriously than the base rules ({base}), such as {where}: {from} → {to}").
			fix("核对这一行；有意放宽的，写明依据", "Look at this row; where it is meant, say on what grounds")

	OverlayWithoutRisks = warning("overlay-risks", "{indicator}：覆盖层 {namespace} 的表不再显示基础规则（{base}）的疾病风险 {risks}", "{indicator}: the tables of the overlay {namespace} no longer show the risks {risks} of the base rules ({base})").
				fix("把 risks 也抄过来；有意不显示的不必理会", "Copy risks, too, unless it is meant")

	RiskNowhere = warning("risk-nowhere", "没有一张指标表列出疾病风险“{name}”，它永远不会出现", "no table lists the risk {name}, so it never appears").
			fix("在有关指标的表里写 risks: [{name}]", "Write risks: [{name}] in the tables of its indicators")

	RiskNotShown = warning("risk-not-shown", "{risk}用到{indicator}，它的表却没有在 risks 里列出 {id}，这个指标的结果里看不到这项风险", "the risk {risk} looks at {indicator}, whose table does not list {id}: the risk is not shown with it").
			fix("在表的 risks 里加上 {id}；有意不显示的，在风险文件里写 not_shown_on: [{name}]", "Add {id} to the risks of the table; where it is meant, write not_shown_on: [{name}] in the file of the risk")

	ShownAfterAll = warning("risk-not-shown", "{risk}的 not_shown_on 写了{indicator}，但{why}", "not_shown_on of the risk {risk} names {indicator}, but {why}").
			fix("从 not_shown_on 删去它", "Remove it from not_shown_on")

	AgeHole = warning("age-hole", "{indicator}：{witness} 时没有表，而更小和更大的年龄都有", "{indicator}: no table for {witness}, although younger and older persons have one").
		fix("检查各表 for 里的年龄界限，例如 age >= 60 与 age < 60", "Check the ages in the tables' for, such as age >= 60 and age < 60")

	NotLent = warning("not-lent", "{what}：大人的 {value} 是 {level}，没有表的孩子（如 {age} 岁）却什么也不说", "{what}: {value} is {level} of adults, and children without a table (such as of {age} years) are told nothing").
		fix("孩子也适用的，把 {name} 加进总表 danger 里合适的一条；有意不说的，写进总表的 unlent 并写明理由", "Where it holds for children, too, add {name} to an entry of danger in the manifest; where it is meant, list it in unlent there with the reason")
	NoUsual = warning("no-usual", "{what}有几种单位，却没有写 usual：结果没有写单位、印的是别的单位的范围时，会按标准单位评估", "{what} has several units and no usual: where a result has no unit and the range of another unit is printed, it is assessed in the standard unit").
		fix("在词典里这一条写 usual: {low: …, high: …}，实验室印给成人的参考范围，按标准单位", "Write usual: {low: …, high: …} in its entry: the reference interval that laboratories print for adults, in the standard unit")
	OtherDepartment = warning("other-department", "{what}的话请人去“{word}”，摘要写的科室却是“{department}”", `the texts of {what} send people to "{word}", and the summary to "{department}"`).
			fix("在表里写 department: {word}", "Write department: {word} in the table")
	LentAfterAll = warning("lent-after-all", "unlent 写着 {what}，孩子却都有话说", "unlent lists {what}, of which children are told").
			fix("删去这一项", "Delete it")

	NoOrgan = warning("no-organ", "{what}没有写 organ：摘要不知道把它归在哪里、说哪个科室", "{what} has no organ: summaries do not know under what and with which department to tell it").
		fix("写上总表 organs 里的一个 id", "Write one of the organs of the manifest")

	UnevenLevel = warning("uneven-level", "等级 {level} 的 {key} 是 {value}，同一档的 {others} 都是 {want}", "the {key} of level {level} is {value}, that of {others} is {want}").
			fix("同一个数字只差方向，轻重、颜色、多急应当一样", "Levels of one digit differ in direction alone: make them alike")

	AlikeColors = warning("alike-colors", "颜色“{color}”（{hex}）和“{other}”（{its}）看不出区别", "the colours {color} ({hex}) and {other} ({its}) look the same").
			fix("换成分得开的颜色", "Choose colours that can be told apart")

	WideName = warning("wide-name", "{indicator}新添的名称“{name}”也是{other}的名称“{within}”的一部分，又不含它自己的名称", "the new name {name} of {indicator} is a part of {within}, a name of {other}, and contains none of its own").
			fix("写全，或者去掉：别的项目会被读成它", "Write it in full or leave it out: other items would be read as this one")

	LateContrary = warning("late-contrary", "{what}：tip 说{indicator}“{word}”，late_tip 说的却是“{other}”", "{what}: the tip says {word} of {indicator}, the late tip {other}").
			fix("过几天后的话说的是当时的同一件事", "Words for later tell of the same result")

	LateTerm = warning("late-term", "{indicator} 第 {row} 行请人“{term}”复查，recheck 却是 {days} 天", "row {row} of {indicator} asks to recheck after {term}, its recheck is {days} days").
			fix("改期限，或者改 act、recheck", "Mend the term, or the act or recheck")

	NoHint = warning("no-hint", "{indicator} 第 {row} 行没有 hint", "row {row} of {indicator} has no hint").
		fix("写一句可能的影响因素，或读者接下来可以做什么", "Say what can contribute to the value or what to do next")

	RepeatedTip = warning("repeated-tip", "tip 与 {first} 的完全相同：“{text}”", `the tip is the same as at {first}: "{text}"`).
			fix("按指标、方向和轻重各写各的话", "Write a text of its own for each indicator, direction and severity")

	RepeatedHint = warning("repeated-hint", "hint 与 {first} 的完全相同：“{text}”", `the hint is the same as at {first}: "{text}"`).
			fix("按指标、方向和轻重各写各的话", "Write a text of its own for each indicator, direction and severity")

	OtherYear = warning("other-year", "来源 {name} 的 title 是《{title}》，year 却写 {year}", "the source {name} is called {title}, and its year is {year}").
			fix("核对是不是写了别的文献", "Make sure that it is not the title of another source")

	IdentityIdle = warning("identity-idle", "{name}：可信范围两端的值都不违反它，填反、写错单位都查不出", "{name}: no values at the ends of the plausible ranges go against it, so that it finds no mistake").
			fix("核对里面的数", "Check its numbers")

	UnusedSource = note("unused-source", "来源 {name} 没有规则引用", "no rule cites the source {name}")

	UnusedConstant = warning("unused-constant", "constants.yaml 的 {name} 没有用到", "nothing uses {name} of constants.yaml").
			fix("删去它，或在规则和文字里用它的名称", "Remove it, or use its name in rules and texts")

	NumberHasName = warning("number-has-name", "{indicator}的 {number} 在 constants.yaml 里有名称（{names}），这里却写了数字，改界限时会漏改", "{number} of {indicator} has a name in constants.yaml ({names}), yet it is written out here and would stay behind").
			fix("写它的名称；是另一回事时，给它自己的名称", "Write its name; give another meaning a name of its own")

	NumberInTwoFiles = note("number-in-two-files", "{indicator}的 {number} 也写在 {other}，改一处会漏改另一处", "{number} of {indicator} is also written at {other}; one would stay behind when the other is moved").
				fix("在 constants.yaml 里给它一个名称，两处都用名称", "Give it a name in constants.yaml and use that in both")

	NumberOfOneSex = warning("number-of-one-sex", "{name}（{title}）只说一种性别，这里却没有问性别，另一种性别的人也用它", "{name} ({title}) is of one sex, yet nothing here asks which, so that the other is judged by it, too").
			fix("两种性别各写各的：sex == \"male\" ? 男性的 : 女性的；本来就两种通用的，给它不说性别的名称", "Write one for each: sex == \"male\" ? men's : women's; a number meant for both gets a name that says no sex")

	LooseNumber = warning("loose-number", "{indicator} 第 {row} 行的文字里有 {number}，它不是这张表的界限：界限移动或手指滑动，没有人会发现", "the texts of row {row} of {indicator} say {number}, which is no bound of the table: nobody would notice when a bound moves or a finger slips").
			fix("引用界限就写成界限的数，或写有名称的数 {名称}；确实是别的数（周数、别处的界限），在这一行写 numbers: [{number}]", "Write a bound of the table or a named number in braces; a number that is meant (weeks, a bound elsewhere) goes into numbers: [{number}] of the row")

	NumberNotInText = warning("loose-number", "{indicator} 第 {row} 行的 numbers 写了 {number}，文字里却没有", "numbers of row {row} of {indicator} has {number}, which its texts do not say").
			fix("从 numbers 删去它，或检查文字里的数", "Remove it from numbers, or look at the number in the text")

	NoNormal = warning("no-normal", "{indicator} 的表没有 N0 或 N1 的行，谁的结果都不会是正常", "the table of {indicator} has no row with N0 or N1; nobody's result is normal").
			fix("检查级别是否写错，或补上正常的一行", "Check the levels or add the normal row")

	NoDoctor = warning("no-doctor", "{indicator} 第 {row} 行是 {level}，tip 却没有请人去看医生", "row {row} of {indicator} is {level}, but its tip sends nobody to a doctor").
			fix("用上这些词之一：{words}", "Use one of {words}")

	HighRiskMute = warning("high-risk-mute", "{indicator}（{when}）是{flag}，却没有说该做什么", "{indicator} ({when}) is {flag} and says nothing of what to do").
			fix("给这一行写 tip：看哪个科、做什么", "Give the row a tip: which department, what to do")

	NoLateWords = warning("no-late-words", "“{text}”要人马上去，检查过了几天还会这样说", `"{text}" asks to act at once, and would still be said days after the examination`).
			fix("写 late_tip：检查已过去几天时怎么说，可用 {days}", "Write late_tip: what to say days after the examination; it may use {days}")

	PrintedUnread = warning("printed-unread", "{indicator} 的提示说“{text}”，表却不看化验单上印的范围", "the texts of {indicator} say {text}, yet its table does not look at the printed range").
			fix("在表上写 printed: true；有意不看的，写 not_printed: 理由", "Write printed: true at the table, or not_printed with the reason")

	PrintedBound = note("printed-bound", "{indicator}的 {number} 是它的表的正常界限，表随报告印的范围走，这里不随：印的范围不同时，两处说的会不一样", "{number} bounds the normal range of {indicator}, whose table goes by the printed range and this does not: the two disagree where another range is printed").
			fix("写成 (has({name}_times_ref_high) ? {name}_times_ref_high > 1 : …)，下限用 _times_ref_low；指南的界限不用改", "Write (has({name}_times_ref_high) ? {name}_times_ref_high > 1 : …), of a lower end _times_ref_low; bounds of guidelines stay")

	ActJump = note("act-jump", "{indicator} 第 {row} 行的 act 是 {act}，紧挨着、更接近正常的第 {nearer} 行却是 {neareract}，差了不止一步", "{indicator}: row {row} acts {act}, the one beside it that is nearer to normal, row {nearer}, {neareract}: more than a step apart").
		fix("把轻的一行提前，或在中间加一行；有意的写 deliberate，what: [act]", "Have the milder row act sooner, or put one between; where it is meant, write deliberate with what: [act]")

	FallingAct = fault("falling-act", "{indicator} 第 {row} 行离正常更远，act 却是 {act}，比第 {nearer} 行的 {neareract} 晚", "{indicator}: row {row} is farther from normal and acts {act}, later than row {nearer}, {neareract}").
			fix("改 act；有意的写 deliberate，what: [act]", "Mend the act; where it is meant, write deliberate with what: [act]")

	// What follows forbids a release; while a draft is edited it is a warning.
	MilderColor = fault("milder-color", "{indicator} {level}（{when}）的颜色 {color} 比这一级的 {want} 轻", "{indicator} {level} ({when}) has the colour {color}, milder than its level's {want}").
			fix("删去 color；有意的写 deliberate: {what: [color], reason: 为什么, by: 姓名, on: 日期}", "Leave color out; where it is meant, write deliberate with what: [color], reason, by and on")

	LateAct = fault("late-act", "{indicator}（{when}）的 act 是 {act}，比这一级的 {want} 晚", "{indicator} ({when}) acts {act}, later than {want} of its level or flag").
		fix("改 act 或等级；有意的写 deliberate，what: [act]", "Mend the act or the level; where it is meant, write deliberate with what: [act]")

	ActSaid = fault("act-said", "{indicator}（{when}）的 act 是 {act}，提示说的却是“{word}”（{said}）", `{indicator} ({when}) acts {act}, but says "{word}" ({said})`).
		fix("改 act 或提示，使两者一致；有意的写 deliberate，what: [act]", "Mend the act or the tip, so that they agree; where it is meant, write deliberate with what: [act]")

	ActUnsaid = fault("act-unsaid", "{indicator}（{when}）的 act 是 {act}，提示没有说要多快：{words}", "{indicator} ({when}) acts {act}, but the tip does not say how soon: {words}").
			fix("在提示里写明，例如“{word}”", "Say so in the tip, such as {word}")

	LateRecheck = fault("late-recheck", "{indicator}（{when}）的 recheck {days} 天比这一行允许的 {most} 天晚", "{indicator} ({when}): recheck after {days} days is later than the {most} that its level, flag or alert allows").
			fix("写不晚于它的天数；有意的写 deliberate，what: [recheck]", "Write no more days; where it is meant, write deliberate with what: [recheck]")

	ContraryDirection = fault("contrary-direction", "{indicator} {level}（{when}）说的却是“{word}”", `{indicator} {level} ({when}) says "{word}", of the other direction`).
				fix("改等级或文字；说的是另一项的，写明是哪一项；有意的写 deliberate，what: [direction]", "Mend the level or the text; name what else it is about; where it is meant, write deliberate with what: [direction]")

	Reassures = fault("reassures", "{indicator}（{when}）要人就医，却说“{word}”", `{indicator} ({when}) asks to see a doctor, and says "{word}"`).
			fix("改文字；有意的写 deliberate，what: [reassurance]", "Mend the text; where it is meant, write deliberate with what: [reassurance]")

	Unsigned = warning("unsigned", "{what} 没有医生签字", "{what}: nobody has signed").
			fix("核对后写 reviewed: {by: 姓名, on: 日期}", "Check it and write reviewed: {by: name, on: day}")

	NoPlace = warning("no-place", "{what}：来源没有写位置（表、节、页）", "{what}: no source names a place (table, section, page)").
		fix("写成 键 位置，如 W405 表1", "Write key and place, like W405 and the number of the table")

	Contradicts = fault("contradiction", "“{words}”与{alarm}的警告同时出现（{count} 人），如：{witness}", `"{words}" is said together with the alarm of {alarm} (for {count} persons), as for: {witness}`).
			fix("改文字，或使它只在没有警告时出现", "Change the words, or let them be said only without the alarm")

	OrdinaryAlarm = warning("ordinary-alarm", "送来的结果都正常，{risk}却要人留意：{witness}", "all results are normal, and {risk} stands out: {witness}").
			fix("条件里要有超出范围的结果；有意的（如看年龄、吸烟、病史）在这条规则写 ordinary: 为什么", "Let the condition ask for a result out of range; where it is on purpose, write ordinary: with the reason at the rule")

	FamilyApart = fault("family-apart", "{first} {firstlevel} 与{second} {secondlevel}（{other}）对同一个人相差两级以上：{witness}", "{first} {firstlevel} and {second} {secondlevel} ({other}) differ by two steps or more for one person: {witness}").
			fix("使两张表一致；有意的，在 families.yaml 里写 except 和理由", "Make the tables agree, or declare an except with its reason in families.yaml")

	Milder = fault("milder", "{indicator}：{what}成立时判为 {level}，比不成立时的 {otherlevel}（{other}）轻：{witness}", "{indicator}: with {what} it is {level}, milder than {otherlevel} ({other}) without: {witness}").
		fix("改得不比它轻；有意的，在 families.yaml 里写 except 和理由", "Make it no milder, or declare an except with its reason in families.yaml")

	Unsaid = fault("unsaid", "{indicator}：对“{for}”的人判为 {level}，tip（和过几天的 late_tip）没有说到{words}：{witness}", "{indicator}: to those of {for}, {level}, the tip (and the late_tip) does not say {words}: {witness}").
		fix("在 tip 里写上；有意的，在 families.yaml 里写 except 和理由", "Say it in the tip, or declare an except with its reason in families.yaml")

	Wording = warning("wording", "{indicator} 第 {row} 行用了“{word}”：不下诊断，不吓人", "row {row} of {indicator} says {word}: a word of diagnosis or fear").
		fix("换一种说法", "Say it another way")

	FullWidthText = warning("full-width", "文字里有全角的数字或字母“{text}”", "the text has full-width digits or letters: {text}").
			fix("改成半角", "Write them half-width")

	CommentInText = warning("comment-in-text", "tip 或 hint 的文字到“#”就断了，后面是注释，读者看不到", "the text ends at #; what follows is a comment that readers do not see").
			fix("是文字就给整个值加引号；是注释就移到上一行", "Quote the whole text, or move the comment to a line of its own")
)

// Why not_shown_on of a risk need not name an indicator.
var (
	ItIsShown  = Phrase{"它的表列出了这项风险", "its table lists the risk"}
	ItIsUnused = Phrase{"这项风险没有用到它", "the risk does not look at it"}
)
