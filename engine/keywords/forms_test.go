package keywords

import (
	"io/fs"
	"sync"
	"testing"

	"tijian/dictionaries"
	"tijian/engine/ruleset"
	"tijian/rules"
)

// loaded has the lexicons by version: they never change, so that all tests share them.
var loaded sync.Map

// Shipped is the lexicon of a version that ships.
func Shipped(tb testing.TB, version string) *Lexicon {
	tb.Helper()
	once, _ := loaded.LoadOrStore(version, sync.OnceValues(func() (*Lexicon, error) { return load(version) }))
	l, err := once.(func() (*Lexicon, error))()
	if err != nil {
		tb.Fatal(err)
	}
	return l
}

func load(version string) (*Lexicon, error) {
	tree, err := fs.Sub(dictionaries.FS, version)
	if err != nil {
		return nil, err
	}
	l, problems := Load(tree)
	return l, problems.Err()
}

// newest is the version that is being written, or was last.
func newest(tb testing.TB) string {
	tb.Helper()
	return ruleset.Newest(rules.FS)
}

func newestLexicon(tb testing.TB) *Lexicon {
	tb.Helper()
	return Shipped(tb, newest(tb))
}

// What cannot be excluded is possible, in whatever words it is said.
func TestWhatIsNotExcludedIsPossible(t *testing.T) {
	l := newestLexicon(t)
	tried := 0
	for _, not := range []string{"未能", "不能", "无法", "尚不能", "难以", "未", "不", "没有", "暂未", "仍不能"} {
		for _, wholly := range []string{"", "完全", "绝对", "彻底"} {
			for _, verb := range []string{"排除", "除外", "否定"} {
				for _, end := range []string{"", "。", "，建议复查"} {
					for _, text := range []string{not + wholly + verb + "肺癌" + end, "肺癌" + not + wholly + verb + end} {
						tried++
						got, _ := l.Extract(text, "")
						if len(got.Certain) != 0 || len(got.Possible) != 1 {
							t.Errorf("%q: certain %v possible %v, want it possible", text, got.Certain, got.Possible)
						}
					}
				}
			}
		}
	}
	if tried < 500 {
		t.Errorf("%d sentences tried, want hundreds", tried)
	}
}
