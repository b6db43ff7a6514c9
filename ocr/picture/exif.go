package picture

import "encoding/binary"

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
	for i := 2; i+4 <= len(data); {
		if data[i] != 0xff {
			return nil
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
			return nil
		}
		length := int(binary.BigEndian.Uint16(data[i+2:]))
		if length < 2 || i+2+length > len(data) {
			return nil
		}
		segment := data[i+4 : i+2+length]
		if marker == 0xe1 && len(segment) > len(exifHeader) && string(segment[:len(exifHeader)]) == exifHeader {
			return segment[len(exifHeader):]
		}
		i += 2 + length
	}
	return nil
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

// tiffOrientation reads tag 0x0112 of the first directory.
func tiffOrientation(block []byte) int {
	if len(block) < 8 {
		return 1
	}
	var order binary.ByteOrder
	switch string(block[:4]) {
	case "II*\x00":
		order = binary.LittleEndian
	case "MM\x00*":
		order = binary.BigEndian
	default:
		return 1
	}
	start := int64(order.Uint32(block[4:]))
	if start+2 > int64(len(block)) {
		return 1
	}
	entries := block[start+2:]
	for n := int(order.Uint16(block[start:])); n > 0 && len(entries) >= 12; n-- {
		const short = 3
		if order.Uint16(entries) == 0x0112 && order.Uint16(entries[2:]) == short {
			if v := int(order.Uint16(entries[8:])); 1 <= v && v <= 8 {
				return v
			}
			return 1
		}
		entries = entries[12:]
	}
	return 1
}
