package ocr

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
	"tijian/ocr/block"
	"tijian/ocr/raster"
	"tijian/ocr/result"
)

func loadDictionary(t testing.TB) *dictionary.Dictionary {
	t.Helper()
	dict, problems := dictionary.Load(dictionaries.Active())
	if len(problems) > 0 {
		t.Fatal(problems.Err())
	}
	return dict
}

func newRecogniser(t testing.TB, o Options) *Recogniser {
	t.Helper()
	if o.Dictionary == nil {
		dict := loadDictionary(t)
		o.Dictionary = func() *dictionary.Dictionary { return dict }
	}
	r, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

// plain and strict are recognisers that tests share: it takes seconds of a processor to
// make one.
var plain, strict = share(nil), share(strictGates)

func share(quality func() map[string]ruleset.Thresholds) func(testing.TB) *Recogniser {
	made := sync.OnceValues(func() (*Recogniser, error) {
		dict, problems := dictionary.Load(dictionaries.Active())
		if err := problems.Err(); err != nil {
			return nil, err
		}
		return New(Options{Workers: 2, Dictionary: func() *dictionary.Dictionary { return dict }, Quality: quality})
	})
	return func(t testing.TB) *Recogniser {
		t.Helper()
		r, err := made()
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
}

// A report is a committed picture with the values printed on it.
type report struct {
	name   string
	data   []byte
	layout block.Layout
	values map[string]float64
}

func reports(t testing.TB) []report {
	t.Helper()
	files, err := filepath.Glob("../testdata/reports/*.truth.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no reports: %v", err)
	}
	var out []report
	for _, f := range files {
		raw, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var truth struct {
			Picture string
			Layout  block.Layout
			Values  map[string]float64
		}
		if err := json.Unmarshal(raw, &truth); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(filepath.Join("../testdata/reports", truth.Picture))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, report{truth.Picture, data, truth.Layout, truth.Values})
	}
	return out
}

func score(full result.Full, want map[string]float64) (right, wrong int) {
	for name, v := range full.Simple() {
		if w, ok := want[name]; ok && math.Abs(v-w) <= 1e-9*max(math.Abs(w), 1) {
			right++
		} else {
			wrong++
		}
	}
	return right, wrong
}

// people are whom the committed pages are about, as they print it.
var people = map[string]struct {
	sex string
	age int
}{
	"double-clean-12.jpg": {"female", 46}, "double-scanned-14.jpg": {"female", 77}, "single-clean-11.jpg": {"female", 31},
	"single-photographed-15.jpg": {"female", 29}, "table-clean-13.jpg": {"female", 77}, "table-photographed-16.jpg": {"male", 45},
}

func TestReportsAreRead(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	r := newRecogniser(t, Options{Workers: 2})
	defer r.Close()
	given, wrong := 0, 0
	for _, rep := range reports(t) {
		hints := []block.Layout{rep.layout}
		if strings.Contains(rep.name, "clean") {
			hints = append(hints, block.Default)
		}
		for _, hint := range hints {
			seen, err := r.Examine(context.Background(), rep.data, hint)
			if err != nil {
				t.Fatalf("%s: %v", rep.name, err)
			}
			full := seen.Full
			if who, ok := people[rep.name]; !ok || seen.Person.Sex != who.sex || seen.Person.Age == nil || *seen.Person.Age != who.age {
				t.Errorf("%s as %s: the person is %+v, want %+v", rep.name, hint, seen.Person, who)
			}
			ok, bad := score(full, rep.values)
			given, wrong = given+ok+bad, wrong+bad
			t.Logf("%s as %s: %d of %d right, %d wrong", rep.name, hint, ok, len(rep.values), bad)
			if float64(ok) < 0.85*float64(len(rep.values)) {
				t.Errorf("%s as %s: only %d of %d values right", rep.name, hint, ok, len(rep.values))
			}
			checkForm(t, rep, full)
		}
	}
	if float64(wrong) > 0.01*float64(given) {
		t.Errorf("%d of %d given values are wrong", wrong, given)
	}
}

// checkForm checks what the full form promises whatever was read.
func checkForm(t *testing.T, rep report, full result.Full) {
	t.Helper()
	img, _, err := image.Decode(bytes.NewReader(rep.data))
	if err != nil {
		t.Fatal(err)
	}
	for name, entries := range full {
		for _, e := range entries {
			if e.Idx < 0 || e.Idx >= len(e.Coords) || e.IdxOfValue >= len(e.Coords) || (e.Value == nil) != (e.IdxOfValue == -1) {
				t.Errorf("%s, %s: idx %d and %d of %d blocks", rep.name, name, e.Idx, e.IdxOfValue, len(e.Coords))
			}
			for _, c := range e.Coords {
				if box := image.Rect(c[0], c[1], c[2], c[3]); box.Empty() || !box.In(img.Bounds()) || c[0] > c[2] || c[1] > c[3] {
					t.Errorf("%s, %s: block %v outside the picture", rep.name, name, c)
				}
			}
		}
	}
}

