package browser

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"tijian/ocr/pdf"
)

// longReport prints a check-up of 30 rows, of which a quarter stands out.
func (w *tab) longReport() {
	w.t.Helper()
	sample := regexp.MustCompile(`(\w+) (\S+)`)
	request := `{"user_identifier": "x", "namespace": "", "datetime": "2026-11-20T08:00:00Z", "profile": {"dob": "1966-05-01", "gender": "male"}, "health_background": {"has_diabetes": false,
		"is_taking_antihypertensive_therapy": false, "has_cvd": false, "has_hbp": true, "smoke_daily_frequency": 0}, "samples": [` + strings.TrimSuffix(sample.ReplaceAllString(`fasting_glucose 7.8 hba1c 6.9
		triglycerides 2.4 total_cholesterol 5.9 ldl_cholesterol 4.0 hdl_cholesterol 1.2 alt 38 ast 30 ggt 78 alp 70 total_protein 72 albumin 45 globulin 27 total_bilirubin 12 direct_bilirubin 3
		creatinine 88 urea 5.2 uric_acid 455 white_blood_cell_count 6.1 red_blood_cell_count 4.9 hemoglobin 150 platelet_count 220 hematocrit 45 mcv 90 mch 30 tsh 2.1 free_t3 4.8 free_t4 15 afp 3 cea 2.1`,
		`{"name": "$1", "value": $2},`), ",") + `]}`
	w.run(chromedp.EmulateViewport(1200, 900), chromedp.Navigate(w.base+"/console/assess"), chromedp.WaitVisible("main h1"),
		chromedp.Evaluate(fmt.Sprintf(`document.querySelector("textarea[name=json]").value = %q; 0`, strings.Join(strings.Fields(request), " ")), nil))
	w.click("form[action$=assess] .acts:last-child button")
	w.wants("the long report", "需要注意的项目（7 项）", "理想或可以接受的项目（23 项）")
	w.shot("assess-long")
	if pages := strings.Count(string(w.print()), "/Type /Page\n"); pages < 2 || pages > 3 {
		w.t.Errorf("30 rows are printed on %d pages", pages)
	}
	w.click(`main a[href$="/patient"]`)
	w.shot("patient-long")
	printed := w.print()
	if pages := strings.Count(string(printed), "/Type /Page\n"); pages < 1 || pages > 2 {
		w.t.Errorf("a patient is given %d pages of 30 rows", pages)
	}
	onPaper(w.t, printed, "您的体检结果", "先做什么", "要留意的结果", "名词解释", "过去两三个月血糖的平均水平", "医生签名")
	if dir := os.Getenv("TIJIAN_SCREENSHOTS"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, "patient.pdf"), printed, 0o644); err != nil {
			w.t.Fatal(err)
		}
	}
}

// onPaper reads a printed page as a person would: the words are there, nothing lies
// beyond the edges, and the scales have their colours.
func onPaper(t *testing.T, printed []byte, says ...string) {
	t.Helper()
	document, err := pdf.Open(printed)
	if err != nil {
		t.Fatal(err)
	}
	defer document.Close()
	var text strings.Builder
	var green, red int
	for n := range document.Pages() {
		sheet, err := document.Page(n)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range sheet.Glyphs {
			text.WriteRune(g.Char)
			if g.Cell.X0 < 0 || g.Cell.X1 > float64(sheet.Size.X) || g.Cell.Y0 < 0 || g.Cell.Y1 > float64(sheet.Size.Y) {
				t.Errorf("page %d: %q lies beyond the edge: %v", n+1, g.Char, g.Cell)
			}
		}
		drawn, err := sheet.Draw()
		sheet.Close()
		if err != nil {
			t.Fatal(err)
		}
		for y := 0; y < sheet.Size.Y; y += 4 {
			for x := 0; x < sheet.Size.X; x += 4 {
				switch r, g, b, _ := drawn.At(x, y).RGBA(); {
				case g > r+0x3000 && g > b+0x3000:
					green++
				case r > g+0x6000 && r > b+0x6000:
					red++
				}
			}
		}
	}
	if green < 200 || red < 200 {
		t.Errorf("the scales have %d green and %d red points on paper", green, red)
	}
	for _, want := range says {
		if !strings.Contains(strings.Join(strings.Fields(text.String()), ""), want) {
			t.Errorf("the paper does not say %s:\n%s", want, text.String())
		}
	}
}

// print returns the page as the browser would print it.
func (w *tab) print() (pdf []byte) {
	w.t.Helper()
	w.run(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		pdf, _, err = page.PrintToPDF().WithPreferCSSPageSize(true).Do(ctx)
		return err
	}))
	return pdf
}
