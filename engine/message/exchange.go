package message

// What hospital systems send.
var (
	NotABundle        = Phrase{"应是 FHIR 的 Bundle、Parameters、DiagnosticReport 或 Observation", "must be a Bundle, Parameters, DiagnosticReport or Observation of FHIR"}
	TwoPatients       = Phrase{"一个 Bundle 只能有一位受检者，这是第二个 Patient", "a Bundle is about one person, and this is a second Patient"}
	ResourceUnused    = Phrase{"没有使用 {kind}：这里只看 Patient 和 Observation", "{kind} was not used: only Patient and Observation are looked at"}
	ParameterUnknown  = Phrase{"没有使用参数“{name}”：不认识", "the parameter {name} was not used: it is not known"}
	NothingUsed       = Phrase{"没有能用的结果", "there is no result that can be used"}
	OneMessage        = Phrase{"一次只收一条消息，这是第二条", "one message at a time is taken, and this is a second one"}
	NoControlID       = Phrase{"没有消息控制号（MSH-10）", "there is no message control id (MSH-10)"}
	ControlTaken      = Phrase{"这个控制号（MSH-10）已经有内容不同的消息：没有收；重发要一字不差，改过的消息要用新的控制号", "another message with other content has this control id (MSH-10): it was not taken; one that is sent again must be the same to the byte, and one that was changed needs an id of its own"}
	NotTheBundle      = Phrase{"应是 FHIR 的 Bundle", "must be a Bundle of FHIR"}
	ElementMissing    = Phrase{"缺少必填的元素", "a required element is missing"}
	IDInvalid         = Phrase{"不是 FHIR 的 id：最多 64 个字母、数字、点和连字符", "is no id of FHIR: at most 64 letters, digits, dots and hyphens"}
	CodeInvalid       = Phrase{"代码“{code}”不在规定的取值里：{known}", "the code {code} is not in the required value set: {known}"}
	SeveralChoices    = Phrase{"只能有一种：{keys}", "only one of these is allowed: {keys}"}
	QuantityNotNumber = Phrase{"应是数", "must be a number"}
	AddressTwice      = Phrase{"fullUrl {url} 出现了两次", "the fullUrl {url} is there twice"}
	BundleValid       = Phrase{"没有发现不符合 FHIR R4 的地方", "nothing was found that breaks FHIR R4"}
	NotAssessable     = Phrase{"这个 Bundle 不能评估：{why}", "this Bundle cannot be assessed: {why}"}
	ObservationVoid   = Phrase{"没有使用：状态是 {status}", "not used: its status is {status}"}
	ObservationEmpty  = Phrase{"没有使用：没有结果", "not used: it has no value"}
	CodeUnknown       = Phrase{"看不懂：不认识项目“{code}”", `not understood: "{code}" is no indicator that is known here`}
	ValueUnread       = Phrase{"看不懂：结果“{text}”不是数，也不是认识的定性结果", `not understood: the result "{text}" is neither a number nor a grade that is known here`}
	NobodyHas         = Phrase{"{name}不会是这个数：可能的范围是 {low} 到 {high} {unit}，请核对数字和单位", "{name} cannot be that: possible are {low} to {high} {unit}; please check the digits and the unit"}
	CodeUnread        = Phrase{"看不懂：结果只有代码“{text}”，没有认识的文字，代码不当作数", `not understood: the result is only the code "{text}", without a text that is known here; a code is no number`}
	CodedContrary     = Phrase{"没有使用：结果的代码和文字说的不一样（{one}、{other}）", "not used: code and text of the result contradict each other ({one}, {other})"}
	TooLow            = Phrase{"没有使用：“{text}”没有写出下限；写成 <下限（如 <0.005）就能评估", "not used: \"{text}\" does not say below which number; written as < and that number it can be assessed"}
	ObservationAbsent = Phrase{"没有使用：没有结果（{reason}）", "not used: it has no value ({reason})"}
	ValueDenied       = Phrase{"没有使用：写了结果，又写了没有结果的原因（{reason}），互相矛盾，请核对", "not used: it has a value and a reason why there is none ({reason}), which contradict each other; please check"}
	TakenAsEarlier    = Phrase{"作为较早的结果：后面有同一项更新的结果", "taken as an earlier result: a later one of the same item follows"}
	GradeNone         = Phrase{"阴性", "negative"}
	GradeTrace        = Phrase{"弱阳性", "trace"}
	GradePositive     = Phrase{"阳性（{n}+）", "positive ({n}+)"}
	FlagNone          = Phrase{"未见风险升高", "no raised risk"}
	FlagLow           = Phrase{"低风险", "low risk"}
	FlagModerate      = Phrase{"中等风险", "moderate risk"}
	FlagHigh          = Phrase{"高风险", "high risk"}
	FlagVeryHigh      = Phrase{"很高风险", "very high risk"}
	LevelOnly         = Phrase{"{name}：{level}", "{name}: {level}"}
	LevelAndAct       = Phrase{"{name}：{level}，{act}处理", "{name}: {level}; act {act}"}
	SubjectUnsaid     = Phrase{"没有使用：没有说是谁的，而这里有几位受检者", "not used: it does not say whom it is about, and there are several patients"}
	ObservationOther  = Phrase{"没有使用：说的是 {reference}，不是这位受检者", "not used: it is about {reference}, not about this patient"}
	SpecimenOther     = Phrase{"没有使用：标本是{specimen}，“{name}”不是它的项目", "not used: the specimen is {specimen}, in which {name} is not measured"}
	Superseded        = Phrase{"没有使用：后面有更正的或审核过的结果", "not used: a corrected or final result follows"}
	AsideOfAnalyser   = Phrase{"仪器自己的模式、报警和图共 {count} 处，不是结果", "{count} items are the analyser's own modes, alarms and graphs, no results"}
	Twice             = Phrase{"没有使用：与前面的是同一个结果，只算一次", "not used: it is the same result as one before it and counts once"}
	MessageTwice      = Phrase{"没有使用：这条消息前面已经有了（控制号 {id}）", "not used: this message came before (control id {id})"}
	TwoVersions       = Phrase{"没有使用：同一个 Observation 有两种内容，看不出哪一个更新", "not used: one Observation has two contents, and neither is the later one"}
	OlderVersion      = Phrase{"没有使用：后面或前面有它更新的版本", "not used: a later version of it is in the Bundle"}
	Withdrawn         = Phrase{"没有使用：这个结果后来被撤回，或更正成了读不出的结果", "not used: this result was withdrawn, or corrected to one that cannot be read"}
	OlderResult       = Phrase{"没有使用：同一个医嘱的这一项有更晚的结果", "not used: the same order has a later result of this item"}
	NoneLater         = Phrase{"没有使用：同一个医嘱的这一项有不同的结果，看不出哪一个更晚", "not used: the same order has different results of this item, and none is known to be the later one"}
	ManyResults       = Phrase{"没有使用：这个人的这一项在一个文件里有超过 {most} 个结果；请分成几个文件", "not used: this person has more than {most} results of this item in one file; split it"}
	SpecimenUnsaid    = Phrase{"没有使用：“{name}”几种标本里都有，没有写是哪一种；写明标本，或写成“{title}”", "not used: several specimens have {name}, and nothing says which is meant; name the specimen, or write {title}"}
	RangeForeign      = Phrase{"没有使用：“{name}”不可能有参考范围“{range}”，请核对项目和单位", "not used: {name} cannot have the reference range {range}; please check item and unit"}
	FlagContrary      = Phrase{"没有使用：“{name}”的结果 {value} 与标记 {flag} 矛盾，请核对项目和单位", "not used: the result {value} of {name} contradicts its flag {flag}; please check item and unit"}
	FlagBesideRange   = Phrase{"没有使用：“{name}”的结果 {value} 在参考范围“{range}”旁边，与标记 {flag} 矛盾，请核对", "not used: the result {value} of {name} contradicts its flag {flag} beside the reference range {range}; please check"}
	FlagsContrary     = Phrase{"没有使用：“{name}”有两个互相矛盾的标记（{one}、{other}），请核对", "not used: {name} has two flags that contradict each other ({one}, {other}); please check"}
	RangeOfOther      = Phrase{"没有使用：“{name}”的结果 {value} 与参考范围“{range}”对不上，像是单位写错了（{like} 的数），请核对单位", "not used: the result {value} of {name} does not go with the reference range {range}: it looks like one in {like}; please check the unit"}
	TwoValues         = Phrase{"没有使用：一个结果里写了两个不一样的值（{one}、{other}），不知道以哪一个为准", "not used: one result has two values that differ ({one}, {other}), and it is not known which counts"}
	ModifierUnknown   = Phrase{"没有使用：有 modifierExtension，可能改变结果的意思，这里不认识", "not used: it has a modifierExtension, which may change what the result means and is not known here"}
	BeforeBirth       = Phrase{"没有使用：检查时间 {at} 在出生日期 {born} 以前", "not used: its time, {at}, is before the date of birth, {born}"}
	UnitUnknown       = Phrase{"没有使用：“{name}”的单位“{unit}”不能换算，可用：{known}", `not used: cannot convert the unit "{unit}" of {name}; known: {known}`}
	UnitsContrary     = Phrase{"没有使用：“{name}”的单位写了两种，不一样（code 是 {code}，unit 是 {unit}）", "not used: {name} has two units that differ (the code {code}, the unit {unit})"}
	NameSaysMore      = Phrase{"没有使用：“{name}”比“{title}”多说了别的，不知道是不是同一项", "not used: {name} says more than {title}, and it is not known whether both are the same"}
	OfAnother         = Phrase{"没有使用：“{name}”说的是别人、别的时候、对照或统计出来的数，不是这次的结果", "not used: {name} is of somebody else, of another time, of a control or a statistic, not this result"}
	CodeContrary      = Phrase{"没有使用：编码 {code} 是{one}，名称“{text}”却是{other}，请核对", "not used: the code {code} is {one}, but the name {text} is {other}; please check"}
	NamesContrary     = Phrase{"没有使用：“{text}”是{one}，同一个结果的“{second}”却是{other}，请核对", "not used: {text} is {one}, but {second} of the same result is {other}; please check"}
	UnitNeeded        = Phrase{"没有使用：“{name}”没有写单位，它的 LOINC 编码 {code} 又不是标准单位 {unit} 的那一种量", "not used: {name} has no unit, and its code of LOINC, {code}, is not of the kind of quantity of the standard unit, {unit}"}
	RangeInOther      = Phrase{"“{name}”的参考范围是按 {unit} 写的，与结果的单位不同，换算不了，没有用它来评估", "the reference range of {name} is in {unit}, another unit than the result's, and cannot be converted: it is not used"}
	RangeConverted    = Phrase{"“{name}”的参考范围是按 {from} 写的，换算成结果的单位 {unit} 来用", "the reference range of {name} is in {from} and was converted to the unit of the result, {unit}"}
	UnitOfRange       = Phrase{"“{name}”没有写单位，参考范围是按 {unit} 写的，按 {unit} 评估", "{name} has no unit; its reference range is one in {unit}, and so the value is taken to be"}
	OtherScale        = Phrase{"“{name}”的结果和参考范围都写成了 {times} 倍，按 {value} 评估", "the result and the reference range of {name} are written {times} times as large; it is taken to be {value}"}
	UnitOfTaken       = Phrase{"“{name}”没有写单位，按标准单位 {unit} 评估", "{name} has no unit and is taken to be in the standard unit, {unit}"}
	TimeOfMessage     = Phrase{"没有写采样时间（OBR-7），按消息的时间（MSH-7）{at} 评估", "there is no time of the specimen (OBR-7); the examination is taken to be at {at}, the time of the message (MSH-7)"}
	PersonDiffers     = Phrase{"编号与{before}相同，性别或出生日期不同，不知道哪个是对的：两处都没有评估，请核对", "the identifier is that of {before}, but sex or date of birth differ, and nothing tells which is right: neither was assessed, please check"}
	NotAPerson        = Phrase{"没有使用：“{who}”不是受检者", "not used: {who} is no person to be examined"}
	AfterDeath        = Phrase{"没有评估：检查日期 {at} 在死亡日期 {died} 以后，请核对", "not assessed: the examination of {at} is after the death on {died}; please check"}
	NotVerified       = Phrase{"没有使用：结果刚录入，没有人核对过（状态 {status}）", "not used: the result was entered and not verified (status {status})"}
	NotFinal          = Phrase{"结果还没有审核（状态 {status}）", "the result is not final (status {status})"}
	BoundTaken        = Phrase{"结果是 {bound}{value}，不是准确的数：只在这个范围里的数结论都一致时才下结论", "the result is {bound}{value}, no exact number: it is judged only where all numbers of that range are judged alike"}
	BoundAcceptable   = Phrase{"{name}的结果 {result} 在可接受的范围内，准确的数没有给出", "{name}: the result {result} is acceptable; the exact number is not given"}
	BoundUndecided    = Phrase{"{name}的结果 {result} 不是准确的数，判断不了是否正常，未作评估，请以报告单和医生的解释为准", "{name}: the result {result} is no exact number and does not tell whether it is normal"}
	SampleOlder       = Phrase{"这是 {then} 的结果，按 {now} 的检查评估", "this result of {then} is assessed as of the examination of {now}"}
	TimeCoarse        = Phrase{"时间“{text}”没有写到日，不用", `the time "{text}" names no day and is not used`}
	TimeIssued        = Phrase{"没有写检查时间（effectiveDateTime），按发出的时间 {at} 评估", "there is no effectiveDateTime; the examination is taken to be at {at}, when it was issued"}
	BirthCoarse       = Phrase{"出生日期“{text}”要写到日，如 1980-02-29", `the date of birth "{text}" must name the day, like 1980-02-29`}
	BirthOfMonth      = Phrase{"出生日期“{text}”没有写到日，按那个月的 15 日评估", `the date of birth "{text}" names no day and is taken to be the 15th of the month`}
	BirthDecides      = Phrase{"出生日期“{text}”没有写到日，而评估要看是哪一天（不满 3 岁，或检查就在出生的那个月），没有评估；请写到日", `the date of birth "{text}" names no day, on which the assessment depends (of a child below 3 years, or in the month of birth); the person is not assessed, please name the day`}
	BackgroundUnread  = Phrase{"没有使用：看不懂“{text}”，按没有写评估", `not used: "{text}" is not understood, and nothing is taken for said`}
	TheExamined       = Phrase{"受检者", "the examined person"}
	TakenForNone      = Phrase{"没有送 {path}，按“无”评估", "{path} was not sent and is taken for none"}
)

