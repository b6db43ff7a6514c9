package content

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"unicode"
)

// heads are words of the head and foot of reports.
var heads = strings.Fields(`检验报告单 检验结果报告单 医学检验报告 体检报告 健康体检报告书 临床检验报告 第一人民医院 中心医院 附属医院
市立医院 中医院 妇幼保健院 体检中心 检验科 健康管理中心 本报告仅对所检测的标本负责 如有疑问请及时与检验科联系
温馨提示 本结果仅供参考 如有异常请到相关科室咨询 姓名 性别 男 女 年龄 岁 科室 床号 病历号 门诊号 住院号 样本号 标本号 条码号
标本类型 血清 全血 血浆 尿液 送检医生 临床诊断 检验项目 采样时间 接收时间 报告时间 检验者 审核者 打印时间 申请时间 备注
序号 代号 代码 项目 项目名称 中文名称 结果 测定值 提示 标志 单位 参考值 参考范围 参考区间 方法 仪器 血常规 尿常规 肝功能 肾功能
血脂 血糖 电解质 甲状腺功能 肿瘤标志物 凝血功能 免疫 心肌酶谱 一般检查 体格检查 内科 外科 高血压 健康体检 待查 复查 头晕 腹痛
王 李 张 刘 陈 杨 赵 黄 周 吴 徐 孙 胡 朱 高 林 何 郭 马 罗 伟明 建国 志远 秀英 丽华 小结 建议 结论 正常 异常 偏高 偏低 未见异常`)

// common are characters of everyday Chinese; those that are not in the
// alphabet teach a reader what it does not know.
const common = `的一是了我不在人们有来他这上着个地到大里说就去子得也和那要下看天时过出小么起你都把好还多没为又可家学只以主会样年想生同老中十从自面前头道它后然走很像见两用她国动进成回什边作对开而己些现山民候经发工向事命给长水几义三声于高手知理眼志点心战二问但身方实吃做叫当住听革打呢真全才四已所敌之最光产情路分总条白话东席次亲如被花口放儿常气五第使写军吧文运再果怎定许快明行因别飞外树物活部门无往船望新带队先力完却站代员机更九您每风级跟笑啊孩万少直意夜比阶连车重便斗马哪化太指变社似士者干石满日决百原拿群究各六本思解立河村八难早论吗根共让相研今其书坐接应关信觉步反处记将千找争领或师结块跑谁草越字加脚紧爱等习阵怕月青半火法题建赶位唱海七女任件感准张团屋离色脸片科倒睛利世刚且由送切星导晚表够整认响雪流未场该并底深刻平伟忙提确近亮轻讲农古黑告界拉名呀土清阳照办史改历转画造嘴此治北必服雨穿内识验传业菜爬睡兴形量咱观苦体众通冲合破友度术饭公旁房极南枪读沙岁线野坚空收算至政城劳落钱特围弟胜教热展包歌类渐强数乡呼性音答哥际旧神座章帮啦受系令跳非何牛取入岸敢掉忽种装顶急林停息句区衣般报叶压慢叔背细`

// name makes the name of an indicator as some laboratory prints it.
func (c *Content) name(rng *rand.Rand) string {
	name := pick(rng, c.names)
	switch rng.IntN(20) {
	case 0, 1, 2:
		return pick(rng, c.codes)
	case 3:
		return pick(rng, []string{"*", "★", "▲", "☆", "# "}) + name
	case 4:
		return name + "(" + pick(rng, c.codes) + ")"
	case 5:
		return name + "（" + pick(rng, c.codes) + "）"
	case 6:
		return pick(rng, c.codes) + pick(rng, []string{" ", "", "-", "  "}) + name
	case 7: // cut off by the column's edge
		if runes := []rune(name); len(runes) > 4 {
			return string(runes[:len(runes)-1-rng.IntN(2)])
		}
	case 8:
		return fmt.Sprintf("%d%s%s", 1+rng.IntN(40), pick(rng, []string{"", ".", "、", " "}), name)
	case 9:
		return name + pick(rng, []string{"测定", "检测", "计数", "定量", "浓度", "百分比", "绝对值", "(干化学)", "#", "%", "*", ":", "："})
	case 10:
		return name + pick(rng, []string{" ", "", " "}) + pick(rng, c.codes)
	}
	return name
}

