package picture

import (
	"image"
	"image/color"
	"image/draw"
)

// upright gives img turned as its EXIF orientation asks, opaque, from (0, 0).
func upright(img image.Image, orientation int) image.Image {
	switch flat := flatten(img).(type) {
	case *image.Gray:
		return turnGray(flat, orientation)
	case *image.YCbCr:
		if orientation == 1 {
			return flat
		}
		return turnYCbCr(flat, orientation)
	default:
		return turnRGBA(toRGBA(flat), orientation)
	}
}

// flatten brings img to *image.Gray, *image.YCbCr or *image.RGBA from (0, 0),
// transparency on white: paper is white, and black text on a transparent
// ground would otherwise vanish.
func flatten(img image.Image) image.Image {
	b := img.Bounds()
	switch src := img.(type) {
	case *image.Gray:
		if b.Min == (image.Point{}) {
			return src
		}
		dst := image.NewGray(image.Rectangle{Max: b.Size()})
		draw.Draw(dst, dst.Rect, src, b.Min, draw.Src)
		return dst
	case *image.Gray16:
		dst := image.NewGray(image.Rectangle{Max: b.Size()})
		for y := range b.Dy() {
			from := src.Pix[y*src.Stride:]
			to := dst.Pix[y*dst.Stride : y*dst.Stride+b.Dx()]
			for x := range to {
				to[x] = from[2*x] // the high byte
			}
		}
		return dst
	case *image.YCbCr:
		if b.Min == (image.Point{}) {
			return src
		}
	case *image.NRGBA:
		if b.Min == (image.Point{}) {
			return onWhite(src)
		}
	case *image.Paletted:
		if gray := grayPalette(src.Palette); gray != nil {
			dst := image.NewGray(image.Rectangle{Max: b.Size()})
			for y := range b.Dy() {
				from := src.Pix[y*src.Stride : y*src.Stride+b.Dx()]
				to := dst.Pix[y*dst.Stride:]
				for x, index := range from {
					to[x] = gray[index]
				}
			}
			return dst
		}
	}
	return toRGBA(img)
}

// onWhite lays a picture on white in its own memory; src is of no use
// afterwards.
func onWhite(src *image.NRGBA) *image.RGBA {
	for i := 0; i+3 < len(src.Pix); i += 4 {
		p := src.Pix[i : i+4 : i+4]
		alpha := uint32(p[3])
		if alpha == 0xff {
			continue
		}
		for k := range 3 {
			p[k] = uint8((uint32(p[k])*alpha + 0xff*(0xff-alpha) + 0x7f) / 0xff)
		}
		p[3] = 0xff
	}
	return &image.RGBA{Pix: src.Pix, Stride: src.Stride, Rect: src.Rect}
}

// grayPalette gives the grey of each index on white ground, or nil when a
// colour is not grey.
func grayPalette(palette color.Palette) []uint8 {
	gray := make([]uint8, 256)
	for i, c := range palette {
		r, g, b, a := c.RGBA() // premultiplied, 16 bits
		if i >= len(gray) || r != g || g != b {
			return nil
		}
		gray[i] = uint8((r + 0xffff - a) >> 8)
	}
	return gray
}

func toRGBA(img image.Image) *image.RGBA {
	b := img.Bounds()
	opaque := false
	if o, ok := img.(interface{ Opaque() bool }); ok {
		opaque = o.Opaque()
	}
	if src, ok := img.(*image.RGBA); ok && opaque && b.Min == (image.Point{}) {
		return src
	}
	dst := image.NewRGBA(image.Rectangle{Max: b.Size()})
	if opaque {
		draw.Draw(dst, dst.Rect, img, b.Min, draw.Src)
		return dst
	}
	draw.Draw(dst, dst.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(dst, dst.Rect, img, b.Min, draw.Over)
	return dst
}

// source gives, for an EXIF orientation, the stored pixel of upright (x, y)
// as origin + x*dx + y*dy in steps of one pixel, for a stored picture of
// w by h pixels with the given stride.
func source(orientation, w, h, stride int) (origin, dx, dy int) {
	right, bottom := w-1, (h-1)*stride
	switch orientation {
	case 2:
		return right, -1, stride
	case 3:
		return right + bottom, -1, -stride
	case 4:
		return bottom, 1, -stride
	case 5:
		return 0, stride, 1
	case 6:
		return bottom, -stride, 1
	case 7:
		return right + bottom, -stride, -1
	case 8:
		return right, stride, -1
	}
	return 0, 1, stride
}

// turned is the upright size of a stored picture.
func turned(orientation, w, h int) image.Rectangle {
	if orientation >= 5 {
		w, h = h, w
	}
	return image.Rect(0, 0, w, h)
}

func turnGray(src *image.Gray, orientation int) *image.Gray {
	if orientation == 1 {
		return src
	}
	w, h := src.Rect.Dx(), src.Rect.Dy()
	dst := image.NewGray(turned(orientation, w, h))
	origin, dx, dy := source(orientation, w, h, src.Stride)
	for y := range dst.Rect.Dy() {
		row := dst.Pix[y*dst.Stride : y*dst.Stride+dst.Rect.Dx()]
		for x := range row {
			row[x] = src.Pix[origin+x*dx+y*dy]
		}
	}
	return dst
}

func turnRGBA(src *image.RGBA, orientation int) *image.RGBA {
	if orientation == 1 {
		return src
	}
	w, h := src.Rect.Dx(), src.Rect.Dy()
	dst := image.NewRGBA(turned(orientation, w, h))
	origin, dx, dy := source(orientation, w, h, src.Stride/4)
	for y := range dst.Rect.Dy() {
		row := dst.Pix[y*dst.Stride : y*dst.Stride+4*dst.Rect.Dx()]
		for x := 0; 4*x < len(row); x++ {
			from := 4 * (origin + x*dx + y*dy)
			copy(row[4*x:4*x+4], src.Pix[from:from+4])
		}
	}
	return dst
}

// turnYCbCr turns and converts at once: between the two lies no third picture.
func turnYCbCr(src *image.YCbCr, orientation int) *image.RGBA {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	dst := image.NewRGBA(turned(orientation, w, h))
	origin, dx, dy := source(orientation, w, h, w)
	for y := range dst.Rect.Dy() {
		row := dst.Pix[y*dst.Stride : y*dst.Stride+4*dst.Rect.Dx()]
		for x := 0; 4*x < len(row); x++ {
			from := origin + x*dx + y*dy
			c := src.YCbCrAt(from%w, from/w)
			row[4*x], row[4*x+1], row[4*x+2] = color.YCbCrToRGB(c.Y, c.Cb, c.Cr)
			row[4*x+3] = 0xff
		}
	}
	return dst
}

// Gray gives the picture's luma (ITU-R BT.601 weights). A picture stored with
// a luma plane shares it: do not write to the result.
func (p *Picture) Gray() *image.Gray {
	switch src := p.Image.(type) {
	case *image.Gray:
		return src
	case *image.YCbCr:
		return &image.Gray{Pix: src.Y, Stride: src.YStride, Rect: src.Rect}
	}
	src := toRGBA(p.Image)
	dst := image.NewGray(src.Rect)
	for i := range dst.Pix {
		pixel := src.Pix[4*i : 4*i+3 : 4*i+3]
		dst.Pix[i] = uint8((299*uint32(pixel[0]) + 587*uint32(pixel[1]) + 114*uint32(pixel[2]) + 500) / 1000)
	}
	return dst
}

// RGBA gives the picture in colour. It may share its pixels with Image: do not
// write to the result.
func (p *Picture) RGBA() *image.RGBA { return toRGBA(p.Image) }
