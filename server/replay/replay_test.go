package replay

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tijian/engine/assess"
	"tijian/engine/population"
	"tijian/engine/ruleset"
	"tijian/internal/rulestest"
	"tijian/internal/waittest"
)

// released are the rules in force, newest those that read most of a request;
// loaded once.
// request is full of what must not be kept.
const request = `{"user_identifier": "110101197605011234", "name": "张三丰", "namespace": "clinic", "datetime": "2026-02-28T23:45:12.345+08:00",
 "profile": {"dob": "1976-05-01", "gender": "male", "region": "north", "phone": "13800000000"},
 "health_background": {"has_diabetes": true, "is_taking_antihypertensive_therapy": false, "has_cvd": false, "smoke_daily_frequency": 5, "has_hbp": true, "remark": "张三丰"},
 "samples": [{"name": "triglycerides", "unit": " mg/dL ", "value": 180.5, "doctor": "张三丰"}, {"name": "张三丰", "value": 1}, {"name": "fasting_glucose", "value": 5.6, "reference": {"text": "空腹 3.9-6.1 张三丰"},
   "previous": [{"value": 6.5, "datetime": "2025-03-01T07:12:00+08:00", "remark": "张三丰"}, {"value": 6.4, "unit": "张三丰", "datetime": "2025-01-01"}, {"value": 5.5, "datetime": "2026-02-28T07:12:00+08:00"}]}]}`

func TestPseudonymous(t *testing.T) {
	set := rulestest.Active(t)
	of := func(namespace string) *ruleset.Set {
		if namespace != "clinic" {
			t.Errorf("rules of the namespace %q", namespace)
		}
		return set
	}
	line, err := pseudonymous([]byte(request), of, []byte("key"))
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{"110101", "张三丰", "1380", "05-01", "23:45", "clinician"} {
		if bytes.Contains(line, []byte(secret)) {
			t.Errorf("%s is kept: %s", secret, line)
		}
	}
	want := `{"datetime":"2026-02-28T00:00:00Z","health_background":{"has_cvd":false,"has_diabetes":true,"has_hbp":true,"is_taking_antihypertensive_therapy":false,"smoke_daily_frequency":5},` +
		`"namespace":"clinic","profile":{"dob":"1977-01-01","gender":"male","region":"north"},"samples":[{"name":"triglycerides","value":180.5,"unit":"mg/dL"},{"name":"fasting_glucose","value":5.6,"reference":{"low":3.9,"high":6.1},"previous":[{"value":6.5,"datetime":"2025-03-01"}]}],"user_identifier":"`
	if !bytes.HasPrefix(line, []byte(want)) {
		t.Errorf("%s\nwant %s…", line, want)
	}
	other, err := pseudonymous([]byte(request), of, []byte("another key"))
	if err != nil || bytes.Equal(line, other) {
		t.Errorf("the key makes no difference: %s %v", other, err)
	}
	empty := strings.Replace(strings.Replace(request, `"triglycerides"`, `"x"`, 1), `"fasting_glucose"`, `"y"`, 1)
	if line, err := pseudonymous([]byte(empty), of, nil); line != nil || err != nil {
		t.Errorf("nothing is known in it: %s %v", line, err)
	}
}

// What is kept of a person gets the same answer as the person.
func TestSameAnswer(t *testing.T) {
	for _, set := range []*ruleset.Set{rulestest.Active(t), rulestest.Newest(t)} {
		t.Run(set.Version, func(t *testing.T) { sameAnswer(t, set) })
	}
}

func sameAnswer(t *testing.T, set *ruleset.Set) {
	model, list := population.Adults(set.Dictionary)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	engine := assess.New(set)
	random := rand.New(rand.NewPCG(1, 2))
	for r := range model.Varied(60, 7, set) {
		r.At = time.Date(2024, 2, 27+random.IntN(4), random.IntN(24), 0, 0, 0, time.FixedZone("", 3600*(random.IntN(25)-12)))
		r.Born = time.Date(1940+random.IntN(60), time.Month(1+random.IntN(12)), 1+random.IntN(31), 0, 0, 0, 0, time.UTC)
		r.SetDaysSince(0) // how late a request came is not kept
		for i := range r.Samples {
			for k := range r.Samples[i].Previous {
				r.Samples[i].Previous[k].At = r.At.AddDate(0, -1-k, 0)
			}
		}
		body := map[string]any{"user_identifier": "u", "namespace": r.Namespace, "datetime": r.At.Format(time.RFC3339)}
		put(body, "profile.dob", r.Born.Format(time.DateOnly))
		put(body, "profile.gender", r.Sex)
		put(body, "health_background.smoke_daily_frequency", r.SmokeDaily)
		for _, b := range ruleset.Backgrounds {
			put(body, "health_background."+b.Name, *b.Of(&r.Person))
		}
		for _, a := range set.Arguments {
			if value, given := r.Arguments[a.Path]; given {
				put(body, a.Path, value)
			}
		}
		body["samples"] = known(r, set)
		text, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		line, err := pseudonymous(text, func(string) *ruleset.Set { return set }, nil)
		if err != nil {
			t.Fatal(err)
		}
		kept, err := population.Read(bytes.NewReader(line), set.Arguments)
		if err != nil {
			t.Fatal(err)
		}
		if kept[0].Age() != r.Age() {
			t.Fatalf("born %v, seen %v: the age is %d instead of %d", r.Born, r.At, kept[0].Age(), r.Age())
		}
		r.NoTrace = true
		x, errX := engine.Assess(r)
		y, errY := engine.Assess(kept[0])
		if errX != nil || errY != nil {
			t.Fatal(errX, errY)
		}
		if a, b := fmt.Sprintf("%+v %+v", x.Samples, x.Derived), fmt.Sprintf("%+v %+v", y.Samples, y.Derived); a != b {
			t.Fatalf("%s\nof %+v is answered\n%s\ninstead of\n%s", line, r, b, a)
		}
	}
}

