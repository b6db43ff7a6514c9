package main

import (
	"bytes"
	"image"
	"image/jpeg"
	"math"
	"math/rand/v2"
	"os"

	"golang.org/x/image/draw"
	"golang.org/x/image/math/f64"

	"tijian/engine/ruleset"
	"tijian/ocr/picture"
)

// What another shot of a picture differs in, each drawn between these.
var shaking = struct{ degrees, size, light, quality [2]float64 }{
	degrees: [2]float64{-1.2, 1.2}, size: [2]float64{0.8, 1.2}, light: [2]float64{0.82, 1.08}, quality: [2]float64{60, 92},
}

// shots are a picture as it is, and as it would be shot again so many times: turned a
// little, of another size, light and compression. What is read well by chance is read
// otherwise then. The same picture has the same shots.
func shots(path string, again int) ([][]byte, error) {
	data, err := os.ReadFile(path)
	if err != nil || again == 0 {
		return [][]byte{data}, err
	}
	file, err := picture.Open(data, picture.DefaultLimits)
	if err != nil {
		return nil, err
	}
	page, err := file.Page(0)
	if err != nil {
		return nil, err
	}
	all := [][]byte{data}
	for n := range again {
		shot, err := shake(page.Image, rand.New(rand.NewPCG(uint64(len(data)), uint64(n))))
		if err != nil {
			return nil, err
		}
		all = append(all, shot)
	}
	return all, nil
}

func shake(img image.Image, r *rand.Rand) ([]byte, error) {
	between := func(ends [2]float64) float64 { return ends[0] + r.Float64()*(ends[1]-ends[0]) }
	angle, size, light := between(shaking.degrees)*math.Pi/180, between(shaking.size), between(shaking.light)
	sin, cos := size*math.Sin(angle), size*math.Cos(angle)
	b := img.Bounds()
	w, h := float64(b.Dx()), float64(b.Dy())
	to := image.NewRGBA(image.Rect(0, 0, int(w*cos+h*math.Abs(sin)), int(h*cos+w*math.Abs(sin))))
	draw.Draw(to, to.Bounds(), image.NewUniform(img.At(b.Min.X, b.Min.Y)), image.Point{}, draw.Src)
	turn := f64.Aff3{cos, -sin, (float64(to.Rect.Dx()) - w*cos + h*sin) / 2, sin, cos, (float64(to.Rect.Dy()) - h*cos - w*sin) / 2}
	draw.CatmullRom.Transform(to, turn, img, b, draw.Src, nil)
	for i, v := range to.Pix {
		if i%4 != 3 {
			to.Pix[i] = uint8(min(255, float64(v)*light))
		}
	}
	var out bytes.Buffer
	err := jpeg.Encode(&out, to, &jpeg.Options{Quality: int(between(shaking.quality))})
	return out.Bytes(), err
}

// unweighed are the limits of quality but for the size of the file, which another
// compression changes.
func unweighed(limits map[string]ruleset.Thresholds) map[string]ruleset.Thresholds {
	all := map[string]ruleset.Thresholds{}
	for layout, t := range limits {
		t.Kilobytes = 0
		all[layout] = t
	}
	return all
}
