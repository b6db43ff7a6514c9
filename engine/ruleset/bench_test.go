package ruleset

import (
	"testing"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
	"tijian/rules"
)

func BenchmarkLoadEmbedded(b *testing.B) {
	for b.Loop() {
		d, list := dictionary.Load(dictionaries.Active())
		if len(list) > 0 {
			b.Fatal(list.Err())
		}
		if _, list := Load(rules.FS, "", d); len(list) > 0 {
			b.Fatal(list.Err())
		}
	}
}
