package batch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"tijian/engine"
	"tijian/engine/intake"
	"tijian/server/admission"
	"tijian/server/store"
	"tijian/server/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

var snapshot = sync.OnceValue(func() *engine.Snapshot {
	s, problems := engine.DraftRules(engine.Files{}, "") // no text is read here
	if err := problems.Err(); err != nil {
		panic(err)
	}
	return s
})

// A clock that tests move.
type clock struct{ now time.Time }

func service(t *testing.T, db *store.DB, c *clock) *Service {
	return New(Options{DB: db, Snapshot: snapshot, MaxSamples: 100, Zone: time.UTC, Logger: slog.New(slog.DiscardHandler), Room: admission.Standard().Work, Now: func() time.Time { return c.now }, Clock: func(context.Context) (time.Time, error) { return c.now, nil }})
}

func each(t *testing.T, test func(t *testing.T, db *store.DB, c *clock)) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		db := storetest.Open(t, dsn)
		test(t, db, &clock{time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)})
	})
}

// table has n persons, of whom each tenth has no sex and one cell cannot be read.
func table(n int) []byte {
	var b strings.Builder
	b.WriteString("体检号,性别,出生日期,检查日期,谷丙转氨酶(U/L)\n")
	for i := range n {
		sex, alt := "男", fmt.Sprint(20+i%10)
		if i%10 == 9 {
			sex = ""
		}
		if i == 3 {
			alt = "溶血"
		}
		fmt.Fprintf(&b, "p%d,%s,1970-05-01,2026-11-19,%s\n", i, sex, alt)
	}
	return []byte(b.String())
}

func all(t *testing.T, s *Service, id string) (answers, ledger []string) {
	t.Helper()
	err := s.Parts(t.Context(), id, func(a, l []byte) error {
		for line := range bytes.Lines(a) {
			answers = append(answers, string(line))
		}
		for line := range bytes.Lines(l) {
			ledger = append(ledger, string(line))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return answers, ledger
}

// Every person of a file is answered once, in order, and everything in it that is not
// used is in the ledger; whatever process dies at whatever part.
func TestEveryPersonOnce(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB, c *clock) {
		s := service(t, db, c)
		const persons = 250
		b, err := s.Submit(t.Context(), "alice", CSV, table(persons))
		if err != nil {
			t.Fatal(err)
		}
		// A process dies after each part: its context ends before the next one.
		for tries := 0; ; tries++ {
			dying, die := context.WithCancel(t.Context())
			one := service(t, db, c)
			one.Now = func() time.Time {
				if now, err := s.Get(context.WithoutCancel(dying), "alice", b.ID); err == nil && now.Done >= (tries+1)*intake.PartSize {
					die()
				}
				return c.now
			}
			if worked, _ := one.next(dying); !worked && tries > 0 {
				die()
				break
			}
			die()
			if worked, err := s.next(t.Context()); worked || err != nil {
				if now, _ := s.Get(t.Context(), "alice", b.ID); now.Status != Done {
					t.Fatalf("taken from a process that has it: %v", err)
				}
			}
			c.now = c.now.Add(2 * lease)
			if tries > 9 {
				t.Fatal("never done")
			}
		}
		done, err := s.Get(t.Context(), "alice", b.ID)
		if err != nil || done.Status != Done || done.Total != persons || done.Done != persons || done.Faulty != persons/10 {
			t.Errorf("%+v, %v", done, err)
		}
		answers, ledger := all(t, s, b.ID)
		if len(answers) != persons {
			t.Fatalf("%d answers", len(answers))
		}
		for i, line := range answers {
			var a struct {
				User   string `json:"user_identifier"`
				Detail string
			}
			if err := json.Unmarshal([]byte(line), &a); err != nil || i%10 != 9 && a.User != fmt.Sprintf("p%d", i) || (i%10 == 9) != strings.Contains(a.Detail, "profile.gender") {
				t.Errorf("%d: %s %v", i, line, err)
			}
		}
		unused := 0
		for _, line := range ledger {
			if strings.Contains(line, `"used":false`) {
				unused++
			}
		}
		if text := strings.Join(ledger, ""); len(ledger) < persons+1 || unused < persons/10+1 || !strings.Contains(text, "溶血") || !strings.Contains(text, "按“无”评估：") || !strings.Contains(text, "糖尿病") {
			t.Errorf("%d lines, %d unused", len(ledger), unused)
		}
		if _, err := s.Get(t.Context(), "bob", b.ID); !errors.Is(err, ErrNotFound) {
			t.Errorf("bob sees it: %v", err)
		}
		rows, err := s.Rows([]byte(answers[0]))
		if err != nil || len(rows) != 1 || len(rows[0]) != len(Columns) || rows[0][2] != "alt" {
			t.Errorf("%v, %v", rows, err)
		}
		if rows, err := s.Rows([]byte(answers[9])); err != nil || len(rows) != 0 {
			t.Errorf("%v, %v", rows, err)
		}
		c.now = c.now.Add(2 * Keep)
		if err := s.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Get(t.Context(), "alice", b.ID); !errors.Is(err, ErrNotFound) {
			t.Errorf("still there: %v", err)
		}
	})
}

// Requests a line are answered line by line, a file that cannot be read says why, and
// a user has only so many at once.
func TestKinds(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB, c *clock) {
		s := service(t, db, c)
		submit := func(kind Kind, data string) Batch {
			t.Helper()
			b, err := s.Submit(t.Context(), "alice", kind, []byte(data))
			if err != nil {
				t.Fatal(err)
			}
			c.now = c.now.Add(time.Second)
			return b
		}
		lines := submit(NDJSON, "{\"no\": 1}\n\nno JSON\n")
		noTable, noBook := submit(CSV, "a,b\n1,2\n"), submit(XLSX, "PK\x03\x04")
		for {
			worked, err := s.next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if !worked {
				break
			}
		}
		if b, _ := s.Get(t.Context(), "alice", lines.ID); b.Status != Done || b.Total != 2 || b.Faulty != 2 {
			t.Errorf("%+v", b)
		}
		if answers, _ := all(t, s, lines.ID); len(answers) != 2 || !strings.Contains(answers[0], "missing arguments: user_identifier") || !strings.Contains(answers[1], "malformed JSON") || !strings.Contains(answers[1], "3") {
			t.Errorf("%q", answers)
		}
		for _, b := range []Batch{noTable, noBook} {
			if b, _ := s.Get(t.Context(), "alice", b.ID); b.Status != Failed || b.Error == "" {
				t.Errorf("%+v", b)
			}
		}
		for range mostWaits {
			submit(CSV, "x")
		}
		if _, err := s.Submit(t.Context(), "alice", CSV, []byte("x")); !errors.Is(err, ErrFull) {
			t.Errorf("%v", err)
		}
		if _, err := s.Submit(t.Context(), "bob", CSV, []byte("x")); err != nil {
			t.Errorf("%v", err)
		}
	})
}

