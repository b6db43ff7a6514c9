package picture

import (
	"image"
	"image/color"
	"image/draw"

	"tijian/ocr/raster"
)

// upright gives img turned as its EXIF orientation asks, opaque, from (0, 0). One in
// planes is turned and converted at once: between the two lies no third picture.
func upright(img image.Image, orientation int) image.Image {
	flat := flatten(img)
	if orientation == 1 {
		return flat
	}
	w, h := flat.Bounds().Dx(), flat.Bounds().Dy()
	size := image.Rect(0, 0, w, h)
	if orientation >= 5 {
		size = image.Rect(0, 0, h, w)
	}
	switch src := flat.(type) {
	case *image.Gray:
		dst := image.NewGray(size)
		turn(size, w, h, orientation, func(to, x, y int) { dst.Pix[to] = src.Pix[y*src.Stride+x] })
		return dst
	case *image.RGBA:
		dst := image.NewRGBA(size)
		turn(size, w, h, orientation, func(to, x, y int) { copy(dst.Pix[4*to:4*to+4], src.Pix[y*src.Stride+4*x:]) })
		return dst
	}
	dst, src := image.NewRGBA(size), flat.(*image.YCbCr)
	turn(size, w, h, orientation, func(to, x, y int) {
		c, p := src.YCbCrAt(x, y), dst.Pix[4*to:4*to+4]
		p[0], p[1], p[2] = color.YCbCrToRGB(c.Y, c.Cb, c.Cr)
		p[3] = 0xff
	})
	return dst
}

// turn calls put for each pixel of an upright picture, with where it is stored in one of
// w by h pixels.
func turn(size image.Rectangle, w, h, orientation int, put func(to, x, y int)) {
	for to := range size.Dx() * size.Dy() {
		x, y := to%size.Dx(), to/size.Dx()
		if orientation >= 5 {
			x, y = y, x
		}
		switch orientation {
		case 2, 3, 7, 8:
			x = w - 1 - x
		}
		switch orientation {
		case 3, 4, 6, 7:
			y = h - 1 - y
		}
		put(to, x, y)
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
	return raster.RGBA(img)
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

// Gray gives the picture's luma (ITU-R BT.601 weights). A picture stored with
// a luma plane shares it: do not write to the result.
func (p *Picture) Gray() *image.Gray {
	switch src := p.Image.(type) {
	case *image.Gray:
		return src
	case *image.YCbCr:
		return &image.Gray{Pix: src.Y, Stride: src.YStride, Rect: src.Rect}
	}
	return raster.Gray(p.Image)
}

// RGBA gives the picture in colour. It may share its pixels with Image: do not
// write to the result.
func (p *Picture) RGBA() *image.RGBA { return raster.RGBA(p.Image) }
