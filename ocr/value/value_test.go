package value

import (
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"pgregory.net/rapid"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
	"tijian/engine/problem"
	"tijian/internal/numbertest"
	"tijian/ocr/block"
	"tijian/ocr/evidence"
)

func load(t testing.TB) (*Words, func(string) bool) {
	t.Helper()
	dict, problems := dictionary.Load(dictionaries.Active())
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	words, problems := LoadWords(dictionaries.Active(), dict.Grades())
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	return words, func(s string) bool {
		_, ok := dict.Units().Canonical(s)
		return ok
	}
}

// A mark means one direction.
func TestSharedMark(t *testing.T) {
	file, err := fs.ReadFile(dictionaries.Active(), "values.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for edit, want := range map[[2]string]string{
		{"high:     [", "high:     [高↑, "}: "", {"low:      [", "low:      [\"↑\", "}: "↑", {"abnormal: [", "abnormal: [偏高, "}: "偏高", {"high:     [", "high:     [L, "}: "L",
	} {
		_, list := LoadWords(fstest.MapFS{"values.yaml": {Data: []byte(strings.Replace(string(file), edit[0], edit[1], 1))}}, &dictionary.Grades{})
		found := slices.ContainsFunc(list, func(p problem.Problem) bool { return p.Code == "shared-mark" && strings.Contains(p.ZH, want) })
		if found != (want != "") {
			t.Errorf("%q: %v", edit, list)
		}
	}
}

