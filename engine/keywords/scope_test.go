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

// Behind a comma, a blank or the end of a line, whatever opened a scope is over where a
// word speaks of the person's own examination again.
func TestScopesResume(t *testing.T) {
	l := newestLexicon(t)
	openers := []string{
		"未见胆囊结石", "否认糖尿病", "胆囊结石已排除", "母亲糖尿病", "家族史:高血压", "外婆死于胃癌", "建议复查胃镜", "建议低脂饮食", "注意休息防止中风",
		"如出现胸痛及时就诊", "若血糖升高需服药", "考虑胆囊息肉", "肺结核待排", "脑梗死不除外", "甲状腺结节术后", "胃溃疡已愈", "高血压易引起脑梗死", "吸烟者易患肺癌",
		"需排除肺癌", "因肠气干扰胰腺显示不清", "客户来电咨询", "客户问是否有肺癌", "已电话告知", "报告解读",
	}
	resumers := strings.Fields("本人 现 今 本次 目前 今查 其本人 客户 受检者 彩超示 CT示 体检发现 报告示")
	findings := map[string]string{"右肾囊肿1.2cm": "肾囊肿", "肝囊肿": "肝囊肿", "前列腺增生": "前列腺增生", "双侧颈动脉斑块形成": "颈动脉斑块"}
	tried := 0
	for _, open := range openers {
		for _, end := range []string{"，", ",", "；", "。", "\n", " "} {
			for _, again := range resumers {
				for text, term := range findings {
					tried++
					if got := l.statusOf(t, open+end+again+text, term); got != Certain {
						t.Errorf("%q: %s %q, want certain", open+end+again+text, term, got)
					}
				}
			}
		}
	}
	if tried < 7000 {
		t.Errorf("%d texts", tried)
	}
}
