package review

import (
	"fmt"
	"net/url"
	"testing"

	"tijian/engine/change"
	"tijian/engine/message"
	"tijian/engine/sheet"
)

// Every change of a long group is on one of its pages, whatever address is asked for.
func TestPages(t *testing.T) {
	const all = 2*most + 7
	g := sheet.Group{ID: "g", Title: message.Plain("词")}
	for i := range all {
		g.Changes = append(g.Changes, change.Change[string]{ID: fmt.Sprint(i)})
	}
	s := &sheet.Sheet{Groups: []sheet.Group{g, {ID: "other", Title: g.Title, Changes: g.Changes[:1]}}}
	for query, want := range map[string][4]int{
		"":                  {1, most, -1, most},
		"group=other":       {1, most, -1, most},
		"group=g&from=300":  {most + 1, 2 * most, 0, 2 * most},
		"group=g&from=599":  {most + 1, 2 * most, 0, 2 * most},
		"group=g&from=600":  {2*most + 1, all, most, -1},
		"group=g&from=9e9":  {1, most, -1, most},
		"group=g&from=9999": {2*most + 1, all, most, -1},
		"group=g&from=-5":   {1, most, -1, most},
	} {
		values, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		v := Of(s, "zh", "", false, PageOf("x", values))
		one, other := v.Groups[0], v.Groups[1]
		if got := [4]int{one.First, one.Last, one.Before, one.After}; got != want || len(one.Lines) != want[1]-want[0]+1 || !one.Paged() {
			t.Errorf("%s: %v with %d lines, want %v", query, got, len(one.Lines), want)
		}
		if other.Paged() || len(other.Lines) != 1 || one.Lines[0].What != fmt.Sprint(want[0]-1) {
			t.Errorf("%s: the other group or the first line is wrong: %v", query, one.Lines[0])
		}
	}
}
