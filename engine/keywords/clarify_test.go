package keywords

import (
	"strings"
	"testing"
)

// A clause with a character that no description is written with mentions nothing for
// certain, wherever the character stands and whatever the finding.
func TestForeignClauseIsNotCertain(t *testing.T) {
	l := newestLexicon(t)
	findings := []string{"肝血管瘤", "糖尿病", "甲状腺结节", "高血压"}
	tried := 0
	for r := firstHan; r <= lastHan; r += 37 { // rare ones, too: each has its turn
		if foreign := rune(r); !l.lexicon.Plain[foreign] && l.lexicon.Alphabet[foreign] == 0 && l.Fold(string(foreign)) == string(foreign) {
			finding := findings[tried%len(findings)]
			for _, text := range []string{string(foreign) + "有" + finding, finding + string(foreign) + "了", "其" + string(foreign) + "的" + finding + "，余无殊。"} {
				tried++
				if got := l.statusOf(t, text, finding); got == Certain {
					t.Errorf("%q: certain", text)
				}
			}
		}
	}
	if tried < 1000 {
		t.Errorf("%d texts", tried)
	}
}

// A label, a blank, a stop and a bracket keep what is foreign away from a finding.
func TestForeignTextStaysInItsClause(t *testing.T) {
	l := newestLexicon(t)
	for _, text := range []string{"龘龘：肝血管瘤", "龘龘 肝血管瘤", "龘龘。肝血管瘤", "龘龘，肝血管瘤", "肝血管瘤（龘龘）", "肝血管瘤：龘龘", "（龘龘）肝血管瘤"} {
		if got := l.statusOf(t, text, "肝血管瘤"); got != Certain {
			t.Errorf("%q: %q, want certain", text, got)
		}
	}
}

// A clause of nothing but a judgement judges the list before it.
func TestVerdicts(t *testing.T) {
	l := newestLexicon(t)
	verdicts := map[Status]string{Negated: "未探及 均未探及 两者本次均未见 均否定 不成立", Possible: "存疑 尚存疑 均不除外"}
	tried := 0
	for want, words := range verdicts {
		for _, verdict := range strings.Fields(words) {
			for _, end := range []string{"", "。", "；胆囊结石。", "，建议复查。"} {
				for _, list := range []string{"肝囊肿、肝血管瘤，", "脾囊肿及肝血管瘤，"} {
					tried++
					if got := l.statusOf(t, list+verdict+end, "肝血管瘤"); got != want {
						t.Errorf("%q: %q, want %q", list+verdict+end, got, want)
					}
				}
			}
		}
	}
	if tried < 60 {
		t.Errorf("%d texts", tried)
	}
}
