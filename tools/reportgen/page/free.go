package page

import (
	"fmt"
	"image"
	"image/color"
	"math/rand/v2"
	"slices"

	"tijian/tools/reportgen/catalogue"
	"tijian/tools/reportgen/degrade"
	"tijian/tools/reportgen/paint"
	"tijian/tools/reportgen/truth"
)

// Free is the layout of pages that are put together of attributes, each drawn by
// itself, instead of following one of the forms.
const Free = "FREE"

// A free page is one that is drawn by its attributes. Its truth names them as
// traits: orientation=cards.
type free struct {
	*sheet
	chosen      map[string]string
	names       []string // of attributes, in the order in which they were drawn
	ink, weak   color.Color
	paper, lift color.Color // what lies behind, and behind cards and every other row
	accent      color.RGBA
	phone       bool
	base        float64 // size of names
	y           float64
	left, right float64
}

// pick draws an attribute.
func (f *free) pick(name string, options ...string) string {
	value := options[f.rng.IntN(len(options))]
	f.chosen[name], f.names = value, append(f.names, name)
	return value
}

func (f *free) is(name, value string) bool { return f.chosen[name] == value }

// Free draws the page of a seed.
func (m *Maker) Free(seed uint64) (*Picture, error) {
	rng := rand.New(rand.NewPCG(seed, 0x6672_6565))
	m = m.wide
	style := m.catalogue.Styles[rng.IntN(len(m.catalogue.Styles))]
	f := &free{sheet: &sheet{maker: m, rng: rng, style: &style, seen: map[string]bool{}}, chosen: map[string]string{}}
	f.choose()
	if f.is("unit", "none") || f.is("unit", "name") {
		style.NameCode = false
	}
	style.FlagAt = "column"
	f.habits = habits{
		style: &style, female: rng.IntN(2) == 0, fullRange: rng.IntN(3) == 0, otherUnits: rng.IntN(6) == 0 && !f.is("unit", "none"),
		nameForm: rng.IntN(3), anyName: rng.IntN(2) == 0, short: map[string]bool{},
	}
	f.width = []float64{1240, 1400, 1654}[rng.IntN(3)]
	f.base = f.width * (0.0135 + 0.006*rng.Float64())
	if f.phone {
		f.width = []float64{720, 828, 1080, 1170, 1290}[rng.IntN(5)]
		f.base = f.width * (0.031 + 0.012*rng.Float64())
	}
	f.margin = f.width * (0.03 + 0.04*rng.Float64())
	f.left, f.right = f.margin, f.width-f.margin
	f.canvas = paint.NewCanvas(m.fonts, int(f.width), 9000)
	f.canvas.Fill(f.canvas.Image.Rect, f.paper)
	f.frame()
	if err := f.canvas.Err(); err != nil {
		return nil, err
	}
	return f.taken(seed)
}

// choose draws the attributes of the page and its colours.
func (f *free) choose() {
	f.phone = f.pick("device", "paper", "phone") == "phone"
	f.pick("orientation", "rows", "rows", "rows", "rows", "cards", "cards", "cards", "sideways", "dates across", "dates down")
	if f.is("orientation", "cards") {
		f.pick("columns", "1", "1", "2", "2", "3")
		f.pick("value", "beside", "below", "below", "above")
	} else {
		f.pick("columns", "1", "1", "1", "2", "2", "3")
		f.pick("order", "name first", "name first", "name first", "result first", "any")
	}
	if f.phone && !f.is("orientation", "cards") {
		f.chosen["columns"] = "1"
	}
	f.pick("rules", "none", "none", "lines", "grid", "zebra")
	f.pick("unit", "column", "column", "glued", "glued", "below", "name", "none")
	f.pick("range", "column", "column", "bracket", "below", "label", "none")
	f.pick("flag", "arrow", "arrow", "letter", "word", "chip", "colour", "none")
	f.pick("code", "none", "column", "brackets", "below")
	f.pick("bar", "none", "none", "none", "scale", "filled")
	f.pick("ratio", "1", "1", "1.3", "1.8", "2.4")
	f.pick("align", "left", "middle", "right")
	f.pick("names", "whole", "whole", "wrapped")
	f.pick("heads", "yes", "yes", "no")
	f.pick("sections", "no", "yes")
	f.pick("bold", "no", "no", "values", "names")
	f.pick("prose", "no", "no", "above", "below")
	f.pick("mark", "none", "none", "none", "watermark", "stamp")
	f.pick("photo", "none", "none", "none", "none", "none", "none", "none", "none", "scanned", "photographed", "tilted", "curved", "screen", "finger", "messenger")
	f.ink, f.weak, f.paper, f.lift = color.Gray{Y: 25}, color.Gray{Y: 110}, color.White, color.Gray{Y: 240}
	switch f.pick("theme", "light", "light", "light", "grey", "tinted", "dark") {
	case "dark":
		f.ink, f.weak, f.paper, f.lift = color.Gray{Y: 235}, color.Gray{Y: 160}, color.Gray{Y: 18}, color.Gray{Y: 44}
	case "grey":
		f.paper, f.lift = color.Gray{Y: 238}, color.White
	case "tinted":
		f.paper, f.lift = color.RGBA{236, 243, 252, 255}, color.White
	}
	f.accent = []color.RGBA{{24, 120, 210, 255}, {0, 150, 136, 255}, {230, 120, 20, 255}, {120, 80, 200, 255}}[f.rng.IntN(4)]
}

