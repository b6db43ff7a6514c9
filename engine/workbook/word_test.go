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

func TestAddItem(t *testing.T) {
	fields := func(term, site string, more ...Field) []Field {
		return append([]Field{{Key: "term", Values: []string{term}}, {Key: "site", Values: strings.Fields(site)}}, more...)
	}
	const flow = "findings: [{term: 肝大}]\n"
	for _, test := range []struct {
		file, same string
		fields     []Field
		from, to   string // what differs; from "" for a refusal, whose code is to
	}{
		{lexicon, "肝", fields("肝豆状核变性", "肝", Field{"variants", []string{"威尔逊病", "a, b"}, true}), "    site: 肝\ncues", "    site: 肝\n  - {term: 肝豆状核变性, site: 肝, variants: [威尔逊病, 'a, b']}\ncues"},
		{lexicon, "", fields("no", ""), "    site: 肝\ncues", "    site: 肝\n  - {term: 'no'}\ncues"},
		{strings.Replace(lexicon, "    site: 肝\ncues", "    site: 脾\ncues", 1), "肝", fields("肝癌", "肝"), "{term: 多囊肝, site: 肝}\n", "{term: 多囊肝, site: 肝}\n  - {term: 肝癌, site: 肝}\n"},
		{flow, "肝", fields("肝癌", "肝"), "}]", "}, {term: 肝癌, site: 肝}]"},
		{"area: x\n", "肝", fields("肝癌", "肝"), "", "cell-shape"},
		{"findings:\n  - {term: 甲} # 注\n\n# 尾\n", "", fields("乙", ""), "# 注\n", "# 注\n  - {term: 乙}\n"},
	} {
		got, refused := AddItem([]byte(test.file), "findings", "site", test.same, test.fields)
		switch {
		case test.from == "" && (refused == nil || refused.Code != test.to):
			t.Errorf("%v: %v, want %s", test.fields, refused, test.to)
		case test.from == "":
		case refused != nil || string(got) != strings.Replace(test.file, test.from, test.to, 1):
			t.Errorf("%v: %v\n%s", test.fields, refused, got)
		}
	}
	if values := Values([]byte(lexicon), "findings", "site"); strings.Join(values, " ") != "肝 肝  肝" || Value([]byte("area: 腹部\n"), "area") != "腹部" {
		t.Errorf("%q", values)
	}
}
