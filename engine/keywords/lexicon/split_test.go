package lexicon

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-ego/gse"

	"tijian/dictionaries"
)

// A stretch is split as by gse that was taught every word.
func TestSplitIsThatOfAllWords(t *testing.T) {
	tree, err := fs.Sub(dictionaries.FS, "2026.3") // small, so that gse learns it soon
	if err != nil {
		t.Fatal(err)
	}
	l, problems := Load(tree)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	var all strings.Builder
	starts := map[rune][]string{}
	for w := range l.Every() {
		fmt.Fprintf(&all, "%s %d x\n", w.Text, w.weight)
		first, _ := utf8.DecodeRuneInString(w.Text)
		if w.Length > 1 && len(starts[first]) < 3 {
			starts[first] = append(starts[first], w.Text)
		}
	}
	taught := &gse.Segmenter{AlphaNum: true, NotLoadHMM: true, SkipLog: true, NotStop: true}
	if err := taught.LoadDictStr(all.String()); err != nil {
		t.Fatal(err)
	}
	weight, _ := l.splitter.words()
	if got, want := float64(weight), taught.Dict.TotalFreq(); got != want {
		t.Errorf("all words weigh %v, want %v", got, want)
	}
	stretches := 0
	for i := range l.Words {
		word := l.Words[i].Text
		last, size := utf8.DecodeLastRuneInString(word)
		for _, next := range starts[last] { // 腹部 and 部位 cross
			stretch := word[:len(word)-size] + next
			var want []int
			at := 0
			for _, s := range taught.Segment([]byte(stretch)) {
				at += utf8.RuneCountInString(s.Token().Text())
				want = append(want, at)
			}
			if got := l.Split(stretch); !slices.Equal(got, want) {
				t.Errorf("%s ends its words at %v, want %v", stretch, got, want)
			}
			stretches++
		}
	}
	if stretches <= mostSplits {
		t.Errorf("%d stretches, too few to fill the room for splits", stretches)
	}
}
