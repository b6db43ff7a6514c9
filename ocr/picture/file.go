package picture

import (
	"bytes"
	"image"
	"image/draw"
	"image/gif"

	"tijian/engine/message"
)

// A File is a picture file of one or several pages: those of a TIFF, the frames of a
// GIF. It is for one goroutine at a time, its pages in their order.
type File struct {
	data   []byte
	format Format
	limits Limits
	pages  []int64 // of a TIFF: where their directories begin
	frames int     // of a GIF

	animation *gif.GIF
	canvas    *image.RGBA // of a GIF: the frame shown last
}

// Open reads what a file says about itself. Every error is an *Error: FormatError
// when the bytes are no JPEG, PNG, WebP, GIF, BMP, TIFF, HEIC or AVIF, FetchError when
// there are too many of them.
func Open(data []byte, limits Limits) (*File, error) {
	if err := limits.CheckBytes(int64(len(data))); err != nil {
		return nil, err
	}
	format, ok := Sniff(data)
	if !ok || format == PDF {
		what := message.PictureEmpty
		if format != "" {
			what = message.PictureOfKind.With("kind", format)
		} else if len(data) > 0 {
			what = message.PictureUnknown
		}
		return nil, formatError(nil, message.PictureFormats.With("what", what))
	}
	f := &File{data: data, format: format, limits: limits}
	switch format {
	case TIFF:
		f.pages = tiffPages(data)
	case GIF:
		f.frames = gifFrames(data)
	}
	return f, nil
}

// Pages is how many pages the file has, at least 1.
func (f *File) Pages() int { return max(1, len(f.pages), f.frames) }

// Page decodes the n-th page, from 0. Every error is an *Error: FormatError when it
// is damaged, FetchError when the picture exceeds limits.
func (f *File) Page(n int) (*Picture, error) {
	if f.frames > 1 {
		return f.frame(n)
	}
	data := f.data
	if len(f.pages) > 1 {
		data = tiffFrom(data, f.pages[n])
	}
	return f.decode(data)
}

func (f *File) decode(data []byte) (*Picture, error) {
	config, err := decodeConfig(f.format, data)
	if err != nil {
		return nil, f.damaged(err)
	}
	if err := f.limits.checkSize(config.Width, config.Height); err != nil {
		return nil, err
	}
	if err := f.limits.checkMemory(cost(f.format, data, config)); err != nil {
		return nil, err
	}
	decoded, err := decode(f.format, data)
	if err != nil {
		return nil, f.damaged(err)
	}
	// A file whose header and body disagree must not slip past the limits.
	size := decoded.Bounds().Size()
	if err := f.limits.checkSize(size.X, size.Y); err != nil {
		return nil, err
	}
	return f.picture(upright(decoded, orientation(f.format, data))), nil
}

func (f *File) damaged(err error) *Error {
	return formatError(err, message.PictureDamaged.With("format", f.format, "reason", err))
}

func (f *File) picture(img image.Image) *Picture {
	return &Picture{Image: img, Format: f.format, Bytes: int64(len(f.data))}
}

// frame shows the n-th frame of a GIF on top of those before.
func (f *File) frame(n int) (p *Picture, err error) {
	if f.animation == nil {
		config, err := decodeConfig(GIF, f.data)
		if err != nil {
			return nil, f.damaged(err)
		}
		if err := f.limits.checkSize(config.Width, config.Height); err != nil {
			return nil, err
		}
		const canvas, shown = 4, 4
		pixels := int64(config.Width) * int64(config.Height)
		if err := f.limits.checkMemory((int64(f.frames) + 1 + canvas + shown) * pixels); err != nil {
			return nil, err
		}
		if f.animation, err = decodeGIF(f.data); err != nil {
			return nil, f.damaged(err)
		}
		f.canvas = image.NewRGBA(image.Rect(0, 0, config.Width, config.Height))
		draw.Draw(f.canvas, f.canvas.Rect, image.White, image.Point{}, draw.Src)
	}
	if n >= len(f.animation.Image) {
		return nil, f.damaged(errPanic)
	}
	part := f.animation.Image[n]
	before := image.NewRGBA(f.canvas.Rect)
	copy(before.Pix, f.canvas.Pix)
	draw.Draw(f.canvas, part.Rect, part, part.Rect.Min, draw.Over)
	shown := image.NewRGBA(f.canvas.Rect)
	copy(shown.Pix, f.canvas.Pix)
	switch f.animation.Disposal[n] {
	case gif.DisposalBackground:
		draw.Draw(f.canvas, part.Rect, image.White, image.Point{}, draw.Src)
	case gif.DisposalPrevious:
		f.canvas = before
	}
	return f.picture(shown), nil
}

func decodeGIF(data []byte) (g *gif.GIF, err error) {
	defer fence(&err)
	return gif.DecodeAll(bytes.NewReader(data))
}

// gifFrames counts the frames of a GIF by its blocks, at most mostPages of them;
// what follows a block that is damaged is not counted.
func gifFrames(data []byte) (frames int) {
	const header, trailer, extension, descriptor = 13, 0x3b, 0x21, 0x2c
	table := func(flags byte) int { // bytes of a table of colours
		if flags&0x80 == 0 {
			return 0
		}
		return 3 << (flags&7 + 1)
	}
	if len(data) < header {
		return 0
	}
	at := header + table(data[10])
	blocks := func() { // to the end of a chain of sub-blocks
		for at < len(data) && data[at] != 0 {
			at += 1 + int(data[at])
		}
		at++
	}
	for at < len(data) && frames < mostPages {
		switch data[at] {
		case extension:
			at += 2
			blocks()
		case descriptor:
			if at+10 > len(data) {
				return frames
			}
			frames++
			at += 10 + table(data[at+9]) + 1
			blocks()
		default:
			return frames
		}
	}
	return frames
}
