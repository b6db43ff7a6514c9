package message

// Released versions and their history.
var (
	LockedChanged = fault("locked", "版本 {version} 已发布，这个文件却改动过", "version {version} is released, and this file was changed").
			fix("恢复原样；要改规则，先用 tijian rules draft 新名称 --from {version} 另起草稿", "Put it back as it was; to change rules, begin a draft: tijian rules draft NAME --from {version}")

	LockedRemoved = fault("locked", "版本 {version} 已发布，这个文件却不见了", "version {version} is released, and this file is gone").
			fix("恢复这个文件；要改规则，先用 tijian rules draft 新名称 --from {version} 另起草稿", "Put it back; to change rules, begin a draft: tijian rules draft NAME --from {version}")

	LockedAdded = fault("locked", "版本 {version} 已发布，这个文件是后来加的", "version {version} is released, and this file was added").
			fix("移走这个文件；要改规则，先用 tijian rules draft 新名称 --from {version} 另起草稿", "Take it away; to change rules, begin a draft: tijian rules draft NAME --from {version}")

	LockLost = fault("locked", "版本 {name} 已发布（历史第 {number} 条），它的 lock.yaml 却不见了或不是发布时的", "version {name} was released (entry {number} of the history), but its lock.yaml is gone or another one").
			fix("恢复发布时的 lock.yaml 和各个文件", "Put lock.yaml and the files back as they were released")

	BrokenChain = fault("history", "历史第 {number} 条与前文不相接：有人改过、删过或插入过", "entry {number} of the history does not follow from those before: one was changed, removed or put in").
			fix("从备份恢复 history.yaml", "Put history.yaml back from a backup")
)

