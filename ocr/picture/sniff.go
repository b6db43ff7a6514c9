package picture

import (
	"bytes"
	"encoding/binary"
)

// Format names a file format.
type Format string

// The formats that are read.
const (
	JPEG Format = "JPEG"
	PNG  Format = "PNG"
	WebP Format = "WebP"
	GIF  Format = "GIF"
	BMP  Format = "BMP"
	TIFF Format = "TIFF"
	HEIC Format = "HEIC"
	AVIF Format = "AVIF"
	PDF  Format = "PDF" // no picture: package pdf opens it
)

// Sniff tells the format by the file's first bytes, whatever its name or
// Content-Type say. ok is false when the format is none that is read; format
// is then the name of a well-known format that it is instead, or "".
func Sniff(data []byte) (format Format, ok bool) {
	has := func(offset int, magic string) bool {
		return len(data) >= offset+len(magic) && string(data[offset:offset+len(magic)]) == magic
	}
	switch {
	case has(0, "\xff\xd8\xff"):
		return JPEG, true
	case has(0, "\x89PNG\r\n\x1a\n"):
		return PNG, true
	case has(0, "RIFF") && has(8, "WEBP"):
		return WebP, true
	case has(0, "GIF87a"), has(0, "GIF89a"):
		return GIF, true
	case has(0, "II*\x00"), has(0, "MM\x00*"):
		return TIFF, true
	case has(0, "BM"):
		return BMP, true
	case has(4, "ftyp"):
		if format := isoBrand(data); format != "" {
			return format, true
		}
	case bytes.Contains(data[:min(len(data), pdfHeader)], []byte("%PDF-")):
		return PDF, true
	}
	return foreign(data, has), false
}

// pdfHeader is within how many bytes the mark of a PDF stands: programs put others
// before it.
const pdfHeader = 1024

// isoBrand tells HEIC from AVIF by the brands that the file says it is of: the first
// may be the container's.
func isoBrand(data []byte) Format {
	size := int(binary.BigEndian.Uint32(data))
	box := data[8:max(8, min(len(data), size, 256))]
	for ; len(box) >= 4; box = box[4:] {
		switch string(box[:4]) {
		case "avif", "avis":
			return AVIF
		case "heic", "heix", "heim", "heis", "hevc", "hevx":
			return HEIC
		}
	}
	return ""
}

// foreign names formats that people send by mistake, for a helpful message.
func foreign(data []byte, has func(int, string) bool) Format {
	switch {
	case has(4, "ftyp"):
		return "video"
	case has(0, "PK\x03\x04"):
		return "ZIP"
	case has(0, "\x00\x00\x00\x0cJXL "), has(0, "\xff\x0a"):
		return "JPEG XL"
	case has(0, "II+\x00"), has(0, "MM\x00+"):
		return "BigTIFF"
	}
	head := bytes.ToLower(bytes.TrimSpace(data[:min(len(data), 512)]))
	switch {
	case bytes.HasPrefix(head, []byte("<svg")):
		return "SVG"
	case bytes.HasPrefix(head, []byte("<!doctype html")), bytes.HasPrefix(head, []byte("<html")):
		return "HTML page"
	case bytes.HasPrefix(head, []byte("<?xml")):
		return "XML"
	case bytes.HasPrefix(head, []byte("{")):
		return "JSON"
	}
	return ""
}
