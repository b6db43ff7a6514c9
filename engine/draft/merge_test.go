package draft

import (
	"slices"
	"strings"
	"testing"

	"tijian/engine/ruleset"
	"tijian/engine/workbook"
)

func TestNamesInConditions(t *testing.T) {
	high, low := &ruleset.Constant{Name: "high", Written: "2.3"}, &ruleset.Constant{Name: "low", Written: "1.7"}
	table := TableEdit{Constants: map[string]*ruleset.Constant{"high": high, "low": low}}
	row := NewRow("0", append([]string{"low <= value and value < high and low < 9"}, make([]string, len(workbook.RowKeys())-1)...))
	if got := table.Names(row); !slices.Equal(got, []*ruleset.Constant{low, high}) {
		t.Errorf("got %v", got)
	}
}

// Whatever two people do to the rows of one table, what either wrote is there
// for the second to see.
func TestMerge(t *testing.T) {
	row := func(when, tip string) []string { return []string{when, "N0", "", tip, "", ""} }
	three := [][]string{row("a", "1"), row("b", "2"), row("c", "3")}
	form := func(rows ...Row) *TableEdit { return &TableEdit{Began: Rows{Rows: three}, Rows: rows} }
	for name, test := range map[string]struct {
		mine   *TableEdit
		theirs [][]string
		want   string // id when/tip, what differs in brackets
	}{
		"other cells":      {form(NewRow("0", row("a", "x")), NewRow("1", three[1]), NewRow("2", three[2])), [][]string{row("A", "1"), three[1], three[2]}, "0 A x, 1 b 2, 2 c 3"},
		"the same cell":    {form(NewRow("0", row("a", "x")), NewRow("1", three[1]), NewRow("2", three[2])), [][]string{row("a", "y"), three[1], three[2]}, "0 a x[y], 1 b 2, 2 c 3"},
		"a row of theirs":  {form(NewRow("0", three[0]), NewRow("1", row("b", "x")), NewRow("2", three[2])), [][]string{row("z", "0"), three[0], three[1], three[2]}, "0 z 0, 1 a 1, 2 b x, 3 c 3"},
		"a row of mine":    {form(NewRow("0", three[0]), NewRow("n0", row("m", "9")), NewRow("1", three[1]), NewRow("2", three[2])), [][]string{row("A", "1"), three[1], three[2]}, "0 A 1, n0 m 9, 1 b 2, 2 c 3"},
		"taken by me":      {form(NewRow("0", three[0]), NewRow("2", three[2])), [][]string{row("A", "1"), three[1], three[2]}, "0 A 1, 2 c 3"},
		"taken by them":    {form(NewRow("0", three[0]), NewRow("1", three[1]), NewRow("2", three[2])), [][]string{three[0], three[2]}, "0 a 1, 1 c 3"},
		"taken and edited": {form(NewRow("0", three[0]), NewRow("1", row("b", "x")), NewRow("2", three[2])), [][]string{three[0], three[2]}, "0 a 1, n0 b x!, 1 c 3"},
	} {
		test.mine.merge(Rows{Rows: test.theirs})
		var got []string
		for _, r := range test.mine.Rows {
			text := r.ID
			for _, key := range []string{"when", "tip"} {
				text += " " + r.Cells[key].Value
				if theirs := r.Cells[key].Theirs; theirs != nil {
					text += "[" + *theirs + "]"
				}
			}
			if r.Taken {
				text += "!"
			}
			got = append(got, text)
		}
		if text := strings.Join(got, ", "); text != test.want {
			t.Errorf("%s: %s, want %s", name, text, test.want)
		}
		if kept, err := ReadRows(test.mine.Began.Kept()); err != nil || !kept.equal(Rows{Rows: test.theirs}) {
			t.Errorf("%s: the edit does not rest on what is saved: %v", name, err)
		}
	}
}
