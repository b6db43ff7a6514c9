package match

import (
	"fmt"
	"testing"
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
	got := ""
	for _, o := range others {
		got += fmt.Sprintf("%s %s %s %s\n", o.Name, o.Value, o.Unit, o.Reference)
	}
	if want := "中间细胞百分比 7.1 % 3.0-15.0\n血红蛋白A2 2.6 % 2.5-3.5\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
