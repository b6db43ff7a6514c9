package keywords

import (
	"fmt"
	"strings"
	"testing"

	"github.com/go-ego/gse"
)

// segmenter is gse with the words of the lexicon.
func (l *Lexicon) segmenter() *gse.Segmenter {
	var dictionary strings.Builder
	for w := range l.every() {
		fmt.Fprintf(&dictionary, "%s %d x\n", w.text, w.weight)
	}
	s := &gse.Segmenter{AlphaNum: true, NotLoadHMM: true, SkipLog: true, NotStop: true}
	if err := s.LoadDictStr(dictionary.String()); err != nil {
		panic(err) // the lines are made here
	}
	return s
}

// Words are split as gse splits them, whatever crosses.
func TestSegmentsAreThoseOfGse(t *testing.T) {
	l := newestLexicon(t)
	s := l.segmenter()
	if total := l.bits(); total < 10 {
		t.Errorf("%f bits", total)
	}
	a := l.scratch.Get().(*analysis)
	tried, before := 0, ""
	for w := range l.every() {
		if tried++; tried%4 != 0 { // each with the one before, and halves of both
			before = w.text
			continue
		}
		one, other := []rune(before), []rune(w.text)
		for _, text := range []string{before + w.text, string(one[len(one)/2:]) + w.text, before + string(other[:len(other)/2]), w.text + "某" + before} {
			want := ""
			for _, part := range s.Segment([]byte(text)) {
				want += part.Token().Text() + "|"
			}
			runes, from, got := []rune(text), 0, ""
			for _, to := range a.splitWords(l.codes(runes)) {
				got += string(runes[from:to]) + "|"
				from = to
			}
			if got != want {
				t.Fatalf("%s is split as %s, want %s", text, got, want)
			}
		}
	}
}
