package jsontree

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"unicode/utf8"
)

// WriteIndented writes a value for people as well as machines: indented, HTML left
// as it is. The error is the writer's.
func WriteIndented(w io.Writer, v any) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}

// AppendString appends s as encoding/json writes it, HTML left as it is.
func AppendString(dst []byte, s string) []byte {
	if !Plain(s) {
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		_ = enc.Encode(s) // a string always encodes
		return append(dst, bytes.TrimSuffix(b.Bytes(), []byte("\n"))...)
	}
	return AppendPlain(dst, s)
}

// AppendPlain is AppendString for a text that is Plain.
func AppendPlain(dst []byte, s string) []byte {
	dst = append(dst, '"')
	dst = append(dst, s...)
	return append(dst, '"')
}

// escaped are the bytes that encoding/json writes otherwise, wherever they are.
var escaped = func() (is [256]bool) {
	for c := range ' ' {
		is[c] = true
	}
	is['"'], is['\\'] = true, true
	return is
}()

// Plain reports whether s needs quotes only, as nearly every text does.
func Plain(s string) bool {
	var all byte
	for i := range len(s) {
		if escaped[s[i]] {
			return false
		}
		all |= s[i]
	}
	return all < utf8.RuneSelf || utf8.ValidString(s) && !strings.Contains(s, "\u2028") && !strings.Contains(s, "\u2029")
}
