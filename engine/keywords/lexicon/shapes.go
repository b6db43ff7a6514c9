package lexicon

import (
	"maps"
	"reflect"
	"slices"

	"tijian/engine/keywords/source"
	"tijian/engine/strictyaml"
)

// What names of the lexicon are called in Defines and Uses.
const (
	siteNames = "sites"
	headNames = "heads"
	// ContextNames are the kinds of text, for shapes of other files that name one.
	ContextNames = "contexts"
	cueNames     = "categories of cues"
	groupNames   = "groups"
	endingNames  = "endings"
)

type (
	fields = map[string]strictyaml.Field
	uses   = map[string]strictyaml.Use
)

func says(zh string, choices ...string) strictyaml.Field {
	return strictyaml.Field{ZH: zh, Choices: choices}
}

// Shapes describes the files of the lexicon, below the root of the
// dictionaries.
func Shapes() []strictyaml.Shape {
	site, head, context := strictyaml.Use{Kind: siteNames}, strictyaml.Use{Kind: headNames}, strictyaml.Use{Kind: ContextNames}
	local, knownBy := says("只在 known_by 或所属部位已知时才是这个部位的写法：内膜"), says("哪些部位已知时，local 的写法算数；所属部位和本身总算")
	ofAny := says("true：各处都有的结构，不是另一个器官：腋窝未见异常肿大淋巴结")
	return []strictyaml.Shape{
		{Name: "contexts", Title: "所见的类别", Files: []string{"contexts.yaml"}, Type: reflect.TypeFor[source.ContextsFile](), Fields: fields{
			"default": says("请求没有写 context 时用的类别"), "contexts": says("全部类别"), "contexts.name": says("名称，请求里的 context 用它"),
			"contexts.zh": says("中文说明"), "contexts.includes": says("合并哪些类别"),
		}, Defines: map[string]string{"contexts.name": ContextNames}, Uses: uses{"default": context, "contexts.includes": context}},
		{Name: "findings", Title: "所见和疾病", Files: []string{"findings/*.yaml"}, Type: reflect.TypeFor[source.FindingsFile](), Fields: fields{
			"area": says("这个文件写的是哪一部分"), "context": says("类别；各条可以另写"),
			"sites": says("本文件所用的部位，同 sites.yaml"), "sites.site": says("标准名"), "sites.words": says("其他写法"), "sites.part_of": says("所属的较大部位"), "sites.local": local, "sites.known_by": knownBy, "sites.of_any_organ": ofAny,
			"heads": says("中心词：与部位合成所见的词，如 结节"), "heads.head": says("标准名"), "heads.words": says("其他写法"), "heads.alone": says("找不到部位时的标准词；不写就不报"),
			"heads.context": says("类别；省略为文件的"), "heads.reach": says("到哪里找部位：clause 到逗号，sentence 到句号，line 整行", slices.Sorted(maps.Keys(reaches))...), "heads.block": says("含有它、却不是它的长词"),
			"heads.lesion": says("true 表示它是一个病灶，可以有大小、分级"), "heads.of_lesion": says("true 表示紧跟病灶而没有写部位时，说的是病灶本身，不是器官"),
			"heads.settled_by": says("只是描述：同一部位后面有这些中心词之一，就只报后者。无回声区……囊肿"),
			"findings":         says("所见和疾病，每条一个标准词"), "findings.term": says("标准词，回答里用它"), "findings.variants": says("其他写法，加半角逗号分开"), "findings.context": says("类别；省略为文件的"),
			"findings.parents": says("它属于哪些更宽的标准词：上颌窦炎属于鼻窦炎；只在完整形式里列出"), "findings.site": says("部位"), "findings.head": says("中心词：写了，部位和中心词分开写时也合成这一条"), "findings.icd10": says("ICD-10 编码，如 K76.0"), "findings.block": says("含有它、却不是它的长词"),
			"everywhere": says("与身体的每个部位都能合成所见的中心词"), "kinds": says("只有名称的所见，一次列出许多"), "kinds.of": says("它们属于哪个更宽的标准词"), "kinds.context": says("类别；省略为文件的"), "kinds.terms": says("标准词"), "places": says("解剖部位，各按自己的名字报：髌上囊积液，不归到所属的部位"), "places.part_of": says("所属的较大部位；与中心词不成一条的，按它"), "places.places": says("部位"), "beside": says("同 at_any，但部位和中心词之间不隔不认识的字"), "abbreviations": says("各科意思不同的缩写：看前后写了什么"), "abbreviations.words": says("缩写"), "abbreviations.means": says("可能的意思；前后的词说明不了是哪一个，就不报"), "abbreviations.means.term": says("标准词"), "abbreviations.means.near": says("是这个意思时，前后会有的词"), "abbreviations.means.graded": says("true：紧挨着写程度的也是：AR轻度"), "named": says("只有名称的中心词"), "not_beside": says("写了它，没有列在 everywhere、at_any、at_places、beside 里的中心词，除它们以外，都同 beside"), "apart": says("部位和变化之间不认识的字以它们结尾，变化就是这个部位的：局部、下缘"), "structures": says("没有列出的结构，名字以它们结尾：与后面的变化合成所见"), "parts": says("各部位都有的部分，与部位、变化合成：宫颈柱状上皮外移；找不到部位的，按自己的名字：内膜回声不均匀"), "changes": says("合成中心词：of 说功能，changes 说怎样变了：反射 与 消失；与身体的每个部位都合得成"), "changes.of": says("部位的功能：反射、运动"), "changes.changes": says("怎样变了"), "changes.alone": says("true：没有部位也报"), "alike": says("同义的说法：所见里写了其中一个，写成别的也认得"), "alike.words": says("同义的词"), "findings.kinds": says("不是另一种写法、而是它的一种：各按自己的名字报，它是它们更宽的标准词"), "at_any": says("与身体的每个部位都能合成所见的中心词，紧挨着写的才算"), "heads.as": says("与化验项目合不成时，按这个中心词：中性粒细胞增多是升高"), "at_places": says("与 places 的每个部位都能合成所见的中心词"), "heads.names": says("words 里不只是另一种写法、自己成名的词：缩小的 萎缩"), "analytes": says("true：这个文件的 sites 是化验和测量的项目，不是部位"), "findings.sited": says("只在部位已知时才算的写法：部位写在这句话、小标题或项目里"), "findings.known_by": says("除 site 以外，哪些部位也算已知"),
			"compose": says("哪些中心词和哪些部位可以合成没有逐条写出的所见"), "compose.head": says("中心词"), "compose.sites": says("部位"), "compose.context": says("类别；省略为文件的"),
			"scales": says("影像分级：分级名和级别合成所见"), "scales.scale": says("分级的标准名，如 TI-RADS"), "scales.words": says("其他写法"), "scales.joins": says("true：完整形式里级别只写在病灶那一条的 grade 里，不另成一条；没有病灶时仍是一条"), "scales.others": says("别的指南的同名分级：级别照读，不给 source 的建议"), "scales.site": says("部位"), "scales.unit": says("级别后面的字，如 类"),
			"scales.grades": says("级别"), "scales.grades.grade": says("标准写法"), "scales.grades.words": says("其他写法"), "scales.grades.normal": says("true 表示正常，不是所见"), "scales.grades.benign": says("true 表示良性：旁边说了病灶的，只是病灶的级别，不另作所见"), "scales.grades.advice": says("指南对这一级的建议"), "scales.grades.months": says("几个月后复查；不写为不定期复查"), "scales.source": says("建议出自哪份指南"), "scales.context": says("类别；省略为文件的"),
			"measured": says("量出来的数就说明的所见：脾厚56mm；数字前面不能有小于等字"), "measured.term": says("标准词"), "measured.site": says("部位或测量的项目"), "measured.dimensions": says("量的是什么，写在数字前面：厚、厚度；不写的，数字没有单位：视力右0.2"), "measured.from": says("从这个数起"), "measured.above": says("大于这个数"), "measured.below": says("小于这个数；再大就不像是真的"),
			"lengths": says("长度的单位"), "lengths.unit": says("写法"), "lengths.times": says("是第一个单位的几倍；measured 的数按第一个单位"),
			"quantities": says("写了名称、数值和单位就说明的所见：QTc 492ms"), "quantities.units": says("单位的写法"), "quantities.units.unit": says("单位"), "quantities.units.spelled": says("写法 -> 是单位的几倍"),
			"quantities.between": says("可以夹在名称和数之间的词"), "quantities.others": says("是别的量的名称：尿肌酐"), "quantities.year": says("写在数字后面，那是年份"), "quantities.age": says("写在数字后面，那是年龄"), "quantities.grown": says("满多少岁是成人"), "quantities.predicted": says("写了它，后面的数是占预计值的多少"), "quantities.denials": says("写在征象的一部分前面，就是没有"), "quantities.seen": says("以 denials 开头、却不是否认的：无回声"), "quantities.judged": says("含有 nobody 里的词、却是评说这个数的：高于正常"), "quantities.bounds.by": says("写的不是数、而是这些中心词，也是它：降低"), "quantities.nobody": says("小句里有它，数就不是这个人的：目标、参考"), "quantities.elsewhere": says("这句前面有它，数是别的时候、别人或假设的：去年、父、若"), "quantities.child": says("附近有它，不按成人的界限"),
			"quantities.bounds": says("界限"), "quantities.bounds.term": says("标准词"), "quantities.bounds.names": says("数前面的名称；化验项目的标准名代表它的各种写法；不写的，单位就说明是什么：-3.25DS"), "quantities.bounds.units": says("单位；不写的，数没有单位"), "quantities.bounds.bare": says("true：没有单位也算"), "quantities.bounds.size": says("true：几乘几的，看最大的数"),
			"quantities.bounds.sex": says("只用于这一性别", "男", "女"), "quantities.bounds.near": says("附近要写着的词，有一个就行"), "quantities.bounds.in": says("从几到几，含两端"), "quantities.bounds.pair": says("斜线后面的数从几到几；两个数有一个在内就算"),
			"pictures": says("特征性的描述：不写病名，看到它就知道是什么"), "pictures.term": says("标准词"), "pictures.signs": says("描述；+ 连起来的要在同一句里"), "pictures.possible": says("true：只是可能"),
			"fillers": says("可以夹在分级名和级别之间的字"), "grade_units": says("写在级别后面、每种分级都认的字"),
		}, Defines: map[string]string{"sites.site": siteNames, "places.places": siteNames, "heads.head": headNames, "named": headNames}, Uses: uses{
			"sites.known_by": site, "findings.known_by": site, "heads.settled_by": head, "heads.as": head,
			"context": context, "heads.context": context, "findings.context": context, "compose.context": context, "kinds.context": context, "scales.context": context,
			"sites.part_of": site, "places.part_of": site, "measured.site": site, "findings.site": site, "compose.sites": site, "scales.site": site, "findings.head": head, "compose.head": head,
		}},
		{Name: "sites", Title: "部位", Files: []string{"sites.yaml"}, Type: reflect.TypeFor[source.SitesFile](), Fields: fields{
			"sites": says("部位"), "sites.site": says("标准名"), "sites.words": says("其他写法"), "sites.part_of": says("所属的较大部位"), "sites.local": local, "sites.known_by": knownBy, "sites.of_any_organ": ofAny,
			"sides": says("方位：左、右、双侧"), "sides.name": says("标准名"), "sides.words": says("其他写法"),
			"together": says("一个词说几个部位：二、三尖瓣"), "together.words": says("写法"), "together.sites": says("部位"),
			"items": says("检查项目：请求的 item 或小标题里写了它，部位就已知"), "items.words": says("写法"), "items.sites": says("部位"),
			"levels": says("编号的部位：颈5、6椎体，L4/5"), "levels.site": says("部位"), "levels.prefixes": says("编号前面的字"), "levels.last": says("最大的编号"),
			"level_words": says("编号之间和后面的字"), "level_words.between": says("编号之间"), "level_words.behind": says("编号后面；没有它，只认 L4/5 这样成对的"), "level_words.not_behind": says("开头是 behind 里的词、自成一词的：椎体增生"),
			"sections": says("小标题：所见、提示还是既往；提示里的结论与所见里的描述是同一处"), "sections.name": says("所见、提示或既往", findingsSection, conclusionSection, historySection), "sections.words": says("写法"),
			"headings": says("拼出小标题的词：没有（阴性）、待定（待排）、从前（去年）、现在（本次、阳性），和只与它们拼在一起的其他（结果、项目）；小标题说下面的都是怎样的"), "headings.name": says("哪一种", slices.Sorted(maps.Keys(headingKinds))...), "headings.words": says("写法"),
			"clips": says("简写：读的时候当作全称，原文照旧"), "clips.full": says("全称"), "clips.words": says("简写；字母的要大写、不在别的词里，后面写着 clips_behind 里的词"), "clips.ahead": says("前面要紧挨着的词，有一个就行：颈A 的 颈"), "clips_behind": says("字母的简写后面要有的词，隔空格也行"),
		}, Defines: map[string]string{"sites.site": siteNames}, Uses: uses{"sites.part_of": site, "sites.known_by": site, "together.sites": site, "items.sites": site, "levels.site": site}},
		{Name: "modifiers", Title: "程度和性状", Files: []string{"modifiers.yaml"}, Type: reflect.TypeFor[source.ModifiersFile](), Fields: fields{
			"severity": says("程度"), "severity.name": says("标准名"), "severity.words": says("其他写法"), "qualities": says("可以夹在部位和中心词之间的形容词"), "courses": says("紧挨在所见前面、说明它是哪一种的病程、病因和形态：真菌性食管炎属食管炎"), "sizes": says("病灶大小的单位；别的单位的数值不是它的大小"),
			"units": says("计量单位"), "plain": says("含有词库里的词、但意思不同的长词，只用来把词切对"), "attribute": says("紧跟在所见后面，说明它只是形容后面的所见：缺血性病变"),
			"between": says("可以代替写法里“|”的词：光点|增粗 也认 光点稍增粗"), "trends": says("变化：增大、缩小……"), "trends.name": says("标准名"), "trends.words": says("其他写法"),
			"numbers": says("数目：单发、多发"), "numbers.name": says("标准名"), "numbers.words": says("其他写法"), "counters": says("数字后面的量词：2枚"),
			"segments": says("部位里的段、叶、壁、象限"), "segment_units": says("数字后面表示位置的字：2点钟方向、S8段"),
			"kinds": says("没有列出的病名的结尾：一个短语只说了一个名字、以它结尾，就照原文给出"), "qualifiers": says("形容病的词的末尾：认识的病前面紧挨着不认识的这种词，连在一起是它的名称，如 视锥细胞 + 营养不良"), "generic": says("以那些结尾、但只是泛指的话：慢性病"),
			"abnormal": says("看来异常的字：含有它、又没有一条所见管到的话列在 unread 里"),
			"compared": says("与以前比较的话：后面的增大、升高是变化，不是所见"),
		}},
		{Name: "characters", Title: "字形", Files: []string{"characters.yaml"}, Type: reflect.TypeFor[source.CharactersFile](), Fields: fields{
			"simplified": says("繁体、异体 -> 简体"), "symbols": says("其他写法的符号 -> 标准写法"), "radicals": says("部首字 -> 它代替的字；从 PDF 抄出来的文字里常有"),
			"misread": says("认错的字：words 里的词，字换成 characters 里的，仍算原词"), "misread.words": says("词"), "misread.cues": says("true：cues.yaml 里两个字以上的提示词和正常的话都算 words；confusions.yaml 里的形近字也算"), "misread.characters": says("字 -> 容易错成的字，连着写"),
			"misread.terms":  says("true：三个字以上的所见和部位都算，一次只换一个字"),
			"page_lines":     says("每页都有、与内容无关的行：整行符合其中一条正则表达式就去掉"),
			"misread.sounds": says("读音相同的字，每组互相替换；只用于 terms"),
			"misread.mark":   says("true：只有在数值和单位后面、隔一个空格、自成一格时才算"), "misread.numbers": says("true：写在数字里的 characters 是数字：51O、7.l"),
			"misread.cause": says("为什么会错"), "misread.opener": says("true：只有在小句开头或部位后面、后面紧跟所见或部位时才算"),
		}},
		cuesShape(),
	}
}

