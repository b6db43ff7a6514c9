package frame

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// all reads every message of a stream.
func all(r io.Reader, most int) (list []string, err error) {
	frames := NewReader(r, most)
	for {
		if err := frames.Begin(); err != nil {
			return list, err
		}
		message, err := frames.Rest()
		if err != nil {
			return list, err
		}
		list = append(list, string(message))
	}
}

func TestReader(t *testing.T) {
	long := strings.Repeat("OBX|1|NM|\r", 2000)
	for name, c := range map[string]struct {
		stream string
		want   []string
		err    error
	}{
		"nothing":               {"", nil, io.EOF},
		"one":                   {"\x0bMSH|\r\x1c\r", []string{"MSH|\r"}, io.EOF},
		"two and line ends":     {"\x0ba\x1c\r\r\n\x0bb\x1c\r\n", []string{"a", "b"}, io.EOF},
		"an empty one":          {"\x0b\x1c\r", []string{""}, io.EOF},
		"longer than a buffer":  {"\x0b" + long + "\x1c\r", []string{long}, io.EOF},
		"broken off":            {"\x0bMSH|", nil, io.ErrUnexpectedEOF},
		"another one within":    {"\x0bMSH|\x0bMSH|\x1c\r", nil, ErrBroken},
		"within, after long":    {"\x0b" + long + "\x0b\x1c\r", nil, ErrBroken},
		"no end of data":        {"\x0ba\x1cb\x1c\r", nil, ErrBroken},
		"ends before its end":   {"\x0ba\x1c", nil, ErrBroken},
		"another protocol":      {"GET / HTTP/1.1\r\n\r\n", nil, ErrBroken},
		"line ends for ever":    {strings.Repeat("\r\n", 100), nil, ErrBroken},
		"larger than allowed":   {"\x0b" + strings.Repeat("a", 30001) + "\x1c\r", nil, ErrLarge},
		"as large as allowed":   {"\x0b" + strings.Repeat("a", 30000) + "\x1c\r", []string{strings.Repeat("a", 30000)}, io.EOF},
		"one good, then broken": {"\x0ba\x1c\r\x0bb", []string{"a"}, io.ErrUnexpectedEOF},
	} {
		for how, r := range map[string]io.Reader{"whole": strings.NewReader(c.stream), "byte by byte": iotest.OneByteReader(strings.NewReader(c.stream))} {
			got, err := all(r, 30000)
			if !errors.Is(err, c.err) || strings.Join(got, "|") != strings.Join(c.want, "|") || len(got) != len(c.want) {
				t.Errorf("%s, %s: %d messages, %v", name, how, len(got), err)
			}
		}
	}
}

// Memory is asked for before it is taken.
func TestGrow(t *testing.T) {
	asked, taken := 0, errors.New("no room")
	r := NewReader(strings.NewReader("\x0b"+strings.Repeat("a", 50000)), 1<<20)
	r.Grow = func(bytes int) error {
		if asked = bytes; bytes > 40000 {
			return taken
		}
		return nil
	}
	if err := r.Begin(); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Rest(); !errors.Is(err, taken) || asked > 80000 {
		t.Errorf("%v, %d bytes", err, asked)
	}
}

// Whatever comes, what is read is what was framed, and nothing is read of what was
// not.
func FuzzReader(f *testing.F) {
	for _, seed := range []string{"", "MSH|^~\\&|LIS\rPID|1\r", "\x0b\x1c\r", "\x1c", "a\x1c\rb", "\r\n\x0b"} {
		f.Add([]byte(seed), uint16(5000))
	}
	f.Fuzz(func(t *testing.T, data []byte, most uint16) {
		clean := !bytes.ContainsAny(data, "\x0b\x1c")
		got, err := all(io.MultiReader(bytes.NewReader(Of(data)), bytes.NewReader(Of([]byte("next")))), int(most))
		fits := len(data) <= int(most) && 4 <= int(most)
		if clean && fits && (len(got) != 2 || got[0] != string(data) || got[1] != "next" || !errors.Is(err, io.EOF)) {
			t.Errorf("%q became %q, %v", data, got, err)
		}
		for _, message := range got {
			if strings.ContainsAny(message, "\x0b\x1c") || len(message) > int(most) {
				t.Errorf("%q of %q", message, data)
			}
		}
		raw, _ := all(bytes.NewReader(data), int(most))
		if n := bytes.Count(data, []byte{startBlock}); len(raw) > n {
			t.Errorf("%d messages of %d beginnings", len(raw), n)
		}
	})
}
