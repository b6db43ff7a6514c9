package picture

import (
	"encoding/binary"
	"errors"
	"image"
	"strings"
	"testing"
)

// paged makes a TIFF of several pages, each the same picture; kinds are the subfile
// types of the pages behind the first, 1 for a small copy.
func paged(t *testing.T, kinds ...uint32) []byte {
	t.Helper()
	data := encode(t, TIFF, image.NewGray(image.Rect(0, 0, 40, 30)))
	order := binary.LittleEndian
	first := order.Uint32(data[4:])
	n := order.Uint16(data[first:])
	entries := data[first+2 : first+2+12*uint32(n)]
	link := first + 2 + 12*uint32(n) // of the offset of the next directory
	for _, kind := range kinds {
		order.PutUint32(data[link:], uint32(len(data)))
		data = order.AppendUint16(data, n+1)
		data = order.AppendUint32(order.AppendUint16(order.AppendUint16(data, 0x00fe), 4), 1)
		data = append(order.AppendUint32(data, kind), entries...)
		link = uint32(len(data))
		data = order.AppendUint32(data, 0)
	}
	return data
}

// A TIFF of several pages is refused and their number told; a small copy is no page.
func TestTIFFOfSeveralPages(t *testing.T) {
	for _, c := range []struct {
		name  string
		kinds []uint32
		want  string
	}{
		{"one", nil, ""},
		{"two", []uint32{0}, "the TIFF file has 2 pages"},
		{"three", []uint32{2, 2}, "the TIFF file has 3 pages"},
		{"a small copy", []uint32{1}, ""},
		{"a small copy and a page", []uint32{1, 0}, "the TIFF file has 2 pages"},
	} {
		_, err := Decode(paged(t, c.kinds...), Limits{})
		var refused *Error
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want != "" && (!errors.As(err, &refused) || refused.Kind != FormatError || !strings.Contains(refused.Message.EN, c.want)):
			t.Errorf("%s: %v", c.name, err)
		}
	}
	// Directories that lead to each other end.
	loop := paged(t, 0)
	order := binary.LittleEndian
	first := order.Uint32(loop[4:])
	second := order.Uint32(loop[first+2+12*uint32(order.Uint16(loop[first:])):])
	order.PutUint32(loop[second+2+12*uint32(order.Uint16(loop[second:])):], first)
	if got := tiffPages(loop); got != mostPages {
		t.Errorf("%d pages", got)
	}
}