// What messages of HL7 v2 say of an assessment.
var (
	AssessedTitle   = Phrase{"体检结果评估", "assessment of results"}
	AssessedItem    = Phrase{"项目", "item"}
	AssessedLevel   = Phrase{"评估等级", "level"}
	AssessedAct     = Phrase{"多久内处理", "how soon to act"}
	AssessedTip     = Phrase{"说明", "explanation"}
	AssessedRisk    = Phrase{"风险", "risk"}
	AssessedMessage = Phrase{"来源消息的控制号", "control id of the message it came with"}
	AssessedRules   = Phrase{"规则版本", "version of the rules"}
	NoLetter        = Phrase{"没有编号为 {id} 的死信；tijian mllp list 列出全部", "there is no dead letter {id}; tijian mllp list has them all"}
	LettersChosen   = Phrase{"要么写编号，要么写 --all", "name letters, or --all"}
	LetterLate      = Phrase{"等得太久，没有送到", "it was waiting for too long and not delivered"}
)

// Specimens.
var (
	OfBlood       = Phrase{"血", "blood"}
	OfVenousBlood = Phrase{"静脉血", "venous blood"}
	OfUrine       = Phrase{"尿", "urine"}
	OfStool       = Phrase{"粪便", "stool"}
	OfOther       = Phrase{"别的体液", "another fluid"}
)

