package real

import (
	_ "embed"
	"html/template"
	"image"
	"io"
	"os"

	"tijian/ocr/picture"
	"tijian/tools/ocreval/show"
)

//go:embed page.html
var pageHTML string

var page = template.Must(template.New("page").Parse(pageHTML))

// HTML writes one page that needs no other file: for every wrong value, and
// every lost one of the tuned part whose line was found, a crop of that line.
func HTML(w io.Writer, sheets []*Sheet) error {
	type shown struct {
		Loss
		Picture string
		Crop    template.URL
	}
	var all []shown
	for _, s := range sheets {
		if s.Held || len(s.Wrong)+len(s.Lost) == 0 {
			continue
		}
		img := open(s.Report.Picture)
		for _, l := range append(append([]Loss{}, s.Wrong...), s.Lost...) {
			all = append(all, shown{l, s.Name, crop(img, l.Box)})
		}
	}
	return page.Execute(w, all)
}

func open(path string) image.Image {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	f, err := picture.Open(data, picture.DefaultLimits)
	if err != nil {
		return nil
	}
	p, err := f.Page(0)
	if err != nil {
		return nil
	}
	return p.Image
}

// crop shows the line of a box; "" for none.
func crop(img image.Image, box [4]int) template.URL {
	if img == nil || box == [4]int{} {
		return ""
	}
	return show.Crop(img, image.Rect(box[0], box[1], box[2], box[3]).Inset(-10))
}
