package ruleset

import (
	"reflect"
	"slices"
	"strings"

	"tijian/engine/strictyaml"
)

type fields = map[string]strictyaml.Field

type uses = map[string]strictyaml.Use

func says(zh string, choices ...string) strictyaml.Field {
	return strictyaml.Field{ZH: zh, Choices: choices}
}

// The codes of colours, and of signal bars.
var (
	colorCodes = []string{"0", "1", "2", "3", "4", "5"}
	flagCodes  = []string{"0", "1", "2", "3", "4"}
)

// Shapes describes the files of the rules, below the root that holds
// current.yaml.
func Shapes() []strictyaml.Shape {
	all := shapes()
	for _, s := range all {
		for key, field := range s.Fields {
			for kind, choices := range enumerated {
				if slices.Equal(field.Choices, choices) && (kind != flagNames || strings.HasSuffix(key, "flag")) {
					s.Uses[key] = strictyaml.Use{Kind: kind}
				}
			}
		}
	}
	return all
}

// What the manifest says of names that are the same in every version.
const flagNames = "flags"

var enumerated = map[string][]string{"levels": levelIDs, "acts": actIDs, "colors": colorCodes, flagNames: flagCodes}

func shapes() []strictyaml.Shape {
	source := says("依据：sources.yaml 中的键，后面可加空格和位置，如 W405 表1")
	return []strictyaml.Shape{
		{Name: "current", Title: "当前版本", Files: []string{"current.yaml"}, Type: reflect.TypeFor[currentFile](), Fields: fields{
			"active": says("使用中的版本，加引号，如 \"2026.1\"；写回旧版本就是回退"),
			"next":   says("到期自动启用的版本"), "next.version": says("版本"), "next.effective": says("启用日期，如 2026-12-01（当地零点起），或带时区的时刻"),
			"namespaces": says("固定使用某一版本（可以是草稿）的 namespace：名称 -> 版本"),
		}},
		manifestShape(),
		{Name: "sources", Title: "来源（文献）", Files: []string{"*/sources.yaml"}, Type: reflect.TypeFor[strictyaml.Entries[Source]](), Fields: fields{
			"title": says("文献标题"), "body": says("发布机构"), "year": says("年份"), "note": says("核对到什么程度、有什么限制"),
		}, Defines: map[string]string{"*": "sources"}},
		{Name: "constants", Title: "有名称的数", Files: []string{"*/constants.yaml"}, Type: reflect.TypeFor[strictyaml.Entries[constantEntry]](), Fields: fields{
			"value": says("数值，照规则和文字里的写法，如 7.0"), "unit": says("单位，与指标的标准单位相同"), "indicator": says("它是哪个指标的界限"),
			"zh": says("它是什么"), "source": source,
		}, Defines: map[string]string{"*": "constants"}, Uses: uses{"indicator": {Kind: "indicators"}, "source": {Kind: "sources", Place: true}}},
		{Name: "families", Title: "不能互相矛盾的指标", Files: []string{"*/families.yaml"}, Type: reflect.TypeFor[[]*familyEntry](), Fields: fields{
			"same": says("同一种物质的几个指标：数值相同，等级不能相差两级以上"), "from": says("或者：从这个指标"), "to": says("经推导值算出这个指标，两者不能相差两级以上"),
			"never_milder": says("或者：一个是与否的名称，如 pregnant；成立的人，任何表都不能比不成立时判得轻"), "except.indicator": says("never_milder 或 says 的例外：哪个指标"),
			"for": says("或者：对哪些人，异常的行都要说到一些话"), "says": says("tip 里至少说到其中一个词；几天后换了话的，late_tip 也要"), "of": says("哪些指标：词典里的 category 或 specimen"),
			"except": says("有意的例外"), "except.when": says("条件；value 是第一个指标的数值"), "except.reason": says("为什么"),
		}, Uses: uses{"same": {Kind: "indicators"}, "from": {Kind: "indicators"}, "to": {Kind: "indicators"}, "except.indicator": {Kind: "indicators"}}, Expressions: []string{"for", "except.when"}},
		{Name: "coherence", Title: "数值之间必须成立的关系", Files: []string{"*/coherence.yaml"}, Type: reflect.TypeFor[[]*identityEntry](), Fields: fields{
			"id": says("名称，小写英文和下划线；完整形式 doubts 的 rule"), "when": says("对哪些人；省略为所有人"), "holds": says("必须成立的条件，用指标的英文名；不成立时涉及的指标都不评估（U2）。要容得下修约和方法的差别"),
			"why": says("给读者的话：应当怎样"), "source": source,
		}, Uses: uses{"source": {Kind: "sources", Place: true}}, Expressions: []string{"when", "holds"}},
		{Name: "who", Title: "他是谁：孕妇、孩子、正在抗凝的人等另有的话", Files: []string{"*/contexts.yaml"}, Type: reflect.TypeFor[[]*contextEntry](), Fields: fields{
			"id": says("名称，小写英文和下划线"), "zh": says("他是谁"), "when": says("哪些人"),
			"words":        says("对异常的行另说的话；第一条符合的算。总表的每个 organ 都要有一条不带 of、levels、when 的，或写进 same"),
			"words.organs": says("哪些器官：总表 organs 里的 id"), "words.of": says("只对这些指标"), "words.levels": says("只对这些方向的等级，如 L 或 LA"), "words.when": says("只对其中哪些人"),
			"words.unless": says("tip 里已有其中一个词的，不再说"), "words.tip": says("可用 {tip}：行里的话"), "words.department": says("摘要里改说的科室"),
			"same": says("与别人说得一样的器官；写在这里就是看过了"), "never": says("不对他们说的词：有这些词的分句删去"),
		}, Uses: uses{"words.organs": {Kind: "organs"}, "same": {Kind: "organs"}, "words.of": {Kind: "indicators"}}, Expressions: []string{"when", "words.when"}},
		{Name: "contradictions", Title: "不能同时说的话", Files: []string{"*/contradictions.yaml"}, Type: reflect.TypeFor[[]*contradictionEntry](), Fields: fields{
			"organ": says("器官：总表 organs 里的 id"), "reassures": says("让人放心的话：这个器官有橙色以上的结果时，任何提示里都不能有"), "from_color": says("从哪种颜色起算警告；省略为 4", colorCodes...),
		}, Uses: uses{"organ": {Kind: "organs"}}},
		{Name: "quality", Title: "图像质量门槛", Files: []string{"*/quality.yaml"}, Type: reflect.TypeFor[qualityFile](), Fields: fields{
			"layouts":     says("按版式 SINGLE、DOUBLE、TABLE、DEFAULT；每项都必须严格大于"),
			"layouts.ppi": says("每英寸像素"), "layouts.kilobytes": says("文件大小，1 kb = 1024 字节"), "layouts.sharpness": says("清晰度"),
			"layouts.legibility": says("可辨度：识别程序对文字的把握，0 至 1；不写则不查"),
		}},
		{Name: "tables", Title: "指标表", Files: []string{"*/indicators/*.yaml", "*/overlays/*/indicators/*.yaml"}, Type: reflect.TypeFor[[]*tableEntry](), Fields: fields{
			"indicator": says("指标的英文名，见同版本的 dictionaries"),
			"for":       says("适用人群的条件，省略为所有人；同一指标的表不能重叠，如 age >= 18 and sex == \"female\""),
			"source":    source, "risks": says("与本指标有关的疾病风险 id"),
			"rows":       says("各行互不重叠，合起来覆盖所有数值"),
			"rows.when":  says("条件，如 1.70 <= value < 2.30"),
			"rows.level": says("等级：N 正常，L 偏低，H 偏高，A 定性异常，U 不评估；数字是轻重", levelIDs...),
			"rows.color": says("颜色 0 到 5；省略为等级的颜色", colorCodes...),
			"rows.tip":   says("给读者：这个数值说明什么"), "rows.hint": says("给读者：可能的影响因素，接下来做什么"),
			"rows.source": says("本行的依据；省略为表的"),
			"printed":     says("true：化验单印了范围的，两端以它为准，其余界限按同样的倍数移动；按表已属3、4级的不变"),
			"not_printed": says("提示说以报告的范围为准，却有意不用它：为什么"),
			"organ":       says("属于哪个器官或方面：总表 organs 里的 id；摘要按它归类"), "department": says("摘要里说的科室；省略为 organ 的"),
			"reviewed": says("签字：哪位医生，哪天；没有签字的不写"), "reviewed.by": says("姓名"), "reviewed.on": says("日期，如 \"2026-11-20\""), "reviewed.of": says("所签内容的指纹，检查时会给出；以后内容改了，这个签字就不再算"),
			"rows.act": says("多急；省略为等级的", actIDs...), "rows.alert": says("重要异常结果的类别：A 需立即处理，B 需尽快复查；省略为没有", alerts...), "rows.department": says("本行的科室；省略为表的"),
			"rows.recheck": says("几天内复查；省略为等级的，再省略为颜色的"), "rows.late_tip": says("检查已过去几天（总表 late）时代替 tip，可用 {days}；省略为总表的"),
			"rows.deliberate": says("有意与等级不同的：写明什么、为什么、谁、哪天；没有的不写"), "rows.deliberate.what": says("什么：color 颜色更轻，recheck 复查更晚，direction 用了相反方向的词，reassurance 用了让人放心的词", deliberates...), "rows.deliberate.reason": says("为什么"), "rows.deliberate.by": says("姓名"), "rows.deliberate.on": says("日期，如 \"2026-11-20\""),
			"rows.numbers": says("文字里既不是这张表的界限、也不是有名称的数的那些数，如周数、别处的界限"),
		}, Uses: uses{"indicator": {Kind: "indicators"}, "source": {Kind: "sources", Place: true}, "rows.source": {Kind: "sources", Place: true}, "risks": {Kind: "risks"}, "organ": {Kind: "organs"}}, Expressions: []string{"for", "rows.when"}},
		{Name: "derived", Title: "推导值", Files: []string{"*/derived/*.yaml"}, Type: reflect.TypeFor[[]*derivedEntry](), Fields: fields{
			"id": says("名称，其他规则用它引用"), "zh": says("中文名"), "own_numbers": says("true：公式里的数属于已发表的模型，规则的界限移动时不跟着变"), "type": says("number（默认）、text 或 boolean", "number", "text", "boolean"), "unit": says("单位"),
			"supplies": says("没有送这个指标时，用推导值代替"), "when": says("何时可算；不成立就不算"), "show": says("列在回答里的条件，如 has(calcium)；省略为算得出就列。规则照样用它"), "source": source,
			"assume": says("没有送的输入，按说明假定"), "assume.variable": says("输入的名称"), "assume.value": says("假定的值（公式）"), "assume.text": says("写给读者的说明"),
			"let": says("中间步骤，按顺序计算"), "let.name": says("步骤名"), "let.formula": says("公式"),
			"formula": says("公式；或写 cases"), "cases": says("分情况：第一个成立的"), "cases.when": says("条件；省略为其余情况"), "cases.formula": says("公式"),
		}, Defines: map[string]string{"id": "derived", "let.name": "steps"}, Uses: uses{"supplies": {Kind: "indicators"}, "source": {Kind: "sources", Place: true}},
			Expressions: []string{"when", "show", "assume.value", "let.formula", "formula", "cases.when", "cases.formula"}},
		{Name: "risks", Title: "疾病风险", Files: []string{"*/risks/*.yaml"}, Type: reflect.TypeFor[riskEntry](), Fields: fields{
			"id": says("名称，指标表的 risks 用它引用"), "name": says("中文名"), "source": source,
			"not_shown_on":      says("风险用到、却有意不在其结果里显示的指标"),
			"pattern":           says("几项结果合起来看：达到 from_flag 时，由它在摘要里带头，成员的提示里也说到它；成员的指标会显示这个风险"),
			"pattern.from_flag": says("从几格起；省略为 2", flagCodes...), "pattern.members": says("它解释的异常结果：指标的英文名，后面可写方向 L、H、A"),
			"pattern.instead": says("单独说会误导的成员：换成这里的话；比它更急的不换"), "pattern.instead.of": says("哪些指标，后面可写方向"), "pattern.instead.tip": says("代替 tip（正常的行也换）"), "pattern.instead.hint": says("代替 hint；省略为没有"),
			"pattern.never": says("它成立时，任何提示里都不说的词：有这些词的分句删去，如缺水以外的“多喝水”"),
			"pattern.over":  says("它已经说到的其他风险：同时出现时不另带头，更急的除外"),
			"rules":         says("自上而下，第一条成立且能判断的回答；缺数据就落到下一条"), "rules.id": says("规则名"), "rules.when": says("何时用这条规则；省略为所有人"),
			"rules.rows": says("信号格数；各行不能给出矛盾的结果"), "rules.rows.when": says("条件"), "rules.rows.flag": says("信号格数 0 到 4", flagCodes...),
			"rules.at_least": says("至少几格；不能判断的忽略"), "rules.at_least.when": says("条件"), "rules.at_least.flag": says("至少的信号格数", flagCodes...),
			"rules.source": says("本条规则的依据；省略为风险的"),
			"organ":        says("属于哪个器官或方面：总表 organs 里的 id"), "department": says("摘要里说的科室；省略为 organ 的"),
			"reviewed": says("签字：哪位医生，哪天；没有签字的不写"), "reviewed.by": says("姓名"), "reviewed.on": says("日期，如 \"2026-11-20\""), "reviewed.of": says("所签内容的指纹，检查时会给出；以后内容改了，这个签字就不再算"),
			"rules.rows.tip": says("摘要里怎么说；省略为“名称：格数的名称”"), "rules.rows.act": says("多急；省略为格数的", actIDs...), "rules.rows.alert": says("重要异常结果的类别", alerts...), "rules.rows.late_tip": says("检查已过去几天（总表 late）时代替 tip，可用 {days}"),
			"rules.rows.department": says("本行的科室"), "rules.rows.recheck": says("几天内复查；省略为格数的"),
			"rules.at_least.tip": says("摘要里怎么说"), "rules.at_least.act": says("多急；省略为格数的", actIDs...), "rules.at_least.alert": says("重要异常结果的类别", alerts...), "rules.at_least.late_tip": says("检查已过去几天时代替 tip"),
			"rules.rows.deliberate": says("有意与等级不同的：写明什么、为什么、谁、哪天；没有的不写"), "rules.rows.deliberate.what": says("什么：color 颜色更轻，recheck 复查更晚，direction 用了相反方向的词，reassurance 用了让人放心的词", deliberates...), "rules.rows.deliberate.reason": says("为什么"), "rules.rows.deliberate.by": says("姓名"), "rules.rows.deliberate.on": says("日期，如 \"2026-11-20\""),
			"rules.at_least.deliberate": says("有意与等级不同的：写明什么、为什么、谁、哪天；没有的不写"), "rules.at_least.deliberate.what": says("什么：color 颜色更轻，recheck 复查更晚，direction 用了相反方向的词，reassurance 用了让人放心的词", deliberates...), "rules.at_least.deliberate.reason": says("为什么"), "rules.at_least.deliberate.by": says("姓名"), "rules.at_least.deliberate.on": says("日期，如 \"2026-11-20\""),
			"rules.at_least.department": says("本行的科室"), "rules.at_least.recheck": says("几天内复查"),
		}, Defines: map[string]string{"id": "risks"}, Uses: uses{"organ": {Kind: "organs"}, "source": {Kind: "sources", Place: true}, "rules.source": {Kind: "sources", Place: true},
			"pattern.members": {Kind: "indicators", Place: true}, "pattern.instead.of": {Kind: "indicators", Place: true}, "pattern.over": {Kind: "risks"}, "not_shown_on": {Kind: "indicators"}},
			Expressions: []string{"rules.when", "rules.rows.when", "rules.at_least.when"}},
		{Name: "overlay", Title: "覆盖层", Files: []string{"*/overlays/*/overlay.yaml"}, Type: reflect.TypeFor[overlayFile](), Fields: fields{
			"title":         says("名称"),
			"fewer_persons": says("有意不再评估一部分人的指标：自己的表管的人可以比基础规则少"),
		}},
	}
}

