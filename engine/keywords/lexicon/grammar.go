package lexicon

// A Rule is a way of reading that came with a grammar of cues.yaml, and is its number.
// What differs between grammars stands here: dictionaries of an older grammar do
// without the later rules, and so answer as they did.
type Rule int

// The rules of grammar 2.
const (
	PrintedForms       Rule = 2 // boxes; marks that tell nothing of a person
	TailedTerms        Rule = 2 // 鼓膜紧张部陈旧性穿孔 is 鼓膜穿孔
	NamedCauses        Rule = 2 // 因异位妊娠行左输卵管切除: the operation is for what it names
	DescribingFindings Rule = 2 // 炎性实变影 is one finding
	UnknownMembers     Rule = 2 // 空洞 may be listed where no organ is near
	UnknownObjects     Rule = 2 // 低回声区倾向局灶性脂肪缺失: the doubt is of what no word has
	AnswersBehind      Rule = 2 // 举痛无，息肉有 and 高血压 无: denials behind what they deny
	OnlyDenialsHead    Rule = 2 // 阴性:乙肝、丙肝
	SharedSubjects     Rule = 2 // 阑尾炎，2015年手术，已愈: clauses with the subject of one before
	CompleteConditions Rule = 2 // 如有不适及时就医，宫颈肥大
	LaterGrades        Rule = 2 // a grade replaces that of a day before
)

// The rules of grammar 3.
const (
	PrintedMarks    Rule = 3 // printed brackets; 高血压 √ 糖尿病 ×
	FreeVerdicts    Rule = 3 // verdicts behind blanks, lines and full stops, and of operations
	RemarkedNames   Rule = 3 // 先天性心脏病(室间隔缺损)术后
	OwnSides        Rule = 3 // 双肾无积水右肾囊肿, 防止脂肪肝左肾结石: a side begins anew
	ChangesDenied   Rule = 3 // a denied change without a term is what a denial spoke of
	DenialsOfDoubts Rule = 3 // a denial behind a doubt settles it
)

// The rules of grammar 4.
const (
	DoubtfulLines   Rule = 4 // 未见结节, and 息肉 on the next line
	OwnTerms        Rule = 4 // 未见疝包皮过长: another site begins anew
	ListedElsewhere Rule = 4 // 黄斑囊样水肿 is 黄斑水肿; heads of one character stand beside their site
)

// The rules of grammar 5.
const (
	TornWords     Rule = 5 // 结【仅供内部使用】节
	AnsweredLines Rule = 5 // 早搏未见, 脂肪肝?未见胆囊结石: answers that end with their line or column
	JoinedDoubts  Rule = 5 // 脂肪肝有胆囊息肉可能: a doubt speaks of what a sign joins
	Attributive   Rule = 5 // 未见钙化的肿大淋巴结
	Contrasts     Rule = 5 // 血糖7.2，仅升高
)

// The rules of grammar 6.
const (
	FieldLayouts  Rule = 6 // 耳鸣否 咽痛是, 疝:○有 ●无, 哮喘:____: what a form says of its labels
	FartherAnswer Rule = 6 // 淋巴瘤大夫说没有: a denial that ends its clause answers over a few words
	CuedHeads     Rule = 6 // 鼓膜似有穿孔: a cue stands between a site and its change
	Turns         Rule = 6 // 由骨量减少进展为骨质疏松
	PersonsBeside Rule = 6 // 痛风(父、叔)
	SidedClauses  Rule = 6 // 姐姐乳腺癌，双乳增生: a side begins the person's own
	Affirmed      Rule = 6 // 无肿块、有压痛: an affirmation ends the denied list
	ListedFrames  Rule = 6 // 与肥胖、糖尿病有关
)

// The rules of grammar 7.
const (
	NextConclusions   Rule = 7 // 见低回声区。考虑血管瘤
	OrgansOfFunctions Rule = 7 // 视力下降 is one of the eye
	MadeNegators      Rule = 7 // 未予报告结石: negators made of a particle, what says how and a verb
)

// The rules of grammar 8.
const (
	StatedSections Rule = 8 // 阴性结果:, 去年体检:, 待排疾病: say how all below them is meant
	GluedTopics    Rule = 8 // 颈椎无骨质增生腰椎间盘突出: topic and predicate, anew without a sign
	DefinedTerms   Rule = 8 // 什么是胆囊息肉?胆囊息肉是……
)

// The rules of grammar 9.
const (
	PartedNames    Rule = 9 // 腰5骶化, 胆囊壁厚 but not 胆囊壁厚3mm
	JoinedNegators Rule = 9 // 未见/未闻及, and the verbs of a heading's denial: one negator
	SumVerdicts    Rule = 9 // 以上均否认 judges every clause of its sentence
	OrgansAnswered Rule = 9 // 肝囊肿 脾(-): the result of an organ is not that of a finding before
	Reasons        Rule = 9 // 肾切除术后(肾癌), 已切除，病理腺瘤: what was operated on, beside
	GluedHistories Rule = 9 // 否认哮喘肺结核史: one list
	AdvisedRisks   Rule = 9 // 规律服药，警惕脑梗死: what to do, not what it may be
	AloneBehind    Rule = 9 // 致密影，边缘锐利，陈旧性肺结核: a conclusion alone in its clause
	TreatedTurns   Rule = 9 // 甲亢治疗后转为甲减
	WellToday      Rule = 9 // 鼻窦炎治疗后，今CT窦腔清晰: an examination that finds all well
)

