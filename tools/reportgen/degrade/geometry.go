package degrade

import (
	"image"
	"image/color"
	"math"

	"tijian/tools/reportgen/truth"
)

type point struct{ x, y float64 }

// A matrix is a plane projective map in row order.
type matrix [9]float64

func (m matrix) apply(x, y float64) (float64, float64) {
	d := m[6]*x + m[7]*y + m[8]
	return (m[0]*x + m[1]*y + m[2]) / d, (m[3]*x + m[4]*y + m[5]) / d
}

// square maps the unit square to four corners, clockwise from the upper left
// (Heckbert, Fundamentals of Texture Mapping, 1989).
func square(c [4]point) matrix {
	dx1, dy1 := c[1].x-c[2].x, c[1].y-c[2].y
	dx2, dy2 := c[3].x-c[2].x, c[3].y-c[2].y
	sx, sy := c[0].x-c[1].x+c[2].x-c[3].x, c[0].y-c[1].y+c[2].y-c[3].y
	det := dx1*dy2 - dx2*dy1
	g, h := (sx*dy2-dx2*sy)/det, (dx1*sy-sx*dy1)/det
	return matrix{
		c[1].x - c[0].x + g*c[1].x, c[3].x - c[0].x + h*c[3].x, c[0].x,
		c[1].y - c[0].y + g*c[1].y, c[3].y - c[0].y + h*c[3].y, c[0].y,
		g, h, 1,
	}
}

func (m matrix) inverse() matrix {
	return matrix{
		m[4]*m[8] - m[5]*m[7], m[2]*m[7] - m[1]*m[8], m[1]*m[5] - m[2]*m[4],
		m[5]*m[6] - m[3]*m[8], m[0]*m[8] - m[2]*m[6], m[2]*m[3] - m[0]*m[5],
		m[3]*m[7] - m[4]*m[6], m[1]*m[6] - m[0]*m[7], m[0]*m[4] - m[1]*m[3],
	}
}

// A bend maps the page to the picture: waves across the sheet, then the view.
type bend struct {
	shape               matrix  // unit square to picture
	w, h                float64 // of the page
	depth, waves, phase float64 // depth as a share of the page's height
	fold, foldAt        float64 // slope of the part to the right of the fold
	curl, curlAt        float64 // slope that grows from the place of v down, for each part of height
}

// bent is where a point of the sheet comes to lie, along v; flat undoes it.
func (b *bend) bent(u, v float64) float64 {
	return v + b.curl*(u-0.5)*max(v-b.curlAt, 0) + b.wave(u)
}

func (b *bend) flat(u, v float64) float64 {
	v -= b.wave(u)
	return v - max(v-b.curlAt, 0)*(1-1/(1+b.curl*(u-0.5)))
}

func (b *bend) wave(u float64) float64 {
	return b.depth*math.Sin(2*math.Pi*b.waves*u+b.phase) + b.fold*max(u-b.foldAt, 0)
}

// move carries a box of the page to the box around it in the picture.
func (b *bend) move(box truth.Box) truth.Box {
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	const steps = 8
	for i := range steps + 1 {
		u := (float64(box[0]) + float64(box[2]-box[0])*float64(i)/steps) / b.w
		for _, edge := range []int{box[1], box[3]} {
			x, y := b.shape.apply(u, b.bent(u, float64(edge)/b.h))
			x0, y0, x1, y1 = min(x0, x), min(y0, y), max(x1, x), max(y1, y)
		}
	}
	return truth.Box{int(math.Floor(x0)), int(math.Floor(y0)), int(math.Ceil(x1)), int(math.Ceil(y1))}
}

// warp draws the page into a picture of the given size; ground is what lies
// around the sheet.
func (b *bend) warp(page *image.RGBA, width, height int, ground func(x, y int) color.RGBA) *image.RGBA {
	picture := image.NewRGBA(image.Rect(0, 0, width, height))
	back := b.shape.inverse()
	for y := range height {
		row := picture.Pix[y*picture.Stride:]
		for x := range width {
			u, v := back.apply(float64(x)+0.5, float64(y)+0.5)
			v = b.flat(u, v)
			px, py := u*b.w-0.5, v*b.h-0.5
			if px < 0 || py < 0 || px >= b.w-1 || py >= b.h-1 {
				c := ground(x, y)
				row[4*x], row[4*x+1], row[4*x+2], row[4*x+3] = c.R, c.G, c.B, 255
				continue
			}
			bilinear(page, px, py, row[4*x:4*x+4])
		}
	}
	return picture
}

func bilinear(page *image.RGBA, x, y float64, out []uint8) {
	ix, iy := int(x), int(y)
	fx, fy := int(256*(x-float64(ix))), int(256*(y-float64(iy)))
	at := iy*page.Stride + 4*ix
	upper, lower := page.Pix[at:at+8], page.Pix[at+page.Stride:at+page.Stride+8]
	for k := range 3 {
		a := int(upper[k])*(256-fx) + int(upper[k+4])*fx
		c := int(lower[k])*(256-fx) + int(lower[k+4])*fx
		out[k] = uint8((a*(256-fy) + c*fy + 1<<15) >> 16)
	}
	out[3] = 255
}
