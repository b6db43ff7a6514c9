package intake

import (
	"bytes"
	"encoding/hex"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"tijian/engine/filelimits"
	"tijian/engine/message"
)

// A segment of an HL7 v2 message.
type segment struct {
	id     string
	fields []string // raw, from 1; of MSH, 1 is the separator itself
	number int      // in the file, from 1
	nth    int      // of its kind in its message, from 1
	was    *segment // as it was sent, where reading it needed a change; else nil
	marks  *marks
}

// marks are the delimiters that a message declares.
type marks struct{ field, component, repetition, escape, part byte }

// decoded is text in UTF-8: what is not valid in it is GB18030, as most Chinese
// laboratory systems write, or Windows-1252.
func decoded(data []byte) (string, bool) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) { // "Unicode text" of Excel
		text, err := unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder().Bytes(data)
		return string(text), err == nil
	}
	if !utf8.Valid(data) && singles(data) {
		text, err := charmap.Windows1252.NewDecoder().Bytes(data)
		return string(text), err == nil && !bytes.ContainsRune(text, utf8.RuneError)
	}
	return chinese(data)
}

// chinese is text in UTF-8 or GB18030.
func chinese(data []byte) (string, bool) {
	if utf8.Valid(data) {
		return string(data), true
	}
	text, err := simplifiedchinese.GB18030.NewDecoder().Bytes(data)
	return string(text), err == nil && !bytes.ContainsRune(text, utf8.RuneError)
}

// singles reports whether most bytes beyond ASCII stand alone, as letters of Western
// languages do in a text of one byte each: Müller, µmol. Chinese characters take two, or
// four with digits between them.
func singles(data []byte) bool {
	alone, runs := 0, 0
	for k := 0; k < len(data); k++ {
		from := k
		for k < len(data) && data[k] >= utf8.RuneSelf {
			k++
		}
		if k == from {
			continue
		}
		runs++
		if k == from+1 && (k == len(data) || data[k] < '0' || data[k] > '9') {
			alone++
		}
	}
	return 2*alone > runs
}

// western is a header that declares ISO 8859-1, or -15, which differs in nothing
// that matters here.
var western = regexp.MustCompile(`(?m)MSH.{5}(?:[^\r\n]*)8859/15?(?:\D|$)`)

// segments takes a file apart. Segments end with \r, as the standard has it, or
// with line ends; the frames of MLLP are left out.
func segments(data []byte) ([]segment, *Issue) {
	if err := filelimits.Separated(data, "\r\n|", message.FieldsOfFile); err != nil {
		return nil, &Issue{Place: theFile, Reason: message.Of(err)}
	}
	text, ok := decoded(data)
	if western.Match(data) && !utf8.Valid(data) {
		plain, err := charmap.ISO8859_1.NewDecoder().Bytes(data)
		text, ok = string(plain), err == nil
	}
	if !ok {
		return nil, &Issue{Place: theFile, Reason: message.EncodingUnknown}
	}
	text = strings.NewReplacer("\x0b", "", "\x1c", "", "\x1a", "", "\x00", "", "\r\n", "\r", "\n", "\r").Replace(text)
	var all []segment
	var m *marks
	kinds := map[string]int{}
	for line := range strings.SplitSeq(text, "\r") {
		if strings.TrimSpace(line) == "" || envelope[head(line)] {
			continue
		}
		at := Place{Phrase: message.SegmentAt.With("number", len(all)+1, "id", head(line))}
		if head(line) == "MSH" {
			if len(line) < 8 || strings.ContainsAny(line[3:8], " \t") {
				return nil, &Issue{Place: at, Reason: message.NoDelimiters}
			}
			m = &marks{line[3], line[4], line[5], line[6], line[7]}
			clear(kinds)
		}
		switch {
		case m == nil:
			return nil, &Issue{Place: at, Reason: message.NoMSH}
		case len(head(line)) < 3:
			return nil, &Issue{Place: at, Reason: message.NoSegment}
		}
		fields := strings.Split(line, string(m.field))
		if head(line) == "MSH" {
			fields = append([]string{"MSH", string(m.field)}, fields[1:]...)
		}
		kinds[head(line)]++
		all = append(all, segment{id: head(line), fields: fields, number: len(all) + 1, nth: kinds[head(line)], marks: m})
	}
	if len(all) == 0 {
		return nil, &Issue{Place: theFile, Reason: message.NoMSH}
	}
	return all, nil
}

// envelope are the segments around the messages of a batch.
var envelope = map[string]bool{"FHS": true, "BHS": true, "BTS": true, "FTS": true}

func head(line string) string { return line[:min(3, len(line))] }

// at is the place of a field; 0 is the whole segment.
func (s *segment) at(field int) Place {
	at := Place{message.SegmentAt.With("number", s.number, "id", s.id), s, field}
	if field > 0 {
		at.Phrase = message.FieldAt.With("number", s.number, "id", s.id, "field", field)
	}
	return at
}

// raw returns a field with all its repetitions, "" when the segment is shorter.
func (s *segment) raw(field int) string {
	if field >= len(s.fields) {
		return ""
	}
	return s.fields[field]
}

// whole returns a field as one text, whatever delimiters stand in it: units and
// ranges are often sent without escapes (10^9/L, 3.5~9.5).
func (s *segment) whole(field int) string { return strings.TrimSpace(s.plain(s.raw(field))) }

// words returns a field with blanks for its delimiters, so that words stay apart;
// of a single one nothing else is left.
func (s *segment) words(field int) string {
	m := s.marks
	return strings.TrimSpace(s.plain(strings.NewReplacer(string(m.component), " ", string(m.part), " ", string(m.repetition), " ").Replace(s.raw(field))))
}

// repetitions returns those of a field that say something.
func (s *segment) repetitions(field int) []string {
	var list []string
	for r := range strings.SplitSeq(s.raw(field), string(s.marks.repetition)) {
		if strings.TrimSpace(r) != "" {
			list = append(list, r)
		}
	}
	return list
}

// component returns a component, from 1, of the first repetition of a field.
func (s *segment) component(field, n int) string {
	first, _, _ := strings.Cut(s.raw(field), string(s.marks.repetition))
	return s.part(first, n)
}

// part returns a component, from 1, of a repetition.
func (s *segment) part(repetition string, n int) string {
	parts := strings.Split(repetition, string(s.marks.component))
	if n > len(parts) {
		return ""
	}
	return strings.TrimSpace(s.plain(parts[n-1]))
}

// plain undoes the escapes of a text.
func (s *segment) plain(text string) string {
	e := s.marks.escape
	if strings.IndexByte(text, e) < 0 {
		return text
	}
	var b strings.Builder
	for text != "" {
		start := strings.IndexByte(text, e)
		if start < 0 {
			break
		}
		end := strings.IndexByte(text[start+1:], e)
		if end < 0 {
			break
		}
		b.WriteString(text[:start])
		b.WriteString(s.escaped(text[start+1 : start+1+end]))
		text = text[start+end+2:]
	}
	return b.String() + text
}

func (s *segment) escaped(code string) string {
	switch code {
	case "F":
		return string(s.marks.field)
	case "S":
		return string(s.marks.component)
	case "T":
		return string(s.marks.part)
	case "R":
		return string(s.marks.repetition)
	case "E":
		return string(s.marks.escape)
	case ".br", "X0D", "X0A", "X0D0A":
		return "\n"
	}
	if digits, ok := strings.CutPrefix(code, "X"); ok {
		if raw, err := hex.DecodeString(digits); err == nil {
			if text, ok := chinese(raw); ok {
				return text
			}
		}
	}
	return "" // highlighting and other formats
}