// A file at which the service itself fails is tried a few times, at growing
// distances, whether its process says so or dies of it; then it says from which
// person on it was given up. What was done before stays.
func TestGivenUp(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB, c *clock) {
		s := service(t, db, c)
		for name, fail := range map[string]func(){"panics": func() { panic("a cell of the file") }, "dies": runtime.Goexit} {
			b, err := s.Submit(t.Context(), "alice", CSV, table(2*intake.PartSize))
			if err != nil {
				t.Fatal(err)
			}
			first, stop := context.WithCancel(t.Context())
			well := service(t, db, c)
			well.Clock = func(context.Context) (time.Time, error) { // ends once the first part is done
				if now, err := s.Get(t.Context(), "alice", b.ID); err == nil && now.Done == intake.PartSize {
					stop()
				}
				return c.now, nil
			}
			_, _ = well.next(first)
			stop()
			ill := service(t, db, c)
			ill.Snapshot = func() *engine.Snapshot { fail(); return nil }
			var waits []time.Duration
			for since := c.now; len(waits) < mostTries+3; c.now = c.now.Add(500 * time.Millisecond) {
				worked := false
				ended := make(chan struct{})
				go func() {
					defer close(ended)
					worked = true // unless it says otherwise
					worked, _ = ill.next(t.Context())
				}()
				<-ended
				if worked {
					waits, since = append(waits, c.now.Sub(since)), c.now
				}
				if now, _ := s.Get(t.Context(), "alice", b.ID); now.Status == Failed {
					break
				}
				if c.now.Sub(since) > 2*longestPause {
					break
				}
			}
			if len(waits) != mostTries+1 || name == "panics" && (waits[mostTries-1] < 30*time.Second || waits[2] < 3*time.Second) {
				t.Errorf("%s: tried after %v", name, waits)
			}
			done, err := s.Get(t.Context(), "alice", b.ID)
			if err != nil || done.Status != Failed || done.Done != intake.PartSize || !strings.Contains(done.Error, "person 101") {
				t.Errorf("%s: %+v, %v", name, done, err)
			}
			answers, ledger := all(t, s, b.ID)
			if last := ledger[len(ledger)-1]; len(answers) != intake.PartSize || !strings.Contains(last, "第 101 人") || strings.Contains(last, "cell") {
				t.Errorf("%s: %d answers, %s", name, len(answers), last)
			}
			if worked, err := s.next(t.Context()); worked || err != nil {
				t.Errorf("%s: taken up again: %v", name, err)
			}
		}
	})
}

// A clock that is put back or forward by an hour neither stops a file nor has it
// worked on twice.
func TestClockPutBack(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB, c *clock) {
		for _, jump := range []time.Duration{-time.Hour, time.Hour} {
			s := service(t, db, c)
			b, err := s.Submit(t.Context(), "alice", CSV, table(2*intake.PartSize+1))
			if err != nil {
				t.Fatal(err)
			}
			dying, die := context.WithCancel(t.Context())
			one := service(t, db, c)
			one.Clock = func(context.Context) (time.Time, error) { // dies once a part is done, without a word
				if now, err := s.Get(t.Context(), "alice", b.ID); err == nil && now.Done == intake.PartSize {
					die()
					runtime.Goexit()
				}
				return c.now, nil
			}
			ended := make(chan struct{})
			go func() { defer close(ended); _, _ = one.next(dying) }()
			<-ended
			die()
			c.now = c.now.Add(jump)
			if jump < 0 {
				c.now = c.now.Add(time.Second)
			}
			if worked, err := s.next(t.Context()); !worked || err != nil {
				t.Errorf("%s: %v, %v", jump, worked, err)
			}
			answers, _ := all(t, s, b.ID)
			if now, err := s.Get(t.Context(), "alice", b.ID); err != nil || now.Status != Done || len(answers) != 2*intake.PartSize+1 {
				t.Errorf("%s: %+v, %d answers, %v", jump, now, len(answers), err)
			}
		}
	})
}
