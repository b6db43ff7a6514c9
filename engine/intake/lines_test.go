package intake

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"tijian/engine/filelimits"
	"tijian/engine/jsontree"
	"tijian/engine/message"
)

func rowsOf(t *testing.T, text string) [][]string {
	t.Helper()
	rows, err := CSV([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// Rows of one person come together, wherever in the file they stand; what has no name goes
// on with the row above it.
func TestRowsApart(t *testing.T) {
	head := "体检号,性别,年龄,体检日期,项目,结果,单位\n"
	one := "1,男,45,2026-03-18,钾,4.1,mmol/L\n,,,,氯,101,mmol/L\n"
	again := "1,男,45,2026-03-18,钠,140,mmol/L\n"
	two := "2,女,50,2026-03-18,钾,4.5,mmol/L\n,,,,钠,139,mmol/L\n"
	want := "1 2026-03-18 male: potassium 4.1mmol/L chloride 101mmol/L sodium 140mmol/L\n2 2026-03-18 female: potassium 4.5mmol/L sodium 139mmol/L\n"
	for _, text := range []string{one + again + two, one + two + again} {
		if got := outcome(t, []Sheet{{Rows: rowsOf(t, head+text)}}); got != want {
			t.Errorf("%s\nwant\n%s", got, want)
		}
	}
	contrary := one + two + strings.Replace(again, "男", "女", 1)
	if got := outcome(t, []Sheet{{Rows: rowsOf(t, head+contrary)}}); !strings.HasPrefix(got, "1 2026-03-18 :") || !strings.Contains(got, "\n2 2026-03-18 female:") {
		t.Errorf("what rows contradict, or of somebody else: %s", got)
	}
}

// What goes on below a row of nobody is of nobody, and not of whom the row before it was.
func TestGoesOnWithNobody(t *testing.T) {
	got := outcome(t, []Sheet{
		{Name: "人员", Rows: rowsOf(t, "体检号,姓名,性别,年龄,体检日期,身高(cm)\n1,甲,男,45,2026-03-18,170\n")},
		{Name: "结果", Rows: rowsOf(t, "体检号,姓名,项目,结果,单位\n1,甲,钾,4.1,mmol/L\n7,庚,钾,6.9,mmol/L\n,,钠,120,mmol/L\n")},
	})
	if !strings.HasPrefix(got, "1 2026-03-18 male: height 170cm potassium 4.1mmol/L\n") {
		t.Error(got)
	}
}

// Persons come out as they went in.
func TestPersons(t *testing.T) {
	var p Persons
	const many = PartSize + 3
	for n := range many {
		tree := jsontree.NewObject("user_identifier", fmt.Sprint(n))
		p.Add(Request{Place: Place{Phrase: message.RowAt.With("row", n)}, tree: tree, Issues: []Issue{{Place: theFile, Reason: message.NoHeader, Used: n == 1}}, Assumed: []string{"x"}})
	}
	p.Add(Request{Place: Place{Phrase: message.RowAt.With("row", many)}, text: []byte("{\xff")})
	if p.Len() != many+1 || p.Bytes() > 20_000 {
		t.Errorf("%d persons in %d bytes", p.Len(), p.Bytes())
	}
	first, last := p.Part(1), p.Part(PartSize)
	if len(first) != PartSize-1 || len(last) != 4 || first[0].Place.EN != "row 1" || !first[0].Issues[0].Used || first[1].Issues[0].Reason != message.NoHeader || first[0].Assumed[0] != "x" {
		t.Errorf("%d %d %+v", len(first), len(last), first[0])
	}
	if !bytes.Equal(last[1].Body("zh"), []byte(`{"user_identifier":"101","issues":[{"code":"not-supported","text":"`+message.NoHeader.ZH+`","place":"`+message.TheFile.ZH+`"}]}`)) || string(last[3].Body("zh")) != "{\xff" {
		t.Errorf("%s %q", last[1].Body("zh"), last[3].Body("zh"))
	}
}

// Lines are requests, except blank ones; one that is too long is refused by its place.
func TestLines(t *testing.T) {
	all, wrong := Lines([]byte("\xef\xbb\xbf{}\n\n{} \n"))
	if wrong != nil || all.Len() != 2 || all.Part(0)[1].Place.EN != "row 3" || string(all.Part(0)[0].Body("zh")) != "{}\n" {
		t.Errorf("%v, %d", wrong, all.Len())
	}
	if _, wrong := Lines([]byte("{}\n[" + strings.Repeat("1,", filelimits.MostLine/2) + "1]")); wrong == nil || wrong.Place.EN != "row 2" || !strings.Contains(wrong.Reason.EN, message.BytesOfLine.EN) {
		t.Errorf("%v", wrong)
	}
}
