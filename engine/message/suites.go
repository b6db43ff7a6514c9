package message

// SuiteNotWritten is a file for missing cases that cannot be created.
var SuiteNotWritten = Phrase{"写不了用例：{reason}", "{reason}"}

// Regression suites: how they are written.
var (
	SuiteDatetime = fault("datetime", "时间“{text}”不对", `the datetime "{text}" is wrong`).
			fix("写成 2026-11-20T08:00:00.000Z", "Write 2026-11-20T08:00:00.000Z")

	UnknownPerson = fault("person", "没有人物“{name}”", "there is no person {name}").
			fix("可用：{known}", "Known: {known}")

	UnknownSigner = fault("signer", "“{name}”不能签字", "{name} may not sign").
			fix("签字写用户名和日期；可以签字的用户：{known}", "Sign with a user's name and the date; who may sign: {known}")

	AcceptedOwn = fault("own-expectation", "{subject} 的预期由 {name} 签字，这一项（或这份草稿）也是 {name} 改的", "{name} signed what is expected of {subject}, and edited it (or proposes the draft)").
			fix("请另一个人核对，写上自己的签字；只有一个人的机构可以设 TIJIAN_ONE_KEY=true", "Somebody else looks at it and signs; who is alone sets TIJIAN_ONE_KEY=true")

	AgeOrBorn = fault("age", "人物要写 age 或 born 之一", "a person needs either age or born").
			fix("写成 age: 45", "Write age: 45")

	BirthDate = fault("born", "日期“{date}”不对", `the date "{date}" is wrong`).
			fix("写成 1980-05-01", "Write 1980-05-01")

	Age = fault("age", "年龄“{age}”应是 0 到 {oldest} 的整数", `the age "{age}" must be a whole number from 0 to {oldest}`)

	SuiteReference = fault("reference", "参考范围“{text}”读不懂", `the reference range "{text}" cannot be read`).
			fix("写成 3.9-6.1、<5 或 ≥60", "Write it like 3.9-6.1, <5 or ≥60")

	SuitePrevious = fault("previous", "以前的结果“{text}”读不懂，或不早于 datetime", `the earlier result "{text}" cannot be read, or is not before datetime`).
			fix("日期在前：2025-03-01 88 umol/L", "Write the day first: 2025-03-01 88 umol/L")

	DaysSince = fault("days", "days_since_exam“{text}”应是不小于 0 的整数", `days_since_exam "{text}" must be a whole number, 0 or more`)

	PersonField = fault("field", "{field} 不能是“{value}”", `{field} cannot be "{value}"`).
			fix("sex 写 male 或 female，其余写 true 或 false", "Write male or female for sex, true or false for the others")

	SampleNumber = fault("number", "“{text}”不是数字", `"{text}" is not a number`).
			fix("写成 5.6，或带单位 150 mg/dL", "Write 5.6, or with a unit 150 mg/dL")

	CaseWithoutCheck = fault("no-check", "用例“{name}”没有写预期结果", "the case {name} expects nothing").
				fix("写 levels、expect，或 columns 与 rows", "Give levels, expect, or columns and rows")

	MatrixWithoutLevels = fault("no-check", "缺少 levels 或 values", "levels or values is missing").
				fix("写成 levels: {4.9: N0, 5.2: H1}", "Write levels: {4.9: N0, 5.2: H1}")

	NowOrDropped = fault("now", "要写 now（现在的预期）或 dropped: true（不再要求）之一", "either now or dropped: true is needed").
			fix("写成 now: H1", "Write now: H1")

	NoSuchCase = fault("no-case", "“{suite}”里没有预期为“{was}”的“{trial}”（{check}）", "{suite} has no {trial} that expects {was} ({check})").
			fix("用例改过的，按它现在的预期改 was；不再需要的，删去这一条", "Write what the case expects now as was, or take this entry out")

	Column = fault("column", "列名“{name}”不对", `the column "{name}" is wrong`).
		fix("写成 expect.level.指标名；可用 level、color、ideal、risk、derived、assumption", "Write expect.level.name; known are level, color, ideal, risk, derived, assumption")

	RowLength = fault("row", "第 {row} 行有 {cells} 格，应有 {want} 格", "row {row} has {cells} cells, not {want}").
			fix("缺的格写 -", "Write - for a missing cell")

	RowWithoutCheck = fault("no-check", "这一行没有预期结果", "the row expects nothing").
			fix("增加一列 expect.level.名称 之类", "Add a column such as expect.level.name")
)

// Regression suites: what they expect of the rules.
var (
	UnknownInSuite = fault("unknown-name", "没有{kind}“{name}”", "there is no {kind} {name}").fix("{fix}", "{fix}")

	UnknownOnPurpose = Phrase{"别的版本才有的，在用例或文件开头写 versions；有意用词典里没有的指标时，在这个用例里写 unknown_indicators: [{name}]", "If only other versions have it, give the case or its file versions; to send it on purpose give the case unknown_indicators: [{name}]"}
	UnknownHere      = Phrase{"别的版本才有的，在用例或文件开头写 versions", "If only other versions have it, give the case or its file versions"}

	NeverNumber = fault("want", "{name} 是数字，不会是“{want}”", `{name} is a number, never "{want}"`).
			fix("写成 20.5、20.5 ±0.1 或 none", "Write 20.5, 20.5 ±0.1 or none")

	NeverWanted = fault("want", "{kind} 不会是“{want}”", `{kind} is never "{want}"`).
			fix("可用：{known}", "Known: {known}")
)

// Kinds of names in suites.
var (
	AnAdditionalField = Phrase{"附加字段", "additional field"}
	ARisk             = Phrase{"疾病风险", "risk"}
	AnIndicator       = Phrase{"指标", "indicator"}
	AnOrgan           = Phrase{"器官", "organ"}
	ADerivedValue     = Phrase{"推导值", "derived value"}
)

// What an expectation was compared with, besides values.
var (
	Expected  = Phrase{"{what}：应为 {want}，实为 {got}", "{what}: expected {want}, got {got}"}
	ARequest  = Phrase{"请求", "request"}
	AnAnswer  = Phrase{"一份回答", "an answer"}
	NoSample  = Phrase{"用例没有送这项指标", "no sample of that name"}
	IsNamed   = Phrase{"有这样的说明（named）", "named"}
	IsMissing = Phrase{"没有（none）", "none"}
)

// ExpectedFindings is what a sentence was expected to give, and gave.
var ExpectedFindings = Phrase{"应为 确定[{wantcertain}] 可能[{wantpossible}]，实为 确定[{certain}] 可能[{possible}]",
	"expected certain [{wantcertain}] possible [{wantpossible}], got certain [{certain}] possible [{possible}]"}

// ExpectedValues is what values a sentence was expected to give, and gave.
var ExpectedValues = Phrase{"应读出数值[{want}]，实为[{values}]", "expected the values [{want}], got [{values}]"}