type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func options(t *testing.T, folder string, set *ruleset.Set, c *clock) Options {
	return Options{
		Folder: folder, Size: 16 << 10, Keep: 16 * time.Hour, Key: []byte("key"),
		Rules:  func(string) *ruleset.Set { return set },
		Logger: slog.New(slog.NewTextHandler(t.Output(), nil)), Metrics: prometheus.NewRegistry(), Now: c.now,
	}
}

// counts what became of requests.
func (s *Store) counts(outcome string) int {
	families, err := s.o.Metrics.(*prometheus.Registry).Gather()
	if err != nil {
		panic(err)
	}
	for _, family := range families {
		for _, m := range family.GetMetric() {
			if m.GetLabel()[0].GetValue() == outcome {
				return int(m.GetCounter().GetValue())
			}
		}
	}
	return 0
}

func kept(t *testing.T, folder string) (lines int, size int64) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%s has the mode %v", name, info.Mode())
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines += bytes.Count(data, []byte("\n"))
		size += int64(len(data))
	}
	return lines, size
}

// A store keeps to its size, then to its age, whatever comes.
func TestBounds(t *testing.T) {
	c := &clock{time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)}
	folder := filepath.Join(t.TempDir(), "kept")
	s, err := Open(options(t, folder, rulestest.Active(t), c))
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(folder); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder: %v %v", info, err)
	}
	stranger := filepath.Join(folder, "notes.jsonl")
	if err := os.WriteFile(stranger, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s.take([]byte(request))
	if lines, _ := kept(t, folder); lines != 1 {
		t.Errorf("%d lines", lines)
	}
	for range 80 {
		s.take([]byte(request))
	}
	if lines, size := kept(t, folder); size > 16<<10 || lines < 20 {
		t.Errorf("%d lines of %d bytes", lines, size)
	}
	s.take([]byte(strings.Replace(strings.Replace(request, `"triglycerides"`, `"x"`, 1), `"fasting_glucose"`, `"y"`, 1)))
	c.at = c.at.Add(8 * time.Hour)
	s.take([]byte(request))
	c.at = c.at.Add(9 * time.Hour)
	if err := s.files.prune(0); err != nil {
		t.Fatal(err)
	}
	if lines, _ := kept(t, folder); lines != 1 {
		t.Errorf("%d lines are left of the last nine hours", lines)
	}
	s.Close()
	if s.counts("kept") != 82 || s.counts("empty") != 1 || s.counts("dropped") != 0 || s.counts("failed") != 0 {
		t.Errorf("kept %d, empty %d, dropped %d, failed %d", s.counts("kept"), s.counts("empty"), s.counts("dropped"), s.counts("failed"))
	}
	if _, err := os.Stat(stranger); err != nil {
		t.Errorf("a file of somebody else: %v", err)
	}
	// What an earlier process left is bounded by the next one.
	c.at = c.at.Add(24 * time.Hour)
	next, err := Open(options(t, folder, rulestest.Active(t), c))
	if err != nil {
		t.Fatal(err)
	}
	next.Close()
	if lines, _ := kept(t, folder); lines != 0 {
		t.Errorf("%d lines are left after a day", lines)
	}
}

// Offer never waits: while the store is busy, what does not fit is dropped.
func TestOfferDoesNotWait(t *testing.T) {
	set := rulestest.Active(t)
	busy, more := make(chan struct{}), make(chan struct{})
	o := options(t, t.TempDir(), set, &clock{time.Now()})
	if err := os.Chmod(o.Folder, 0o700); err != nil {
		t.Fatal(err)
	}
	o.Size = 1 << 20
	o.Rules = func(string) *ruleset.Set {
		busy <- struct{}{}
		<-more
		return set
	}
	s, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Offer([]byte(request))
	<-busy // it is being written
	for range waitingRequests + 5 {
		s.Offer([]byte(request))
	}
	if got := s.counts("dropped"); got != 5 {
		t.Errorf("%d are dropped by number", got)
	}
	large := make([]byte, waitingBytes)
	s.Offer(large)
	if got := s.counts("dropped"); got != 6 {
		t.Errorf("%d are dropped, too many bytes included", got)
	}
	go func() {
		close(more)
		for range busy {
		}
	}()
	s.Close()
	close(busy)
	if got := s.counts("kept"); got != waitingRequests+1 {
		t.Errorf("%d are kept", got)
	}
	if left := s.waiting.Load(); left != 0 {
		t.Errorf("%d bytes still count as waiting", left)
	}
	var none *Store
	none.Offer([]byte(request))
	none.Close()
}

// A folder that cannot be written, or that others can read.
func TestFolder(t *testing.T) {
	set := rulestest.Active(t)
	open := t.TempDir()
	if err := os.Chmod(open, 0o750); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(options(t, open, set, &clock{time.Now()})); err == nil || !strings.Contains(err.Error(), "chmod 700") {
		t.Errorf("others can read the folder: %v", err)
	}
	gone := filepath.Join(t.TempDir(), "kept")
	var log strings.Builder
	o := options(t, gone, set, &clock{time.Now()})
	o.Logger = slog.New(slog.NewTextHandler(&log, nil))
	s, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(gone); err != nil {
		t.Fatal(err)
	}
	s.Offer([]byte(request))
	s.Offer([]byte(request))
	waittest.Until(t, "two failures", func() bool { return s.counts("failed") == 2 })
	s.Close()
	if n := strings.Count(log.String(), "level=WARN"); n != 1 {
		t.Errorf("%d warnings:\n%s", n, log.String())
	}
}