func TestTurnedReportIsRead(t *testing.T) {
	r := plain(t)
	all := reports(t)
	rep := all[slices.IndexFunc(all, func(r report) bool { return r.layout == block.Single })]
	img, _, err := image.Decode(bytes.NewReader(rep.data))
	if err != nil {
		t.Fatal(err)
	}
	straight, err := r.Recognise(context.Background(), rep.data, rep.layout)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := score(straight, rep.values)
	for quarters := 1; quarters < 3; quarters++ {
		turned := report{rep.name, encode(t, raster.RotateQuarters(raster.Gray(img), quarters)), rep.layout, rep.values}
		full, err := r.Recognise(context.Background(), turned.data, rep.layout)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := score(full, rep.values); got < want-2 {
			t.Errorf("turned by %d quarters: %d right, upright %d", quarters, got, want)
		}
		checkForm(t, turned, full)
	}
}

func TestPlace(t *testing.T) {
	size := image.Pt(30, 50)
	g := image.NewGray(image.Rectangle{Max: size})
	draw.Draw(g, image.Rect(4, 7, 11, 20), image.White, image.Point{}, draw.Src)
	for quarters := range 4 {
		turned := raster.RotateQuarters(g, quarters)
		var box image.Rectangle
		for y := range turned.Rect.Dy() {
			for x := range turned.Rect.Dx() {
				if turned.GrayAt(x, y).Y != 0 {
					box = box.Union(image.Rect(x, y, x+1, y+1))
				}
			}
		}
		s := preparedSheet{back: raster.Scale(1), quarters: quarters, size: turned.Rect.Size()}
		if got, want := s.place(box), image.Rect(4, 7, 11, 20); got != want {
			t.Errorf("%d quarters: %v, want %v", quarters, got, want)
		}
	}
}

func encode(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestPagesWithoutText(t *testing.T) {
	r := plain(t)
	noise := image.NewGray(image.Rect(0, 0, 260, 200))
	state := uint32(1)
	for i := range noise.Pix {
		state = state*1664525 + 1013904223
		noise.Pix[i] = uint8(state >> 24)
	}
	black := image.NewGray(image.Rect(0, 0, 300, 400))
	white := image.NewGray(image.Rect(0, 0, 300, 400))
	draw.Draw(white, white.Rect, image.White, image.Point{}, draw.Src)
	half := image.NewGray(image.Rect(0, 0, 300, 400))
	draw.Draw(half, image.Rect(0, 0, 150, 400), image.White, image.Point{}, draw.Src)
	dot := image.NewGray(image.Rect(0, 0, 1, 1))
	strip := image.NewGray(image.Rect(0, 0, 1900, 100))
	for name, img := range map[string]image.Image{"noise": noise, "black": black, "white": white, "half": half, "one pixel": dot, "strip": strip} {
		full, err := r.Recognise(context.Background(), encode(t, img), block.Default)
		if err != nil || len(full.Simple()) != 0 {
			t.Errorf("%s: %v, %v", name, full, err)
		}
	}
}

func TestErrors(t *testing.T) {
	thresholds := map[string]ruleset.Thresholds{
		"DEFAULT": {PPI: 50, Kilobytes: 1, Sharpness: 0},
		"SINGLE":  {PPI: 30, Kilobytes: 2},
	}
	r := newRecogniser(t, Options{Workers: 1, Quality: func() map[string]ruleset.Thresholds { return thresholds }})
	random := image.NewRGBA(image.Rect(0, 0, 300, 300))
	for i := range random.Pix {
		random.Pix[i] = uint8(i * i >> 3)
	}
	var small bytes.Buffer
	if err := jpeg.Encode(&small, image.NewGray(image.Rect(0, 0, 20, 20)), nil); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		data []byte
		hint block.Layout
		want string
	}{
		{"text", []byte("not a picture"), block.Default, "IMAGE_FORMAT_ERROR: "},
		{"empty", nil, block.Default, "IMAGE_FORMAT_ERROR: "},
		{"tiny file", small.Bytes(), block.Default, "IMAGE_SIZE_ERROR: file size 0 kb, must be greater than 1 kb (layout DEFAULT)"},
		{"few pixels", encode(t, random), block.Default, "IMAGE_PIXEL_ERROR: resolution 25 PPI, must be greater than 50 PPI (layout DEFAULT)"},
		{"few pixels for SINGLE", encode(t, random), block.Single, "IMAGE_PIXEL_ERROR: resolution 25 PPI, must be greater than 30 PPI (layout SINGLE)"},
	} {
		_, err := r.Recognise(context.Background(), c.data, c.hint)
		var e *Error
		if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), c.want) || !strings.HasPrefix(c.want, e.Kind()) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