// What a draft says otherwise than the version that it came from.
var (
	Changed = warning("changed", "与 {version} 相比：{what}", "compared with {version}: {what}").
		fix("逐项看过；全部列表用 tijian rules diff --words，发布时由另一位在改动清单上逐组签", "Look at each; tijian rules diff --words lists all, and who approves the release signs them group by group")

	Slip = warning("slip", "{from} 改成了 {to}，像是按错了键", "{from} became {to}, as fingers slip").
		fix("核对出处；确实要改的不必理会", "Compare it with its source; nothing is to be done where it is meant")

	Exchanged = warning("exchanged", "“{a}”和“{b}”互换了地方（另一处在第 {line} 行），像是贴错了行或列", "{a} and {b} changed places (the other is in line {line}), as lines and columns are pasted over each other").
			fix("核对哪个属于哪里；确实要换的不必理会", "Make sure which belongs where; nothing is to be done where it is meant")

	Turned = warning("turned", "只有比较的方向、and、or、not 或括号变了：{change}，意思可能反过来", "nothing but a comparison, and, or, not or a bracket became another: {change}; it may mean the contrary").
		fix("想清楚谁因此不再算、谁因此算进来；确实要改的不必理会", "Make sure who counts now and who does not any more; nothing is to be done where it is meant")

	SentenceTurned = warning("sentence-turned", "{what}：{field} 说的像是反了，或换了单位、少了填入的值（“{word}”）：{change}", `{what}: {field} seems to say the contrary, or has another unit, or fills in less ("{word}"): {change}`).
			fix("与原来的话对着读一遍；确实要改的不必理会", "Read it against what was said before; nothing is to be done where it is meant")

	StageChecking  = Phrase{"检查全部文件", "All files are checked"}
	StageLoading   = Phrase{"读入两个版本", "Both versions are read"}
	StageComparing = Phrase{"逐格比较两个版本", "Both versions are compared cell by cell"}
	StageTesting   = Phrase{"运行用例", "The cases are run"}
	StageReading   = Phrase{"所见的例句", "The sentences of findings"}
	StageAffecting = Phrase{"模拟人群的影响", "The effect on a generated population"}
	StageMutating  = Phrase{"变异检验（用例够不够细）", "Mutants (are the cases fine enough)"}

	WordsGone    = Phrase{"少了 {count} 项：{words}", "{count} gone: {words}"}
	StoodAt      = Phrase{"{word}（原第 {line} 行）", "{word} (was line {line})"}
	WordsAdded   = Phrase{"多了 {count} 项：{words}", "{count} added: {words}"}
	WordsAltered = Phrase{"改了 {count} 处：{words}", "{count} altered: {words}"}
	NewFile      = Phrase{"新文件", "a new file"}
	LostFile     = Phrase{"没有这个文件了", "the file is gone"}
	OtherOrder   = Phrase{"只换了先后", "only the order differs"}

	Meaning = warning("meaning", "{what}：{field} 的意思与 {version} 不同：{lost}{gained}", "{what}: {field} does not mean what it does in {version}: {lost}{gained}").
		fix("逐字看过：“{from}” → “{to}”", `Read each word: "{from}" → "{to}"`)

	MeaningLost   = Phrase{"少了 {words}；", "without {words}; "}
	MeaningGained = Phrase{"多了 {words}", "with {words}"}

	WordingChanged = note("wording-changed", "{what}：{field} 换了说法：{change}", "{what}: {field} is worded otherwise: {change}")

	ToldOtherwise = warning("told-otherwise", "{what}：{field} 与 {version} 不同：{from} → {to}", "{what}: {field} differs from {version}: {from} → {to}").
			fix("确认这是有意的", "Make sure that it is meant")

	SaidNoMore = warning("said-no-more", "{what}：{version} 有的 {field} 没有了：{from}", "{what}: without the {field} of {version}: {from}").
			fix("确认这是有意的", "Make sure that it is meant")

	SaidAnew = note("said-anew", "{what}：{version} 没有的 {field}：{to}", "{what}: a {field} that {version} does not have: {to}")

	RowsAnew = note("said-anew", "{what}：{version} 没有的行 {count} 行，如“{to}”", "{what}: {count} rows that {version} does not have, such as: {to}")

	AnswerMilder = warning("milder-than-before", "{indicator}：{where} 在 {version} 是 {from}，现在是 {to}，轻了（变轻的共 {count} 处）", "{indicator}: {where} is {from} in {version}, and now {to}, milder ({count} such places)").
			fix("确认这是有意的；全部差别用 tijian rules diff 看", "Make sure that it is meant; tijian rules diff shows every difference")

	FlagMilder = warning("milder-than-before", "{risk}：{where} 在 {version} 是 flag {from}，现在是 {to}，轻了（变轻的共 {count} 处）", "{risk}: {where} has flag {from} in {version}, and now {to}, milder ({count} such places)").
			fix("确认这是有意的；全部差别用 tijian rules diff 看", "Make sure that it is meant; tijian rules diff shows every difference")

	AnswersDiffer = note("answers-differ", "{what}：与 {version} 相比有 {count} 处回答不同，tijian rules diff 逐处列出", "{what}: {count} answers differ from {version}; tijian rules diff lists them")

	RisksUnlisted = warning("risks-unlisted", "{indicator} 不再显示 {version} 显示的风险：{risks}", "{indicator} no longer shows risks that it shows in {version}: {risks}").
			fix("确认这是有意的", "Make sure that it is meant")

	SignatureOutdated = warning("signature", "{what}：{by} 于 {day} 签的字，此后内容改过（与 {version} 不同）", "{what}: {by} signed it on {day}, and it was changed since ({version} has it otherwise)").
				fix("请医生看过再签：改 reviewed 的日期和姓名；还没有签的，删去 reviewed", "Have it signed anew: change reviewed; until then remove it")

	SignatureStale = warning("signature", "{what}：{by} 于 {day} 签的字，此后内容改过（签的是 {of}，现在是 {now}），不再算签过", "{what}: {by} signed it on {day}, and it was changed since (signed was {of}, it is {now} now): it no longer counts").
			fix("请医生看过再签：改 reviewed 的姓名和日期，写 of: {now}；还没有签的，删去 reviewed", "Have it signed anew: reviewed with of: {now}; until then remove it")

	SignatureOpen = note("signature", "{what}：签字没有记下签的是什么，以后改了看不出来", "{what}: the signature does not say of what, so later changes would not show").
			fix("在 reviewed 里加 of: {now}", "Add of: {now} to reviewed")

	FromMissing = note("from", "来源版本“{name}”不在这里，没有比较改动", "the version {name} that it came from is not here, so changes are not told")
)

