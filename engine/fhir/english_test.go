package fhir

import (
	"testing"

	"tijian/engine/dictionary"
	"tijian/engine/keywords"
)

// A site is in one language with its side, whatever of the two has an English name.
func TestSitesInEnglish(t *testing.T) {
	for _, test := range []struct{ side, site, want string }{
		{"左", "肾", "Left kidney"},
		{"", "肾", "Kidney"},
		{"左", "没有的部位", "左没有的部位"},
		{"", "没有的部位", "没有的部位"},
		{"没有的侧", "肾", "没有的侧肾"},
	} {
		full := &keywords.Full{Matches: []keywords.Finding{{Match: keywords.Match{Term: "囊肿", Status: keywords.Certain, Laterality: test.side, Site: test.site}}}}
		b := Findings(full, "x", "en")
		if got := b.Entry[len(b.Entry)-1].Resource.(Condition).BodySite[0].Text; got != test.want {
			t.Errorf("%s%s: %q, want %q", test.side, test.site, got, test.want)
		}
	}
	if _, known := dictionary.SiteInEnglish("没有的部位"); known {
		t.Error("the test's site has a name")
	}
}
