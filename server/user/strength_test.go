package user

import (
	"strings"
	"testing"
)

func TestCheckStrength(t *testing.T) {
	for password, want := range map[string]string{
		"a long enough one":      "",
		"一二三四五六七八九十甲乙":           "",
		"eleven char":            "at least 12 characters",
		"aaaaaaaaaaaabbb":        "5 different characters",
		"my name is WangLi":      "user name",
		"Password1234":           "tried first",
		"qwertyuiop123!!":        "tried first",
		strings.Repeat("ab1", 5): "5 different characters",
	} {
		got := ""
		if err := CheckStrength("wangli", password); err != nil {
			got = err.Error()
		}
		if (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", password, got, want)
		}
	}
}
