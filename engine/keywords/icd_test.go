package keywords

import (
	"regexp"
	"strings"
	"testing"

	"tijian/dictionaries"
)

// chapters are the letters that codes of an organ may begin with, beside those
// of any organ: infections (A, B), growths (C, D), congenital conditions (Q),
// signs and findings (R), injuries (S, T), states (Z).
var chapters = map[string]string{
	"肝": "K", "胆囊": "K", "胆道": "K", "胰腺": "K", "胃": "K", "十二指肠": "K", "结肠": "K", "直肠": "KN", "肛门": "KL", "牙": "K", "牙龈": "K", "牙周": "K", "口腔": "KL", "舌": "K", "唇": "K", "腮腺": "K",
	"肾": "NIE", "膀胱": "N", "输尿管": "N", "尿道": "N", "前列腺": "N", "睾丸": "N", "精囊": "N", "包皮": "N",
	"子宫": "NO", "子宫内膜": "N", "宫颈": "N", "宫腔": "N", "卵巢": "NE", "输卵管": "NO", "外阴": "NL", "乳腺": "NE", "乳头": "N",
	"肺": "JI", "支气管": "J", "扁桃体": "J", "咽": "J", "喉": "J", "声带": "J", "会厌": "J", "胸膜": "J",
	"心脏": "I", "二尖瓣": "I", "三尖瓣": "I", "主动脉瓣": "I", "肺动脉瓣": "I", "左心室": "I", "右心室": "I", "左心房": "I", "右心房": "I", "心包": "I", "主动脉": "I", "冠状动脉": "I", "下肢静脉": "I", "下肢动脉": "I",
	"甲状腺": "E", "甲状旁腺": "E", "肾上腺": "E", "垂体": "E", "胸腺": "E",
	"眼": "H", "眼睑": "H", "结膜": "H", "角膜": "H", "晶状体": "H", "玻璃体": "H", "视网膜": "HE", "视盘": "H", "耳": "H", "外耳道": "H",
	"脑": "GI", "脑动脉": "I", "皮肤": "L", "脊柱": "M", "胸椎": "M", "腰椎": "M", "椎间盘": "M", "肩关节": "M", "膝关节": "M", "关节": "M", "胸廓": "M",
}

const anyChapter = "ABCDQRSTZ"

// anyOrgan are blocks of codes of what meets any organ: metabolic diseases, somatoform
// disorders, fistulae of its vessels, systemic diseases of connective tissue.
var anyOrgan = regexp.MustCompile(`^(E[78]|F45|I77|M3[0-6])`)

// Of chapter U the codes of SARS, COVID-19 and what follows it are in use (WHO, ICD-10, 2019 and its updates).
var code = regexp.MustCompile(`^([A-TV-Z]\d\d|U0[479])(\.\d)?$`)

// Codes have the form of ICD-10 and stand in a chapter of their organ.
func TestCodes(t *testing.T) {
	l, problems := Load(dictionaries.Active())
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	coded := 0
	for _, term := range l.lexicon.Terms {
		if term.ICD10 == "" {
			continue
		}
		coded++
		if !code.MatchString(term.ICD10) {
			t.Errorf("%s: %q is no code", term.Name, term.ICD10)
			continue
		}
		top := term.Site
		for top >= 0 && l.lexicon.Sites[top].Parent >= 0 {
			top = l.lexicon.Sites[top].Parent
		}
		if top < 0 {
			continue
		}
		own, known := chapters[l.lexicon.Sites[top].Name]
		if known && !strings.Contains(anyChapter+own, term.ICD10[:1]) && !anyOrgan.MatchString(term.ICD10) {
			t.Errorf("%s: %s is of no chapter of %s", term.Name, term.ICD10, l.lexicon.Sites[top].Name)
		}
	}
	if coded < 750 {
		t.Errorf("%d terms have a code, want at least 750", coded)
	}
}
