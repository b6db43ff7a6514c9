package keywords

import (
	"strings"
	"testing"

	"tijian/internal/growth"
)

// What a text takes grows with its length, whatever it repeats.
func TestCost(t *testing.T) {
	l := newestLexicon(t)
	for _, unit := range []string{"肝囊肿", "肝、", "未见", "否认", "无", "？", "可能", "(肝", "1.2cm×", "【", "9", "病史", "建议复查", "e\u0301", "肝\n", "末见 ", "肝 ", "未\n", "元肝", "(一)", "复查", "脂肪肝 ", "未见甲、肝，结节及乙", "因肝，显示不清", "甲 ", "未见异常", "未见异常肝", "肝、未见异常", "末贝", "麻木及"} {
		t.Run(unit, func(t *testing.T) {
			growth.Memory(t, 1<<14, func(n int) []byte { return []byte(strings.Repeat(unit, n/len(unit))) }, func(data []byte) {
				if _, err := l.Extract(string(data), ""); err != nil {
					t.Fatal(err)
				}
			})
		})
	}
}