func cuesShape() strictyaml.Shape {
	category, group, ending := strictyaml.Use{Kind: cueNames}, strictyaml.Use{Kind: groupNames}, strictyaml.Use{Kind: endingNames}
	var states []string
	for _, s := range statuses {
		states = append(states, string(s))
	}
	ways, widths := slices.Sorted(maps.Keys(directions)), slices.Sorted(maps.Keys(scopes))
	reserved := slices.Sorted(maps.Keys(reservedGroups))
	direction := says("方向：forward 管后面，backward 管前面；forward_or_backward 后面没有才管前面，backward_or_forward 相反；both 前后都管", ways...)
	width := says("范围：adjacent 紧邻的一个，list 连同并列的，clause 到逗号，bare 逗号后只列所见也算，sentence 到句末", widths...)
	stops := says("遇到这些词组就停；site 指任何部位，cue 任何提示词，term 任何所见", reserved...)
	resumes := says("逗号后以这些词组开头，说的又是本人的现在，就不再管：外婆患骨质疏松，本次示骨量减少")
	return strictyaml.Shape{Name: "cues", Title: "提示词", Files: []string{"cues.yaml"}, Type: reflect.TypeFor[source.CuesFile](), Fields: fields{
		"precedence": says("同一处受几个提示词影响时，靠前的类别优先"), "grammar": says("按哪一版句法读；省略为 1，已发布的版本因此不变"), "groups": says("词组：名称 -> 词；供 stops 引用"), "endings": says("词尾：名称 -> 词；供 spares、except、carries 引用"),
		"categories": says("类别：名称 -> 默认的方向和范围"), "categories.status": says("所见因此算什么", states...), "categories.told": says("完整形式里说成什么；省略为 status", states...), "categories.direction": direction, "categories.scope": width,
		"categories.gap": says("adjacent 和 list 可以跨过几个生字"), "categories.reach": says("最多管多少字"), "categories.stops": stops, "categories.resumes": resumes, "categories.reason": says("所见因此不确定的原因，写给人看"),
		"cues": says("提示词，一条一个类别"), "cues.words": says("词，一行一个或用半角逗号分开；最长的优先"), "cues.category": says("类别"), "cues.direction": direction, "cues.scope": width,
		"cues.gap": says("省略为类别的"), "cues.reach": says("省略为类别的"), "cues.stops": stops, "cues.resumes": resumes, "cues.back": says("向前看时的范围，省略为 scope：糖尿病家族史只管并列的", widths...),
		"cues.answers": says("true：只在整项只有它时起作用：是否有高血压：是"), "cues.tight": says("true：与所见之间不能有空格：☑糖尿病 □高血压"), "cues.unless": says("后面有这一组的词收住时不起作用：除胆囊息肉外"), "cues.in_advice": says("提示词本身处在建议之中时，改按这个类别"), "cues.over": says("比这些类别优先：建议复查，高血压可能"),
		"cues.over_comma": says("可以跨过紧挨在提示词前面的一个逗号"), "cues.history": says("逗号后只列病史，也算：否认高血压，脑梗死病史"), "cues.final": says("只在它是小句的末尾时起作用"),
		"cues.done": says("小句说了做过、或什么时候做的，才管这么远，否则只管紧挨着的：2015年手术"), "cues.doubts": says("只了结前面拿不准的：穿刺病理为"),
		"cues.corrects": says("true：只管别人从前说的诊断：外院诊断胃溃疡，证实为胃癌"), "cues.defines": says("true：说的是一般的道理，后面再提到同一所见也是，直到说回本人：什么是胆囊息肉？"),
		"cues.graded": says("只管分级：甲状腺结节由TI-RADS 3类升为4A类"),
		"cues.spares": says("词尾在这一组的所见不受影响：便血待查"), "cues.except": says("词尾在这一组的，spares 不算"), "cues.carries": says("伴、伴有后面、词尾在这一组的所见，与前面的一样算"),
		"cues.behind":     says("只管紧跟在这一组的词后面的所见：因肠胀气，胰腺显示不清"),
		"cues.introduced": says("true：只在前面说到了别人时才算：由妻子代述：她有哮喘"),
		"cues.where":      says("只在全文别处有这一组的词时才算：老张查出肺癌，我没事"),
		"cues.forms":      says("各部分各取一个词，连起来都是这样的提示词：不能、完全、排除；words 里写了的照写的"), "cues.forms.of": says("各部分，按先后"), "cues.forms.of.words": says("可以取的词"), "cues.forms.of.optional": says("true：也可以不取"),
		"cues.forms.of.parts": says("取 parts 中这几组里的词"), "cues.same_site": says("可以隔着部位，但那是所见自己的部位：阑尾炎，已行阑尾切除"), "cues.otherwise": says("不在小句末尾时，按这个类别管后面：本次未见结石"),
		"parts":        says("各种写法共用的部分：名称 -> 词；供 forms、normal_forms、pseudo_forms 引用"),
		"normal_forms": says("正常的话：各部分各取一个词，连起来都是"), "normal_forms.of": says("各部分，按先后"), "normal_forms.of.words": says("可以取的词"), "normal_forms.of.parts": says("取 parts 中这几组里的词"), "normal_forms.of.optional": says("true：也可以不取"),
		"pseudo_forms": says("像提示词而不是的话：各部分各取一个词，连起来都是"), "pseudo_forms.of": says("各部分，按先后"), "pseudo_forms.of.words": says("可以取的词"), "pseudo_forms.of.parts": says("取 parts 中这几组里的词"), "pseudo_forms.of.optional": says("true：也可以不取"),
		"plain":            says("描述里用、部位和所见等词没有用到的字，连着写；有别的字的小句没有读懂，其中的所见只算可能"),
		"cues.new_finding": says("逗号后直接是带部位的所见，就不再管：建议复查，右肾囊肿"),
		"goes_on":          says("正常的话后面不停顿、接着说所见的，不是整句，是否认：未见异常团块"), "goes_on.category": says("按哪一类否认"), "goes_on.with": says("以否认的提示词开头、含有这些形容词的正常的话才会接着说"),
		"operations": says("手术以后的状态也是所见：部位、疾病或器具的标准名、做了什么、called，连起来就是"), "operations.called": says("状态的名称以它结尾"), "operations.context": says("类别"), "operations.endings": says("写在做了什么后面的字"),
		"operations.verbs": says("做了什么：parts 中这几组里的词"), "operations.through": says("怎么做的，不入名称：parts 中这几组里的词"), "operations.alone": says("不写部位也成一条的"), "operations.keeping": says("放了这些、做了这些，病还在：冠心病支架植入术后"), "operations.put_in": says("器具是怎么放进去的；没有写做了什么的器具，按它"), "operations.put_in.name": says("标准名"), "operations.put_in.words": says("其他写法"), "operations.devices": says("器具"), "operations.devices.name": says("标准名"), "operations.devices.words": says("其他写法"), "operations.objects": says("别的可以做手术的"), "operations.objects.name": says("标准名"), "operations.objects.words": says("其他写法"),
		"normal": says("表示正常的话"), "pseudo": says("像提示词而不是的词"),
	}, Defines: map[string]string{"categories.*": cueNames, "groups.*": groupNames, "endings.*": endingNames}, Uses: uses{
		"precedence": category, "cues.category": category, "goes_on.category": category, "cues.in_advice": category, "cues.over": category, "categories.stops": group, "cues.stops": group, "categories.resumes": group, "cues.resumes": group, "cues.unless": group, "cues.where": group,
		"cues.spares": ending, "cues.except": ending, "cues.carries": ending,
	}}
}
