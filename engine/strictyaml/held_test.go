package strictyaml

import (
	"testing"

	"tijian/engine/problem"
)

func TestSpan(t *testing.T) {
	known := []string{"1", "2", "3", "4"}
	alone := func(v string) Lineage { return Alone(v, known) }
	four := Lineage{[]string{"4", "3"}, known}
	for _, c := range []struct {
		versions, until []string
		lineage         Lineage
		want            bool
		elsewhere       string
		problems        int
	}{
		{nil, nil, four, true, "", 0},
		{[]string{"2", "3"}, nil, alone("3"), true, "", 0},
		{[]string{"2", "3"}, nil, alone("4"), false, "2, 3", 0},
		{[]string{"2", "3"}, nil, four, true, "", 0},
		{[]string{"2"}, nil, four, false, "2", 0},
		{[]string{"3"}, []string{"4"}, four, false, "3", 0},
		{[]string{"3"}, []string{"4"}, alone("3"), true, "", 0},
		{[]string{"4"}, []string{"3"}, four, true, "", 0},
		{nil, []string{"3"}, four, false, "< 3", 0},
		{nil, []string{"4"}, alone("3"), true, "", 0},
		{[]string{"3", "9"}, []string{"8"}, four, true, "", 2},
	} {
		texts := func(names []string) (list []Text) {
			for _, n := range names {
				list = append(list, Text{Value: n})
			}
			return list
		}
		s := Span{texts(c.versions), texts(c.until)}
		var list problem.List
		if got := s.Holds(c.lineage, &list); got != c.want || len(list) != c.problems {
			t.Errorf("%v until %v for %v: %v, problems %v", c.versions, c.until, c.lineage.Versions, got, list)
		}
		if got := s.Elsewhere(c.lineage); got != c.elsewhere {
			t.Errorf("%v until %v for %v: elsewhere %q, want %q", c.versions, c.until, c.lineage.Versions, got, c.elsewhere)
		}
	}
}
