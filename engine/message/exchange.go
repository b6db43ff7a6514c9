package message

// What hospital systems send.
var (
	NotABundle       = Phrase{"应是 FHIR 的 Bundle", "must be a Bundle of FHIR"}
	TwoPatients      = Phrase{"一个 Bundle 只能有一位受检者，这是第二个 Patient", "a Bundle is about one person, and this is a second Patient"}
	ResourceUnused   = Phrase{"没有使用 {kind}：这里只看 Patient 和 Observation", "{kind} was not used: only Patient and Observation are looked at"}
	ObservationVoid  = Phrase{"没有使用：状态是 {status}", "not used: its status is {status}"}
	ObservationEmpty = Phrase{"没有使用：没有结果", "not used: it has no value"}
	CodeUnknown      = Phrase{"看不懂：不认识项目“{code}”", `not understood: "{code}" is no indicator that is known here`}
	ValueUnread      = Phrase{"看不懂：结果“{text}”不是数，也不是认识的定性结果", `not understood: the result "{text}" is neither a number nor a grade that is known here`}
	UCUMUnknown      = Phrase{"单位“{unit}”不能换算，可用：{known}", `cannot convert the unit "{unit}"; known: {known}`}
	TheExamined      = Phrase{"受检者", "the examined person"}
	TakenForNone     = Phrase{"没有送 {path}，按“无”评估", "{path} was not sent and is taken for none"}
)
