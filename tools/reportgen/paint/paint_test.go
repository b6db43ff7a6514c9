package paint

import (
	"encoding/binary"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestEveryFamilyDrawsItsCharacters(t *testing.T) {
	lib, err := OpenLibrary("")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range Families() {
		canvas := NewCanvas(lib, 400, 60)
		pen := Pen{CJK: name, Latin: name, Size: 30, Ink: color.Black}
		text := "血红蛋白 6.5 ↑ ×10⁹/L"
		box := canvas.Text(10, 40, text, pen)
		if err := canvas.Err(); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if width := int(canvas.Width(text, pen)); box.Dx() < width-10 || box.Dx() > width+2 {
			t.Errorf("%s: ink is %d wide, text %d", name, box.Dx(), width)
		}
		if outside := ink(canvas.Image, box.Inset(-1)); outside > 0 {
			t.Errorf("%s: %d dark pixels outside the box %v", name, outside, box)
		}
	}
}

// ink counts dark pixels outside a box.
func ink(m *image.RGBA, box image.Rectangle) int {
	n := 0
	for y := range m.Rect.Dy() {
		for x := range m.Rect.Dx() {
			if m.RGBAAt(x, y).R < 128 && !image.Pt(x, y).In(box) {
				n++
			}
		}
	}
	return n
}

func TestSuperscriptsAreSmallAndRaised(t *testing.T) {
	lib, err := OpenLibrary("")
	if err != nil {
		t.Fatal(err)
	}
	canvas := NewCanvas(lib, 100, 60)
	pen := Pen{CJK: "song", Latin: "arial", Size: 40, Ink: color.Black}
	plain, raised := canvas.Text(5, 50, "9", pen), canvas.Text(50, 50, "⁹", pen)
	if raised.Dy() >= plain.Dy() || raised.Max.Y >= plain.Max.Y {
		t.Errorf("9 at %v, ⁹ at %v", plain, raised)
	}
}

func TestRulesAreNeverThinnerThanAPixel(t *testing.T) {
	canvas := NewCanvas(nil, 20, 20)
	canvas.Rule(2, 10, 18, 10, 0.2, color.Black)
	canvas.Rule(10, 2, 10, 18, 0.2, color.Black)
	for _, p := range []image.Point{{5, 10}, {10, 5}} {
		if canvas.Image.RGBAAt(p.X, p.Y).R != 0 {
			t.Errorf("nothing drawn at %v", p)
		}
	}
}

func TestUnknownFamilyAndFolder(t *testing.T) {
	if _, err := OpenLibrary(filepath.Join(t.TempDir(), "none")); err == nil || !strings.Contains(err.Error(), "--fonts") {
		t.Errorf("got error %v, want advice", err)
	}
	lib, err := OpenLibrary(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := lib.font("comic"); err == nil || !strings.Contains(err.Error(), "song") {
		t.Errorf("got error %v, want the known families", err)
	}
}

func TestBrokenFontIsAnError(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "uming.ttc"), []byte("no font at all, only text"), 0o644); err != nil {
		t.Fatal(err)
	}
	lib, err := OpenLibrary(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := lib.font("song"); err == nil {
		t.Error("a broken font gave no error")
	}
}

func FuzzMember(f *testing.F) {
	single := append([]byte{0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0}, "head\x00\x00\x00\x00\x00\x00\x00\x1c\x00\x00\x00\x03abc"...)
	collection := binary.BigEndian.AppendUint32([]byte("ttcf\x00\x02\x00\x00\x00\x00\x00\x01"), 16)
	f.Add(single, 0)
	f.Add(append(collection, single...), 0)
	f.Add(collection, 1)
	f.Add([]byte("ttcf\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"), 0)
	f.Fuzz(func(t *testing.T, data []byte, index int) {
		out, err := member(data, index)
		if err != nil {
			return
		}
		n := int(binary.BigEndian.Uint16(out[4:]))
		for i := range n {
			record := out[12+16*i:]
			at, size := binary.BigEndian.Uint32(record[8:]), binary.BigEndian.Uint32(record[12:])
			if at%4 != 0 || int(at+size) > len(out) {
				t.Errorf("table %d at %d with %d bytes of %d", i, at, size, len(out))
			}
		}
	})
}
