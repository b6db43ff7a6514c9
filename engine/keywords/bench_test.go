package keywords

import (
	"fmt"
	"strings"
	"testing"

	"github.com/go-ego/gse"
)

// summary is a text like those of check-up reports, about 1,000 characters.
var summary = strings.Repeat("甲状腺右叶见低回声结节，大小约5mm×4mm，边界清，TI-RADS 3类。肝:脂肪肝（轻度）胆、胰、脾未发现明显异常。"+
	"双肾未见结石，前列腺增生伴钙化，考虑胆囊息肉可能。血尿酸偏高，建议定期复查，如出现不适请及时就诊。", 10)

func BenchmarkExtract(b *testing.B) {
	l := newestLexicon(b)
	for _, repeat := range []int{1, 10, 90} {
		text := strings.Repeat(summary, repeat)
		b.Run(fmt.Sprintf("%d", len([]rune(text))), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := l.Extract(text, ""); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkSegment is gse alone, with the same words on the same text.
func BenchmarkSegment(b *testing.B) {
	var words strings.Builder
	for w := range embedded(b).lexicon.Every() {
		fmt.Fprintf(&words, "%s 100 x\n", w.Text)
	}
	segmenter := &gse.Segmenter{AlphaNum: true, NotLoadHMM: true, SkipLog: true, NotStop: true}
	if err := segmenter.LoadDictStr(words.String()); err != nil {
		b.Fatal(err)
	}
	text := []byte(strings.Repeat(summary, 10))
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		segmenter.Segment(text)
	}
}

func BenchmarkLoad(b *testing.B) {
	b.ReportAllocs()
	version := newest(b)
	for b.Loop() {
		if _, err := load(version); err != nil {
			b.Fatal(err)
		}
	}
}
