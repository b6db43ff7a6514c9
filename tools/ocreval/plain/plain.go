// Package plain reads a report with nothing but Tesseract: one pass over the
// whole page, names found by exact alias in each line, the first number or
// graded word behind the name taken as its value. It is the measure that the
// project's own recogniser is held against.
package plain

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"tijian/engine/dictionary"
)

// A Reader knows the names to look for. It is safe for concurrent use.
type Reader struct {
	names []name // longest first
	terms *dictionary.Dictionary
}

type name struct {
	text      string
	indicator *dictionary.Indicator
}

// New makes a Reader for the names of a dictionary.
func New(terms *dictionary.Dictionary) *Reader {
	r := &Reader{terms: terms}
	for _, indicator := range terms.All() {
		for _, alias := range slices.Concat(indicator.Aliases, indicator.Abbreviations) {
			r.names = append(r.names, name{squeeze(alias), indicator})
		}
	}
	slices.SortStableFunc(r.names, func(a, b name) int { return cmp.Compare(len(b.text), len(a.text)) })
	return r
}

// Read runs Tesseract on the picture in a file and gives the values found, in
// the standard unit as long as that is the unit printed.
func (r *Reader) Read(ctx context.Context, file string) (map[string]float64, error) {
	command := exec.CommandContext(ctx, "tesseract", file, "stdout", "-l", "chi_sim+eng", "--psm", "6")
	command.Env = append(os.Environ(), "OMP_THREAD_LIMIT=1")
	var complaint bytes.Buffer
	command.Stderr = &complaint
	text, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("tesseract (apt-get install tesseract-ocr tesseract-ocr-chi-sim): %w: %s", err, strings.TrimSpace(complaint.String()))
	}
	return r.Match(string(text)), nil
}

var number = regexp.MustCompile(`^[^0-9]{0,6}?(\d+(?:\.\d+)?)`)

// Match finds names and values in the lines of a text.
func (r *Reader) Match(text string) map[string]float64 {
	values := map[string]float64{}
	for line := range strings.Lines(text) {
		line = squeeze(line)
		i, found := r.find(line)
		if !found {
			continue
		}
		rest := strings.TrimSpace(line[i.end:])
		if _, seen := values[i.indicator.Name]; seen {
			continue
		}
		if i.indicator.Kind == dictionary.Qualitative {
			if grade, ok := r.grade(rest); ok {
				values[i.indicator.Name] = grade
			}
		} else if m := number.FindStringSubmatch(rest); m != nil {
			if v, err := strconv.ParseFloat(m[1], 64); err == nil {
				values[i.indicator.Name] = standard(i.indicator, v, rest)
			}
		}
	}
	return values
}

// standard converts a value if a unit of the indicator stands behind it.
func standard(indicator *dictionary.Indicator, value float64, rest string) float64 {
	for _, word := range strings.Fields(rest) {
		if converted, ok := indicator.ToStandard(value, word); ok {
			return converted
		}
	}
	return value
}

type match struct {
	indicator *dictionary.Indicator
	end       int
}

// find gives the longest name in a line; Latin abbreviations count only whole.
func (r *Reader) find(line string) (match, bool) {
	for _, n := range r.names {
		at := strings.Index(line, n.text)
		if at < 0 {
			continue
		}
		end := at + len(n.text)
		if n.text[0] < 0x80 && (at > 0 && letter(line[at-1]) || end < len(line) && letter(line[end])) {
			continue
		}
		return match{n.indicator, end}, true
	}
	return match{}, false
}

func (r *Reader) grade(rest string) (float64, bool) {
	words := r.terms.Grades().Words()
	slices.SortStableFunc(words, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	for _, word := range words {
		if strings.HasPrefix(rest, squeeze(word)) {
			return r.terms.Grades().Value(word)
		}
	}
	return 0, false
}

func letter(c byte) bool { return c < 0x80 && (unicode.IsLetter(rune(c)) || c == '-') }

// squeeze removes the spaces that Tesseract puts between Chinese characters
// and makes other runs of spaces one.
func squeeze(s string) string {
	var out []rune
	var last rune
	for _, word := range strings.Fields(strings.ToLower(s)) {
		runes := []rune(word)
		if last != 0 && (last < 0x2E80 || runes[0] < 0x2E80) {
			out = append(out, ' ')
		}
		out = append(out, runes...)
		last = runes[len(runes)-1]
	}
	return string(out)
}
