package expression

import (
	"strings"
	"testing"

	"tijian/engine/problem"
)

func compiled(t *testing.T, source string) *Condition {
	t.Helper()
	var list problem.List
	c := CompileCondition(text(t, source), scope(), Options{}, &list)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestTokens(t *testing.T) {
	const source = `60 <= value < 80.50 and sex == "male" or not (a in [-1, 2])`
	var got []string
	for _, token := range compiled(t, source).Tokens() {
		if source[token.From:token.To] != token.Text {
			t.Errorf("%q is not at %d to %d", token.Text, token.From, token.To)
		}
		got = append(got, string(token.Kind[0])+token.Text)
	}
	want := `N60 O<= Ivalue O< N80.50 Oand Isex O== S"male" Oor Onot B( Ia Oin B[ O- N1 O, N2 B] B)`
	if s := strings.Join(got, " "); s != want {
		t.Errorf("tokens %s, want %s", s, want)
	}
}

func TestCanonical(t *testing.T) {
	same := compiled(t, `60 <= value and value < 80`).Canonical()
	for source, want := range map[string]bool{
		`(60<=value)  and (value<80.0)`: true,
		`60 <= value < 80`:              true,
		`60 <= value and value <= 80`:   false,
		`60 <= value or value < 80`:     false,
	} {
		if got := compiled(t, source).Canonical(); got == same != want {
			t.Errorf("%s gives %s", source, got)
		}
	}
}

// A minus belongs to a number where it cannot take one from another.
func TestNumbers(t *testing.T) {
	for source, want := range map[string]string{
		"value >= -2.5":              "-2.5",
		"-2.5 <= value and value<-1": "-2.5 -1",
		"value - 2.5 > 1_000":        "2.5 1_000",
		"(-4.5) + 5e3 * 1.20":        "-4.5 5e3 1.20",
		"f(-1, age - 2)":             "-1 2",
		"ca125 > 35 and name != '7'": "35",
		"value ≥ 3":                  "",
	} {
		var got []string
		for _, n := range Numbers(source) {
			got = append(got, n.Text)
			if text := string([]rune(source)[n.From:n.To]); strings.ReplaceAll(text, " ", "") != n.Text {
				t.Errorf("%s: %s stands at %q", source, n.Text, text)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", source, got, want)
		}
	}
}
