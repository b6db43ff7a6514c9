package value

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
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
		if i, ok := words.ParseInterval(text); ok {
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

// readings are written "text@trust"; evidence fields left out are unknown.
func evidence(t *testing.T, words *Words, interval string, mark Mark, decimals int, low, high float64, readings ...string) Evidence {
	t.Helper()
	e := Evidence{Mark: mark, Sure: mark != NoMark, Marks: true, Decimals: decimals, Low: low, High: high}
	if interval != "" {
		i, ok := words.ParseInterval(interval)
		if !ok {
			t.Fatalf("%q is no interval", interval)
		}
		e.Interval = &i
	}
	for _, r := range readings {
		text, trust, _ := strings.Cut(r, "@")
		weight, err := strconv.ParseFloat(trust, 64)
		if err != nil {
			t.Fatal(err)
		}
		n, ok := ParseNumber(text)
		if !ok {
			if n, ok = words.repair(text); !ok {
				t.Fatalf("%q is no number", text)
			}
		}
		e.Readings = append(e.Readings, Reading{Number: n, Trust: weight})
	}
	return e
}

func TestDecide(t *testing.T) {
	words, _ := load(t)
	for _, c := range []struct {
		name      string
		interval  string
		mark      Mark
		decimals  int
		low, high float64
		readings  []string
		want      string // "" is no value
	}{
		{"both agree", "3.9-6.1", NoMark, 2, 0.5, 60, []string{"5.6@.9", "5.6@.6"}, "5.6"},
		{"one reader, inside", "3.9-6.1", NoMark, 2, 0.5, 60, []string{"5.6@.8"}, "5.6"},
		{"one reader, no reference", "", NoMark, 2, 0.5, 60, []string{"5.6@.9"}, "5.6"},
		{"one poor reader, no reference", "", NoMark, 2, 0.5, 60, []string{"5.6@.4"}, ""},
		{"out of range, arrow", "3.9-6.1", High, 2, 0.5, 60, []string{"7.24@.9", "7.24@.6"}, "7.24"},
		{"out of range, arrow not seen", "3.9-6.1", NoMark, 2, 0.5, 60, []string{"7.24@.9", "7.24@.6"}, "7.24"},
		{"lost point", "3.9-6.1", NoMark, 2, 0.5, 60, []string{"55@.9", "55@.6"}, "5.5"},
		{"lost point, one reader", "3.9-6.1", NoMark, 2, 0.5, 60, []string{"55@.9"}, "5.5"},
		{"lost point seen by the other", "3.9-6.1", NoMark, 2, 0.5, 60, []string{"34@.9", "3.4@.6"}, "3.4"},
		{"lost point, low arrow", "3.9-6.1", Low, 2, 0.5, 60, []string{"35@.9", "35@.6"}, "3.5"},
		{"lost point, high arrow: 75 or 7.5", "3.9-6.1", High, 2, 0.5, 60, []string{"75@.9", "75@.3"}, ""},
		{"lost point, one limit", "<5.2", NoMark, 2, 0.5, 30, []string{"31@.9", "31@.6"}, ""},
		{"laboratory prints no decimals", "0.0-26.0", NoMark, 0, 0, 20000, []string{"31@.9", "31@.6"}, "31"},
		{"arrow against the range", "3.9-6.1", High, 2, 0.5, 60, []string{"5.6@.9"}, ""},
		{"arrow chooses", "3.9-6.1", High, 2, 0.5, 60, []string{"5.6@.8", "8.6@.6"}, "8.6"},
		{"range chooses", "3.5-5.3", NoMark, 2, 1, 12, []string{"4.04@.7", "9.04@.6"}, "4.04"},
		{"readers differ, both fit", "3.9-6.1", NoMark, 2, 0.5, 60, []string{"5.6@.7", "5.0@.65"}, ""},
		{"good reader against poor", "3.9-6.1", NoMark, 2, 0.5, 60, []string{"5.6@.9", "5.0@.5"}, "5.6"},
		{"two places lost, implausible without", "3.9-6.1", NoMark, 2, 0.5, 60, []string{"560@.9", "560@.9"}, "5.60"},
		{"implausible", "60-100", NoMark, 0, 20, 250, []string{"780@.9", "780@.9"}, ""},
		{"repaired alone", "", NoMark, 2, 0.5, 60, []string{"S.6@.8"}, ""},
		{"repaired, inside", "3.9-6.1", NoMark, 2, 0.5, 60, []string{"S.6@.9", "5,6@.8"}, "5.6"},
		{"less than", "0-5", NoMark, 2, 0, 100, []string{"<0.5@.9", "<0.5@.6"}, "<0.5"},
		{"dotted zero", "0.02-0.52", NoMark, 2, 0, 200, []string{"0.17@.86", "9.17@.66"}, "0.17"},
		{"arrow glued to the number", "2.11-2.52", NoMark, 2, 0.5, 6, []string{"2.86@.55", "2.861@.53"}, "2.86"},
		{"nothing read", "3.9-6.1", NoMark, 2, 0.5, 60, nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := evidence(t, words, c.interval, c.mark, c.decimals, c.low, c.high, c.readings...)
			n, confidence, ok := Decide(e)
			got := ""
			if ok {
				got = n.String()
			}
			if got != c.want {
				t.Errorf("got %q (%.2f), want %q", got, confidence, c.want)
			}
			if confidence < 0 || confidence > 1 || ok == (confidence == 0) {
				t.Errorf("confidence %g, ok %v", confidence, ok)
			}
		})
	}
}