// Why a draft is not released, its files aside.
var (
	DraftFaulty   = Phrase{"草稿的文件有 {count} 处错误", "{count} errors in the files of the draft"}
	SuitesFail    = Phrase{"用例：{count} 项不符", "suites: {count} expectations not met"}
	CasesUnsigned = Phrase{"用例：{count} 例待签字", "suites: {count} cases to be signed"}
	CoverageShort = Phrase{"用例覆盖：最低的一项 {percent}%，至少要 {want}%", "coverage: least {percent}%, wanted {want}%"}
	SentencesFail = Phrase{"句子：{count} 句不符", "sentences: {count} not as expected"}
	MutationShort = Phrase{"变异得分：{score}，至少要 {want}", "mutation: score {score}, wanted {want}"}
)

// Why an act on the rules is refused whatever the files are like.
var (
	ActNotAllowed    = Phrase{"这个角色不能这样做（提出发布：editor、approver、admin；批准和回退：approver、admin）", "this person's role does not allow the act"}
	ActSamePerson    = Phrase{"提出发布的人不能自己批准，请另一位批准", "who proposed a release cannot approve it"}
	ActMade          = Phrase{"您的账户、角色或密码是提出发布的人最近给的，请另一位批准；过了 TIJIAN_APPROVER_WAIT 规定的时间（默认 24 小时）才能由您批准", "who proposed this release has made your account of late, or given you your role or password: somebody else has to approve it, or you once the time of TIJIAN_APPROVER_WAIT has passed (24 hours by default)"}
	ActNoProposal    = Phrase{"还没有人提出发布这份草稿，请先提出", "nobody has proposed this draft"}
	ActChanged       = Phrase{"提出发布以后，草稿或使用中的版本又变了，请重新提出", "the draft or the version in force changed after it was proposed"}
	ActReleased      = Phrase{"这一版已经发布；要改，请另起草稿", "this version is released already"}
	ActReason        = Phrase{"请写明原因", "a reason is needed"}
	ActWaiting       = Phrase{"另有一版正等待启用，请先撤回它", "another version waits for its day; take it back first"}
	ActExists        = Phrase{"这个名称已经有了", "a version of this name exists"}
	ActUnknown       = Phrase{"没有这个版本", "there is no version of this name"}
	ActNeverReleased = Phrase{"从未发布过：{reason}", "never released: {reason}"}
	ActInForce       = Phrase{"现在用的就是这一版", "this version is in force already"}
	ActTarget        = Phrase{"退到哪一版不能确定（刚退过一次，或历史里没有更早的），请用 --to 写明", "it is not clear which version to go back to; name it with --to"}
	ActDay           = Phrase{"日期要写成 2026-12-01 这样", "the day must be written such as 2026-12-01"}
	ActCase          = Phrase{"用例现在的预期已经不同，或者这一条要用手改", "a case expects something else by now, or its entry has to be changed by hand"}
	ActName          = Phrase{"名称最多 60 个字符，只能用字母、数字、点、连字符和下划线", "a name has at most 60 characters: letters, digits, dots, hyphens and underscores"}
	ActUndone        = Phrase{"这一步没能做成，已经撤销，一切照旧；原因在日志里", "the act could not be carried out and was undone"}
	ActStuck         = Phrase{"先前有一步规则的发布停在半途，请看日志和规则文件夹里的 .release", "an act on the rules was left undone; see the folder .release among them"}
	ActFinished      = Phrase{"这一步已经做完，只是留下的文件清理不掉", "the act is carried out, and what is left of it cannot be removed"}
	ActDraft         = Phrase{"只有发布过的版本才能封存", "only a released version can be sealed"}
	ActSealed        = Phrase{"这一版已经封存", "this version is sealed already"}
	ActElsewhere     = Phrase{"另一个进程正在发布规则", "another process acts on the rules"}
)
