package keywords

import "testing"

// Sizes belong to lesions, other quantities of the sentence never; a function has the
// site of its organ.
func TestQuantitiesAndSitesOfTheirOwn(t *testing.T) {
	l := newestLexicon(t)
	for text, want := range map[string][]string{
		"肾囊肿 尿素8.1mmol/L":           {"肾", ""},
		"甲状腺结节，血压150/95mmHg":        {"甲状腺", ""},
		"右肺结节6mm，心率88次/分":           {"肺", "6mm"},
		"肝血管瘤 AFP3.2ng/ml 大小12×9mm": {"肝", "12×9mm"},
		"双眼视力下降":                    {"眼", ""},
		"左眼眼压升高":                    {"眼", ""},
	} {
		full, err := l.Full(text, "", "")
		if err != nil || len(full.Matches) == 0 || full.Matches[0].Site != want[0] || full.Matches[0].Measurement != want[1] {
			t.Errorf("%q: %+v, want %v: %v", text, full.Matches, want, err)
		}
	}
}
