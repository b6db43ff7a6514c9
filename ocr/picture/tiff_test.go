package picture

import (
	"encoding/binary"
	"image"
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

// Each page of a TIFF is one; a small copy is none.
func TestTIFFOfSeveralPages(t *testing.T) {
	for _, c := range []struct {
		name  string
		kinds []uint32
		want  int
	}{
		{"one", nil, 1},
		{"two", []uint32{0}, 2},
		{"three", []uint32{2, 2}, 3},
		{"a small copy", []uint32{1}, 1},
		{"a small copy and a page", []uint32{1, 0}, 2},
	} {
		f, err := Open(paged(t, c.kinds...), Limits{})
		if err != nil || f.Pages() != c.want {
			t.Errorf("%s: %v, %d pages", c.name, err, f.Pages())
			continue
		}
		for n := range c.want {
			if p, err := f.Page(n); err != nil || p.Size() != image.Pt(40, 30) {
				t.Errorf("%s, page %d: %v", c.name, n, err)
			}
		}
	}
	// Directories that lead to each other end.
	loop := paged(t, 0)
	order := binary.LittleEndian
	first := order.Uint32(loop[4:])
	second := order.Uint32(loop[first+2+12*uint32(order.Uint16(loop[first:])):])
	order.PutUint32(loop[second+2+12*uint32(order.Uint16(loop[second:])):], first)
	if got := len(tiffPages(loop)); got != mostPages {
		t.Errorf("%d pages", got)
	}
}
