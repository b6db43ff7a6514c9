package workbook

import (
	"strings"
	"testing"
)

const lexicon = `# 所见
findings:
  # 肝
  - {term: 脂肪肝, site: 肝, variants: [脂肪性肝病, "肝 脂"]} # 常见
  - {term: 多囊肝, site: 肝}
  - term: 肝大
    variants:
      - 肝肿大 # 旧称
      - 肝增大
  - term: 肝炎 # 各种
    site: 肝
cues:
  - {category: negated, direction: backward, words: [除外]}
  - category: negated
    words: [未见,
      无]
qualities:
  - 均
  - 呈
`

func TestAddWord(t *testing.T) {
	finding := func(name string) Home { return Home{"findings", "term", name, "variants"} }
	for _, test := range []struct {
		home     Home
		word     string
		from, to string // what differs; from "" for a refusal, whose code is to
	}{
		{finding("脂肪肝"), "肝脂", `"肝 脂"]`, `"肝 脂", 肝脂]`},
		{finding("多囊肝"), "a, b", `{term: 多囊肝, site: 肝}`, `{term: 多囊肝, site: 肝, variants: ['a, b']}`},
		{finding("肝大"), "no", "      - 肝增大\n", "      - 肝增大\n      - 'no'\n"},
		{finding("肝炎"), "肝发炎", "    site: 肝\ncues", "    site: 肝\n    variants: [肝发炎]\ncues"},
		{Home{"cues", "category", "negated", "words"}, "未查到", "      无]", "      无, 未查到]"},
		{Home{List: "qualities"}, "皆", "  - 呈\n", "  - 呈\n  - 皆\n"},
		{finding("肝癌"), "肝Ca", "", "word"},
		{finding("脂肪肝"), "脂肪性肝病", "", "word"},
		{Home{List: "nothing"}, "皆", "", "cell-shape"},
	} {
		got, refused := AddWord([]byte(lexicon), test.home, test.word)
		switch {
		case test.from == "" && (refused == nil || refused.Code != test.to):
			t.Errorf("%v %s: %v, want %s", test.home, test.word, refused, test.to)
		case test.from == "":
		case refused != nil || string(got) != strings.Replace(lexicon, test.from, test.to, 1) || !strings.Contains(lexicon, test.from):
			t.Errorf("%v %s: %v\n%s", test.home, test.word, refused, got)
		}
	}
	if names := finding("").Names([]byte(lexicon)); strings.Join(names, " ") != "脂肪肝 多囊肝 肝大 肝炎" {
		t.Errorf("%q", names)
	}
}

func TestSetNumber(t *testing.T) {
	const numbers = "# 界限\nfpg: {value: 7.0, unit: mmol/L} # 共用\nhba1c:\n  value: '6.5'\n"
	for _, test := range []struct{ name, from, to, code string }{
		{"fpg", "value: 7.0", "value: 6.8", ""},
		{"hba1c", "'6.5'", "'6.8'", ""},
		{"ldl", "", "", "word"},
	} {
		got, refused := SetNumber([]byte(numbers), test.name, "6.8")
		if test.code != "" {
			if refused == nil || refused.Code != test.code {
				t.Errorf("%s: %v, want %s", test.name, refused, test.code)
			}
		} else if refused != nil || string(got) != strings.Replace(numbers, test.from, test.to, 1) {
			t.Errorf("%s: %v\n%s", test.name, refused, got)
		}
	}
}