// The rules of grammar 10.
const (
	CoinedNames   Rule = 10 // 角层下脓疱性皮病: a name that no file lists
	SpokenNumbers Rule = 10 // 四毫米, 三十余年
	NewResults    Rule = 10 // 去年尿酸512↑，今年尿酸389: the result of today
	WrappedLevels Rule = 10 // L4/ and 5椎间隙 on the next line
	NamedSites    Rule = 10 // 未见异常，左室舒张功能减低: a site in a name is one
	Conclusions   Rule = 10 // 肝回声增粗，脂肪肝: a description gives way to the diagnosis drawn from it
)

// The rules of grammar 11.
const (
	SpokenTurns    Rule = 11 // 右肾没有啊右肾干净: particles end clauses, 大概5毫米 guesses a size, 有 ends what is denied
	GluedSites     Rule = 11 // 未见骨折髌骨骨质增生: an organ behind what is denied begins anew
	QualifiedNames Rule = 11 // 视锥细胞营养不良: what qualifies a disease is a part of its name
	Likenesses     Rule = 11 // 唇样骨赘, 乳头状癌: what something looks like is no site
	AskedFields    Rule = 11 // 申请单:肺炎?结核?: a question mark ends no field
)

// The rules of grammar 12.
const (
	Measured     Rule = 12 // 内中膜厚小于1mm is no finding, 脾厚56mm is one
	Ellipses     Rule = 12 // 上次尿酸正常，本次512偏高: a result of what the clause before names
	NewTimes     Rule = 12 // 无脑梗死去年查出房颤: a time ends what is denied
	OtherOrgans  Rule = 12 // 肝顶叶 is of the liver, 胸腔脊柱旁 of the chest
	Capitals     Rule = 12 // FL may be 脂肪肝, fl is a unit
	UnseenOrgans Rule = 12 // 宫颈囊肿右侧卵巢未显示: of the organ, and of nothing before
	Alternatives Rule = 12 // 低密度影，血管瘤？囊肿？: what may be one of several things stays
	ClippedNames Rule = 12 // 颈、腰椎体, 左侧无、右侧有腹股沟疝: what members of a list leave to the last
)

// The rules of grammar 13.
const (
	PrintedLimits Rule = 13 // 血钾5.9(参考值3.5-5.3): a number beside its limits
	DatedTurns    Rule = 13 // 2021年转为小三阳
	PlannedCures  Rule = 13 // 拟行白内障手术: what is to be operated on is there
	NamesInPieces Rule = 13 // 声带前1/3对称性小结: site and head over what no word has
)

// The rules of grammar 14.
const (
	Resumptions    Rule = 14 // 建议低脂饮食, and 现右肾囊肿 on the next line: the person's own begins anew
	PrintedChoices Rule = 14 // □无 ☑高血压, 手术史:☑阑尾切除: what a form prints is no answer
	GeneralTruths  Rule = 14 // 附:4类为可疑恶性, CEA 6.8↑(吸烟者可升高): what explains is of nobody
	Quantified     Rule = 14 // QTc 492ms, BP 84/52mmHg: numbers that are a finding by themselves
	Pictured       Rule = 14 // 红斑覆银白色鳞屑: signs that only one disease has
	Clips          Rule = 14 // 颈A, LA大, 骨疏: short spellings of sites and changes
)

// The rules of grammar 15.
const (
	ComposedChanges Rule = 15 // 鼻中隔:偏斜, 髌骨局部凹陷, 积血(髌骨): a change of any structure, farther from it
	OwnGrades       Rule = 15 // 乳腺结节BI-RADS 4A类: a grade is its lesion's, no finding beside it
	TestNames       Rule = 15 // 骨质疏松检测:骨量正常, 焦虑自评48分: what is tested is not yet there
	OwnResults      Rule = 15 // 胃溃疡可能,Hp(+),待病理: a result stands whatever is still awaited
	OptionLists     Rule = 15 // (0=无,1=有)龋齿 1 牙周炎 0, A高血压 B痛风 答:B, 口糖尿病 beside ☑高血压
	SumsOfToday     Rule = 15 // 既往血糖高、尿酸高,本次均正常
	OwnItems        Rule = 15 // 2型糖尿病、白内障术后: the operation ends its own item
	WellAgain       Rule = 15 // 上次宫颈息肉，本次宫颈光滑
	LedClauses      Rule = 15 // 大脑中动脉流速增快，提示狭窄; 颈动脉斑块，伴狭窄
	OwnArrows       Rule = 15 // ALB 46 XYZ 138↑: the arrow is of what no word has
)

