package keywords

// A rule is a way of reading that came with a grammar of cues.yaml, and is its number.
// What differs between grammars stands here: dictionaries of an older grammar do
// without the later rules, and so answer as they did.
type rule int

// The rules of grammar 2.
const (
	printedForms       rule = 2 // boxes; marks that tell nothing of a person
	tailedTerms        rule = 2 // 鼓膜紧张部陈旧性穿孔 is 鼓膜穿孔
	namedCauses        rule = 2 // 因异位妊娠行左输卵管切除: the operation is for what it names
	describingFindings rule = 2 // 炎性实变影 is one finding
	unknownMembers     rule = 2 // 空洞 may be listed where no organ is near
	unknownObjects     rule = 2 // 低回声区倾向局灶性脂肪缺失: the doubt is of what no word has
	answersBehind      rule = 2 // 举痛无，息肉有 and 高血压 无: denials behind what they deny
	onlyDenialsHead    rule = 2 // 阴性:乙肝、丙肝
	sharedSubjects     rule = 2 // 阑尾炎，2015年手术，已愈: clauses with the subject of one before
	completeConditions rule = 2 // 如有不适及时就医，宫颈肥大
	laterGrades        rule = 2 // a grade replaces that of a day before
)

// The rules of grammar 3.
const (
	printedMarks    rule = 3 // printed brackets; 高血压 √ 糖尿病 ×
	freeVerdicts    rule = 3 // verdicts behind blanks, lines and full stops, and of operations
	remarkedNames   rule = 3 // 先天性心脏病(室间隔缺损)术后
	ownSides        rule = 3 // 双肾无积水右肾囊肿, 防止脂肪肝左肾结石: a side begins anew
	changesDenied   rule = 3 // a denied change without a term is what a denial spoke of
	denialsOfDoubts rule = 3 // a denial behind a doubt settles it
)

// The rules of grammar 4.
const (
	doubtfulLines   rule = 4 // 未见结节, and 息肉 on the next line
	ownTerms        rule = 4 // 未见疝包皮过长: another site begins anew
	listedElsewhere rule = 4 // 黄斑囊样水肿 is 黄斑水肿; heads of one character stand beside their site
)

// The rules of grammar 5.
const (
	tornWords     rule = 5 // 结【仅供内部使用】节
	answeredLines rule = 5 // 早搏未见, 脂肪肝?未见胆囊结石: answers that end with their line or column
	joinedDoubts  rule = 5 // 脂肪肝有胆囊息肉可能: a doubt speaks of what a sign joins
	attributive   rule = 5 // 未见钙化的肿大淋巴结
	contrasts     rule = 5 // 血糖7.2，仅升高
)

// reads reports whether a rule holds.
func (l *Lexicon) reads(r rule) bool { return l.grammar >= r }

// Bits of a word's groups that have a meaning of their own here; the further
// groups of cues.yaml get bits of their own.
const (
	sentenceGroup uint64 = 1 << iota // ends a sentence
	commaGroup
	listGroup        // joins the members of a list
	withGroup        // 伴: joins like a list sign, but begins anew after a comma
	accompaniedGroup // 伴, too: what follows is seen, even where what it accompanies is a doubt
	openGroup        // brackets
	closeGroup
	colonGroup
	titleGroup        // 】 behind a heading
	examGroup         // 彩超, 检查: may stand between a heading's site and its colon
	siteGroup         // any site; for stops
	cueGroup          // any cue; for stops
	termGroup         // any whole term; for stops
	locatedGroup      // 位于
	advisedGroup      // 就诊, behind which advice is complete
	recheckedGroup    // 复查, which may have an object
	elsewhereGroup    // 高血压, which no organ's denial reaches
	unseenGroup       // 未显示, which speaks of organs
	negatorBeginGroup // 未
	negatorEndGroup   // 见
	formerGroup       // 上次, behind which a finding may be gone by now
	lastingGroup      // 年, behind a number
	todayGroup        // 本次, which ends what was so before
	presentGroup      // 本次
	diagnosedGroup    // 确诊为, before which stands who found it
	becauseGroup      // 因
	contrastGroup     // 仅
	selfGroup         // 本人
	plannedGroup      // 拟行, behind which an operation is still to come
	seesGroup         // 探及, which describes what was seen
	performedGroup    // 已行, behind which an operation tells what is gone
	resultGroup       // (+) and (-)
	judgedGroup       // 两者, behind which a clause judges what is before it
	anewGroup         // 偶发, behind which a denial without a list sign is over
	firstGroup        // of the others
)

// neededGroups are the groups that cues.yaml must fill.
var neededGroups = map[string]uint64{
	"sentence": sentenceGroup, "comma": commaGroup, "list": listGroup, "with": withGroup, "accompanied": accompaniedGroup,
	"open": openGroup, "close": closeGroup, "colon": colonGroup, "title": titleGroup, "exam": examGroup,
}

// furtherGroups are those that it may fill.
var furtherGroups = map[string]uint64{
	"located": locatedGroup, "advised": advisedGroup, "rechecked": recheckedGroup, "elsewhere": elsewhereGroup, "unseen": unseenGroup,
	"negator_begin": negatorBeginGroup, "negator_end": negatorEndGroup, "former": formerGroup, "lasting": lastingGroup, "today": todayGroup,
	"present": presentGroup, "diagnosed": diagnosedGroup, "because": becauseGroup, "contrast": contrastGroup, "self": selfGroup,
	"planned": plannedGroup, "sees": seesGroup, "performed": performedGroup, "result": resultGroup, "judged": judgedGroup, "anew": anewGroup,
}

// reservedGroups can be named among stops but hold no words of their own.
var reservedGroups = map[string]uint64{"site": siteGroup, "cue": cueGroup, "term": termGroup}

// has reports whether cues.yaml fills a group; what only its words do is not read
// without it.
func (l *Lexicon) has(group uint64) bool { return l.filled&group != 0 }
