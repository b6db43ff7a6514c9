package paint

import (
	"encoding/binary"
	"errors"
	"slices"
	"strings"
)

var errFont = errors.New("not a font that can be read")

// tables are those needed to draw glyphs; the rest (layout, bitmaps, hints) is
// left out.
var tables = []string{"CFF ", "OS/2", "cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "post", "kern", "vhea", "vmtx"}

// member takes one font out of a collection and lays its tables out anew on
// multiples of four bytes. Several of Debian's Chinese fonts are not laid out
// so, and package sfnt then refuses them. A single font is laid out anew too.
func member(data []byte, index int) ([]byte, error) {
	be := binary.BigEndian
	if len(data) < 16 {
		return nil, errFont
	}
	start := 0
	if string(data[:4]) == "ttcf" {
		n := int(be.Uint32(data[8:]))
		if index < 0 || index >= n || len(data) < 12+4*n {
			return nil, errFont
		}
		start = int(be.Uint32(data[12+4*index:]))
	}
	if start+12 > len(data) {
		return nil, errFont
	}
	n := int(be.Uint16(data[start+4:]))
	if start+12+16*n > len(data) {
		return nil, errFont
	}
	type table struct {
		tag  string
		data []byte
	}
	var kept []table
	for i := range n {
		record := data[start+12+16*i:]
		tag := string(record[:4])
		if !slices.Contains(tables, tag) {
			continue
		}
		from, size := int(be.Uint32(record[8:])), int(be.Uint32(record[12:]))
		if from < 0 || size < 0 || from+size > len(data) {
			return nil, errFont
		}
		kept = append(kept, table{tag, data[from : from+size]})
	}
	slices.SortFunc(kept, func(a, b table) int { return strings.Compare(a.tag, b.tag) })

	out := append([]byte(nil), data[start:start+4]...)
	out = be.AppendUint16(out, uint16(len(kept)))
	out = append(out, make([]byte, 6)...) // search hints, not read
	offset := 12 + 16*len(kept)
	for _, t := range kept {
		out = append(out, t.tag...)
		out = be.AppendUint32(out, 0) // checksum, not read
		out = be.AppendUint32(out, uint32(offset))
		out = be.AppendUint32(out, uint32(len(t.data)))
		offset += (len(t.data) + 3) &^ 3
	}
	for _, t := range kept {
		out = append(out, t.data...)
		for len(out)%4 != 0 {
			out = append(out, 0)
		}
	}
	return out, nil
}
