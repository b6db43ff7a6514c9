package scale

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// Write draws the scales and rows for a terminal; with colour, segments are
// drawn on their colours.
func (v *View) Write(w io.Writer, colour bool) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n", v.heading(), v.subtitle())
	for _, t := range v.Tables {
		fmt.Fprintf(&b, "\n%s  %s\n", cmp.Or(t.For, "所有人"), t.At)
		if len(t.Risks) > 0 {
			fmt.Fprintf(&b, "关系到 %s\n", strings.Join(t.Risks, "、"))
		}
		if len(t.Bands) == 0 {
			b.WriteString("条件里有计算，或牵涉的数据太多，画不成标尺；见各行。\n")
		}
		for _, band := range t.Bands {
			band.write(&b, v.Graded(), colour)
		}
		b.WriteByte('\n')
		t.writeRows(&b, colour)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (band *Band) write(b *strings.Builder, graded, colour bool) {
	b.WriteString("\n" + band.Who)
	if band.Ideal != "" {
		b.WriteString("　理想 " + band.Ideal)
	}
	b.WriteByte('\n')
	var bar, below strings.Builder
	for i, s := range band.Segments {
		label := cmp.Or(s.Level, "无")
		if graded {
			label += " " + s.Values
		}
		bar.WriteString(paint(s.Hex, "  "+label+"  ", colour))
		below.WriteString(strings.Repeat(" ", max(1, cells(text.StripEscape(bar.String()))-cells(below.String())-cells(s.HighText)/2)))
		if i+1 < len(band.Segments) {
			below.WriteString(s.HighText)
			bar.WriteString("│")
		}
	}
	b.WriteString(bar.String() + "\n")
	if !graded {
		b.WriteString(strings.TrimRight(below.String(), " ") + "\n")
	}
}

func (t *Table) writeRows(b *strings.Builder, colour bool) {
	w := table.NewWriter()
	w.SetStyle(table.StyleLight)
	w.SetColumnConfigs([]table.ColumnConfig{
		{Number: 2, WidthMax: 34, WidthMaxEnforcer: enforce},
		{Number: 4, WidthMax: 36, WidthMaxEnforcer: enforce},
		{Number: 5, WidthMax: 40, WidthMaxEnforcer: enforce},
		{Number: 6, WidthMax: 18, WidthMaxEnforcer: enforce},
	})
	w.AppendHeader(table.Row{"行", "条件", "等级", "提示", "可能因素", "依据"})
	for _, r := range t.Rows {
		w.AppendRow(table.Row{strconv.Itoa(r.Number), r.When, paint(r.Hex, " "+r.Level+" ", colour), r.Tip, r.Hint, strings.Join(r.Sources, "、")})
		w.AppendSeparator()
	}
	b.WriteString(w.Render() + "\n")
}

func enforce(s string, most int) string { return strings.Join(wrapCells(s, most), "\n") }

// paint puts a text on a colour.
func paint(hex, s string, colour bool) string {
	rgb, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 32)
	if !colour || err != nil || len(hex) != 7 {
		return s
	}
	front := "30"
	if Ink(hex) == "#fff" {
		front = "97"
	}
	return fmt.Sprintf("\x1b[%s;48;2;%d;%d;%dm%s\x1b[0m", front, rgb>>16, rgb>>8&255, rgb&255, s)
}