// TestDottedZeros: on a page whose zeros are misread, 6, 8 and 9 need more
// than one witness.
func TestDottedZeros(t *testing.T) {
	words, _ := load(t)
	for _, c := range []struct {
		interval string
		readings []string
		minor    bool // the second reading is a minor reader's
		want     string
	}{
		{"1.1-3.2", []string{"2.83@.9", "2.93@.5"}, true, ""},
		{"1.1-3.2", []string{"2.83@.9", "2.83@.5"}, true, "2.83"},
		{"1.1-3.2", []string{"2.13@.9"}, false, "2.13"},
		{"27-34", []string{"36.5@.9", "36.5@.5"}, true, ""},
	} {
		e := evidence(t, words, c.interval, NoMark, 1, 0, 100, c.readings...)
		e.Dotted = true
		if c.minor {
			e.Readings[1].Minor = true
		}
		got := ""
		if n, _, ok := Decide(e); ok {
			got = n.String()
		}
		if got != c.want {
			t.Errorf("%v beside %s: got %q, want %q", c.readings, c.interval, got, c.want)
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
		if got, ok := words.ParseInterval(text); !ok || got != want {
			t.Fatalf("%q read as %+v, %v", text, got, ok)
		}
	})
}

// TestTwoKindsOfReader: the first reading is the compact reader's, the others
// are Tesseract's and lesser.
func TestTwoKindsOfReader(t *testing.T) {
	words, _ := load(t)
	for _, c := range []struct {
		name     string
		interval string
		mark     Mark
		readings []string
		want     string
	}{
		{"agree", "3.9-6.1", NoMark, []string{"5.41@.9", "5.41@.8"}, "5.41"},
		{"agree without a reference", "", NoMark, []string{"5.41@.7", "5.41@.6"}, "5.41"},
		{"one digit, both serious", "3.9-6.1", NoMark, []string{"5.41@.85", "5.44@.85"}, ""},
		{"one digit, no reference", "", NoMark, []string{"5.41@.95", "5.44@.85"}, ""},
		{"one digit, the better certain", "3.9-6.1", NoMark, []string{"5.41@.97", "5.44@.7"}, "5.41"},
		{"the range knows", "3.9-6.1", NoMark, []string{"5.41@.8", "8.41@.85"}, "5.41"},
		{"the arrow is with the lesser", "3.9-6.1", High, []string{"5.41@.8", "8.41@.85"}, ""},
		{"two lesser against one", "3.9-6.1", NoMark, []string{"5.41@.85", "5.44@.85", "5.44@.6"}, ""},
		{"the lesser lost the point", "3.9-6.1", NoMark, []string{"5.41@.9", "541@.9"}, "5.41"},
		{"the better lost the point", "3.9-6.1", NoMark, []string{"541@.9", "5.41@.9"}, "5.41"},
		{"alone, inside", "3.9-6.1", NoMark, []string{"5.41@.9"}, "5.41"},
		{"alone and unsure", "3.9-6.1", NoMark, []string{"5.41@.4"}, ""},
		{"alone and unsure, an arrow", "3.9-6.1", High, []string{"7.8@.5"}, ""},
		{"the lesser sure, the better not", "3.9-6.1", NoMark, []string{"5.1@.3", "5.41@.97"}, ""},
		{"agree, the better as good as blind", "3.9-6.1", NoMark, []string{"5.41@.3", "5.41@.9"}, ""},
	} {
		e := evidence(t, words, c.interval, c.mark, 2, 0.5, 60, c.readings...)
		e.Readings[0].Signs = true
		for i := range e.Readings[1:] {
			e.Readings[i+1].Minor = true
		}
		got := ""
		if n, _, ok := Decide(e); ok {
			got = n.String()
		}
		if got != c.want {
			t.Errorf("%s: %v beside %q gives %q, want %q", c.name, c.readings, c.interval, got, c.want)
		}
	}
}

