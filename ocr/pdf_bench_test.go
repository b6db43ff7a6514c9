package ocr

import (
	"context"
	"slices"
	"strconv"
	"testing"

	"tijian/engine/dictionary"
	"tijian/internal/pdftest"
	"tijian/ocr/block"
)

// BenchmarkPDFText reads a sheet of forty results that a PDF has as text: 50 ms of CPU are
// allowed for a page.
func BenchmarkPDFText(b *testing.B) {
	r := strict(b)
	all := slices.DeleteFunc(loadDictionary(b).All(), func(i *dictionary.Indicator) bool { return i.Unit == "" })
	rows := [][]string{{"序号", "检验项目", "结果", "提示", "单位", "参考区间"}}
	for n, i := range all[:40] {
		low, high := i.Plausible[0], i.Plausible[1]
		at := func(share float64) string { return strconv.FormatFloat(low+share*(high-low), 'f', 1, 64) }
		rows = append(rows, []string{strconv.Itoa(n + 1), i.Title, at(0.2), "", i.Unit, at(0.1) + "-" + at(0.3)})
	}
	data := pdftest.Write(pdftest.Page{Texts: append(head("男", "45", "2026-03-05"), pdftest.Table(140, 9, bloodColumns, rows)...)})
	for b.Loop() {
		if _, err := r.Examine(context.Background(), data, block.Default); err != nil {
			b.Fatal(err)
		}
	}
}
