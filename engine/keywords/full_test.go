package keywords_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"tijian/internal/growth"
)

// One entry stands for each lesion, with all that the text says of it.
func TestFull(t *testing.T) {
	l := version(t, newest(t))
	for _, test := range []struct{ text, item, want string }{
		{"甲状腺右叶中部见结节，6×4mm，较2023年增大，TI-RADS 3类", "", `甲状腺结节|右|右叶中部|6×4mm||TI-RADS 3类 12|增大 2023年|`},
		{"超声所见：肝右后叶见多个无回声区，较大者12mm×9mm，另一8mm。\n超声提示：肝囊肿可能", "", `肝囊肿|右|右后叶|12mm×9mm,8mm|多发|||文中只说可能、考虑或疑似`},
		{"检查所见：左肾下极见结石，约5mm。\n诊断意见：左肾结石", "", `肾结石|左|下极|5mm||||`},
		{"左乳2点钟方向见3枚结节，BI-RADS 4a类", "", `乳腺结节|左|2点钟方向||3枚|BI-RADS 4A类 0||`},
		{"BI-RADS 3类结节", "乳腺彩超", `乳腺结节|||||BI-RADS 3类 6||`},
		{"右肺上叶尖段新发结节，直径5mm，Lung-RADS 3类", "", `肺结节|右|上叶尖段|5mm||Lung-RADS 3类 6|新发 |`},
		{"甲状腺右叶低回声结节，大小约8×6mm，TI-RADS 4a类，较前增大", "", `甲状腺结节|右|右叶|8×6mm||TI-RADS 4A类 0|增大 |`},
		{"右肺上叶结节，Lung-RADS 3类，较2025年缩小", "", `肺结节|右|上叶|||Lung-RADS 3类 6|缩小 2025年|`},
		{"左肾囊肿。右肾囊肿", "", "肾囊肿|左||||||\n肾囊肿|右||||||"},
		{"颈5、6椎体骨质增生", "", `颈椎骨质增生||颈5、6椎体|||||`},
		{"颈5、6椎体增生", "", `颈椎骨质增生||颈5、6|||||`},
		{"结节，约4mm", "甲状腺超声", `甲状腺结节|||4mm||||`},
	} {
		full, err := l.Full(test.text, "", test.item)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range full.Matches {
			grade, trend := "", ""
			if f.Grade != nil {
				months, _ := json.Marshal(f.Grade.Months)
				grade = f.Grade.Scale + " " + f.Grade.Grade + " " + string(months)
				if f.Grade.Advice == "" || f.Grade.Source == "" {
					t.Errorf("%q: the grade %+v names no advice or no source", test.text, f.Grade)
				}
			}
			if f.Trend != nil {
				trend = f.Trend.Change + " " + f.Trend.Since
			}
			got = append(got, strings.Join([]string{f.Term, f.Laterality, f.Segment, strings.Join(f.Measurements, ","), f.Number, grade, trend, f.Reason}, "|"))
		}
		if text := strings.Join(got, "\n"); text != test.want {
			t.Errorf("%q:\n got %s\nwant %s", test.text, text, test.want)
		}
	}
}

func TestSeverityWithinSpelling(t *testing.T) {
	l := version(t, newest(t))
	for text, want := range map[string]string{"乳腺轻度增生": "轻度", "高血压3级": "3级", "脂肪肝（中度）": "中度", "一度房室传导阻滞": ""} {
		full, err := l.Full(text, "", "")
		if err != nil || len(full.Matches) != 1 || full.Matches[0].Severity != want {
			t.Errorf("%q: %+v, want the severity %q", text, full.Matches, want)
		}
	}
}

func TestUnread(t *testing.T) {
	l := version(t, newest(t))
	for text, want := range map[string][]string{
		"脂肪肝。某某处见扩张带，余未见异常。": {"某某处见扩张带"},
		"anti-XYZ 阳性(+)": {"阳性(+)"},
		"甲状腺未见结节，肝脏形态正常": {},
		"建议复查某某扩张":       {},
		"":               {},
	} {
		got := l.Unread(text, "")
		var phrases []string
		for _, u := range got {
			phrases = append(phrases, u.Text)
			if r := []rune(text); string(r[u.Start:u.End]) != u.Text {
				t.Errorf("%q: %+v does not stand at its place", text, u)
			}
		}
		if !slices.Equal(phrases, want) && len(phrases)+len(want) > 0 {
			t.Errorf("%q: %q, want %q", text, phrases, want)
		}
	}
}

// The lists of the full form are those of the short one, and every place is one
// of the text, whatever the text.
func TestFullAgrees(t *testing.T) {
	l := version(t, newest(t))
	for _, text := range sentenceTexts(t) {
		short, err := l.Extract(text, "")
		if err != nil {
			t.Fatal(err)
		}
		full, err := l.Full(text, "", "")
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(short.Certain, full.Certain) || !slices.Equal(short.Possible, full.Possible) {
			t.Errorf("%q: %v %v, in full %v %v", text, short.Certain, short.Possible, full.Certain, full.Possible)
		}
		for _, f := range full.Matches {
			if f.Start < 0 || f.Start > f.End || f.End > utf8.RuneCountInString(text) {
				t.Errorf("%q: %+v lies outside", text, f)
			}
		}
	}
}

// What the full form takes grows with the text, whatever that repeats.
func TestFullCost(t *testing.T) {
	l := version(t, newest(t))
	for _, unit := range []string{"肝囊肿", "甲状腺结节TI-RADS 3类", "肝无回声区，", "5mm×", "较", "内膜", "颈5、6", "超声提示：肝囊肿。", "肿大"} {
		t.Run(unit, func(t *testing.T) {
			growth.Memory(t, 1<<12, func(n int) []byte { return []byte(strings.Repeat(unit, n/len(unit))) }, func(data []byte) {
				if _, err := l.Full(string(data), "", ""); err != nil {
					t.Fatal(err)
				}
			})
		})
	}
}

// A grade has an entry of its own only where no lesion has it.
func TestGradeWithoutLesion(t *testing.T) {
	l := version(t, newest(t))
	for text, want := range map[string][]string{
		"甲状腺右叶结节，TI-RADS 3类": {"甲状腺结节"}, "TI-RADS 3类": {"TI-RADS 3类"}, "甲状腺未见结节，TI-RADS 2类": {"甲状腺结节", "TI-RADS 2类"},
		"左乳结节，BI-RADS 3类；右乳BI-RADS 2类": {"乳腺结节", "BI-RADS 2类"},
	} {
		full, err := l.Full(text, "", "")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range full.Matches {
			got = append(got, f.Term)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// The advice of one guideline does not stand for the grade of another.
func TestForeignGrades(t *testing.T) {
	l := version(t, newest(t))
	for text, advised := range map[string]bool{
		"甲状腺右叶结节，TI-RADS 3类": true, "甲状腺右叶结节，C-TIRADS 3类": false, "甲状腺右叶结节，K-TIRADS 3类": false,
		"肝S8段结节，LI-RADS 3类": false, "前列腺外周带结节，PI-RADS 4分": false, "左附件囊肿，O-RADS 2类": false,
	} {
		full, err := l.Full(text, "", "")
		if err != nil || len(full.Matches) == 0 {
			t.Fatalf("%q: %v %v", text, full.Matches, err)
		}
		for _, f := range full.Matches {
			if f.Grade == nil || f.Grade.Grade == "" || (f.Grade.Advice != "") != advised || (f.Grade.Source != "") != advised {
				t.Errorf("%q: %s has the grade %+v, advice is wanted: %v", text, f.Term, f.Grade, advised)
			}
		}
	}
}
