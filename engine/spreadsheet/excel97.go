package spreadsheet

import (
	"bytes"
	"cmp"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/richardlehane/mscfb"

	"tijian/engine/filelimits"
	"tijian/engine/message"
)

// IsExcel97 reports whether a file is a compound file, as Excel wrote before 2007, and
// still does with a password.
func IsExcel97(data []byte) bool { return bytes.HasPrefix(data, []byte("\xd0\xcf\x11\xe0")) }

// The records of a workbook that say what is in its cells, by their numbers in [MS-XLS].
const (
	recordFormula     = 0x0006
	recordEnd         = 0x000A
	recordDates       = 0x0022
	recordPassword    = 0x002F
	recordContinue    = 0x003C
	recordSheet       = 0x0085
	recordNumbers     = 0x00BD // several of a row, RK
	recordLook        = 0x00E0 // of cells, XF
	recordShared      = 0x00FC // texts of all sheets
	recordSharedText  = 0x00FD
	recordNumber      = 0x0203
	recordText        = 0x0204
	recordTruth       = 0x0205
	recordFormulaText = 0x0207
	recordSmallNumber = 0x027E // RK
	recordFormat      = 0x041E
	recordBegin       = 0x0809
)

const version8 = 0x0600 // of Excel 97 to 2003

// errBroken is what a record says that ends before it should.
var errBroken = message.BrokenWorkbook.Err()

// A record of a workbook, with those that continue it.
type record struct {
	kind  uint16
	parts [][]byte
}

// Excel97 reads a workbook of Excel 97 to 2003 (.xls).
func Excel97(data []byte) ([]Sheet, error) {
	if err := filelimits.File(int64(len(data))); err != nil {
		return nil, err
	}
	stream, err := workbookOf(data)
	if err != nil {
		return nil, err
	}
	b := excel97{stream: stream, left: len(stream), formats: map[uint16]string{}}
	for at, depth := 0, 0; ; {
		r, next, err := b.record(at)
		switch {
		case err != nil:
			return nil, err
		case at == 0 && (r.kind != recordBegin || number16(r.parts[0]) != version8):
			return nil, message.OldWorkbook.Err()
		case r.kind == recordBegin:
			depth++
		case r.kind == recordEnd:
			depth--
		default:
			err = b.global(r)
		}
		if err != nil {
			return nil, err
		}
		if at = next; depth <= 0 {
			break
		}
	}
	for i := range b.sheets {
		b.sheets[i].Since1904 = b.since1904
		if err := b.sheet(&b.sheets[i], b.begins[i]); err != nil {
			return nil, err
		}
	}
	return b.sheets, nil
}

// workbookOf is the stream of a compound file that is its workbook.
func workbookOf(data []byte) ([]byte, error) {
	file, err := mscfb.New(bytes.NewReader(data))
	if err != nil {
		return nil, errBroken
	}
	for _, f := range file.File {
		if f.Name == "Workbook" && f.Size <= int64(len(data)) {
			stream := make([]byte, f.Size)
			if _, err := io.ReadFull(f, stream); err != nil {
				return nil, errBroken
			}
			return stream, nil
		}
	}
	return nil, message.OldWorkbook.Err()
}

type excel97 struct {
	stream    []byte
	sheets    []Sheet
	begins    []int
	shared    []string
	formats   map[uint16]string
	looks     []uint16 // the formats of cells
	since1904 bool
	counted   filelimits.Table
	left      int // bytes that are still to be read: no two sheets have the same
}

// record reads the one at a place of the stream.
func (b *excel97) record(at int) (r record, next int, err error) {
	for {
		if at < 0 || at+4 > len(b.stream) {
			return r, at, errBroken
		}
		kind, size := number16(b.stream[at:]), int(number16(b.stream[at+2:]))
		if at+4+size > len(b.stream) || b.left < 0 {
			return r, at, errBroken
		}
		if r.parts != nil && kind != recordContinue {
			return r, at, nil
		}
		if r.parts == nil {
			r.kind = kind
		}
		r.parts = append(r.parts, b.stream[at+4:at+4+size])
		b.left -= 4 + size
		if at += 4 + size; r.kind != recordShared && r.kind != recordFormulaText {
			return r, at, nil
		}
	}
}

// global takes in a record that is of all sheets.
func (b *excel97) global(r record) error {
	in := reader{parts: r.parts}
	switch r.kind {
	case recordPassword:
		return message.OldWorkbook.Err()
	case recordDates:
		b.since1904 = in.number(2) == 1
	case recordFormat:
		id := in.number(2)
		b.formats[uint16(id)] = in.text(in.number(2))
	case recordLook:
		in.number(2)
		b.looks = append(b.looks, uint16(in.number(2)))
	case recordShared:
		in.number(4)
		for n := in.number(4); n > 0 && !in.broken; n-- {
			b.shared = append(b.shared, in.text(in.number(2)))
		}
	case recordSheet:
		begins, hidden, kind := in.number(4), in.number(1), in.number(1)
		if kind != 0 { // a chart
			return nil
		}
		b.sheets = append(b.sheets, Sheet{Name: in.text(in.number(1)), Hidden: hidden&3 != 0, Lost: map[[2]int]bool{}})
		b.begins = append(b.begins, begins)
	}
	return in.err()
}

type cell struct {
	row, column int
	text        string
}

