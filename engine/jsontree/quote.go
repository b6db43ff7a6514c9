package jsontree

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// AppendString appends s as encoding/json writes it, HTML left as it is.
func AppendString(dst []byte, s string) []byte {
	if !plain(s) {
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		_ = enc.Encode(s) // a string always encodes
		return append(dst, bytes.TrimSuffix(b.Bytes(), []byte("\n"))...)
	}
	dst = append(dst, '"')
	dst = append(dst, s...)
	return append(dst, '"')
}

// plain reports whether s needs quotes only, as nearly every text does.
func plain(s string) bool {
	ascii := true
	for i := range len(s) {
		switch c := s[i]; {
		case c < ' ' || c == '"' || c == '\\':
			return false
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	return ascii || utf8.ValidString(s) && !strings.ContainsAny(s, "\u2028\u2029")
}