// Reads reports whether a rule holds.
func (l *Lexicon) Reads(r Rule) bool { return l.grammar >= r }

// Bits of a word's groups that have a meaning of their own here; the further
// groups of cues.yaml get bits of their own.
const (
	SentenceGroup uint64 = 1 << iota // ends a sentence
	CommaGroup
	ListGroup        // joins the members of a list
	WithGroup        // 伴: joins like a list sign, but begins anew after a comma
	AccompaniedGroup // 伴, too: what follows is seen, even where what it accompanies is a doubt
	OpenGroup        // brackets
	CloseGroup
	ColonGroup
	TitleGroup        // 】 behind a heading
	ExamGroup         // 彩超, 检查: may stand between a heading's site and its colon
	SiteGroup         // any site; for stops
	CueGroup          // any cue; for stops
	TermGroup         // any whole term; for stops
	LocatedGroup      // 位于
	AdvisedGroup      // 就诊, behind which advice is complete
	RecheckedGroup    // 复查, which may have an object
	ElsewhereGroup    // 高血压, which no organ's denial reaches
	UnseenGroup       // 未显示, which speaks of organs
	NegatorBeginGroup // 未
	NegatorEndGroup   // 见
	FormerGroup       // 上次, behind which a finding may be gone by now
	LastingGroup      // 年, behind a number
	TodayGroup        // 本次, which ends what was so before
	PresentGroup      // 本次
	ResumedGroup      // 彩超示, which begins what was found with the person
	DiagnosedGroup    // 确诊为, before which stands who found it
	BecauseGroup      // 因
	ContrastGroup     // 仅
	SelfGroup         // 本人
	PlannedGroup      // 拟行, behind which an operation is still to come
	SeesGroup         // 探及, which describes what was seen
	PerformedGroup    // 已行, behind which an operation tells what is gone
	ResultGroup       // (+) and (-)
	JudgedGroup       // 两者, behind which a clause judges what is before it
	AnewGroup         // 偶发, behind which a denial without a list sign is over
	YesGroup          // 有, 是: answers of a form
	NoGroup           // 无, 否
	TurnGroup         // 进展为, which parts what was from what is
	FromGroup         // 由, before what was
	BoxGroup          // ☑ and □, ticked where YesGroup has it, too
	AlikeGroup        // 亦然, 也有: so with this person, too
	ClaimGroup        // 外院, 拟诊, behind which stands what somebody said
	RecoveredGroup    // 转阴, 再通: all is well again
	TreatedGroup      // 治疗, behind which it is
	SumsGroup         // 以上, 均: of all that was named before
	ParticleGroup     // 啊, 呢: drawn breath
	AboutGroup        // 大概, which guesses the number behind it
	TakesGroup        // 口服, behind which a medicine is named
	LevelsGroup       // 血脂异常, a disease that a result is: gone once that is normal
	TestedGroup       // 检测, 自评, which behind a finding name a test
	firstGroup        // of the others
)

// neededGroups are the groups that cues.yaml must fill.
var neededGroups = map[string]uint64{
	"sentence": SentenceGroup, "comma": CommaGroup, "list": ListGroup, "with": WithGroup, "accompanied": AccompaniedGroup,
	"open": OpenGroup, "close": CloseGroup, "colon": ColonGroup, "title": TitleGroup, "exam": ExamGroup,
}

// furtherGroups are those that it may fill.
var furtherGroups = map[string]uint64{
	"located": LocatedGroup, "advised": AdvisedGroup, "rechecked": RecheckedGroup, "elsewhere": ElsewhereGroup, "unseen": UnseenGroup,
	"negator_begin": NegatorBeginGroup, "negator_end": NegatorEndGroup, "former": FormerGroup, "lasting": LastingGroup, "today": TodayGroup,
	"present": PresentGroup, "resumed": ResumedGroup, "diagnosed": DiagnosedGroup, "because": BecauseGroup, "contrast": ContrastGroup, "self": SelfGroup,
	"planned": PlannedGroup, "sees": SeesGroup, "performed": PerformedGroup, "result": ResultGroup, "judged": JudgedGroup, "anew": AnewGroup,
	"yes": YesGroup, "no": NoGroup, "turn": TurnGroup, "from": FromGroup, "box": BoxGroup,
	"alike": AlikeGroup, "claim": ClaimGroup, "recovered": RecoveredGroup, "treated": TreatedGroup, "sums": SumsGroup, "particle": ParticleGroup, "about": AboutGroup, "takes": TakesGroup, "tested": TestedGroup, "levels": LevelsGroup,
}

// reservedGroups can be named among stops but hold no words of their own.
var reservedGroups = map[string]uint64{"site": SiteGroup, "cue": CueGroup, "term": TermGroup}

// Has reports whether cues.yaml fills a group; what only its words do is not read
// without it.
func (l *Lexicon) Has(group uint64) bool { return l.filled&group != 0 }