func manifestShape() strictyaml.Shape {
	return strictyaml.Shape{Name: "manifest", Title: "版本总表", Files: []string{"*/manifest.yaml"}, Type: reflect.TypeFor[manifestFile](), Fields: fields{
		"version": says("版本号，加引号，与文件夹同名"), "from": says("从哪一版复制而来；tijian rules draft 会写"), "inherits_cases": says("true：为来源版本写的用例也用于这一版；tijian rules draft 会写"), "title": says("标题"), "released": says("发布日期，如 2026-11-20"),
		"levels": says("全部等级"), "levels.id": says("等级；有 coherence.yaml 的版本另有 U2", append(slices.Clone(levelIDs), LevelContradicted)...), "levels.name": says("名称"), "levels.en": says("英文名称，给读英文的人看；可省"), "levels.color": says("默认颜色 0 到 5", colorCodes...),
		"levels.severity": says("轻重 0 到 4", flagCodes...), "levels.direction": says("方向", "none", "low", "high", "abnormal"),
		"colors": says("颜色 0 到 5"), "colors.code": says("编号 0 到 5", colorCodes...), "colors.name": says("名称"), "colors.hex": says("如 \"#9aa0a6\"，加引号"), "colors.meaning": says("含义"),
		"flags": says("信号格数 0 到 4"), "flags.flag": says("格数", flagCodes...), "flags.name": says("名称"),
		"arguments": says("请求中可附加的字段"), "arguments.path": says("在请求中的位置，如 profile.region"), "arguments.variable": says("在条件里的名称"),
		"arguments.type": says("类型", "boolean", "number", "string"), "arguments.allowed": says("文字可取的值"), "arguments.range": says("数字可取的范围，如 [0, 45]；超出的请求被退回"), "arguments.title": says("中文说明"),
		"arguments.required": says("成立时必须提供的条件；\"\" 为从不"),
		"texts":              says("不评估时的提示，可用 {zh} {value} {unit} {age}"), "texts.unknown_indicator": says("词典里没有这个指标"), "texts.unknown_like": says("同上，而名称与某个指标的相近，或是它的中文名称：可用 {like}；省略同 unknown_indicator"),
		"texts.no_rule": says("没有适用的表或行"), "texts.under_age": says("规则不适用于这个年龄；省略同 no_rule"),
		"texts.insufficient": says("条件需要没有送的数据；省略同 no_rule"), "texts.implausible": says("超出可信范围"),
		"texts.trend_up": says("完整形式：比上次升高，可用 {date} {previous} {change} {percent}"), "texts.trend_down": says("比上次降低"), "texts.trend_same": says("与上次相同"),
		"texts.trend_percent": says("{percent} 的写法，如（{percent}%）；上次不大于 0 时没有"), "texts.trend_grade": says("定性结果：可用 {date} {previous}"),
		"unassessed": says("有表却不管的人：依次看，第一条成立的给出提示；都不成立就用 texts 里的"), "unassessed.when": says("哪些人"), "unassessed.text": says("提示，可用 {zh} {value} {unit} {age}"),
		"meanings": says("这些结果多说明什么：danger 的 tip 里的 {means}"), "meanings.indicators": says("哪些指标，后面可写方向 L、H、A"), "meanings.text": says("放在“异常”后面的话，以逗号开头"), "danger": says("没有表的人，别的年龄的表也说得着的数值：依次看，借那个年龄的表，够重才说"), "danger.when": says("哪些人"), "danger.age": says("借几岁的表"), "danger.severity": says("从哪个轻重起", flagCodes...), "danger.indicators": says("哪些指标：看过、对这些人也适用的，后面可写方向 L、H、A"), "danger.tip": says("可用 {zh} {result}，{act} 是多急的名称，{means} 是 meanings 的话"), "danger.hint": says("hint"), "danger.patterned": says("true：几项合起来有解释时（pattern），它也接上那句话"), "danger.within": says("至迟多急；省略为照那个年龄的表", actIDs...),
		"remarks": says("这样的人，完整形式的 assumptions 里说一句，如自相矛盾的资料按什么看"), "remarks.when": says("哪些人"), "remarks.text": says("说什么"),
		"texts.implausible_late": says("同上，而检查已过去几天（总表 late 的 4 级）；省略同 implausible_urgent"),
		"texts.in_pattern":       says("几项结果合起来有解释时的提示，可用 {tip} {pattern}；省略为没有"), "texts.in_pattern_once": says("true：两边都说多久以内的，只说较急的（acts 的 says）"), "texts.printed": says("印的范围与这里的判断不同时接着说的话，可用 {tip} {printed} {source} {zh} {result}；省略为不说"), "texts.printed.within": says("印的范围里，这里判为异常"), "texts.printed.outside": says("超出印的范围，这里不算异常"), "texts.printed.unjudged": says("超出印的范围，这里不评估"),
		"texts.printed.beyond": says("超出印的范围，而别的什么都不知道的（不认识的指标、没有适用的规则）：多急、怎么说；省略为不认识的不说，都不急"), "texts.printed.beyond.text": says("代替 unjudged；还可用 {act}"), "texts.printed.beyond.act": says("多急", actIDs...), "texts.printed.beyond.times": says("达到上限的几倍、低到下限的几分之一，用 far_act"), "texts.printed.beyond.far_act": says("这时多急", actIDs...), "texts.printed.beyond.summary": says("没有别的要说时，代替摘要的 none，可用 {count} {names}"),
		"texts.bound": says("结果只是界限（<3.5）、里面轻重不同的行都有时，代替最轻一行的话；省略为照最轻的一行说"), "texts.bound.graver": says("提示，可用 {zh} {result}，{level} 是最轻一行的等级名称，{act} 是最急一行多急的名称"), "texts.bound.hint": says("hint"), "texts.bound.soonest": says("最多说到多急", actIDs...), "texts.bound.by_act": says("true：轻重相同而急缓不同的行也这样说；省略为只看轻重"),
		"texts.implausible_urgent": says("超出可信范围，而这一侧的数值若属实就是重度或危急；省略同 implausible"),
		"texts.ideal_and":          says("理想范围两端之间的词：≥3.9 且 <6.1"), "texts.ideal_or": says("几段理想范围之间的词"), "texts.ideal_digits": says("换算到别的单位时，理想范围较大的一端写几位有效数字（向内取整），如 3 写成 0.65-1.09；省略为两端各四位"),
		"levels.recheck": says("这一级默认几天内复查；有 acts 的版本不写"), "levels.act": says("这一级默认多急", actIDs...), "flags.act": says("默认多急", actIDs...),
		"acts": says("多急：从 now 到 routine 七步，一步不少；alert、recheck、摘要的先后都由它来。省略的版本各行自己写 alert 和 recheck"), "acts.id": says("名称", actIDs...), "acts.name": says("中文名称"), "acts.en": says("英文名称"), "acts.alert": says("重要异常结果的类别；省略为没有", alerts...), "acts.recheck": says("几天内复查；省略为没有"), "acts.department": says("这么急时去哪里，代替平时的科室；省略为平时的科室"), "acts.departments": says("有自己的急诊的科室：平时的科室: 这么急时去哪里"), "acts.says": says("tip 里说到这一步的词：tip 与 act 不合时检查会指出"),
		"texts.contradicted": says("与别的数值矛盾（coherence.yaml），可用 {zh} {result} {others} {why}"), "texts.contradicted_urgent": says("同上，而数值若属实就是重度或危急；省略同 contradicted"), "summary.others": says("接在摘要的话后面：另有 {more} 个方面与第一个同样急；省略为不说"), "colors.recheck": says("这种颜色默认几天内复查，等级没有写时"),
		"flags.color": says("摘要里的颜色；0 或省略为不进摘要", colorCodes...), "flags.severity": says("摘要里的轻重，与等级的相比", flagCodes...), "flags.recheck": says("默认几天内复查"),
		"organs": says("器官或方面；轻重相同时按这里的先后"), "organs.id": says("表和风险的 organ 引用它"), "organs.title": says("名称"), "organs.department": says("默认的科室"),
		"summary": says("完整形式的摘要；省略为没有。可用 {title} {why} {department} {count}"), "summary.from_color": says("从哪种颜色起进摘要", colorCodes...),
		"summary.none": says("没有要说的"), "summary.unjudged": says("没有要说的，而有 {count} 项没有评估（如 {names}）时，接在 none 后面"), "summary.one": says("一个方面"), "summary.many": says("几个方面；省略同 one"), "summary.urgent": says("有 A 类；省略同上"), "summary.late_urgent": says("有 A 类而检查已过去几天（总表 late 的 4 级），可用 {days}；省略同 urgent"),
		"summary.values_first": says("true：每个方面先列测得的数值，再列合起来的风险；话仍由最重的说"),
		"summary.haste":        says("伤害来得多快，最快的在前；轻重、类别相同时先按它，再按 organs。省略为只按 organs；没有写到的最后"), "summary.haste.title": says("这一步是什么，给编辑看"),
		"summary.haste.indicators": says("指标的英文名，后面可写等级、类别（A、B）和器官，如 potassium L4 H4、systolic_bp H4 pregnancy"), "summary.haste.risks": says("风险的 id，后面可写格数、类别和器官，如 acidosis 4"),
		"unit_doubt": says("数值的单位可疑：印的参考范围换成另一种单位才像通常的范围时，不评估；省略为不怀疑，没有写单位的按标准单位"), "unit_doubt.near": says("印的范围与通常的相差几倍以内算相同"), "unit_doubt.wide": says("最多相差几倍"), "unit_doubt.text": says("没有写单位时的提示，可用 {zh} {value} {age}，{like} 是看来像的单位"),
		"unit_doubt.named": says("写了单位的也这样看；省略为相信写的单位"), "unit_doubt.named.both": says("印的两端与通常的相差都在几倍以内，仍相信写的单位"), "unit_doubt.named.one": says("只印一端时，相差几倍以内仍相信：方法不同，上限常差几倍"), "unit_doubt.named.text": says("提示，可用 {zh} {value} {unit} {age} {like}"),
		"unit_doubt.number":     says("没有印范围的数，按它的单位几乎没有人有这样的数值，换一种单位却很平常：按它的单位属危急的，或超出可信范围的，提示里说出来，等级不变。省略为不怀疑"),
		"unit_doubt.number.far": says("从通常范围到可信范围的尽头（按倍数），过了这条路的几成算几乎没有人有；0 至 1"), "unit_doubt.number.near": says("在通常范围之外几倍以内算平常"), "unit_doubt.number.open": says("通常范围只有一端的，往里几倍以内算平常"), "unit_doubt.number.severity": says("平常的数至多多重", flagCodes...),
		"unit_doubt.number.reach": says("可信范围的尽头至多是通常范围的几倍，才算身体守得住、越界少见；酶这类能升高上百倍的不怀疑"), "unit_doubt.number.called": says("给人看的单位名称，如 fraction: 小数"), "unit_doubt.number.text": says("提示，可用 {tip} {zh} {value} {unit}，{like} 是平常的那个单位"),
		"late": says("检查已过去几天时代替 tip 的话；最后一条符合的算"), "late.days": says("从几天起"), "late.severity": says("从哪个轻重起", flagCodes...),
		"late.tip": says("可用 {days} {tip} {zh} {value} {unit} {age}"), "late.hint": says("代替 hint 的话；省略则 hint 不变"), "late.act": says("4 级那条写：过了这么多天，最急也只到这一步；省略为照旧", actIDs...),
		"wording": says("检查用语：写了才检查，不符为提醒"), "wording.see_doctor": says("4 级的 tip 至少用其中一个词"), "wording.avoid": says("tip 和 hint 不用的词：诊断、吓人的话"), "wording.printed": says("请读者看化验单范围的话：用了的表，就要用印的范围（printed），或写明为什么不用（not_printed）"), "wording.at_once": says("过几天就不对的话，如“今天、马上”：tip 用了，就要有过几天说的话"),
	}, Defines: map[string]string{
		"organs.id": "organs", "levels.id": "levels", "acts.id": "acts", "colors.code": "colors", "flags.flag": flagNames, "arguments.variable": "arguments",
	}, Expressions: []string{"arguments.required", "unassessed.when", "remarks.when", "danger.when"}, Uses: uses{"meanings.indicators": {Kind: "indicators", Place: true}, "danger.indicators": {Kind: "indicators", Place: true}, "summary.haste.indicators": {Kind: "indicators", Place: true}, "summary.haste.risks": {Kind: "risks", Place: true}}}
}
