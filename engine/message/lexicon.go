package message

// The lexicon of findings: names, and words that are there twice.
var (
	UnknownInLexicon = fault("unknown-name", "没有叫“{name}”的{kind}", `there is no {kind} called "{name}"`).fix("{fix}", "{fix}")

	DefineFirst = Phrase{"请先定义它", "Define it first"}
	DefineIn    = Phrase{"请先在 {file} 里写上它", "Define it in {file} first"}

	DuplicateContext = fault("duplicate", "类别“{name}”重复", `the context "{name}" is declared twice`).
				fix("删去其中一个", "Remove one of them")

	DuplicateSite = fault("duplicate", "部位“{name}”重复", `the site "{name}" is defined twice`).
			fix("合并成一条", "Merge them")

	SharedSiteWord = fault("duplicate", "“{word}”已是部位“{site}”的写法", `"{word}" already names the site {site}`).
			fix("从其中一条删去", "Remove it from one of them")

	DuplicateHead = fault("duplicate", "中心词“{name}”重复，已在 {before}", `the head "{name}" is defined at {before} already`).
			fix("合并成一条", "Merge them")

	SharedHeadWord = fault("duplicate", "“{word}”已属于中心词“{head}”", `"{word}" already belongs to the head {head}`).
			fix("从其中一条删去", "Remove it from one of them")

	DuplicateTerm = fault("duplicate", "标准词“{name}”重复，已在 {before} 定义", `the term "{name}" is already defined at {before}`).
			fix("合并成一条", "Merge them")

	SharedSpellingOfTerm = fault("duplicate", "“{word}”已是“{other}”的写法", `"{word}" already means {other}`).
				fix("从其中一条删去", "Remove it from one of them")

	DuplicateComposition = fault("duplicate", "这个部位和中心词已合成“{other}”", "this site and this head already make {other}").
				fix("删去其中一个", "Remove one of them")

	SharedScaleWord = fault("duplicate", "“{word}”已有别的意思", `"{word}" already means something else`).
			fix("从其中一条删去", "Remove it from one of them")

	DuplicateCue = fault("duplicate", "提示词“{word}”重复，已在 {before}", `the cue "{word}" is defined at {before} already`).
			fix("删去其中一个", "Remove one of them")

	WordIsCue = fault("word-is-cue", "“{word}”是提示词，不能同时是所见", `"{word}" is a cue and cannot be a finding too`).
			fix("换一个写法，或从 cues.yaml 删去", "Spell it differently or remove it from cues.yaml")

	PseudoIsCue = fault("pseudo-is-cue", "“{word}”同时写在 cues 和 pseudo 中", `"{word}" is both a cue and a pseudo-cue`).
			fix("从其中一处删去", "Remove it from one of them")
)

// The lexicon of findings: how entries are written.
var (
	OneCharacter = fault("character", "左边只能是一个字", "the key must be one character")

	EmptyWord = fault("empty-word", "这里有一个空词", "the word is empty").
			fix("删去它，或补上内容", "Remove it or fill it in")

	BadPattern = fault("bad-pattern", "正则表达式“{pattern}”写错了：{error}", `the pattern "{pattern}" is wrong: {error}`).
			fix("按 RE2 的写法改正；要照字面匹配 . ( ) 等符号，前面加 \\", `Write it as RE2 does; put \\ before . ( ) and the like to match them as they are`)

	SpaceInWord = fault("space-in-word", "词“{word}”中有空格", `the word "{word}" has a space in it`).
			fix("几个词用半角逗号分开，加空格分不开；若是一个词，去掉空格，文中的空格由程序处理", "Separate several words with commas, blanks do not; of one word remove the space, spaces in texts are taken care of")

	ReservedGroup = fault("reserved-group", "“{name}”是程序保留的组名", `the group name "{name}" is reserved`).
			fix("换一个名字", "Choose another name")

	TooManyGroups = fault("too-many-groups", "词组太多", "there are too many groups").
			fix("合并一些词组", "Merge some")

	MissingGroup = fault("missing-group", "缺少词组“{name}”", `the group "{name}" is missing`).
			fix("在 groups 中补上", "Add it to groups")

	NoPrecedence = fault("no-precedence", "类别“{name}”没有写进 precedence", `the category "{name}" is missing from precedence`).
			fix("按先后加入 precedence", "Add it to precedence in its place")

	UselessBlocker = fault("useless-blocker", "“{word}”里没有要屏蔽的词，屏蔽不起作用", `"{word}" holds none of the words it should block`).
			fix("改成含有该词的更长的词", "Write a longer word that holds one of them")

	NoWords = fault("no-words", "这一条一个词也没有，不起作用", "this entry has no words and does nothing").
		fix("写上 words，提示词也可以写 forms，认错的字也可以写 cues: true", "Write words; a cue may have forms instead, a misreading cues: true")

	UselessMisreading = fault("useless-misreading", "“{word}”里没有会认错的字（characters）", `"{word}" has none of the characters that are misread`).
				fix("在 characters 里写上它的字，或删去它", "Add one of its characters, or remove it")

	NoContext = fault("no-context", "没有说明属于哪个类别（context）", "no context is given").
			fix("在条目或文件开头写 context: [report] 或 [disease]", "Write context: [report] or [disease] in the entry or at the top of the file")

	ICD10 = fault("icd10", "“{code}”不是 ICD-10 编码", `"{code}" is no ICD-10 code`).
		fix("写成 K76.0 的样子", "Write it like K76.0")

	HeadWithoutSite = fault("head-without-site", "写了 head 就要写 site", "a head needs a site").
			fix("补上 site", "Add the site")
)