// Files of hospitals: messages of HL7 v2, tables.
var (
	Placed           = Phrase{"{place}：{reason}", "{place}: {reason}"}
	TheFile          = Phrase{"文件", "the file"}
	SegmentAt        = Phrase{"第 {number} 段 {id}", "segment {number}, {id}"}
	FieldAt          = Phrase{"第 {number} 段 {id}-{field}", "segment {number}, {id}-{field}"}
	EncodingUnknown  = Phrase{"既不是 UTF-8 也不是 GB18030", "is neither UTF-8 nor GB18030"}
	OldWorkbook      = Phrase{"是 Excel 95 或更早的工作簿，或加了密码；请打开后另存为不加密的 xlsx 或 CSV", "is a workbook of Excel 95 or older, or one with a password; open it and save it as xlsx without one, or as CSV"}
	BrokenWorkbook   = Phrase{"工作簿坏了，没有读完；请打开后另存为 xlsx 或 CSV", "is a workbook that is broken and cannot be read to its end; open it and save it as xlsx or CSV"}
	MarkupTable      = Phrase{"是网页或 XML 形式的表格（不少系统以 .xls 为名导出）；请用电子表格程序打开后另存为 xlsx 或 CSV", "is a table as a page of HTML or as XML, which some systems export as .xls; open it with a spreadsheet and save it as xlsx or CSV"}
	NotATableFile    = Phrase{"是 PDF，不是表格；图片和 PDF 用 tijian ocr 或 POST /tasks/", "is a PDF and no table; for pictures and PDF there are tijian ocr and POST /tasks/"}
	NoMSH            = Phrase{"HL7 消息应以 MSH 段开头", "a message of HL7 begins with an MSH segment"}
	NoDelimiters     = Phrase{"MSH 后面应是分隔符，通常是 |^~\\&", "MSH is followed by the delimiters, usually |^~\\&"}
	NoSegment        = Phrase{"每段应以三个字母的段名开头", "a segment begins with its name of three letters"}
	NotORU           = Phrase{"没有使用：只转换检验结果 ORU^R01，这条消息是 {kind}", "not used: only results, ORU^R01, are converted, and this message is {kind}"}
	NotProduction    = Phrase{"没有使用：这条消息不是正式的结果（MSH-11 应是 P，这里是 {id}）：T 是培训，D 是调试，Q 是质控", "not used: the message is not of production (MSH-11 is {id}, not P): T is training, D debugging, Q quality control"}
	NotOfPatient     = Phrase{"没有使用：标本不是受检者的（用途应是 P，这里是 {role}）：Q 是质控品，C 和 V 是定标品", "not used: the specimen is not a patient's (its role is {role}, not P): Q is a control, C and V are calibrators"}
	QualityFailed    = Phrase{"没有使用：质控没有通过（标记 QCF）", "not used: the quality control failed (the flag QCF)"}
	NoPID            = Phrase{"没有 PID 段，不知道结果是谁的", "there is no PID segment, and nobody whom the results are of"}
	NotADay          = Phrase{"“{text}”不是日期", `"{text}" is no date`}
	DayAhead         = Phrase{"没有使用：日期“{text}”还没有到", `not used: the date "{text}" is in the future`}
	TwoReadings      = Phrase{"没有使用：“{text}”可以读作 {one}，也可以读作 {other}", "not used: \"{text}\" can be read as {one} or as {other}"}
	NotATimeOfHL7    = Phrase{"“{text}”不是 HL7 的时间，应如 20260131083000", `"{text}" is no time of HL7, such as 20260131083000`}
	TheBirth         = Phrase{"出生日期", "the date of birth"}
	TheSex           = Phrase{"性别", "the sex"}
	ByIdentity       = Phrase{"{field}由身份证号得出", "{field} is told by the identity number"}
	IdentityContrary = Phrase{"{field}与身份证号不一样，没有评估，请核对", "{field} differs from the identity number, and the person is not assessed; please check"}
	AgeContrary      = Phrase{"年龄与出生日期不一样，没有评估，请核对", "age and date of birth contradict each other, and the person is not assessed; please check"}
	SexUnknown       = Phrase{"不认识的性别“{text}”", `unknown sex "{text}"`}
)