func TestTimeLimitAndCancellation(t *testing.T) {
	rep := reports(t)[0]
	r := newRecogniser(t, Options{Workers: 1, TimeLimit: time.Nanosecond})
	_, err := r.Recognise(context.Background(), rep.data, block.Default)
	var e *Error
	if !errors.As(err, &e) || e.Kind() != RecognitionError {
		t.Errorf("after the time limit: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := r.Recognise(ctx, rep.data, block.Default); !errors.Is(err, context.Canceled) {
		t.Errorf("after cancellation: %v", err)
	}
}

// TestTwoSheets: sheets that lie beside each other are read each by itself. They are
// of two people: what they give stands by sheet, and not in one result.
func TestTwoSheets(t *testing.T) {
	var sheets []report
	for _, rep := range reports(t) {
		if strings.HasPrefix(rep.name, "single-clean") || strings.HasPrefix(rep.name, "double-clean") {
			sheets = append(sheets, rep)
		}
	}
	picture, want := image.NewGray(image.Rect(0, 0, 3600, 2600)), map[string]float64{}
	draw.Draw(picture, picture.Rect, image.NewUniform(color.Gray{70}), image.Point{}, draw.Src)
	for i, rep := range sheets {
		img, _, err := image.Decode(bytes.NewReader(rep.data))
		if err != nil {
			t.Fatal(err)
		}
		draw.Draw(picture, img.Bounds().Add(image.Pt(80+1800*i, 60+50*i)), img, image.Point{}, draw.Src)
		for name, v := range rep.values {
			if _, both := want[name]; both {
				t.Fatalf("%s is on both", name)
			}
			want[name] = v
		}
	}
	var file bytes.Buffer
	if err := jpeg.Encode(&file, picture, nil); err != nil {
		t.Fatal(err)
	}
	seen, err := plain(t).Examine(context.Background(), file.Bytes(), block.Default)
	if err != nil {
		t.Fatal(err)
	}
	full := seen.Full
	if len(full.Simple()) > 0 || !seen.Person.Differ || len(seen.File.Sheets) != 2 {
		t.Errorf("%d sheets of people who differ (%v) give %v", len(seen.File.Sheets), seen.Person.Differ, full.Simple())
	}
	right, wrong := 0, 0
	for _, s := range seen.File.Sheets {
		r, w := score(s.Full, want)
		right, wrong = right+r, wrong+w
	}
	if wrong > 0 || 10*right < 9*len(want) {
		t.Errorf("%d of %d values right, %d wrong", right, len(want), wrong)
	}
	checkForm(t, report{"two sheets", file.Bytes(), block.Default, want}, full)
}

func TestPagesAtTheSameTime(t *testing.T) {
	r := plain(t)
	reps := reports(t)
	alone := make([]string, len(reps))
	text := func(rep report) string {
		seen, err := r.Examine(context.Background(), rep.data, rep.layout)
		if err != nil || len(seen.Sheets) != 1 {
			t.Fatalf("%d sheets: %v", len(seen.Sheets), err)
		}
		out, err := json.Marshal(seen.Sheets[0].Page)
		if err != nil {
			t.Error(err)
		}
		return string(out)
	}
	for i, rep := range reps[:2] {
		alone[i] = text(rep)
	}
	var group sync.WaitGroup
	for i, rep := range reps[:2] { // each of more blocks than there are readers
		group.Go(func() {
			if text(rep) != alone[i] {
				t.Errorf("%s reads differently beside others", rep.name)
			}
		})
	}
	group.Wait()
}

func TestNewDictionary(t *testing.T) {
	first, second := loadDictionary(t), loadDictionary(t)
	current := first
	r := newRecogniser(t, Options{Workers: 1, Dictionary: func() *dictionary.Dictionary { return current }})
	before, err := r.match()
	if err != nil {
		t.Fatal(err)
	}
	if same, _ := r.match(); same != before {
		t.Error("the index is built anew without need")
	}
	current = second
	if after, err := r.match(); err != nil || after == before {
		t.Errorf("a reload has no effect: %v", err)
	}
}

func TestDebugPictures(t *testing.T) {
	var stages []string
	r := newRecogniser(t, Options{Workers: 2, Debug: func(stage string, img image.Image) {
		stages = append(stages, stage)
		if img.Bounds().Empty() {
			t.Errorf("%s is empty", stage)
		}
	}})
	if _, err := r.Recognise(context.Background(), reports(t)[0].data, block.Default); err != nil {
		t.Fatal(err)
	}
	want := []string{"1-gray", "2-flat", "3-straight", "4-level", "5-ruleless", "6-blocks"}
	if !slices.Equal(stages, want) {
		t.Errorf("stages %v, want %v", stages, want)
	}
}

func BenchmarkRecognise(b *testing.B) {
	r := newRecogniser(b, Options{Workers: 1})
	for _, rep := range reports(b) {
		b.Run(strings.TrimSuffix(rep.name, filepath.Ext(rep.name)), func(b *testing.B) {
			for b.Loop() {
				if _, err := r.Recognise(context.Background(), rep.data, rep.layout); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkPrepare(b *testing.B) {
	rep := reports(b)[0]
	img, _, err := image.Decode(bytes.NewReader(rep.data))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := prepare(context.Background(), raster.Gray(img), 0, func(string, image.Image) {}); err != nil {
			b.Fatal(err)
		}
	}
}
