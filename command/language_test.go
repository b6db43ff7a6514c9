package command

import "testing"

func TestLanguage(t *testing.T) {
	for _, c := range []struct {
		args []string
		set  string
		want string
	}{
		{nil, "", "zh"},
		{nil, "en", "en"},
		{[]string{"rules", "--lang", "en", "chekc"}, "", "en"},
		{[]string{"--lang=zh", "rules"}, "en", "zh"},
		{[]string{"ocr", "--", "--lang=en"}, "", "zh"},
		{[]string{"rules", "--lang"}, "", "zh"},
		{[]string{"rules", "--lang", "fr"}, "", "zh"},
		{[]string{"rules", "--lang", "fr"}, "en", "en"},
	} {
		if got := language(c.args, c.set); got != c.want {
			t.Errorf("%q with TIJIAN_LANG=%q: %s, want %s", c.args, c.set, got, c.want)
		}
	}
}