// Tables of many persons.
var (
	RowAt          = Phrase{"第 {row} 行", "row {row}"}
	CellAt         = Phrase{"第 {row} 行“{column}”", "row {row}, {column}"}
	NobodyTold     = Phrase{"这一行有检查项目，但没有性别和年龄（或出生日期）的列：没有这两样不能评估，请加上，或另给一张登记表（同一文件的一张工作表，或 --persons）", "the row has items, but no columns of sex and of age or date of birth, without which nobody can be assessed; please add them, or a table of the persons (a sheet of the file, or --persons)"}
	NoResults      = Phrase{"登记的人里有 {count} 人没有结果", "{count} of the persons listed have no result"}
	NoHeader       = Phrase{"找不到表头：前十行里没有一行同时有性别、年龄或出生日期和检查项目", "no header: none of the first ten rows has sex, age or date of birth, and items"}
	ColumnUnknown  = Phrase{"没有使用：不认识这一列", "not used: the column is not known"}
	ColumnTwice    = Phrase{"与第 {first} 列是同一项：两列写的一样才用", "it is of the same item as column {first}: used where both say the same"}
	ColumnInstead  = Phrase{"没有使用：用的是“{column}”这一列", "not used: the column {column} is used instead"}
	CellsDiffer    = Phrase{"没有使用：“{one}”与{cell}的“{other}”不一样，请核对", "not used: {one} differs from {other} in {cell}; please check"}
	ColumnAt       = Phrase{"第 {number} 列", "column {number}"}
	CellIn         = Phrase{"第 {number} 列“{row}”", "column {number}, {row}"}
	CellOf         = Phrase{"第 {row} 行第 {number} 列“{column}”", "row {row}, column {number} ({column})"}
	SheetAt        = Phrase{"工作表“{sheet}”", "the sheet {sheet}"}
	InSheet        = Phrase{"工作表“{sheet}”{place}", "the sheet {sheet}, {place}"}
	IdentifierCut  = Phrase{"没有使用：“{text}”只剩开头几位，认不出是谁；把这一列改成文本，再填一次", "not used: only the first digits are left in {text}, which names nobody; make the column one of texts and fill it in again"}
	SheetHidden    = Phrase{"没有读：这张表是隐藏的；要评估就取消隐藏", "not read: the sheet is hidden; show it to have it assessed"}
	FormulaEmpty   = Phrase{"没有使用：公式没有存下结果；用 Excel 打开并保存，再交一次", "not used: the formula has no stored value; open the file with Excel, save it, and try again"}
	TimeTaken      = Phrase{"没有写检查日期，按 {at} 评估", "there is no date of the examination, which is taken to be {at}"}
	DayTaken       = Phrase{"没有检查日期这一列，按 {at} 评估", "there is no column for the date of the examination, which is taken to be {at}"}
	RowOfControl   = Phrase{"没有使用：这一行是质控品、定标品、动物或测试用的，不是受检者的", "not used: the row is of a control, a calibrator, an animal or a trial, not of a person"}
	RowOfNobody    = Phrase{"没有使用：这一行不是哪个受检者的", "not used: the row is of no person"}
	RowTwice       = Phrase{"没有使用：和{before}每一格都相同，只算一次", "not used: each of its cells is that of {before}, and it counts once"}
	SameIdentifier = Phrase{"编号“{id}”与{before}相同，仍各自评估，请核对", `the identifier "{id}" is that of {before}; both are assessed, please check`}
	NotDone        = Phrase{"没有结果的格子（未查、弃检等）：{names}", "cells that say that nothing was measured: {names}"}
	SmokesHow      = Phrase{"没有使用：“{text}”没有说每天几支，按没有写评估；写成支数（如 10），不吸烟写 0", "not used: {text} does not say how many a day, and nothing is taken for said; write a number such as 10, and 0 for none"}
	NotConverted   = Phrase{"convert 只转换 HL7；表格用 tijian assess {file} 评估", "convert reads HL7 only; tijian assess {file} assesses a table"}
	RowsDiffer     = Phrase{"“{column}”与{before}不一致（“{one}”和“{other}”），编号“{id}”的这些结果没有评估，请核对", "{column} differs from {before} ({one}, {other}); these results of {id} were not assessed, please check"}
	InfantBorn     = Phrase{"不满 1 岁的要写出生日期，新生儿按天数评估", "before the first birthday the date of birth is needed: newborns are judged by days"}
	AgeWrong       = Phrase{"年龄“{text}”不是 0 到 130 的整数", `the age "{text}" is no whole number from 0 to 130`}
	FlagWrong      = Phrase{"没有使用：“{text}”不是“是”或“否”，按没有写评估", `not used: "{text}" is neither yes nor no, and nothing is taken for said`}
	NotAPair       = Phrase{"“{text}”应写成 130/85 的样子", `"{text}" should be written such as 130/85`}
	UnitsTaken     = Phrase{"这些列没有写单位，按标准单位评估：{names}", "these columns name no unit and are taken to be in the standard units: {names}"}
	NotASheet      = Phrase{"读不了：{reason}", "cannot be read: {reason}"}
	ColumnsMissing = Phrase{"没有这些列，按“无”评估：{names}", "there are no such columns, taken for none: {names}"}
	BatchGivenUp   = Phrase{"从第 {next} 人起没有评估：服务试了 {tries} 次，每次都因自身的故障中断，与文件内容是否正确无关；请把运行日志交给维护者，修好后重新提交", "not assessed from person {next} on: the service tried {tries} times and each time failed by a fault of its own, whatever the file says; give the operator its log, and post the file again once that is mended"}
)
