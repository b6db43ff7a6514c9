package message

// What sentences of rows say that does not go with what they stand for. Each is
// answered for with deliberate, what: [words].
var (
	OtherSubject = warning("other-subject", "{indicator} 第 {row} 行的 tip 先说的是“{word}”，没有说自己", `row {row} of {indicator} speaks of "{word}" first, and not of itself`).
			fix("改成自己的名称；有意的写 deliberate，what: [words]", "Name it; where it is meant, write deliberate with what: [words]")

	StrangeWord = warning("strange-word", "{indicator} 第 {row} 行的 tip 说“{word}”（{kind}），同一指标、同一器官的其他行都不说", `row {row} of {indicator} says "{word}" ({kind}), which no other row of the indicator or its organ does`).
			fix("核对是不是别处的话；有意的写 deliberate，what: [words]", "Make sure that it belongs here; where it is meant, write deliberate with what: [words]")

	StrangeDepartment = warning("strange-department", "{indicator} 第 {row} 行请人去“{word}”，{organ}的其他行都不去那里", `row {row} of {indicator} sends people to "{word}", where no other row of {organ} does`).
				fix("核对科室；有意的写 deliberate，what: [words]", "Check the department; where it is meant, write deliberate with what: [words]")

	StrangePerson = warning("strange-person", "{indicator} 第 {row} 行说“{word}”，这张表管的人（{for}）里没有", `row {row} of {indicator} says "{word}", which nobody of its table ({for}) is`).
			fix("核对是不是别的表的话；有意的写 deliberate，what: [words]", "Make sure that it belongs here; where it is meant, write deliberate with what: [words]")

	AdultDepartment = warning("adult-department", "{indicator} 第 {row} 行送到“{department}”，这张表管的人（{for}）都是孩子", "row {row} of {indicator} sends to {department}, and its table ({for}) is of children alone").
			fix("写看孩子的科室；有意的写 deliberate，what: [words]", "Name one that sees children; where it is meant, write deliberate with what: [words]")

	DoseTold = warning("dose", "{indicator}（{when}）说到怎样用药：“{word}”", `{indicator} ({when}) says how to take a medicine: "{word}"`).
			fix("药和用量由医生定，请删去；有意的写 deliberate，what: [words]", "Leave it to the doctor; where it is meant, write deliberate with what: [words]")

	Claims = warning("claims", "{indicator}（{when}）说“{word}”，一项结果说不了这么满", `{indicator} ({when}) says "{word}", which is more than a result can tell`).
		fix("说可能，请医生定；有意的写 deliberate，what: [words]", "Say that it may be so and leave it to the doctor; where it is meant, write deliberate with what: [words]")

	Needless = warning("needless", "{indicator} 第 {row} 行是 {level}，却说“{word}”", `row {row} of {indicator} is {level}, and says "{word}"`).
			fix("改文字；有意的写 deliberate，what: [words]", "Mend the text; where it is meant, write deliberate with what: [words]")

	TipAsksNothing = warning("tip-asks-nothing", "{indicator} 第 {row} 行是 {level}，tip 却没有请人做什么", "row {row} of {indicator} is {level}, and its tip asks for nothing").
			fix("写明去哪里、多快；是不是与 hint 写反了？", "Say where to go and how soon; were tip and hint exchanged?")

	LateWithoutDays = warning("late-without-days", "{indicator} 第 {row} 行的 late_tip 没有 {days}，听上去像是今天的结果", "the late_tip of row {row} of {indicator} lacks {days} and sounds like a result of today").
			fix("以“{days}天前的结果：”开头", "Begin with the days that have passed")

	LateAtOnce = warning("late-at-once", "{indicator} 第 {row} 行的 late_tip 说“{word}”，检查已过去几天", `the late_tip of row {row} of {indicator} says "{word}", days after the examination`).
			fix("写“若还没有就诊，请近日……”；急的写明条件", "Ask those who were not seen yet; what is urgent needs its condition")

	OtherPlace = warning("other-place", "{indicator} 第 {row} 行的来源位置写的是“{place}”，那是另一项", `the source of row {row} of {indicator} names "{place}", another indicator`).
			fix("核对来源的位置", "Check the place in the source")

	PrintedGuideline = warning("printed-guideline", "{indicator} 写了 printed: true，理想范围却出自《{source}》，那是不随报告所印范围而变的界限", "{indicator} has printed: true, but its ideal range is of {source}, whose bounds hold whatever is printed").
				fix("删去 printed，或写 not_printed: 理由", "Remove printed, or write not_printed with the reason")

	StrangeOrgan = warning("strange-organ", "{indicator} 的这张表归{organ}，它的其他表多归{most}：摘要和科室会跟着错", "this table of {indicator} is of the organ {organ}, most others of it of {most}: the summary and the department follow it").
			fix("改成 {most}，或改其他各表", "Write {most}, or change the other tables")

	Unrecorded = warning("unrecorded", "current.yaml 写着用 {active}，发布历史的最后一条却是 {version}：有人直接改了它", "current.yaml says {active}, and the last entry of the history {version}: somebody edited it by hand").
			fix("改回 {version}；要换版本，用 tijian rules release 或 rollback", "Write {version}; to change the version use tijian rules release or rollback")

	PinnedDraft = warning("pinned-draft", "{namespace} 用的是还没有发布的 {version}，草稿每存一次，给人的回答就变一次", "{namespace} is answered by {version}, which is not released: every edit of the draft reaches people").
			fix("写已发布的版本，或先发布它", "Name a released version, or release this one first")

	PinnedOther = warning("pinned-other", "{namespace} 一直用 {version}，不是使用中的 {active}：两版之间改了的规则和词典，它都没有", "{namespace} stays with {version} and not with {active}, which is in force: it has nothing of what was changed between them").
			fix("删去这一行；有意的，在 reasons 里写 {namespace}: 理由", "Delete the line; if it is meant, write {namespace}: why under reasons")

	ReasonWithoutPin = fault("reason-without-pin", "namespaces 里没有“{namespace}”，这条理由不起作用", "namespaces has no {namespace}; this reason is for nothing").
				fix("改成 namespaces 里的名称，或删去", "Write a name of namespaces, or delete it")

	ActiveDraft = warning("active-draft", "{key} 写的 {version} 还没有发布，草稿每存一次，给所有人的回答就变一次", "{key} names {version}, which is not released: every edit of the draft reaches everybody").
			fix("写已发布的版本，或先发布它", "Name a released version, or release this one first")

	NearNamespace = warning("near-namespace", "{namespace} 与 {other}（{place}）只差一个字，是不是写错了？写错的会一直用通用的规则", "{namespace} differs from {other} ({place}) by a letter; if it is a slip, its people get the base rules").
			fix("改成同一个名称", "Write one name")
)
