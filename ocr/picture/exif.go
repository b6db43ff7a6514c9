package picture

import (
	"encoding/binary"
	"iter"
)

// orientation finds the EXIF orientation (tag 0x0112, values 1 to 8; CIPA
// DC-008) of a file. Whatever is missing or damaged counts as 1, upright: a
// wrong tag is no reason to refuse a readable picture.
func orientation(format Format, data []byte) int {
	switch format {
	case JPEG:
		return tiffOrientation(jpegExif(data))
	case PNG:
		return tiffOrientation(pngExif(data))
	case WebP:
		return tiffOrientation(webpExif(data))
	case TIFF:
		return tiffOrientation(data)
	}
	return 1
}

const exifHeader = "Exif\x00\x00"

// jpegExif gives the TIFF block of the APP1 segment.
func jpegExif(data []byte) []byte {
	for marker, segment := range jpegSegments(data) {
		if marker == 0xe1 && len(segment) > len(exifHeader) && string(segment[:len(exifHeader)]) == exifHeader {
			return segment[len(exifHeader):]
		}
	}
	return nil
}

// jpegSegments yields the segments before the first scan, by their markers.
func jpegSegments(data []byte) iter.Seq2[byte, []byte] {
	return func(yield func(byte, []byte) bool) {
		for i := 2; i+4 <= len(data); {
			if data[i] != 0xff {
				return
			}
			marker := data[i+1]
			if marker == 0xff { // fill byte
				i++
				continue
			}
			if marker == 0x01 || 0xd0 <= marker && marker <= 0xd7 { // without a length
				i += 2
				continue
			}
			if marker == 0xda || marker == 0xd9 { // start of scan, end of image
				return
			}
			length := int(binary.BigEndian.Uint16(data[i+2:]))
			if length < 2 || i+2+length > len(data) || !yield(marker, data[i+4:i+2+length]) {
				return
			}
			i += 2 + length
		}
	}
}

// pngExif gives the eXIf chunk (PNG third edition).
func pngExif(data []byte) []byte {
	for i := 8; i+12 <= len(data); {
		length := int64(binary.BigEndian.Uint32(data[i:]))
		end := int64(i) + 8 + length
		if end+4 > int64(len(data)) {
			return nil
		}
		if string(data[i+4:i+8]) == "eXIf" {
			return data[i+8 : end]
		}
		i = int(end) + 4
	}
	return nil
}

// webpExif gives the EXIF chunk of the RIFF container.
func webpExif(data []byte) []byte {
	for i := 12; i+8 <= len(data); {
		length := int64(binary.LittleEndian.Uint32(data[i+4:]))
		end := int64(i) + 8 + length
		if end > int64(len(data)) {
			return nil
		}
		if string(data[i:i+4]) == "EXIF" {
			chunk := data[i+8 : end]
			if len(chunk) > len(exifHeader) && string(chunk[:len(exifHeader)]) == exifHeader {
				chunk = chunk[len(exifHeader):]
			}
			return chunk
		}
		i = int(end + length&1) // chunks are padded to even lengths
	}
	return nil
}

// tiffOrientation reads tag 0x0112.
func tiffOrientation(block []byte) int {
	if v, ok := tiffTag(block, 0x0112); ok && 1 <= v && v <= 8 {
		return int(v)
	}
	return 1
}
