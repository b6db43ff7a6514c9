package picture

import (
	"image"
	"image/color"
)

// cost is about how many bytes are allocated until a file's picture lies
// decoded and upright: the decoder's own memory, the picture as it decodes,
// and each form that it is then brought into. Where a header does not tell, it
// is the most that may be.
func cost(format Format, data []byte, c image.Config) int64 {
	work, decoded, final := perPixel(format, data, c)
	bytes := work + decoded
	if final != decoded {
		bytes += final
	}
	if orientation(format, data) != 1 {
		if c.ColorModel == color.YCbCrModel {
			final = 4
		}
		bytes += final
	}
	return int64(bytes * float64(c.Width) * float64(c.Height))
}

// perPixel returns bytes for each pixel: what a decoder works with beside the
// picture, the picture as it decodes, and the form that flatten gives it.
func perPixel(format Format, data []byte, c image.Config) (work, decoded, final float64) {
	switch c.ColorModel {
	case color.GrayModel:
		decoded, final = 1, 1
	case color.Gray16Model:
		decoded, final = 2, 1
	case color.YCbCrModel:
		decoded, final = 1.5, 1.5 // WebP; JPEG has its own below
	case color.NYCbCrAModel:
		decoded, final = 2.5, 4
	case color.RGBA64Model, color.NRGBA64Model:
		decoded, final = 8, 4
	case color.CMYKModel, color.RGBAModel, color.NRGBAModel:
		decoded, final = 4, 4
	default: // a palette
		decoded, final = 1, 4
	}
	switch format {
	case JPEG:
		samples, progressive := jpegFrame(data)
		switch c.ColorModel {
		case color.YCbCrModel:
			decoded, final = samples, samples
		case color.CMYKModel: // converted from its planes, then to RGBA
			work = samples + 4
		case color.RGBAModel: // converted from its planes
			work = samples
		}
		if progressive {
			work += coefficient * samples
		}
	case PNG:
		if len(data) > pngInterlace && data[pngInterlace] != 0 {
			work = decoded // each pass is a picture
		}
	case GIF:
		work = 1 // put in order when interlaced
	case TIFF:
		// A strip is unpacked as a whole into memory that grows as it fills.
		work = 4.5 * decoded * stripShare(data, c)
		if c.ColorModel == color.RGBAModel {
			work += 4 // may be transparent, and copied
		}
	case HEIC, AVIF:
		work = 8 // their decoders' own pictures, and a copy of each
	case WebP:
		switch c.ColorModel {
		case color.NYCbCrAModel: // the transparency is a picture of its own
			work = 9
		case color.NRGBAModel: // lossless: two transforms may copy
			work = 8
		}
	}
	return work, decoded, final
}

// stripShare is how much of a TIFF's picture is unpacked at a time.
func stripShare(data []byte, c image.Config) float64 {
	const rowsPerStrip, tileWidth = 0x0116, 0x0142
	if _, tiled := tiffTag(data, tileWidth); tiled {
		return 1 // at most
	}
	if rows, ok := tiffTag(data, rowsPerStrip); ok && 0 < rows && int64(rows) < int64(c.Height) {
		return float64(rows) / float64(c.Height)
	}
	return 1
}

const (
	pngInterlace = 28 // offset of IHDR's interlace method
	coefficient  = 4  // bytes for each sample of a progressive JPEG until its last scan
)

// jpegFrame reads a JPEG's frame header: samples for each pixel, and whether
// all of its coefficients are held until the end. A file in which it is not
// found counts as the dearest.
func jpegFrame(data []byte) (samples float64, progressive bool) {
	for marker, segment := range jpegSegments(data) {
		if marker < 0xc0 || marker > 0xc2 {
			continue
		}
		const header, component = 6, 3
		if len(segment) < header || len(segment) < header+component*int(segment[5]) {
			break
		}
		largest, sum := 0, 0
		for i := range int(segment[5]) {
			sampling := segment[header+component*i+1]
			area := int(sampling>>4) * int(sampling&0xf)
			largest, sum = max(largest, area), sum+area
		}
		if largest == 0 {
			break
		}
		return float64(sum) / float64(largest), marker == 0xc2
	}
	return 4, true
}