// TestLostPointIsNeverTheValue: a number outside its reference interval whose
// point every reader lost, without an arrow, is not given as it was read: 5.5
// read as 55 beside 3.9-6.1 is not 55.
func TestLostPointIsNeverTheValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		decimals := rapid.IntRange(1, 3).Draw(t, "decimals")
		scale := math.Pow10(decimals)
		low := rapid.IntRange(1, 5000).Draw(t, "low")
		high := rapid.IntRange(low+1, 3*low+10).Draw(t, "high")
		digits := rapid.IntRange(max(low, 11), max(high, 11)).Draw(t, "digits")
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
			return // inside, nothing speaks against it
		}
		for i := range rapid.IntRange(1, 3).Draw(t, "readers") {
			e.Readings = append(e.Readings, Reading{Number: lost, Trust: rapid.Float64Range(0, 0.97).Draw(t, "trust"), Minor: i == 1})
		}
		if got, confidence, ok := Decide(e); ok && got.Value == lost.Value {
			t.Fatalf("%s beside %s is given (%.2f), true is %g", got, e.Interval, confidence, float64(digits)/scale)
		}
	})
}

// TestDecideNeverInvents: a value given was read, or is a reading with its
// decimal point put back or an arrow taken off; and it is plausible.
func TestDecideNeverInvents(t *testing.T) {
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
			e.Readings = append(e.Readings, Reading{Number: number.Draw(t, "number"), Trust: rapid.Float64Range(0, 1).Draw(t, "trust")})
		}
		got, _, ok := Decide(e)
		if !ok {
			return
		}
		if got.Value < e.Low || got.Value > e.High {
			t.Fatalf("%s is not plausible", got)
		}
		digits := strings.ReplaceAll(got.Digits(), ".", "")
		for _, r := range e.Readings {
			read := strings.TrimLeft(strings.ReplaceAll(r.Number.Digits(), ".", ""), "0")
			glued := len(read) > 1 && read[:len(read)-1] == strings.TrimLeft(digits, "0") && strings.ContainsAny(read[len(read)-1:], "147")
			if read == strings.TrimLeft(digits, "0") || glued {
				return
			}
		}
		t.Fatalf("%s was not read: %v", got, e.Readings)
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
		i, ok := words.ParseInterval(text)
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
