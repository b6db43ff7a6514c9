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

// Why a draft is not released, its files aside.
var (
	SuitesFail    = Phrase{"用例：{count} 项不符", "suites: {count} expectations not met"}
	CasesUnsigned = Phrase{"用例：{count} 例待签字", "suites: {count} cases to be signed"}
	CoverageShort = Phrase{"用例覆盖：最低的一项 {percent}%，至少要 {want}%", "coverage: least {percent}%, wanted {want}%"}
	SentencesFail = Phrase{"句子：{count} 句不符", "sentences: {count} not as expected"}
	MutationShort = Phrase{"变异得分：{score}，至少要 {want}", "mutation: score {score}, wanted {want}"}
)
