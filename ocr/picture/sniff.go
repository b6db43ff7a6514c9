package picture

import "bytes"

// Format names a file format.
type Format string

// The formats that decode.
const (
	JPEG Format = "JPEG"
	PNG  Format = "PNG"
	WebP Format = "WebP"
	GIF  Format = "GIF"
	BMP  Format = "BMP"
	TIFF Format = "TIFF"
)

// Sniff tells the format by the file's first bytes, whatever its name or
// Content-Type say. ok is false when the format is none that decodes; format
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
	}
	return foreign(data, has), false
}

// foreign names formats that people send by mistake, for a helpful message.
func foreign(data []byte, has func(int, string) bool) Format {
	if has(4, "ftyp") {
		switch {
		case has(8, "avif"), has(8, "avis"):
			return "AVIF"
		case has(8, "hei"), has(8, "hev"), has(8, "mif1"), has(8, "msf1"):
			return "HEIC"
		}
		return "video"
	}
	switch {
	case has(0, "%PDF-"):
		return "PDF"
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
