package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// request asks about the recognised values for a fictional person.
func request(values map[string]float64) map[string]any {
	samples := []sample{}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		samples = append(samples, sample{Name: name, Value: values[name]})
	}
	return map[string]any{
		"user_identifier": "demo-1",
		"namespace":       "demo",
		"datetime":        "2026-11-20T08:30:00.000Z",
		"profile":         map[string]any{"dob": "1968-04-12", "gender": "male"},
		"health_background": map[string]any{
			"has_diabetes": false, "is_taking_antihypertensive_therapy": true, "has_cvd": false,
			"smoke_daily_frequency": 10, "has_hbp": true,
		},
		"samples": samples,
	}
}

// colours are the terminal's nearest to the codes 0 to 5 of the API.
var colours = []text.Colors{
	{text.FgHiBlack}, {text.FgGreen}, {text.FgHiGreen}, {text.FgYellow}, {text.FgHiYellow, text.Bold}, {text.FgRed, text.Bold},
}

func printAssessment(w io.Writer, a assessment, truth map[string]float64) {
	t := table.NewWriter()
	t.SetOutputMirror(w)
	t.SetStyle(table.StyleLight)
	t.AppendHeader(table.Row{"indicator", "value", "ideal", "level", "tip", "risks"})
	t.SetColumnConfigs([]table.ColumnConfig{{Number: 5, WidthMax: 46}, {Number: 6, WidthMax: 32}})
	right := 0
	for _, s := range a.Samples {
		c := colours[min(max(s.Color, 0), len(colours)-1)]
		value := strconv.FormatFloat(s.Value, 'f', -1, 64)
		if printed, ok := truth[s.Name]; ok && printed == s.Value {
			right++
		} else {
			value += " (?)"
		}
		t.AppendRow(table.Row{s.Name, value, s.Ideal, c.Sprint(s.Level), c.Sprint(s.Tip), bars(s)})
	}
	t.Render()
	fmt.Fprintf(w, "%d of the %d printed values read right.\n\n", right, len(truth))
}

// bars draws the flags as signal bars.
func bars(s assessedSample) string {
	var lines []string
	for _, r := range s.Risks {
		lines = append(lines, strings.Repeat("▮", r.Flag)+strings.Repeat("▯", 4-r.Flag)+" "+r.Name)
	}
	return strings.Join(lines, "\n")
}

func printFindings(w io.Writer, summary string, f findings) {
	fmt.Fprintf(w, "Summary:  %s\n", summary)
	fmt.Fprintf(w, "Certain:  %s\n", colours[4].Sprint(strings.Join(f.Certain, "、")))
	fmt.Fprintf(w, "Possible: %s\n", colours[3].Sprint(strings.Join(f.Possible, "、")))
}
