package answer

import (
	"bytes"
	"cmp"
	"fmt"
	"strconv"

	"github.com/xuri/excelize/v2"

	"tijian/server/console/words"
)

// A sheetRow is one row of a workbook; texts are never formulas.
type sheetRow []any

// Workbook is the answer for a spreadsheet: the values, what to do, what was found. who
// is whose it is, and for whom it was given out.
func (a *Answer) Workbook(lang, who, institution string) ([]byte, error) {
	t := words.In(lang)
	var values, todo, found []sheetRow
	line := func(organ string, s *Sample) {
		var value any = s.Value
		if x, err := strconv.ParseFloat(s.Value, 64); err == nil {
			value = x
		}
		values = append(values, sheetRow{organ, s.Title, value, s.Unit, s.LevelName, s.Ideal, s.Marked + s.Tip, s.Hint})
	}
	for i := range a.Notable {
		line(a.Notable[i].Organ, &a.Notable[i])
	}
	for _, organs := range [][]Organ{a.Fine, a.Rest} {
		for _, o := range organs {
			for i := range o.Samples {
				line(o.Title, &o.Samples[i])
			}
		}
	}
	if a.Summary != nil {
		for _, e := range a.Summary.Entries {
			todo = append(todo, sheetRow{e.Title, e.Why, cmp.Or(e.When, e.Act), e.Department})
		}
	}
	for _, r := range a.Raised {
		todo = append(todo, sheetRow{r.Name, r.Flag, "", ""})
	}
	for _, f := range a.Found.Certain {
		found = append(found, sheetRow{f, ""})
	}
	for _, f := range a.Found.Possible {
		found = append(found, sheetRow{f, t.Say("findings.possible")})
	}
	for _, text := range a.Found.Text {
		found = append(found, sheetRow{text, t.Say("answer.text")})
	}
	first := sheetRow{who, words.Word(lang, a.Sex) + t.Say("answer.age", a.Age), a.At, institution, t.Say("rules.in.force", a.Rules)}
	book := excelize.NewFile()
	defer book.Close()
	for i, sheet := range []struct {
		name  string
		heads sheetRow
		rows  []sheetRow
	}{
		{t.Say("export.values"), sheetRow{t.Say("export.organ"), t.Say("indicator"), t.Say("value"), t.Say("unit"), t.Say("table.level"), t.Say("answer.ideal"), t.Say("cells.tip"), t.Say("cells.hint")}, values},
		{t.Say("patient.do"), sheetRow{t.Say("export.what"), t.Say("export.why"), t.Say("export.when"), t.Say("export.where")}, todo},
		{t.Say("answer.found"), sheetRow{t.Say("export.what"), ""}, found},
	} {
		if i == 0 {
			if err := book.SetSheetName("Sheet1", sheet.name); err != nil {
				return nil, err
			}
		} else if _, err := book.NewSheet(sheet.name); err != nil {
			return nil, err
		}
		for n, row := range append([]sheetRow{first, sheet.heads}, sheet.rows...) {
			cells := []any(row)
			if err := book.SetSheetRow(sheet.name, fmt.Sprintf("A%d", n+1), &cells); err != nil {
				return nil, err
			}
		}
		if err := book.SetColWidth(sheet.name, "A", "H", 18); err != nil {
			return nil, err
		}
	}
	var out bytes.Buffer
	_, err := book.WriteTo(&out)
	return out.Bytes(), err
}
