package tabular

import (
	"encoding/csv"
	"strings"
	"testing"
)

// No text of others is a formula to a spreadsheet; numbers stay numbers.
func TestNoCellIsAFormula(t *testing.T) {
	for _, formula := range []string{"=1+1", "+cmd|'/c calc'!A1", "-cmd|'/c calc'!A1", "@SUM(1)", "\t=1", "\r=1", "\n=1", " =1", "＝1+1", "＋1+1", "－cmd", "＠x", "-2+3", "+-1", "-", "+", "--1", "-1.2.3", "+86-10", "\x00=1", "\ufeff=1", "-1;2"} {
		if got := Cell(formula); got != "'"+formula {
			t.Errorf("%q is written %q", formula, got)
		}
	}
	for _, plain := range []string{"", "-2.5", "+1", "-1e-3", "+.5", "-0", "-3%", "150", "A-17", "2026-11-20", "a=b", "<0.5", "'x", "张三"} {
		if got := Cell(plain); got != plain {
			t.Errorf("%q is written %q", plain, got)
		}
	}
}

// What is written is read as it was, but for the apostrophe.
func TestWrite(t *testing.T) {
	var b strings.Builder
	rows := [][]string{{"编号", "a,b", `say "x"`, "one\ntwo"}, {"=1", "x;=1", "y\t=1", " z"}, {"-2.5", "", "1", "it's"}}
	if err := Write(&b, rows); err != nil {
		t.Fatal(err)
	}
	const want = "编号,\"a,b\",\"say \"\"x\"\"\",\"one\ntwo\"\n'=1,\"x;=1\",\"y\t=1\",\" z\"\n-2.5,,1,it's\n"
	if b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
	got, err := csv.NewReader(strings.NewReader(b.String())).ReadAll()
	if err != nil || len(got) != 3 || got[0][3] != "one\ntwo" || got[1][0] != "'=1" {
		t.Errorf("%q, %v", got, err)
	}
}