// sheet reads the cells of a sheet.
func (b *excel97) sheet(s *Sheet, at int) error {
	var cells []cell
	add := func(row, column int, text string) {
		cells = append(cells, cell{row, column, text})
	}
	for depth, first := 0, true; depth > 0 || first; first = false {
		r, next, err := b.record(at)
		if err != nil {
			return err
		}
		if err := b.counted.Room(len(cells)); err != nil {
			return err
		}
		at = next
		in := reader{parts: r.parts}
		switch r.kind {
		case recordBegin: // of a chart, too
			depth++
			continue
		case recordEnd:
			depth--
			continue
		}
		if depth != 1 {
			continue
		}
		switch r.kind {
		case recordFormulaText:
			if len(cells) > 0 {
				last := &cells[len(cells)-1]
				last.text = in.text(in.number(2))
				delete(s.Lost, [2]int{last.row, last.column})
			}
		case recordFormula, recordNumbers, recordSharedText, recordNumber, recordText, recordTruth, recordSmallNumber:
			row, column := in.number(2), in.number(2)
			switch r.kind {
			case recordNumbers:
				for ; len(in.parts[0]) > 2; column++ { // the last column stands behind
					look := in.number(2)
					add(row, column, b.shown(small(in.number(4)), look))
				}
			case recordNumber:
				look := in.number(2)
				add(row, column, b.shown(math.Float64frombits(in.bits(8)), look))
			case recordSmallNumber:
				look := in.number(2)
				add(row, column, b.shown(small(in.number(4)), look))
			case recordText:
				in.number(2)
				add(row, column, in.text(in.number(2)))
			case recordTruth:
				in.number(2)
				value, isError := in.number(1), in.number(1)
				add(row, column, truth(value, isError == 1))
			case recordSharedText:
				in.number(2)
				if k := in.number(4); k < len(b.shared) {
					add(row, column, b.shared[k])
				}
			case recordFormula:
				b.formula(s, &in, row, column, add)
			}
		}
		if err := in.err(); err != nil {
			return err
		}
	}
	slices.SortStableFunc(cells, func(a, b cell) int { return cmp.Or(a.row-b.row, a.column-b.column) })
	return b.rows(s, cells)
}

// rows puts cells in order together.
func (b *excel97) rows(s *Sheet, cells []cell) error {
	g := grid{Sheet: s, counted: &b.counted}
	for i := 0; i < len(cells); {
		number := cells[i].row
		if err := g.add(nil, number-len(s.Rows)-g.blank); err != nil {
			return err
		}
		var row []string
		for ; i < len(cells) && cells[i].row == number; i++ {
			row = append(row, make([]string, max(0, cells[i].column+1-len(row)))...)
			row[cells[i].column] = cells[i].text
		}
		if err := g.add(row, 1); err != nil {
			return err
		}
	}
	return nil
}

// formula adds the stored value of a formula. Some programs write none, and say a text
// that does not follow, or an empty one.
func (b *excel97) formula(s *Sheet, in *reader, row, column int, add func(row, column int, text string)) {
	look := in.number(2)
	value, text := in.bits(8), ""
	switch kind := value & 0xFF; {
	case value>>48 != math.MaxUint16:
		text = b.shown(math.Float64frombits(value), look)
	case kind == 1 || kind == 2:
		text = truth(int(value>>16&0xFF), kind == 2)
	default:
		s.Lost[[2]int{row, column}] = true
	}
	add(row, column, text)
}

// shown is a number as cells of a look show it, with all its digits.
func (b *excel97) shown(number float64, look int) string {
	if math.IsNaN(number) || math.IsInf(number, 0) || look >= len(b.looks) {
		return strconv.FormatFloat(number, 'g', -1, 64)
	}
	id := b.looks[look]
	format, own := b.formats[id]
	format, _, _ = strings.Cut(unquoted.ReplaceAllString(format, ""), ";")
	const lastDay = 2_958_466
	switch {
	case number >= 0 && number < lastDay && (own && dated.MatchString(format) || !own && slices.Contains(datedFormats, id)):
		return day(number, b.since1904)
	case strings.Contains(format, "%") || id == 9 || id == 10:
		return Written(number*100) + "%"
	case len(format) > 1 && strings.Trim(format, "0") == "" && number >= 0 && number == math.Trunc(number): // identifiers
		text := Written(number)
		return strings.Repeat("0", max(0, min(len(format), 32)-len(text))) + text
	}
	return Written(number)
}

var (
	unquoted = regexp.MustCompile(`"[^"]*"|\\.|_.|\[[^hmsHMS\]][^\]]*\]`) // in formats, what is shown as it stands, colours and conditions
	dated    = regexp.MustCompile(`[yYmMdDhHsS年月日]`)
	// datedFormats are days and times among the formats that files need not say.
	datedFormats = []uint16{14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51, 52, 53, 54, 55, 56, 57, 58}
)

// truth is a truth or an error, as cells show it.
func truth(value int, isError bool) string {
	switch {
	case isError:
		return "#N/A"
	case value == 0:
		return "FALSE"
	}
	return "TRUE"
}

// small is a number of 32 bits: an integer or the beginning of a float, of hundredths or not.
func small(bits int) float64 {
	number := math.Float64frombits(uint64(bits&^3) << 32)
	if bits&2 != 0 {
		number = float64(int32(uint32(bits)) >> 2)
	}
	if bits&1 != 0 {
		number /= 100
	}
	return number
}
