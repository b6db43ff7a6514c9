package keywords

import (
	"strings"
	"testing"
)

// foreign are nouns and attributes that no dictionary has: the grammar holds for
// words it does not know.
var (
	foreignAttributes = []string{"", "明显质硬活动度差的", "确切的肉眼可辨", "新近", "对称性", "大片", "穿凿样", "显著梭形"}
	foreignNouns      = []string{"结节", "包块", "肿大淋巴结", "斑块", "囊肿", "占位", "息肉", "钙化灶", "积液", "扩张"}
)

// A negator takes attributes that are no words of the lexicon, whatever it is
// composed of and wherever it stands.
func TestNegatorTakesForeignAttributes(t *testing.T) {
	l := newestLexicon(t)
	var k leaks
	for i, not := range l.negators() {
		for j, attribute := range foreignAttributes {
			for m, place := range []string{"", "双肺", "左乳外上象限", "肝右叶", "颈部"} {
				n := 13*i + 5*j + m
				k.try(t, l, place+not+attribute+foreignNouns[n%len(foreignNouns)]+[]string{"", "。", "、出血及坏死", "，边界清"}[n/3%4])
			}
		}
	}
	k.done(t, 5000)
}

// statusOf is what a text says of the only term that it mentions.
func (l *Lexicon) statusOf(t *testing.T, text, term string) Status {
	t.Helper()
	got, err := l.Extract(text, "")
	if err != nil {
		t.Fatal(err)
	}
	status := Status("")
	for _, m := range got.Matches {
		if m.Term == term {
			status = m.Status
		}
	}
	return status
}

// Verbs of exclusion that are themselves denied leave a doubt, whichever words
// they are made of, before the finding and behind it.
func TestDeniedExclusionIsDoubt(t *testing.T) {
	l := newestLexicon(t)
	tried := 0
	for _, cannot := range strings.Fields("未能 不能 无法 尚不 尚不能 难以 不可 暂不能 尚未 仍无法 很难") {
		for _, wholly := range strings.Fields("- 完全 彻底 最终 明确") {
			for _, exclude := range strings.Fields("排除 除外 否定") {
				cue := cannot + strings.TrimPrefix(wholly, "-") + exclude
				for _, text := range []string{cue + "肝血管瘤", "肝血管瘤" + cue, "肝内见稍高密度影，肝血管瘤" + cue + "，建议复查"} {
					tried++
					if got := l.statusOf(t, text, "肝血管瘤"); got != Possible {
						t.Errorf("%q: %q, want possible", text, got)
					}
				}
			}
		}
	}
	if tried < 400 {
		t.Errorf("%d texts", tried)
	}
}

// What opens a scope is closed by what begins anew.
func TestScopesClose(t *testing.T) {
	l := newestLexicon(t)
	openers := []string{"母亲患乳腺癌", "其兄有糖尿病", "建议低脂饮食，定期复查", "请内分泌科随诊", "如出现胸痛请及时就诊", "否认冠心病史", "甲状腺结节术后", "考虑胆囊息肉可能", "脑梗死不能排除", "未见肺结核", "糖尿病病史不详"}
	closers := []string{"。", "；", "\n", "。本次检查：", "。超声提示：", "\n2、", "。诊断："}
	findings := map[string]string{"右肾囊肿": "肾囊肿", "双侧颈动脉分叉处斑块形成": "颈动脉斑块", "肝脏见囊肿": "肝囊肿", "前列腺增生伴钙化": "前列腺增生", "脂肪肝（中度）": "脂肪肝"}
	tried := 0
	for _, open := range openers {
		for _, end := range closers {
			for text, term := range findings {
				tried++
				if got := l.statusOf(t, open+end+text, term); got != Certain {
					t.Errorf("%q: %s %q, want certain", open+end+text, term, got)
				}
			}
		}
	}
	if tried < 300 {
		t.Errorf("%d texts", tried)
	}
}
