package keywords

import (
	"strings"
	"testing"
)

// Whatever a heading of what is not there is made of, nothing below it is certain, and what
// the next heading stands above is.
func TestHeadingsSayHowAllIsMeant(t *testing.T) {
	l := newestLexicon(t)
	tried := 0
	for _, absent := range strings.Fields("阴性 未检出 未见异常 已排除 未发现 排除") {
		for i, carrier := range strings.Fields("结果 项目 的项目 疾病 体征 诊断 检查项目 情况") {
			for _, marks := range [][3]string{{"", "：", "。"}, {"【", "】", ""}, {"", ":", "\n"}, {"", "：\n", "\n\n"}} {
				below := []string{"肝囊肿、肾结石", "甲状腺结节，胆囊息肉", "脂肪肝 肺结节"}[i%3]
				text := marks[0] + absent + carrier + marks[1] + below + marks[2] + marks[0] + "阳性" + carrier + marks[1] + "胃息肉"
				got, err := l.Extract(text, "")
				if tried++; err != nil || len(got.Certain) != 1 || got.Certain[0] != "胃息肉" {
					t.Errorf("%q: certain %v: %v", text, got.Certain, err)
				}
			}
		}
	}
	if tried < 190 {
		t.Errorf("%d texts", tried)
	}
}