func (c *Content) unit(rng *rand.Rand) string {
	u := pick(rng, c.units)
	switch rng.IntN(8) {
	case 0:
		u = strings.ReplaceAll(u, "u", "μ")
	case 1:
		return "(" + u + ")"
	case 2, 3:
		u = raised(u)
	case 4:
		u = strings.ReplaceAll(raised(u), "10", pick(rng, []string{"×10", "*10", "x10", "X10"}))
	case 5:
		if strings.Contains(u, "^") {
			u = strings.ReplaceAll(u, "^", pick(rng, []string{"", "*", "E", "^"}))
		}
	}
	return u
}

// raised writes 10^9 as 10⁹.
func raised(u string) string {
	const digits = "⁰¹²³⁴⁵⁶⁷⁸⁹"
	var b strings.Builder
	up := false
	for _, r := range u {
		switch {
		case r == '^':
			up = true
		case up && unicode.IsDigit(r):
			b.WriteString(string([]rune(digits)[r-'0']))
		default:
			up = false
			b.WriteRune(r)
		}
	}
	return b.String()
}

// text makes what else stands on a page.
func (c *Content) text(rng *rand.Rand) string {
	word := pick(rng, c.words)
	switch rng.IntN(12) {
	case 0, 1:
		return word + pick(rng, []string{":", "："}) + pick(rng, c.words)
	case 2:
		return word + pick(rng, []string{":", "：", "： ", ": "}) + c.number(rng)
	case 3:
		return "【" + word + "】"
	case 4:
		return fmt.Sprintf("20%02d%s%02d%s%02d", rng.IntN(40), "-", 1+rng.IntN(12), "-", 1+rng.IntN(31)) + pick(rng, []string{"", fmt.Sprintf(" %02d:%02d", rng.IntN(24), rng.IntN(60)), fmt.Sprintf(" %02d:%02d:%02d", rng.IntN(24), rng.IntN(60), rng.IntN(60))})
	case 5:
		return word + pick(rng, c.words)
	case 6:
		return c.name(rng) + pick(rng, []string{":", "：", " ", "  "}) + c.number(rng) + pick(rng, []string{"", " "}) + c.unit(rng)
	case 7:
		return c.foreigners(rng, 2+rng.IntN(6))
	case 8:
		return word + c.foreigners(rng, 1+rng.IntN(3))
	case 9:
		return c.number(rng) + pick(rng, []string{"", " "}) + c.unit(rng)
	case 10:
		return strings.ToUpper(pick(rng, c.codes))
	}
	return word
}

func (c *Content) foreigners(rng *rand.Rand, n int) string {
	out := make([]rune, n)
	for i := range out {
		out[i] = pick(rng, c.foreign)
	}
	return string(out)
}

// random strings characters of the alphabet together.
func (c *Content) random(rng *rand.Rand) string {
	n := 1 + rng.IntN(8)
	out := make([]rune, n)
	style := rng.IntN(4)
	for i := range out {
		switch r := pick(rng, c.alphabet); {
		case style == 0:
			out[i] = rune('0' + rng.IntN(10))
		case style == 1:
			out[i] = rune('!' + rng.IntN('~'-'!'))
		case style == 2 && !unicode.Is(unicode.Han, r):
			out[i] = []rune(pick(rng, c.names))[0]
		default:
			out[i] = r
		}
	}
	if style == 0 && n > 2 {
		out[1+rng.IntN(n-2)] = '.'
	}
	return string(out)
}

// Make makes a text of a kind.
func (c *Content) Make(rng *rand.Rand, kind Kind) string {
	switch kind {
	case Number:
		return c.number(rng)
	case Name:
		return c.name(rng)
	case Unit:
		return c.unit(rng)
	case Random:
		return strings.TrimSpace(c.random(rng))
	}
	return c.text(rng)
}
