package engine_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"tijian/engine"
)

func loaded(t *testing.T) *engine.Snapshot {
	t.Helper()
	s, problems := draft()
	if s == nil {
		t.Fatal(problems)
	}
	return s
}

// allocated is all that f allocates while no pool has anything for it: at its peak it
// has no more, whenever the collector comes by. What a first run makes for all later
// ones does not count.
func allocated(t *testing.T, f func() error) int64 {
	t.Helper()
	var before, after runtime.MemStats
	for range 2 {
		runtime.GC() // what pools held is kept for one collection
		runtime.GC()
		runtime.ReadMemStats(&before)
		if err := f(); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
	}
	return int64(after.TotalAlloc - before.TotalAlloc)
}

// Requests made to take as much memory as they can for their bytes take no more
// than they are admitted for, and some of each kind at least a quarter of it.
func TestCost(t *testing.T) {
	s := loaded(t)
	const bytes = 36_000
	text := func(unit string) string { return strings.Repeat(unit, bytes/len(unit)) }
	var all []string
	for _, i := range s.Dictionary.All() {
		all = append(all, fmt.Sprintf(`{"name":%q,"value":100000}`, i.Name))
	}
	request := []byte(`{"user_identifier":"u","namespace":"n","datetime":"2026-05-01T08:00:00.000Z","profile":{"dob":"1950-01-01","gender":"male"},
		"health_background":{"has_diabetes":true,"is_taking_antihypertensive_therapy":true,"has_cvd":true,"smoke_daily_frequency":20,"has_hbp":true},
		"samples":[` + strings.Join(all, ",") + `]}`)
	kinds := []struct {
		name string
		full bool
		fhir bool
		of   []string
	}{
		{"simple", false, false, []string{"结节"}},
		{"full", true, false, []string{"结节"}},
		{"FHIR", false, true, []string{"结节"}},
	}
	for _, kind := range kinds {
		near := false
		note := func(what string, peak, cost int64) {
			t.Logf("%s of %s: %d of %d kB", kind.name, what, peak>>10, cost>>10)
			if near = near || peak > cost/4; peak > cost {
				t.Errorf("%s of %s: %d kB, admitted for %d", kind.name, what, peak>>10, cost>>10)
			}
		}
		for _, unit := range kind.of {
			q := engine.Question{Text: text(unit), Full: kind.full, FHIR: kind.fhir}
			note(unit, allocated(t, func() error { _, err := s.Findings(q); return err }), q.Cost(len(q.Text), bytes))
		}
		form := engine.Form{Full: kind.full, FHIR: kind.fhir}
		note("every indicator", allocated(t, func() error { _, _, err := s.Assessment(request, len(all), form, time.Now()); return err }), form.Cost(len(request), len(all)))
		if !near {
			t.Errorf("%s: nothing takes a quarter of what it is admitted for", kind.name)
		}
	}
	ones := []byte(`{"a":[` + strings.Repeat("1,", bytes) + `1]}`)
	peak := allocated(t, func() error {
		if _, _, err := s.Assessment(ones, 1, engine.Form{}, time.Now()); err == nil {
			t.Error("nothing is missing")
		}
		return nil
	})
	if cost := engine.ParseCost(len(ones)); peak > cost || peak < cost/4 {
		t.Errorf("parsing: %d kB, admitted for %d", peak>>10, cost>>10)
	}
}

// Once nobody waits for an answer, none is made.
func TestEnded(t *testing.T) {
	ended := make(chan struct{})
	close(ended)
	for _, q := range []engine.Question{{Text: "结节", Ended: ended}, {Text: "结节", Ended: ended, Full: true}, {Text: "结节", Ended: ended, FHIR: true}} {
		if _, err := loaded(t).Findings(q); err != engine.ErrEnded {
			t.Errorf("%+v: %v", q, err)
		}
	}
}
