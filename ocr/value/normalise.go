package value

import (
	"regexp"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// fold brings look-alikes that NFKC leaves apart to one form.
var fold = strings.NewReplacer(
	"−", "-", "–", "-", "‐", "-", "‑", "-", "﹣", "-", "―", "—",
	"∼", "~", "〜", "~", "˜", "~", "≦", "≤", "≧", "≥", "⩽", "≤", "⩾", "≥",
	"〈", "<", "《", "<", "〉", ">", "》", ">", "‹", "<", "›", ">",
	"（", "(", "）", ")", "【", "[", "】", "]", "“", "\"", "”", "\"", "‘", "'", "’", "'",
	"\u3000", " ", "\t", " ", "\u00a0", " ", "\u200b", "", "\ufeff", "",
	"×", "×", "✕", "×", "╳", "×", "∗", "*", "＊", "*",
)

var (
	spaces = regexp.MustCompile(` {2,}`)
	// A colon ends a name: 身高:172cm.
	colon = regexp.MustCompile(`([^\d\s:] ?):(\S)`)
	// A sign of comparison belongs to the number behind it: < 5.2.
	compared = regexp.MustCompile(`(^|[ (\[])([<>≤≥]=?) (\d)`)
	// A space beside a decimal point is the reader's: 5. 6, 0 .27.
	splitPoint = regexp.MustCompile(`(^|[^\d.])(\d{1,5})(?: \.|\. | \. )(\d{1,4})($|[^\d.])`)
)

// Normalise brings text to the form that this package compares: half width,
// one kind of dash, bracket and comparison sign, single spaces. Superscripts
// are raised with a caret first, so that 10⁹ stays a power.
func Normalise(text string) string {
	s := norm.NFKC.String(raise(fold.Replace(text)))
	if strings.Contains(s, ":") {
		s = colon.ReplaceAllString(s, "$1: $2")
	}
	if s = fold.Replace(s); strings.Contains(s, "  ") {
		s = spaces.ReplaceAllString(s, " ")
	}
	s = strings.TrimSpace(s)
	if strings.ContainsAny(s, "<>≤≥") {
		s = compared.ReplaceAllString(s, "$1$2$3")
	}
	for range 2 { // neighbours share the character between them
		if strings.Contains(s, ". ") || strings.Contains(s, " .") {
			s = splitPoint.ReplaceAllString(s, "$1$2.$3$4")
		}
	}
	return s
}

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹"

// raise writes superscripts after a digit as a caret and plain digits.
func raise(s string) string {
	if !strings.ContainsAny(s, superscripts) {
		return s
	}
	var b strings.Builder
	var last rune
	for _, r := range s {
		if i := strings.IndexRune(superscripts, r); i >= 0 {
			if '0' <= last && last <= '9' {
				b.WriteByte('^')
			}
			r = rune('0' + len([]rune(superscripts[:i])))
			b.WriteRune(r)
			last = 'x' // a run of superscripts has one caret
			continue
		}
		b.WriteRune(r)
		last = r
	}
	return b.String()
}
