package task

import (
	"context"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"tijian/server/store"
	"tijian/server/store/storetest"
)

// stand opens a manager whose recogniser takes a millisecond.
func stand(b *testing.B, dsn string) *Manager {
	db, err := store.Open(b.Context(), dsn, "")
	if err != nil {
		b.Fatal(err)
	}
	m, err := Open(Options{DB: db, Fetch: fetcher{}, Workers: 4, StopWithin: time.Second,
		Recogniser: recogniser(func(ctx context.Context, p []byte, l string) (json.RawMessage, error) {
			time.Sleep(time.Millisecond)
			return echo(ctx, p, l)
		})})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := m.Stop(context.Background()); err != nil {
			b.Error(err)
		}
		db.Close()
	})
	return m
}

func both(b *testing.B, run func(b *testing.B, m *Manager)) {
	b.Run("sqlite", func(b *testing.B) { run(b, stand(b, storetest.SQLite(b))) })
	b.Run("postgres", func(b *testing.B) { run(b, stand(b, storetest.Postgres(b))) })
}

func benchSubmit(b *testing.B, m *Manager) Submission {
	s := entry()
	if _, err := m.Submit(b.Context(), s); err != nil {
		b.Fatal(err)
	}
	return s
}

func benchWait(b *testing.B, m *Manager, s Submission) {
	for {
		task, err := m.Get(b.Context(), "", s.ID)
		if err != nil || task.Status == Failed {
			b.Fatal(task, err)
		}
		if task.Status == Done {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// BenchmarkSubmit is a POST while the queue is being worked; p99-ms is the
// slowest of a hundred.
func BenchmarkSubmit(b *testing.B) {
	both(b, func(b *testing.B, m *Manager) {
		if err := m.Start(b.Context()); err != nil {
			b.Fatal(err)
		}
		for range 1000 {
			benchSubmit(b, m)
		}
		var took []time.Duration
		var last Submission
		for b.Loop() {
			start := time.Now()
			last = benchSubmit(b, m)
			took = append(took, time.Since(start))
		}
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
		benchWait(b, m, last)
	})
}

// BenchmarkLatency is the time from the POST of one task to its end, on an idle
// service.
func BenchmarkLatency(b *testing.B) {
	both(b, func(b *testing.B, m *Manager) {
		if err := m.Start(b.Context()); err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			benchWait(b, m, benchSubmit(b, m))
		}
	})
}

// BenchmarkThroughput is one task out of a long queue, without its POST.
func BenchmarkThroughput(b *testing.B) {
	both(b, func(b *testing.B, m *Manager) {
		var all []Submission
		for range b.N {
			all = append(all, benchSubmit(b, m))
		}
		b.ResetTimer()
		if err := m.Start(b.Context()); err != nil {
			b.Fatal(err)
		}
		for _, s := range all {
			benchWait(b, m, s)
		}
		b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "tasks/s")
	})
}