// content chooses what the page is about: some panels, and the entries of each.
func (f *free) content() (titles []string, sections [][]*entry) {
	room := 8 + f.rng.IntN(18)
	if !f.phone && !f.is("columns", "1") {
		room += 12
	}
	panels := f.maker.catalogue.Panels
	for _, i := range f.rng.Perm(len(panels)) {
		p := &panels[i]
		if n := len(p.Items); n > room && len(sections) > 0 || n > room+10 {
			continue
		}
		room -= len(p.Items)
		if entries := f.items([]*catalogue.Panel{p}); len(entries) > 0 { // none where other panels have its items
			titles, sections = append(titles, p.Title), append(sections, entries)
		}
		if room <= 0 || len(sections) == 3 {
			break
		}
	}
	if !f.is("sections", "yes") {
		return titles, [][]*entry{slices.Concat(sections...)}
	}
	return titles, sections
}

// frame draws everything of the page.
func (f *free) frame() {
	f.y = f.margin
	if f.phone {
		f.statusBar()
	}
	titles, sections := f.content()
	f.heading(titles)
	if f.is("prose", "above") {
		f.prose(sections)
	}
	for i, entries := range sections {
		if len(sections) > 1 {
			f.section(titles[i])
		}
		switch f.chosen["orientation"] {
		case "cards":
			f.cards(entries)
		case "sideways":
			f.sideways(entries)
		case "dates down":
			f.datesDown(entries)
		default:
			f.rows(entries)
		}
		f.y += f.base * (0.6 + f.rng.Float64())
	}
	if f.is("prose", "below") {
		f.prose(sections)
	}
	f.foot()
	f.height = min(max(f.y+f.margin, f.width*0.7), 9000)
	f.canvas.Image = f.canvas.Image.SubImage(image.Rect(0, 0, int(f.width), int(f.height))).(*image.RGBA)
	f.dpi, f.traits = f.width/8.27, []string{map[string]string{"watermark": watermark, "stamp": dateStamp}[f.chosen["mark"]]}
	if !f.is("theme", "dark") {
		f.watermark()
		f.dateStamp()
	}
}

// taken makes a picture of the page and its truth.
func (f *free) taken(seed uint64) (*Picture, error) {
	condition, traits := truth.Clean, []string(nil)
	switch how := f.chosen["photo"]; how {
	case "none":
	case "scanned", "photographed":
		condition = how
	case "finger":
		condition = truth.Photographed
	case "messenger":
		traits = []string{how}
	default:
		condition, traits = truth.Photographed, []string{how}
	}
	var names []string
	for _, name := range f.names {
		names = append(names, name+"="+f.chosen[name])
	}
	picture, move := degrade.ApplyTraits(f.rng, f.canvas.Image, condition, traits)
	size := picture.Bounds().Size()
	page := &truth.Page{
		Picture: fmt.Sprintf("free-%d.jpg", seed), Seed: seed, Layout: Free, Condition: condition, Style: f.style.Name,
		Form: f.chosen["orientation"], Traits: names, Size: [2]int{size.X, size.Y}, Values: map[string]float64{},
	}
	f.tell(page, func(line *truth.Line) {
		line.NameBox, line.ResultBox = move(line.NameBox), move(line.ResultBox)
		line.Box = boxOf(line.NameBox.Rect().Union(line.ResultBox.Rect()))
	})
	if f.is("photo", "finger") {
		picture = degrade.Finger(f.rng, picture, page.Lines)
	}
	data, err := encode(picture, quality(f.rng, condition), 0)
	return &Picture{JPEG: data, Truth: page}, err
}
