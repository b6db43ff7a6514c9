package show

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"html/template"
	"image"
	"image/draw"
	"image/jpeg"
	"io"
	"os"

	"tijian/tools/ocreval/score"
	"tijian/tools/reportgen/truth"
)

//go:embed page.html
var pageHTML string

var page = template.Must(template.New("page").Funcs(template.FuncMap{"figure": figure}).Parse(pageHTML))

// HTML writes one page that needs no other file: the figures, and for every
// wrong and missing value a crop of its line.
func HTML(w io.Writer, columns []Column) error {
	type fault struct {
		score.Wrong
		Crop template.URL
	}
	type loss struct {
		score.Missing
		Crop template.URL
	}
	type data struct {
		Columns  []Column
		Kinds    []string
		Wrongs   []fault
		Missings []loss
		Failures []score.Failure
	}
	b := columns[0].Board
	d := data{Columns: columns, Kinds: []string{score.All, score.Layout, score.Condition, score.Both, score.Form, score.Indicator}, Failures: b.Failures}
	c := cutter{}
	for _, f := range b.Wrongs {
		d.Wrongs = append(d.Wrongs, fault{f, c.crop(f.File, f.Box)})
	}
	for _, f := range b.Missings {
		d.Missings = append(d.Missings, loss{f, c.crop(f.File, f.Box)})
	}
	return page.Execute(w, d)
}

// A cutter keeps the last picture, because faults come sorted by file.
type cutter struct {
	file    string
	picture image.Image
}

// crop cuts a line out of a picture as a data URL; "" when it cannot.
func (c *cutter) crop(file string, box truth.Box) template.URL {
	if box == (truth.Box{}) {
		return ""
	}
	if c.file != file {
		c.file, c.picture = file, nil
		data, err := os.ReadFile(file)
		if err != nil {
			return ""
		}
		if c.picture, _, err = image.Decode(bytes.NewReader(data)); err != nil {
			return ""
		}
	}
	if c.picture == nil {
		return ""
	}
	return Crop(c.picture, box.Rect().Inset(-8))
}

// Crop cuts an area out of a picture as a data URL; "" when it cannot.
func Crop(picture image.Image, area image.Rectangle) template.URL {
	area = area.Intersect(picture.Bounds())
	if area.Empty() {
		return ""
	}
	crop := image.NewRGBA(image.Rect(0, 0, area.Dx(), area.Dy()))
	draw.Draw(crop, crop.Rect, picture, area.Min, draw.Src)
	var buffer bytes.Buffer
	if err := jpeg.Encode(&buffer, crop, &jpeg.Options{Quality: 70}); err != nil {
		return ""
	}
	return template.URL("data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(buffer.Bytes()))
}
