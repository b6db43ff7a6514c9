package console

import (
	"bytes"
	"fmt"
	"mime"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"tijian/server/console/answer"
	"tijian/server/console/words"
)

// exported gives the answer as a workbook: what to do, the values, what was found.
func (c *Console) exported(v *requestContext) error {
	p, err := c.answerOf(v)
	if p == nil {
		return err
	}
	book, err := bookOf(p, v.lang)
	if err != nil {
		return err
	}
	h := v.w.Header()
	h.Set("Content-Type", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": "tijian-" + p.Person + "-" + p.At + ".xlsx"}))
	_, _ = v.w.Write(book) // a client that left needs nothing
	return nil
}

// A sheetRow is one row of a workbook; texts are never formulas.
type sheetRow []any

func bookOf(p *answerPage, lang string) ([]byte, error) {
	t := words.In(lang)
	var values, todo, found []sheetRow
	line := func(organ string, s *answer.Sample) {
		var value any = s.Value
		if x, err := strconv.ParseFloat(s.Value, 64); err == nil {
			value = x
		}
		values = append(values, sheetRow{organ, s.Title, value, s.Unit, s.LevelName, s.Ideal, s.Tip, s.Hint})
	}
	for i := range p.Notable {
		line(p.Notable[i].Organ, &p.Notable[i])
	}
	for _, organs := range [][]answer.Organ{p.Fine, p.Rest} {
		for _, o := range organs {
			for i := range o.Samples {
				line(o.Title, &o.Samples[i])
			}
		}
	}
	if p.Summary != nil {
		for _, e := range p.Summary.Entries {
			todo = append(todo, sheetRow{e.Title, e.Why, e.Act, e.Department})
		}
	}
	for _, r := range p.Raised {
		todo = append(todo, sheetRow{r.Name, r.Flag, "", ""})
	}
	for _, f := range p.Found.Certain {
		found = append(found, sheetRow{f, ""})
	}
	for _, f := range p.Found.Possible {
		found = append(found, sheetRow{f, t.Say("findings.possible")})
	}
	who := sheetRow{strings.TrimSpace(p.Name + " " + p.Number + " " + p.Person), words.Word(lang, p.Sex) + t.Say("answer.age", p.Age), p.At, p.Institution, t.Say("rules.in.force", p.Rules)}
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
		for n, row := range append([]sheetRow{who, sheet.heads}, sheet.rows...) {
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