// Kinds of names in the lexicon.
var (
	AContext       = Phrase{"类别", "context"}
	AContextBefore = Phrase{"类别（须先写在前面）", "context (declared before)"}
	ASite          = Phrase{"部位", "site"}
	AHead          = Phrase{"中心词", "head"}
	ASection       = Phrase{"小标题的种类", "kind of section"}
	AReach         = Phrase{"范围", "reach"}
	AScope         = Phrase{"范围", "scope"}
	ADirection     = Phrase{"方向", "direction"}
	AStatus        = Phrase{"状态", "status"}
	AGroup         = Phrase{"词组", "group"}
	ACategory      = Phrase{"提示类别", "cue category"}
	ATerm          = Phrase{"标准词", "standard term"}
	APart          = Phrase{"构成提示词的词组（parts）", "part of cues (parts)"}
	Endings        = Phrase{"词尾", "set of endings"}
)

// What the lexicon's review finds: entries that do not work as written.
var (
	TermTakenOver = fault("term-taken-over", "“{word}”单独写出时不能认作“{term}”", `"{word}" standing alone is not recognised as {term}`).
			fix("检查它含有的提示词、部位或更长的词", "Look at the cues, sites and longer words in it")

	TermContainsCue = note("term-contains-cue", "“{word}”含有提示词“{cue}”，写全时才不起作用", `"{word}" contains the cue "{cue}", which has no effect only while the whole word is written out`)

	WideSpelling = warning("wide-spelling", "“{word}”写作“{term}”的写法太宽：另有 {count} 个标准词的写法里有它（{others} 等），没有收全的同类词都会认成“{term}”", `"{word}" is too wide for {term}: {count} other terms have it in their names, such as {others}; words like these that are not in the lexicon would all become {term}`).
			fix("写全，如连同部位或另一半", "Write it in full, with its site or its other half")

	CompositionFails = fault("composition-fails", "“{text}”不能合成“{term}”", `"{text}" does not make {term}`).
				fix("检查部位和中心词是否另有意思", "See whether the site or the head means something else")

	CueInCompositions = fault("composition-fails", "提示词“{cue}”使“{text}”等 {count} 处不再是所见", `the cue "{cue}" lets "{text}" and others, {count} in all, be no findings any more`).
				fix("这个词只是说看到了什么，不是提示词：删去它，或写得更长", "The word only tells that something is seen: remove it, or make it longer")

	ShadowedCue = fault("shadowed-cue", "提示词“{cue}”从不起作用：更长的词或别的角色盖住了它", `the cue "{cue}" never decides: a longer word or another role shadows it`).
			fix("删去它，或从别处删去盖住它的词", "Remove it or what shadows it")

	CueIsName = warning("cue-is-name", "提示词“{cue}”同时是部位、所见或分级的名称：文中提到它，就会改变别的所见的状态", `the cue "{cue}" is also the name of a site, a finding or a scale: a text that names it changes what is said of other findings`).
			fix("从 cues.yaml 删去它；多半是写错了地方", "Remove it from cues.yaml; most likely it belongs elsewhere")

	UnusedHead = warning("unused-head", "中心词“{name}”没有和任何部位合成", `the head "{name}" makes no term with any site`).
			fix("在 compose 或条目的 head 中用它，或删去", "Use it in compose or as a head, or remove it")

	MalignantWord = warning("malignant-word", "“{word}”写作“{term}”，编码 {code} 却不是恶性的", `"{word}" is written for {term}, whose code {code} is of nothing malignant`).
			fix("核对：多半是另一个病", "Check it: it is most likely another disease")

	SharedNear = warning("shared-near", "“{word}”旁边有“{near}”时，既可以是“{term}”，也可以是“{other}”", `"{word}" beside "{near}" may be {term} as well as {other}`).
			fix("只留在一个意思里", "Leave it to one meaning")

	OtherMonths = warning("other-months", "“{term}”的建议是“{advice}”，months 却写 {months}", "the advice of {term} is {advice}, and its months are {months}").
			fix("改成一样的", "Make them agree")

	UselessPseudo = warning("useless-pseudo", "“{word}”里没有提示词，写在 pseudo 中不起作用", `"{word}" holds no cue, so it has no effect among the pseudo-cues`).
			fix("删去它", "Remove it")
)

// NamedTimes is about the numbers that tell when a unit that is written is not believed.
var NamedTimes = fault("named-unit", "both 要大于 near，one 不能小于 both", "both must be above near, and one not below both")

// NumberTimes is about the numbers that tell when a number is not believed to be in its unit.
var NumberTimes = fault("unlikely-number", "far 要大于 0、不大于 1，reach 大于 1，near 不小于 1，open 大于 near 的平方", "far must be above 0 and at most 1, reach above 1, near at least 1, open above the square of near")

// UnprintedTimes is about the numbers that tell a unit which is not written.
var UnprintedTimes = fault("unprinted", "这几个倍数都要大于 1，wide 要大于 near", "all of these must be above 1, and wide above near")

// NewNeighbour and NewKnown are said of an indicator or risk that cannot be added.
var (
	NewNeighbour = Phrase{"没有指标 {name}，或者它没有判定表；请选一项同类的指标", "there is no indicator {name}, or it has no table; choose one of the same kind"}
	NewKnown     = Phrase{"{name} 已经有了", "{name} is there already"}
)

// WordMalformed is said of a word to be added that cannot be one.
var WordMalformed = Phrase{"词不能空着，最多 {most} 个字符，写在一行里", "a word is not blank, has at most {most} characters and stands on one line"}
