package answer

import "testing"

// Words are explained as they are written in sentences, and no longer ones that begin
// with them.
func TestGlossary(t *testing.T) {
	for _, c := range []struct{ lang, text, want string }{
		{"zh", "肝囊肿", "囊肿"}, {"zh", "低密度脂蛋白胆固醇偏高", "低密度脂蛋白"}, {"en", "two renal cysts", "cyst"}, {"en", "Alanine aminotransferase", "transferase"}, {"en", "Cystatin C", ""},
	} {
		a := Answer{Found: Found{Certain: []string{c.text}}}
		switch got := a.Glossary(c.lang); {
		case c.want == "" && len(got) == 0, len(got) == 1 && got[0].Name == c.want:
		default:
			t.Errorf("%s: %+v", c.text, got)
		}
	}
}
