package match

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tijian/ocr/result"
)

// TestOthers: rows that are none of ours are told as they are printed; neither ours
// nor fields of the head are among them.
func TestOthers(t *testing.T) {
	m := load(t)
	_, others := m.Rows(draw(
		"姓名: | 张三 | 年龄: | 45",
		"项目 | 结果 | 单位 | 参考区间",
		"白细胞计数 | 6.2 | 10^9/L | 3.5-9.5",
		"中间细胞百分比 | 7.1 | % | 3.0-15.0",
		"血红蛋白A2 | 2.6 | % | 2.5-3.5",
	))
	told(t, others, "中间细胞百分比 7.1 % 3.0-15.0", "血红蛋白A2 2.6 % 2.5-3.5")
}

// TestWordsOfOthers: a word under the heading of results is a result, whatever it says,
// on the left and on the right of a page; the mark beside one is told.
func TestWordsOfOthers(t *testing.T) {
	m := load(t)
	_, others := m.Rows(draw(
		"姓名: | 张三 | 性别: | 男",
		"项目 | 结果 | 提示 | 参考区间",
		"颜色 | 深黄色 | ↑ | 淡黄色",
		"清晰度 | 微浑 |  | 清",
		"尿蛋白 | 阴性 |  | 阴性",
		"结晶数目 | 12.5 | ↑ | 0-5",
		"检验者: | 李四 | 审核者: | 王五",
	))
	told(t, others, "颜色 深黄色  淡黄色 H", "清晰度 微浑  清", "结晶数目 12.5  0-5 H")
}

func told(t *testing.T, others []result.Unmatched, want ...string) {
	t.Helper()
	var got []string
	for _, o := range others {
		got = append(got, strings.TrimSpace(fmt.Sprintf("%s %s %s %s %s", o.Name, o.Value, o.Unit, o.Reference, o.Flag)))
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestRowsOfTheTable: no printed row of a table is left out because its name is short, was
// misread or is foreign, or because it prints neither unit nor interval; what stands above or
// below the table is none of its rows.
func TestRowsOfTheTable(t *testing.T) {
	m := load(t)
	for name, c := range map[string]struct{ page, want []string }{
		"a code misread":          {[]string{"Para | Result | Unit | Range", "MPV | 9.9 | fL | 9.0-13.0", "PDM | 10.2 | fL | 9.0-17.0", "PCT | 0.17 | % | 0.11-0.28"}, []string{"PDM 10.2 fL 9.0-17.0"}},
		"a name of one character": {[]string{"项目 | 结果 | 单位 | 参考区间", "锌 | 13.4 | umol/L | 11.6-23.0", "钾 | 4.1 | mmol/L | 3.5-5.3"}, []string{"锌 13.4 umol/L 11.6-23.0"}},
		"a word like the name":    {[]string{"项目 | 结果 | 单位 | 参考区间", "尿蛋白 | 阴性 |  | 阴性", "清晰度 | 清晰 |  | ", "比重 | 1.015 |  | 1.003-1.030"}, []string{"清晰度 清晰"}},
		"bare, the last":          {[]string{"张三 | 45", "项目 | 结果 | 单位 | 参考区间", "尿素 | 4.24 | mmol/L | 3.1-8.0", "亮氨酸氨基肽酶 | 40", "浊度分级 | 1+", "仅供参考", "请结合临床 | 40", "本结果只对此标本负责 | 如有疑问"}, []string{"亮氨酸氨基肽酶 40", "浊度分级 1+"}},
		"bare, without headings":  {[]string{"编号甲 | 88", "体重 | 68.3 kg", "基础代谢率 | 1626", "腰围 | 95.1 cm", "编号乙 | 99"}, []string{"基础代谢率 1626"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, others := m.Rows(draw(c.page...))
			told(t, others, c.want...)
		})
	}
}
