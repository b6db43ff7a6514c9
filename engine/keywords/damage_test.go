package keywords_test

import (
	"slices"
	"strings"
	"testing"

	"tijian/engine/keywords"
	"tijian/engine/keywords/segment"
	"tijian/internal/drawn"
	"tijian/internal/garble"
)

// Where a text is damaged at one place, what it denies stays denied. What
// nobody sees, and what only looks like another character, changes nothing at
// all. A blank or the end of a line may say something (脂肪肝 早期可能), so a
// few texts may give less or more.
func TestDamageChangesNothing(t *testing.T) {
	l := version(t, newest(t))
	made, all, changed := 0, 0, 0
	for _, text := range sentencesFor(t, newest(t)) {
		if holdsMarks(text) {
			continue
		}
		want, _ := l.Extract(text, "")
		for k := range []rune(text) {
			for d := range garble.At(text, k) {
				if made++; !drawn.One(made, 5) {
					continue
				}
				got, _ := l.Extract(d.Text, "")
				checkResult(t, d.Text, got)
				checkDenied(t, d, want, got)
				all++
				if slices.Equal(got.Certain, want.Certain) && slices.Equal(got.Possible, want.Possible) {
					continue
				}
				changed++
				if !d.Gap {
					t.Errorf("%s: %q: certain %v possible %v, want %v and %v", d.Kind, d.Text, got.Certain, got.Possible, want.Certain, want.Possible)
				}
			}
		}
	}
	if 200*changed > all {
		t.Errorf("%d of %d damaged texts give other findings, want at most 1 in 200", changed, all)
	}
}

// holdsMarks reports whether a text has marks of HTML or Markdown or the hyphen of a
// wrap: broken in two, they are other signs.
func holdsMarks(text string) bool {
	return strings.ContainsAny(text, "<&*|#`") || strings.Contains(text, "-\n")
}

// checkDenied reports findings that are certain in the damaged text and denied
// in the whole one.
func checkDenied(t *testing.T, d garble.Text, whole, damaged keywords.Result) {
	t.Helper()
	certain := func(m keywords.Match) bool { return m.Status == keywords.Certain }
	for _, m := range whole.Matches {
		overlaps := func(o keywords.Match) bool { return o.Start < m.End && o.End > m.Start }
		if m.Status != keywords.Negated || slices.ContainsFunc(whole.Matches, func(o keywords.Match) bool { return certain(o) && overlaps(o) }) {
			continue
		}
		for _, g := range damaged.Matches {
			if certain(g) && g.Start < d.Place(m.End) && g.End > d.Place(m.Start) {
				t.Errorf("%s: %q: %s is certain, though %s is denied", d.Kind, d.Text, g.Term, m.Term)
			}
		}
	}
}

// A text that is broken into lines denies what it denied.
func TestWrappedTextsDeny(t *testing.T) {
	l := version(t, newest(t))
	for _, text := range sentencesFor(t, newest(t)) {
		if strings.Contains(text, "\n") || holdsMarks(text) {
			continue
		}
		want, _ := l.Extract(text, "")
		for _, d := range []garble.Text{garble.Every(text, 7, "\n"), garble.Every(text, 20, "\n"), garble.Every(text, 20, " "), garble.Lookalikes(text)} {
			got, _ := l.Extract(d.Text, "")
			checkDenied(t, d, want, got)
		}
	}
}

func TestRepaired(t *testing.T) {
	tests := []struct {
		text string
		want []segment.Repair
	}{
		{"胆囊未见结石", []segment.Repair{}},
		{"胆囊末见结石", []segment.Repair{{Start: 2, End: 4, Text: "末见", As: "未见", Kind: segment.RepairedMisread}}},
		{"胆囊未\n 见结石", []segment.Repair{{Start: 2, End: 6, Text: "未\n 见", As: "未见", Kind: segment.RepairedGap}}},
		{"肝内⽆结⽯", []segment.Repair{{Start: 2, End: 3, Text: "⽆", As: "无", Kind: segment.RepairedCharacter}, {Start: 4, End: 5, Text: "⽯", As: "石", Kind: segment.RepairedCharacter}}},
		{"未\u200b见结石", []segment.Repair{{Start: 1, End: 2, Text: "\u200b", As: "", Kind: segment.RepairedCharacter}}},
		{"标本见于淋巴结右侧", []segment.Repair{}},
		{"双元元件", []segment.Repair{}},
		{"外科检查（一）", []segment.Repair{}},
		{"颈第4-6椎体骨质增生", []segment.Repair{}},
		{"胸腔元积液", []segment.Repair{{Start: 2, End: 3, Text: "元", As: "无", Kind: segment.RepairedMisread}}},
	}
	l := version(t, newest(t))
	for _, test := range tests {
		got, err := l.Extract(test.text, "")
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got.Repaired, test.want) {
			t.Errorf("%q: %v, want %v", test.text, got.Repaired, test.want)
		}
	}
}
