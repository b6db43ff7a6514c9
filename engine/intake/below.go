package intake

import (
	"slices"
	"strconv"
	"strings"
)

// unitRow takes the row below the header for units, where it says nothing else.
func (t *table) unitRow(row []string) bool {
	found := false
	for i, cell := range row {
		if cell = strings.TrimSpace(cell); cell == "" {
			continue
		}
		switch {
		case known().columns[titled(cell)] == "unit":
			continue // what the row is called
		case i < len(t.columns) && t.columns[i].field == "age" && slices.Contains(known().years, cell):
			continue
		case i >= len(t.columns) || t.columns[i].field != "":
			return false
		case t.columns[i].indicator == nil:
			continue
		}
		if _, err := strconv.ParseFloat(cell, 64); err == nil {
			return false
		}
		_, ok := t.columns[i].indicator.ToStandard(0, strings.Trim(cell, "()（）"))
		found = found || ok
	}
	for i := range t.columns {
		if found && i < len(row) && t.columns[i].indicator != nil && strings.TrimSpace(row[i]) != "" {
			t.columns[i].unit = strings.Trim(strings.TrimSpace(row[i]), "()（）")
		}
	}
	return found
}

// rangeRow takes a row below the header for the printed ranges of its columns, where its
// first cell says so.
func (t *table) rangeRow(row []string) bool {
	first := slices.IndexFunc(row, func(cell string) bool { return strings.TrimSpace(cell) != "" })
	if t.long || first < 0 || first >= len(t.columns) || t.columns[first].indicator != nil || known().columns[titled(row[first])] != "reference" {
		return false
	}
	for i := range t.columns {
		if filled(row, i) {
			t.columns[i].reference = strings.TrimSpace(row[i])
		}
	}
	return true
}
