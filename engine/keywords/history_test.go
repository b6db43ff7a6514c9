package keywords

import (
	"strings"
	"testing"
)

// An illness that was operated on some time ago is a state after an operation today,
// in whichever order illness, time and operation are told; one whose operation is
// still to come is there.
func TestOperatedIllness(t *testing.T) {
	l := newestLexicon(t)
	tried := 0
	for _, illness := range []string{"胆囊结石", "子宫肌瘤", "甲状腺癌", "白内障", "左乳纤维腺瘤", "腰椎间盘突出"} {
		for _, operation := range strings.Fields("手术 行手术 行手术治疗 做过手术 行微创手术 接受手术治疗 行腹腔镜手术") {
			for _, when := range []string{"2018年", "5年前", "2019年在外院", "去年"} {
				for text, want := range map[string]Status{
					when + illness + operation:                                       Past,
					when + "因" + illness + operation:                                 Past,
					illness + when + operation:                                       Past,
					illness + "，" + when + operation + "，恢复良好":                       Past,
					illness + " " + when + operation:                                 Past,
					when + illness + "，拟择期" + strings.Replace(operation, "过", "", 1): Certain,
					illness + "，建议" + strings.Replace(operation, "过", "", 1):         Certain,
				} {
					tried++
					if got := l.statusOf(t, text, l.only(t, illness)); got != want && (want != Certain || got != Past || !l.counts(text)) {
						t.Errorf("%q: %q, want %q", text, got, want)
					}
				}
			}
		}
	}
	if tried < 1000 {
		t.Errorf("%d texts", tried)
	}
}

// only is the one term that a text mentions.
func (l *Lexicon) only(t *testing.T, text string) string {
	t.Helper()
	got, err := l.Extract(text, "")
	if err != nil || len(got.Certain) != 1 {
		t.Fatalf("%q: %v %v", text, got, err)
	}
	return got.Certain[0]
}

// counts reports whether a text says something for certain.
func (l *Lexicon) counts(text string) bool {
	got, err := l.Extract(text, "")
	return err == nil && len(got.Certain) > 0
}

// What was so before and is not said to be gone is told as past and counts as
// certain; what is said of today, or only compared with what was, is told as certain.
func TestHistoryIsPastAndCounts(t *testing.T) {
	l := newestLexicon(t)
	for _, before := range []string{"既往", "既往有", "3年前体检发现", "去年查体提示", "上次体检：", "曾诊断", "既往史：", "既往史：\n", "过去史：高血压，", "2年前外院超声示"} {
		for _, finding := range []string{"肝血管瘤", "甲状腺结节", "胆囊息肉"} {
			for text, want := range map[string]Status{
				before + finding: Past,
				before + "慢性胃炎、" + finding + "。":    Past,
				before + "慢性胃炎，本次" + finding:        Certain,
				before + "慢性胃炎。目前：" + finding:       Certain,
				before + "慢性胃炎\n\n" + finding:       Certain,
				before + "慢性胃炎\n超声检查：" + finding:    Certain,
				before + "慢性胃炎。体格检查：" + finding:     Certain,
				"脂肪肝较去年加重，" + finding:               Certain,
				finding + "病史5年":                    Past,
				finding + "10余年":                    Past,
				"脂肪肝与上次相仿，" + finding + "2018年较前增大": Certain,
			} {
				if got := l.statusOf(t, text, finding); got != want || !l.counts(text) {
					t.Errorf("%q: %q, want %q, and that it counts", text, got, want)
				}
			}
		}
	}
}

// What was so before is gone where today denies it, by name, by its head, or by an
// organ of which nothing abnormal is seen.
func TestTodayTakesBack(t *testing.T) {
	l := newestLexicon(t)
	for _, before := range []string{"上次（2023）：乳腺增生", "2021年查出乳腺增生", "去年体检乳腺增生", "2022年：乳腺增生", "既往乳腺增生"} {
		for _, today := range []string{"，本次未见乳腺增生", "；2024年：未见乳腺增生", "。本次双侧乳腺未见异常", "，现双乳未见增生"} {
			if strings.HasPrefix(before, "2021") && strings.Contains(today, "异常") {
				continue // only a word such as 去年 says that the year is over
			}
			if text := before + today; l.counts(text) {
				t.Errorf("%q still says something", text)
			}
		}
		for _, today := range []string{"，本次未见乳腺结节", "。本次甲状腺未见异常", ""} {
			if text := before + today; !l.counts(text) {
				t.Errorf("%q says nothing", text)
			}
		}
	}
}

// A heading ends with its line, or with its paragraph where it stands above it.
func TestSectionOfThePast(t *testing.T) {
	l := newestLexicon(t)
	for text, want := range map[string]string{
		"既往史：高血压\n脂肪肝":          "高血压 既往史|脂肪肝 ",
		"既往史：\n高血压\n糖尿病\n\n脂肪肝": "高血压 既往史|糖尿病 既往史|脂肪肝 ",
		"既往史：高血压。甲状腺：结节":        "高血压 既往史|甲状腺结节 甲状腺",
		"既往史：高血压，现脂肪肝":          "高血压 既往史|脂肪肝 ",
		"超声提示：脂肪肝\n肝囊肿":         "脂肪肝 超声提示|肝囊肿 超声提示",
	} {
		full, err := l.Full(text, "", "")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range full.Matches {
			got = append(got, f.Term+" "+f.Section)
		}
		if all := strings.Join(got, "|"); all != want {
			t.Errorf("%q: %s, want %s", text, all, want)
		}
	}
}
