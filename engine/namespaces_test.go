package engine

import (
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"tijian/engine/record"
	"tijian/engine/ruleset"
)

// A namespace that stays with a version which is not in force says why.
func TestPins(t *testing.T) {
	empty := &fstest.MapFile{}
	tree := fstest.MapFS{"1/manifest.yaml": empty, "1/lock.yaml": empty, "2/manifest.yaml": empty, "2/lock.yaml": empty, "3/manifest.yaml": empty}
	for _, c := range []struct{ version, reason, want string }{
		{"2", "", ""}, {"1", "", "pinned-other"}, {"1", " ", "pinned-other"}, {"1", "新设备下月到", ""}, {"3", "试用", "pinned-draft"},
	} {
		src := &source{rules: tree, current: ruleset.Current{Active: "2", Pins: map[string]string{"ward": c.version}, Reasons: map[string]string{"ward": c.reason}}}
		if got := strings.Join(codes(src.namespaces()), " "); strings.ReplaceAll(got, " rules/current.yaml", "") != c.want {
			t.Errorf("%v: %s", c, got)
		}
	}
}

// What is in force by hand, and not by the history, is told.
func TestUnrecorded(t *testing.T) {
	day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.Local)
	for _, c := range []struct{ active, next, effective, want string }{
		{"2", "", "", ""}, {"1", "", "", "unrecorded"}, {"2", "", "2026-02-01", "unrecorded"}, {"1", "2", "2026-02-01", ""}, {"2", "", "2025-12-01", ""}, {"2", "1", "", "unrecorded"},
	} {
		src := &source{current: ruleset.Current{Active: c.active, Next: c.next, Effective: day.AddDate(0, 1, 0)}, at: day}
		var got []string
		for _, p := range src.unrecorded([]record.Entry{{Version: "1"}, {Version: "2", From: "1", Effective: c.effective}}) {
			got = append(got, p.Code)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%v: %v", c, got)
		}
	}
}

func TestNearNames(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"hospital", "hospitel", true}, {"hospital", "hospitl", true}, {"hospital", "hsopital", true}, {"hospital_a", "hospital_b", false}, {"hospital_a", "hospitel_a", true},
		{"ward1", "ward2", false}, {"ward", "ward2", false}, {"hospital", "hospital", false}, {"hospital", "clinic", false}, {"aaa", "aab", false},
		{"北京一院", "北京二院", false}, {"北京一院", "北京一园", true}, {"hospital", "hospitals", true},
	} {
		if near(c.a, c.b) != c.want || near(c.b, c.a) != c.want {
			t.Errorf("%s, %s: %v", c.a, c.b, !c.want)
		}
	}
}
