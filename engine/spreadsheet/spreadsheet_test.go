package spreadsheet

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"tijian/engine/message"
)

// formats are how workbooks are read, by the ending of their files.
var formats = map[string]func([]byte) ([]Sheet, error){".xls": Excel97, ".ods": OpenDocument}

// checkup is the same workbook in each format: noughts before a number, a day, a
// percentage that is shown rounded, a formula without a value, a hidden sheet, a text
// that does not fit into one record.
func checkup(t testing.TB, ending string) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/checkup" + ending)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestWorkbooks(t *testing.T) {
	want, err := os.ReadFile("testdata/checkup.txt")
	if err != nil {
		t.Fatal(err)
	}
	for ending, read := range formats {
		sheets, err := read(checkup(t, ending))
		if err != nil {
			t.Fatal(ending, err)
		}
		var got strings.Builder
		for _, s := range sheets {
			fmt.Fprintf(&got, "== %s hidden:%v lost:%v\n", s.Name, s.Hidden, s.Lost)
			for _, row := range s.Rows {
				line := strings.Join(row, "|")
				if len(line) > 1000 {
					line = fmt.Sprintf("%.8s…%d", line, len(line))
				}
				got.WriteString(line + "\n")
			}
		}
		if got.String() != string(want) {
			t.Errorf("%s: got\n%s", ending, got.String())
		}
	}
}

// Files that are broken anywhere are read or refused, in a time and with a memory that
// grow with them.
func TestBrokenWorkbooks(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for ending, read := range formats {
		whole := checkup(t, ending)
		begin := time.Now()
		for range 3000 {
			data := bytes.Clone(whole)
			for range 1 + random.IntN(4) {
				at := random.IntN(len(data) - 4)
				binary.LittleEndian.PutUint32(data[at:], [...]uint32{0, 1, 0xFFFF, 0xFFFFFFFE, random.Uint32()}[random.IntN(5)])
			}
			_, _ = read(data[:len(data)-random.IntN(2)*random.IntN(len(data))])
		}
		if took := time.Since(begin); took > time.Minute {
			t.Error(ending, took)
		}
	}
}

func FuzzExcel97(f *testing.F) {
	f.Add(checkup(f, ".xls"))
	f.Fuzz(func(_ *testing.T, data []byte) { _, _ = Excel97(data) })
}

func FuzzOpenDocument(f *testing.F) {
	f.Add(checkup(f, ".ods"))
	f.Fuzz(func(_ *testing.T, data []byte) { _, _ = OpenDocument(data) })
}

// zipped is a table of OpenDocument with that content.
func zipped(t *testing.T, content string) []byte {
	t.Helper()
	var file bytes.Buffer
	w := zip.NewWriter(&file)
	part, err := w.Create("content.xml")
	if err == nil {
		_, err = part.Write([]byte(content))
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// A cell can be repeated as often as somebody writes.
func TestRepeatedBeyondBounds(t *testing.T) {
	for content, refused := range map[string]bool{
		`<table-row><table-cell number-columns-repeated="99999999"><p>a</p></table-cell></table-row>`:                                                        true,
		`<table-row number-rows-repeated="99999999"><table-cell><p>a</p></table-cell></table-row>`:                                                           true,
		`<table-row><table-cell number-columns-repeated="99999999"/><table-cell><p>a</p></table-cell></table-row>`:                                           true,
		`<table-row number-rows-repeated="99999999"/><table-row number-rows-repeated="99999999"/><table-row><table-cell><p>a</p></table-cell></table-row>`:   true,
		`<table-row><table-cell><p>a</p></table-cell><table-cell number-columns-repeated="99999999"/></table-row><table-row number-rows-repeated="999999"/>`: false,
	} {
		_, err := OpenDocument(zipped(t, "<table>"+content+"</table>"))
		if (err != nil) != refused || refused && !strings.Contains(message.Of(err).EN, "beyond a limit") {
			t.Errorf("%s: %v", content, err)
		}
	}
}
