package picture

import "encoding/binary"

// mostPages ends the count of a file whose directories lead to each other.
const mostPages = 1000

// A directory is what a TIFF says of one of its pictures.
type directory struct {
	order   binary.ByteOrder
	block   []byte // the file
	entries []byte // of 12 bytes each, as far as the file has them
	next    int64  // where the next directory begins, 0 for none
}

// tiffFirst is the first directory of a file.
func tiffFirst(block []byte) (directory, bool) {
	if len(block) < 8 {
		return directory{}, false
	}
	d := directory{block: block}
	switch string(block[:4]) {
	case "II*\x00":
		d.order = binary.LittleEndian
	case "MM\x00*":
		d.order = binary.BigEndian
	default:
		return directory{}, false
	}
	return d.at(int64(d.order.Uint32(block[4:])))
}

// at is the directory that begins at an offset.
func (d directory) at(start int64) (directory, bool) {
	if start == 0 || start+2 > int64(len(d.block)) {
		return directory{}, false
	}
	end := start + 2 + 12*int64(d.order.Uint16(d.block[start:]))
	d.entries, d.next = d.block[start+2:min(end, int64(len(d.block)))], 0
	if end+4 <= int64(len(d.block)) {
		d.next = int64(d.order.Uint32(d.block[end:]))
	}
	return d, true
}

// number is the first number of a tag.
func (d directory) number(tag uint16) (value uint32, ok bool) {
	const short, long = 3, 4
	for entries := d.entries; len(entries) >= 12; entries = entries[12:] {
		if d.order.Uint16(entries) != tag {
			continue
		}
		switch d.order.Uint16(entries[2:]) {
		case short:
			return uint32(d.order.Uint16(entries[8:])), true
		case long:
			return d.order.Uint32(entries[8:]), true
		}
		return 0, false
	}
	return 0, false
}

// tiffTag returns the first number of a tag of the first directory.
func tiffTag(block []byte, tag uint16) (value uint32, ok bool) {
	d, ok := tiffFirst(block)
	if !ok {
		return 0, false
	}
	return d.number(tag)
}

// tiffPages tells where the directories of a TIFF's pages begin, at most mostPages
// of them; a small copy of a page, as scanners add it, is none.
func tiffPages(block []byte) (pages []int64) {
	const subfile, reduced = 0x00fe, 1
	d, ok := tiffFirst(block)
	if !ok {
		return nil
	}
	at := int64(d.order.Uint32(block[4:]))
	for range mostPages {
		if !ok {
			break
		}
		if kind, _ := d.number(subfile); kind&reduced == 0 {
			pages = append(pages, at)
		}
		at = d.next
		d, ok = d.at(at)
	}
	return pages
}

// tiffFrom is a file whose first directory begins at another place: that of a page.
func tiffFrom(block []byte, page int64) []byte {
	d, _ := tiffFirst(block)
	out := append([]byte(nil), block...)
	d.order.PutUint32(out[4:], uint32(page))
	return out
}
