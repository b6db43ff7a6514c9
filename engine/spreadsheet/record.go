package spreadsheet

import (
	"encoding/binary"
	"unicode/utf16"
)

func number16(data []byte) uint16 {
	if len(data) < 2 {
		return 0
	}
	return binary.LittleEndian.Uint16(data)
}

// reader reads a record and those that continue it.
type reader struct {
	parts  [][]byte
	broken bool // it ended before
}

func (r *reader) err() error {
	if r.broken {
		return errBroken
	}
	return nil
}

// more reports whether there is a further byte.
func (r *reader) more() bool {
	for len(r.parts) > 0 && len(r.parts[0]) == 0 {
		r.parts = r.parts[1:]
	}
	return len(r.parts) > 0
}

// bits are those of a number of so many bytes, at most eight.
func (r *reader) bits(size int) (n uint64) {
	for i := range size {
		if !r.more() {
			r.broken = true
			return 0
		}
		n |= uint64(r.parts[0][0]) << (8 * i)
		r.parts[0] = r.parts[0][1:]
	}
	return n
}

func (r *reader) number(size int) int { return int(r.bits(size)) }

// text is one of so many characters, without what says how it looks. A part that
// continues it says anew how wide its characters are.
func (r *reader) text(length int) string {
	const wide, phonetic, rich = 1, 4, 8
	flags, runs, beside := r.number(1), 0, 0
	if flags&rich != 0 {
		runs = r.number(2)
	}
	if flags&phonetic != 0 {
		beside = r.number(4)
	}
	var units []uint16
	for len(units) < length && r.more() {
		part, width := r.parts[0], 1+flags&wide
		n := min(len(part)/width, length-len(units))
		for i := range n {
			unit := uint16(part[i*width])
			if width == 2 {
				unit |= uint16(part[i*width+1]) << 8
			}
			units = append(units, unit)
		}
		if r.parts[0] = part[n*width:]; len(units) == length {
			break
		}
		if r.parts = r.parts[1:]; r.more() {
			flags = r.number(1)
		}
	}
	r.broken = r.broken || len(units) < length
	r.skip(4*runs + beside)
	return string(utf16.Decode(units))
}

func (r *reader) skip(n int) {
	for n > 0 && len(r.parts) > 0 {
		k := min(n, len(r.parts[0]))
		if r.parts[0], n = r.parts[0][k:], n-k; len(r.parts[0]) == 0 && n > 0 {
			r.parts = r.parts[1:]
		}
	}
	r.broken = r.broken || n > 0
}
