package dictionary

import "testing"

// Names are of terms as a whole, or of what is found and where.
func TestFindingInEnglish(t *testing.T) {
	for term, want := range map[string]string{
		"高血压":    "Hypertension",
		"胆囊结石":   "Gallstone",
		"脾囊肿":    "Cyst of spleen",
		"子宫内膜息肉": "Polyp of endometrium", // the longer site, though 子宫 is one
		"没有的病":   "",
		"脾囊肿术后":  "History of surgery: Cyst of spleen",
		"没有术后":   "",
		"结节":     "Nodule",
		"脾":      "",
		"":       "",
	} {
		if got, known := FindingInEnglish(term); got != want || known != (want != "") {
			t.Errorf("%s: %q, want %q", term, got, want)
		}
	}
	for site, want := range map[string]string{"宫颈": "cervix uteri", "没有": ""} {
		if got, known := SiteInEnglish(site); got != want || known != (want != "") {
			t.Errorf("%s: %q, want %q", site, got, want)
		}
	}
}
