package message

// What is wrong with a request. The API answers in English, the command line
// in Chinese.
var (
	MissingFields = Phrase{"缺少字段 {paths}", "missing arguments: {paths}"}
	FieldFault    = Phrase{"字段不对 {path}：{reason}", "{path}: {reason}"}
	Required      = Phrase{"必须有", "is required"}

	MustBe      = Phrase{"应是{want}", "must be {want}"}
	MustBeNot   = Phrase{"应是{want}，却是{found}", "must be {want}, not {found}"}
	MustBeOneOf = Phrase{"应是其中之一：{known}", "must be one of {known}"}

	NoTimeZone    = Phrase{"要写明时区，如 2026-01-31T08:30:00.000Z", "must have a time zone, like 2026-01-31T08:30:00.000Z"}
	NotADate      = Phrase{"应是 YYYY-MM-DD 这样的日期", "must be a date of the form YYYY-MM-DD"}
	NotATime      = Phrase{"应是带时区的 ISO 8601 日期和时间，如 2026-01-31T08:30:00.000Z", "must be an ISO 8601 date and time with a zone, like 2026-01-31T08:30:00.000Z"}
	AfterDay      = Phrase{"不能晚于 datetime", "must not be after datetime"}
	TooOld        = Phrase{"按 datetime 算是 {age} 岁，不能超过 {most}", "gives an age of {age} at datetime, must be at most {most}"}
	NotBeforeExam = Phrase{"应早于 datetime", "must be before the request's datetime"}
	Negative      = Phrase{"不能是负数", "must not be negative"}
	OutOfRange    = Phrase{"应在 {low} 至 {high} 之间", "must be from {low} to {high}"}
	ManySamples   = Phrase{"最多 {most} 项，却有 {count} 项", "at most {most} samples are allowed, got {count}"}

	NamespaceUnknown = Phrase{"命名空间“{name}”没有覆盖层，也没有固定的版本，按基础规则评估；有的是：{known}", "the namespace {name} has neither an overlay nor a version of its own, so the base rules answer; those that have: {known}"}

	ContextUnknown = Phrase{"没有 {context} 这种文字，可用的有：{known}", "unknown context {context}, must be one of: {known}"}

	NotConvertible = Phrase{"{name} 的单位“{unit}”换算不了，可用的单位：{known}", `"{unit}" cannot be converted for {name}, known units: {known}`}
	NoUnits        = Phrase{"没有", "none"}
)

// Kinds of JSON values.
var (
	FiniteNumber = Phrase{"有限的数", "a finite number"}
	JSONNull     = Phrase{" null", "null"}
	JSONBoolean  = Phrase{" true 或 false", "a boolean"}
	JSONString   = Phrase{"文字", "a string"}
	JSONArray    = Phrase{"列表", "an array"}
	JSONObject   = Phrase{"对象", "an object"}
	ExamAhead    = Phrase{"检查时间还没有到，请核对 datetime", "the examination is yet to come: check datetime"}
)