func TestParseNumber(t *testing.T) {
	for text, want := range map[string]string{
		"5.6": "5.6", "5.60": "5.60", "183": "183", "0.05": "0.05", "0": "0", "-2.5": "-2.5",
		"<0.5": "<0.5", "＜ 0.50": "<0.50", ">=90": "≥90", "≤5.2": "≤5.2", "=<3": "≤3", "> 1000": ">1000",
		"５．６": "5.6", "5. 6": "5.6", "5 .6": "5.6", " 7.35 ": "7.35", "1,234.5": "1234.5", "1,234,567": "1234567",
		"1.2×10^5": "120000", "1.2x10⁵": "120000", "5E3": "5000", "2.5e+2": "250",
		"": "", "5.": "", ".5": "", "5.6.7": "", "12a": "", "012": "", "00.5": "", "--5": "", "<-5": "", "1,23": "", "1,234": "",
		"0531-88231456": "", "1234567890": "", "5.6 7": "", "E5": "", "5E": "", "<": "", "NaN": "", "Inf": "", "+": "", "1_000": "",
	} {
		got := ""
		if n, ok := ParseNumber(text); ok {
			got = n.String()
		}
		// "5.6 7" loses its space on the way in: only whole numbers may pass.
		if text == "5.6 7" {
			want = "5.67"
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// parseInterval scans a text that is a reference interval as a whole.
func parseInterval(words *Words, text string) (Interval, bool) {
	tokens := words.Scan(strings.Trim(Normalise(text), " ()[],;:"), func(string) bool { return false })
	switch {
	case len(tokens) != 1:
	case tokens[0].Kind == IntervalKind:
		return tokens[0].Interval, tokens[0].Legible
	case tokens[0].Kind == NumberKind && tokens[0].Number.Compare != "":
		return tokens[0].Number.Interval(), true
	}
	return Interval{}, false
}

func TestParseInterval(t *testing.T) {
	words, _ := load(t)
	for text, want := range map[string]string{
		"3.9-6.1": "3.9-6.1", "3.9~6.1": "3.9-6.1", "3.9～6.1": "3.9-6.1", "0--40": "0-40", "3.90 - 6.1": "3.90-6.10",
		"3.9—6.1": "3.9-6.1", "3.9一6.1": "3.9-6.1", "3.5——9.5": "3.5-9.5", "(3.5-9.5)": "3.5-9.5", "3. 5-9. 5": "3.5-9.5", "1.003~1.03": "1.003-1.030",
		"130至175": "130-175", "-2-+3": "-2-3", "３．９－６．１": "3.9-6.1",
		"<5.2": "<5.2", "＜5.2": "<5.2", "≤3.40": "<3.40", ">90": ">90", "≥1.00": ">1.00",
		"6.1-3.9": "", "5.6": "", "阴性": "", "2026-03-26": "", "3.9-6.1-8": "", "": "", "-": "", "3.9-": "", "39-6.1": "",
	} {
		got := ""
		if i, ok := parseInterval(words, text); ok {
			got = i.String()
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func render(tokens []Token) string {
	var parts []string
	for _, t := range tokens {
		sure := ""
		if !t.Sure {
			sure = "?"
		}
		switch t.Kind {
		case NumberKind:
			parts = append(parts, "n:"+t.Number.String()+strings.Repeat("~", t.Number.Repaired))
		case PairKind:
			parts = append(parts, "p:"+t.Number.String()+","+t.Second.String())
		case IntervalKind:
			if t.Legible {
				parts = append(parts, "i:"+t.Interval.String())
			} else {
				parts = append(parts, "i?")
			}
		case GradeKind:
			parts = append(parts, fmt.Sprintf("g:%g", t.Grade))
		case MarkKind:
			parts = append(parts, "m:"+t.Mark.Flag()+sure)
		case UnitKind:
			parts = append(parts, "u:"+t.Text)
		case Text:
			parts = append(parts, t.Text)
		}
	}
	return strings.Join(parts, " ")
}

func TestScan(t *testing.T) {
	words, isUnit := load(t)
	for _, c := range [][2]string{
		{"5.6", "n:5.6"},
		{"5.6↑", "n:5.6 m:H"},
		{"5.6 H", "n:5.6 m:H"},
		{"5.6H", "n:5.6 m:H"},
		{"↓3.1", "m:L n:3.1"},
		{"H 7.2", "m:H n:7.2"},
		{"*7.2", "m:A n:7.2"},
		{"5.6t", "n:5.6 m:H?"},
		{"5.6个", "n:5.6 m:H?"},
		{"2.1↓mmol/L", "n:2.1 m:L u:mmol/L"},
		{"172cm", "n:172 u:cm"},
		{"0.5.%", "n:0.5 u:%"}, // a narrow space, read as a point
		{"36.5℃", "n:36.5 u:°C"},
		{"78次/分", "n:78 u:次/分"},
		{"5.6 10^9/L 3.5-9.5", "n:5.6 u:10^9/L i:3.5-9.5"},
		{"5.6×10⁹/L", "n:5.6 u:×10^9/L"},
		{"5.6×10^12/L", "n:5.6 u:×10^12/L"},
		{"10*9/L", "u:10*9/L"},
		{"10E9/L", "u:10E9/L"},
		{"109/L", "u:109/L"},
		{"10^ 9/L", "u:10^ 9/L"},
		{"3.5-9.5 5.6", "i:3.5-9.5 n:5.6"},
		{"5.6 mmol/L 3.9--6.1", "n:5.6 u:mmol/L i:3.9-6.1"},
		{"<0.5", "n:<0.5"},
		{"<0.5 <5.0", "n:<0.5 n:<5.0"},
		{"130/85", "p:130,85"},
		{"130/85mmHg", "p:130,85 u:mmHg"},
		{"阴性", "g:0"},
		{"阴性(-)", "g:0"},
		{"(-)", "g:0"},
		{"±", "g:0.5"},
		{"+-", "g:0.5"},
		{"(+++)", "g:3"},
		{"3+", "g:3"},
		{"+2", "g:2"},
		{"阳性(++)", "g:2"},
		{"阳性*", "g:1 m:A"},
		{"5,6", "n:5.6~"},
		{"S.6", "n:5.6~"},
		{"1O5", "n:105~"},
		{"5。6", "n:5.6~"},
		{"%", "u:%"},
		{"2026-03-26", "2026-03-26"},
		{"08:22", "08:22"},
		{"CA19-9", "CA19-9"},
		{"IL-6", "IL-6"},
		{"参考值3.9-6.1", "参考值 i:3.9-6.1"},
		{"39-6.1", "i?"},
		{"39-6.1mmol/L", "39-6.1mmol/L"},
		{"白细胞 5.6", "白细胞 n:5.6"},
		{"身高：172cm", "身高: n:172 u:cm"},
		{"体重 :57 .3 kg", "体重 : n:57.3 u:kg"},
		{"@.02-0.52", "i:0.02-0.52"},
		{"O-1", "i:0-1"},
		{"(++)?", "g:2 m:A?"},
		{"土", "g:0.5"},
		{"", ""},
	} {
		if got := render(words.Scan(c[0], isUnit)); got != c[1] {
			t.Errorf("%q: got %q, want %q", c[0], got, c[1])
		}
	}
}

func TestScanPlacesTokens(t *testing.T) {
	words, isUnit := load(t)
	const text = "白细胞 5.6↑ 3.5-9.5"
	runes := []rune(text)
	for _, token := range words.Scan(text, isUnit) {
		if got := string(runes[token.Start:token.End]); got != token.Text {
			t.Errorf("token %q stands at %q", token.Text, got)
		}
	}
}

// newEvidence is what stands beside readings written "reader:text@sureness"; the
// reader is c (compact), e (eng), z (chi_sim) or s (shape).
func newEvidence(t *testing.T, words *Words, interval string, mark Mark, decimals int, low, high float64, readings ...string) Evidence {
	t.Helper()
	e := Evidence{Mark: mark, Sure: mark != NoMark, Marks: true, Decimals: decimals, Low: low, High: high}
	if interval != "" {
		i, ok := parseInterval(words, interval)
		if !ok {
			t.Fatalf("%q is no interval", interval)
		}
		e.Interval = &i
	}
	for _, r := range readings {
		reader, text, _ := strings.Cut(r, ":")
		text, sure, _ := strings.Cut(text, "@")
		n, ok := ParseNumber(text)
		if !ok {
			if n, ok = words.repair(text); !ok {
				t.Fatalf("%q is no number", text)
			}
		}
		s, err := strconv.ParseFloat(sure, 64)
		if err != nil {
			t.Fatal(err)
		}
		e.Readings = append(e.Readings, Reading{Number: n, Sure: s, Reader: map[string]block.Reader{"c": block.Compact, "e": block.Eng, "z": block.ChiSim, "s": block.Shape}[reader]})
	}
	return e
}

// TestCandidates: each number that a row may say, with who saw it, how surely,
// and what ink, interval, mark and decimals say of it.
func TestCandidates(t *testing.T) {
	words, _ := load(t)
	for _, c := range []struct {
		name      string
		interval  string
		mark      Mark
		decimals  int
		low, high float64
		readings  []string
		want      []string
	}{
		{"both agree", "3.9-6.1", NoMark, 2, 0.5, 60, []string{"c:5.6@.97", "e:5.6@.6"}, []string{"5.6 agree 0.98 whole inside absent usual"}},
		{"one reader", "", NoMark, 2, 0.5, 60, []string{"c:5.6@.2"}, []string{"5.6 alone 0 whole absent none unknown"}},
		{"Tesseract twice", "", NoMark, 2, 0.5, 60, []string{"z:5.6@.2", "e:5.6@.8"}, []string{"5.6 second 0.8 whole absent none unknown"}},
		{"an arrow", "3.9-6.1", High, 2, 0.5, 60, []string{"c:7.24@.9"}, []string{"7.24 alone 0.9 whole outside agrees usual"}},
		{"no arrow where there should be one", "3.9-6.1", NoMark, 2, 0.5, 60, []string{"c:27.2@.9"}, []string{"27.2 alone 0.9 whole far missing usual"}},
		{"an arrow against the interval", "3.9-6.1", High, 2, 0.5, 60, []string{"c:5.6@.9"}, []string{"5.6 alone 0.9 whole inside contradicts usual"}},
		{"an arrow that points the other way", "3.9-6.1", Low, 2, 0.5, 60, []string{"c:7.4@.9"}, nil},
		{"chi_sim differs", "3.9-6.1", NoMark, 2, 0.5, 60, []string{"e:5.6@.9", "z:5.0@.9"}, []string{"5.6 slip 0.9 whole inside absent usual", "5.0 lesser  whole inside absent usual"}},
		{"other digits", "3.9-6.1", NoMark, 2, 0.5, 60, []string{"c:5.41@.9", "e:5.44@.8"}, []string{"5.41 disputed 0.9 whole inside absent usual", "5.44 lesser  whole inside absent usual"}},
		{"the lesser lost the point", "3.9-6.1", NoMark, 2, 0.5, 60, []string{"c:5.4@.9", "e:54@.8"}, []string{"5.4 slip 0.9 whole inside absent usual"}},
		{"the better lost the point", "3.9-6.1", High, 2, 0.5, 60, []string{"c:74@.9", "e:7.4@.8"}, []string{"7.4 slip 0.8 whole outside agrees usual"}},
		{"every reader lost the point", "3.9-6.1", NoMark, 2, 0.5, 60, []string{"c:55@.9", "e:55@.9"}, []string{"5.5 supplied  whole inside absent usual"}},
		{"the ink shows the point", "3.9-6.1", NoMark, 2, 0.5, 60, []string{"c:56@.9", "s:5.6@.9"}, []string{"5.6 ink 0.9 whole inside absent usual"}},
		{"no point is printed", "0.0-26.0", NoMark, 0, 0, 20000, []string{"c:31@.9"}, []string{"31 alone 0.9 whole outside missing usual"}},
		{"an arrow read as a digit", "2.11-2.52", NoMark, 2, 0.5, 6, []string{"c:2.86@.5", "e:2.861@.5"}, []string{"2.86 slip 0.5 whole outside missing usual", "2.861 lesser  maybe_mark outside missing unknown"}},
		{"the same by both", "2.11-2.52", NoMark, 2, 0.5, 6, []string{"c:2.861@.5"}, []string{"2.861 alone 0.5 maybe_mark outside missing unknown", "2.86 supplied  whole outside missing usual"}},
		{"implausible", "60-100", NoMark, 0, 20, 250, []string{"c:780@.9"}, nil},
		{"repaired", "3.9-6.1", NoMark, 2, 0.5, 60, []string{"c:S.6@.9"}, []string{"5.6 alone 0.9 repaired inside absent usual"}},
		{"too many decimals", "3-6", NoMark, 0, 0.5, 60, []string{"c:5.612@.9"}, []string{"5.612 alone 0.9 whole inside absent more"}},
		{"less than", "0-5", NoMark, 2, 0, 100, []string{"c:<0.5@.9", "e:<0.5@.6"}, []string{"<0.5 agree 0.95 whole inside absent unknown"}},
		{"nothing read", "3.9-6.1", NoMark, 2, 0.5, 60, nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, n := range newEvidence(t, words, c.interval, c.mark, c.decimals, c.low, c.high, c.readings...).Candidates() {
				line := n.Number.String()
				for _, fact := range []evidence.Fact{evidence.Readers, evidence.Sure, evidence.Ink, evidence.Interval, evidence.Mark, evidence.Decimals} {
					line += " " + n.Basis[fact]
				}
				got = append(got, line)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

// TestInk: what the ink contradicts is said, and what other ink or dotted zeros
// may have spoilt.
func TestInk(t *testing.T) {
	words, _ := load(t)
	for want, change := range map[string]func(*Evidence){
		"whole":          func(*Evidence) {},
		"touched":        func(e *Evidence) { e.Occluded = true },
		"dotted":         func(e *Evidence) { e.Dotted = true },
		"digits_missing": func(e *Evidence) { e.Readings[0].Missing = block.Digits },
		"point_missing":  func(e *Evidence) { e.Readings[0].Missing = block.Point },
	} {
		e := newEvidence(t, words, "27-34", NoMark, 1, 0, 100, "c:38@.9")
		change(&e)
		if got := e.Candidates()[0].Basis[evidence.Ink]; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestNumberRoundTrip: what a laboratory prints is read back exactly.
func TestNumberRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		decimals := rapid.IntRange(0, 3).Draw(t, "decimals")
		n := Number{
			Value:    float64(rapid.IntRange(0, 999999).Draw(t, "digits")) / math.Pow10(decimals),
			Decimals: decimals,
			Compare:  rapid.SampledFrom([]string{"", "<", ">", "≤", "≥"}).Draw(t, "sign"),
		}
		if got, ok := ParseNumber(n.String()); !ok || got != n {
			t.Fatalf("%s read as %+v, %v", n, got, ok)
		}
	})
}

// TestIntervalRoundTrip: an interval is read back whatever joins its limits.
func TestIntervalRoundTrip(t *testing.T) {
	words, _ := load(t)
	rapid.Check(t, func(t *rapid.T) {
		decimals := rapid.IntRange(0, 3).Draw(t, "decimals")
		low := rapid.IntRange(0, 9999).Draw(t, "low")
		high := rapid.IntRange(low+1, 99999).Draw(t, "high")
		want := Interval{Low: float64(low) / math.Pow10(decimals), High: float64(high) / math.Pow10(decimals), Decimals: decimals, TwoSided: true}
		dash := rapid.SampledFrom([]string{"-", "--", "~", "～", " - ", "—", " ~ "}).Draw(t, "dash")
		text := strings.Replace(want.String(), "-", dash, 1)
		if got, ok := parseInterval(words, text); !ok || got != want {
			t.Fatalf("%q read as %+v, %v", text, got, ok)
		}
	})
}

// TestLostPointIsNeverTheValue: a number outside its reference interval whose
// point every reader lost, without an arrow, is not given as it was read: 5.5
// read as 55 beside 3.9-6.1 is not 55.
func TestLostPointIsNeverTheValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		decimals := rapid.IntRange(1, 3).Draw(t, "decimals")
		scale := math.Pow10(decimals)
		low := rapid.IntRange(11, 5000).Draw(t, "low")
		high := rapid.IntRange(low+1, 3*low).Draw(t, "high")
		digits := rapid.IntRange(low, high).Draw(t, "digits")
		e := Evidence{
			Interval: &Interval{Low: float64(low) / scale, High: float64(high) / scale, Decimals: decimals, TwoSided: true},
			Marks:    rapid.Bool().Draw(t, "marks"), Decimals: decimals, Low: 0, High: 1e6,
		}
		if rapid.Bool().Draw(t, "limits printed without decimals") {
			if low, high := math.Floor(e.Interval.Low), math.Ceil(e.Interval.High); low < high {
				e.Interval.Low, e.Interval.High, e.Interval.Decimals = low, high, 0
			}
		}
		lost := Number{Value: float64(digits)}
		if e.Interval.Position(lost.Value) == 0 {
			return // nothing speaks against it
		}
		for i := range rapid.IntRange(1, 3).Draw(t, "readers") {
			e.Readings = append(e.Readings, Reading{Number: lost, Sure: 1, Reader: []block.Reader{block.Compact, block.Eng, block.ChiSim}[i]})
		}
		for _, c := range e.Candidates() {
			if c.Number.Value == lost.Value {
				t.Fatalf("%s beside %s may be given, true is %g", c.Number, e.Interval, float64(digits)/scale)
			}
		}
	})
}

// TestNothingIsInvented: what a row may say was read, or is a reading with its
// decimal point put back or an arrow taken off; and it is plausible.
func TestNothingIsInvented(t *testing.T) {
	number := rapid.Custom(func(t *rapid.T) Number {
		decimals := rapid.IntRange(0, 2).Draw(t, "decimals")
		return Number{Value: float64(rapid.IntRange(0, 99999).Draw(t, "digits")) / math.Pow10(decimals), Decimals: decimals}
	})
	rapid.Check(t, func(t *rapid.T) {
		e := Evidence{Low: 1, High: 500, Decimals: rapid.IntRange(-1, 2).Draw(t, "usual"), Mark: Mark(rapid.IntRange(0, 3).Draw(t, "mark")), Sure: true}
		if rapid.Bool().Draw(t, "reference") {
			low := rapid.Float64Range(0, 100).Draw(t, "low")
			e.Interval = &Interval{Low: low, High: low * 2, Decimals: 1, TwoSided: true}
		}
		for range rapid.IntRange(0, 3).Draw(t, "readers") {
			e.Readings = append(e.Readings, Reading{Number: number.Draw(t, "number"), Reader: block.Compact})
		}
		for _, c := range e.Candidates() {
			got := c.Number
			if got.Value < e.Low || got.Value > e.High {
				t.Fatalf("%s is not plausible", got)
			}
			bare := func(n Number) string { return strings.TrimLeft(strings.ReplaceAll(n.Digits(), ".", ""), "0") }
			if !slices.ContainsFunc(e.Readings, func(r Reading) bool {
				read := bare(r.Number)
				return read == bare(got) || len(read) > 1 && read[:len(read)-1] == bare(got) && strings.ContainsAny(read[len(read)-1:], "147")
			}) {
				t.Fatalf("%s was not read: %v", got, e.Readings)
			}
		}
	})
}

func FuzzScan(f *testing.F) {
	for _, s := range []string{"5.6↑", "白细胞计数 WBC 5.6 10^9/L 3.5-9.5", "130/85mmHg", "阴性(-)", "1.2×10⁵", "2026-03-26 08:22", "<0.5 <5.0", "3. 5--9. 5", "±", "S.6", "10 ^9 /L"} {
		f.Add(s)
	}
	words, isUnit := load(f)
	f.Fuzz(func(t *testing.T, text string) {
		last := 0
		runes := []rune(Normalise(text))
		for _, token := range words.Scan(text, isUnit) {
			if token.Start < last || token.End <= token.Start || token.End > len(runes) {
				t.Fatalf("token %+v of %q after %d", token, text, last)
			}
			last = token.End
			if n := token.Number; math.IsNaN(n.Value) || math.IsInf(n.Value, 0) || n.Decimals < 0 {
				t.Fatalf("number %+v of %q", n, text)
			}
			if token.Legible && token.Interval.Low >= token.Interval.High {
				t.Fatalf("interval %+v of %q", token.Interval, text)
			}
		}
	})
}

func FuzzParseNumber(f *testing.F) {
	for _, s := range []string{"5.6", "<0.5", "1,234.5", "1.2E5", "-3", "５．６", "0.0001"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, ok := ParseNumber(text)
		if !ok {
			return
		}
		if again, ok := ParseNumber(n.String()); !ok || again.Value != n.Value || again.Compare != n.Compare {
			t.Fatalf("%q is %+v, which prints as %s and reads as %+v", text, n, n, again)
		}
	})
}

func FuzzParseInterval(f *testing.F) {
	for _, s := range []string{"3.9-6.1", "0--40", "<5.2", "1.003～1.03", "-3--1"} {
		f.Add(s)
	}
	words, _ := load(f)
	f.Fuzz(func(t *testing.T, text string) {
		i, ok := parseInterval(words, text)
		if ok && (i.Low >= i.High || math.IsNaN(i.Low) || math.IsNaN(i.High)) {
			t.Fatalf("%q is %+v", text, i)
		}
	})
}

func BenchmarkScan(b *testing.B) {
	words, isUnit := load(b)
	for b.Loop() {
		words.Scan("5.6 mmol/L ↑ 3.9--6.1", isUnit)
	}
}

// Recognition takes and refuses the same numbers as every other entrance, also
// where it mends what readers misread.
func TestNumbersAreReadAsEverywhere(t *testing.T) {
	words, isUnit := load(t)
	numbers := func(text string) (all []Token) {
		for _, token := range words.Scan(text, isUnit) {
			if token.Kind == NumberKind || token.Kind == IntervalKind && token.Legible {
				all = append(all, token)
			}
		}
		return all
	}
	for _, n := range numbertest.Good {
		for _, behind := range []string{"", " ng/mL", "ng/mL"} {
			if got := numbers(n.Written + behind); (len(got) != 1 || got[0].Number.Value != n.Value) && (behind != "ng/mL" || !strings.Contains(n.Written, ",")) {
				t.Errorf("%q is %+v", n.Written+behind, got)
			}
		}
	}
	for _, n := range numbertest.Bad {
		if n.Readings == nil {
			continue
		}
		for _, text := range []string{n.Written, n.Written + " ng/mL", n.Written + "ng/mL", "<" + n.Written, n.Written + "↑", "0-" + n.Written, "(0-" + n.Written + ")", n.Written + "-2000000"} {
			if got := numbers(text); len(got) > 0 {
				t.Errorf("%q is %+v", text, got)
			}
		}
	}
}

// What recognition takes for an interval is one for every other entrance.
func TestRangesAreReadAsEverywhere(t *testing.T) {
	words, _ := load(t)
	for _, c := range numbertest.Ranges {
		low, high := c.Low, c.High
		if math.IsNaN(low) {
			low = math.Inf(-1)
		}
		if math.IsNaN(high) {
			high = math.Inf(1)
		}
		i, ok := parseInterval(words, c.Written)
		if none := math.IsInf(low, -1) && math.IsInf(high, 1); none == ok || ok && (i.Low != low || i.High != high) {
			t.Errorf("%q is %+v, %v", c.Written, i, ok)
		}
	}
}
