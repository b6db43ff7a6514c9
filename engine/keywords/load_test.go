package keywords_test

import (
	"testing"

	"tijian/dictionaries"
	"tijian/engine/keywords"
)

// load reads the project's own dictionaries.
func load(tb testing.TB) *keywords.Lexicon {
	tb.Helper()
	l, problems := keywords.Load(dictionaries.FS)
	for _, p := range problems {
		tb.Error(p)
	}
	if l == nil {
		tb.FailNow()
	}
	return l
}

func TestLexiconLoads(t *testing.T) {
	l := load(t)
	if n := len(l.Terms()); n < 600 {
		t.Errorf("%d standard terms, want at least 600", n)
	}
}
