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
