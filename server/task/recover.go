package task

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"tijian/server/store"
)

// A job that the queue shows as running while nobody works on it is put back.
// Who works on it is known by
//   - SQLite: one process at a time owns the file's queue, so at its start
//     whatever runs was left by a dead one;
//   - PostgreSQL: each process renews a row in `workers`; one that has not for
//     a Lease is dead (for a CallbackLease, where callbacks are concerned). A process
//     decides about others only after it could renew its own row for a whole Lease
//     and the database's clock went on as its own: after an outage or a jump all
//     rows are old, and nobody has died;
//   - both: what is shown as this process's and is not in m.active for a whole
//     Lease was lost when the database could not be told about its end.
//
// A wrong verdict would cost work, not truth: a task put back gets a new job,
// and the old one can no longer move it (job_id).

// takeOver prepares the database for this process to work on.
func (m *Manager) takeOver(ctx context.Context) error {
	if err := m.upkeep(ctx); err != nil {
		return err
	}
	if m.db.Dialect() == store.Postgres {
		_, err := m.renew(ctx)
		return err
	}
	// The leader of the queue's upkeep was the dead process, too.
	if err := dropLeader(ctx, m.db); err != nil {
		return err
	}
	jobs, err := m.running(ctx)
	if err != nil {
		return err
	}
	for _, job := range jobs {
		if err := m.putBack(ctx, job); err != nil {
			return err
		}
	}
	return m.adopt(ctx)
}

// sweep renews this process's lease and puts back what others left, until ctx
// ends.
func (m *Manager) sweep(ctx context.Context) {
	period := m.o.Lease / 5
	if m.db.Dialect() == store.Postgres {
		period = min(period, m.o.CallbackLease/4)
	}
	ticker := time.NewTicker(period)
	defer ticker.Stop()
	s := sweeper{m: m, kept: time.Now()}
	if m.db.Dialect() == store.Postgres {
		_ = s.renew(ctx) // or in the first round
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if err := s.round(ctx); err != nil && ctx.Err() == nil {
			m.log.Error("looking for left-over tasks failed", "error", err)
		}
	}
}

type sweeper struct {
	m        *Manager
	kept     time.Time         // the last upkeep
	renewed  time.Time         // since when the lease could be renewed without a break
	looked   time.Time         // the last round
	clock    time.Time         // the database's then
	suspects map[try]time.Time // own jobs not active, and since when
}

// errClaimed is what a job's work returns when the job is being put back: the
// queue took longer than a Lease to begin it. Its successor does the work.
var errClaimed = errors.New("the job is being put back")

// claim takes a job of this process for itself, either to work on it or to put
// it back, and reports whether it was free.
func (m *Manager) claim(job int64) bool {
	_, taken := m.active.LoadOrStore(job, nil)
	return !taken
}

func (m *Manager) release(job int64) { m.active.Delete(job) }

// try is one try at a job.
type try struct {
	id      int64
	attempt int
}

func (s *sweeper) round(ctx context.Context) error {
	m := s.m
	if m.db.Dialect() == store.Postgres {
		if err := s.renew(ctx); err != nil {
			return err
		}
	}
	jobs, err := m.running(ctx)
	if err != nil {
		return err
	}
	suspects := map[try]time.Time{}
	var problems []error
	for _, job := range jobs {
		var lost bool
		if _, active := m.active.Load(job.id); job.mine && !active {
			since, known := s.suspects[job.try]
			if !known {
				since = time.Now()
			}
			suspects[job.try] = since
			lost = time.Since(since) > m.o.Lease
		}
		switch {
		case lost && m.claim(job.id): // unless its work began just now
			problems = append(problems, m.putBack(ctx, job))
			m.release(job.id)
		case job.dead && !job.mine && time.Since(s.renewed) > m.lease(job.kind):
			problems = append(problems, m.putBack(ctx, job))
		}
	}
	s.suspects = suspects
	if time.Since(s.kept) > m.o.Lease*2/3 {
		s.kept = time.Now()
		problems = append(problems, m.adopt(ctx), m.upkeep(ctx))
	}
	return errors.Join(problems...)
}

// renew renews the lease, and notes since when nothing kept others from doing so, too:
// neither an outage nor a jump of the database's clock, nor one that is slow.
func (s *sweeper) renew(ctx context.Context) error {
	begun := time.Now()
	clock, err := s.m.renew(ctx)
	if err != nil {
		s.renewed = time.Time{}
		return err
	}
	jump, slow := clock.Sub(s.clock)-begun.Sub(s.looked), time.Since(begun)
	if s.renewed.IsZero() || max(jump.Abs(), slow) > s.m.o.CallbackLease/2 {
		s.renewed = time.Now()
	}
	s.clock, s.looked = clock, begun
	return nil
}

// now is the database's time in microseconds, so that clocks of different
// machines need not agree.
const now = "CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT)"

// renew tells the others that this process lives, and returns the database's time.
func (m *Manager) renew(ctx context.Context) (time.Time, error) {
	const least = time.Second // what a loaded database may take
	ctx, cancel := context.WithTimeout(ctx, max(m.o.Lease/3, least))
	defer cancel()
	clock, err := m.db.Clock(ctx)
	if err != nil {
		return clock, err
	}
	_, err = m.db.ExecLight(ctx, "INSERT INTO workers (id, seen_at) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at", m.id, store.Micros(clock))
	return clock, err
}

// lease is how long a silent process is believed to be working on a kind of job.
func (m *Manager) lease(kind string) time.Duration {
	if kind == (callbackArgs{}).Kind() {
		return m.o.CallbackLease
	}
	return m.o.Lease
}

// running returns the jobs that the queue shows as running.
func (m *Manager) running(ctx context.Context) ([]runningJob, error) {
	return runningJobs(ctx, m.db, m.id, m.o.Lease, m.o.CallbackLease)
}

// upkeep brings forward what waits longer than anything has to: it was put off by a
// clock that has been put back since, or that goes before the database's.
func (m *Manager) upkeep(ctx context.Context) error {
	const slack = 3 * time.Minute // more than a retry or a full server puts a job off
	problems := []error{bringForward(ctx, m.db, recogniseQueue, mostTries, slack), dropFarLeader(ctx, m.db)}
	pause := m.o.CallbackBackoff
	for try := range m.o.CallbackTries {
		problems = append(problems, bringForward(ctx, m.db, callbackQueue, try, pause+pause/15+slack))
		if try > 0 {
			pause = min(3*pause, longestBackoff)
		}
	}
	return errors.Join(problems...)
}

// signOff tells the others that this process works no more.
func (m *Manager) signOff(ctx context.Context) error {
	if m.db.Dialect() != store.Postgres {
		return nil
	}
	_, err := m.db.Exec(ctx, "DELETE FROM workers WHERE id = ? OR seen_at < "+now+" - ?", m.id, int64(24*time.Hour/time.Microsecond))
	return err
}

// putBack makes a running job that nobody works on available again.
func (m *Manager) putBack(ctx context.Context, job runningJob) error {
	err := m.db.InTx(ctx, func(tx *store.Tx) error {
		if job.kind != (recogniseArgs{}).Kind() {
			return releaseJob(ctx, tx, job.id)
		}
		var args recogniseArgs
		if err := json.Unmarshal([]byte(job.args), &args); err != nil {
			return err
		}
		if err := m.requeue(ctx, tx, args, job.id); err != nil {
			return err
		}
		running, err := deleteRunning(ctx, tx, job.id)
		if err == nil && !running {
			err = errGone // it ended after all, or another process was faster
		}
		return err
	})
	switch {
	case errors.Is(err, errGone):
		return nil
	case err != nil:
		return fmt.Errorf("put back job %d: %w", job.id, err)
	}
	m.metrics.putBack.WithLabelValues(job.kind).Inc()
	m.log.Warn("a job that nobody worked on was put back", "job", job.id, "kind", job.kind)
	return nil
}

// requeue gives a task a new job in place of the old one. The new one is
// inserted while the old row still exists, for SQLite would use its id again.
func (m *Manager) requeue(ctx context.Context, tx *store.Tx, args recogniseArgs, old int64) error {
	job, err := m.queue.insert(ctx, tx, args, &river.InsertOpts{Priority: interrupted})
	if err != nil {
		return err
	}
	n, err := tx.Exec(ctx, "UPDATE tasks SET job_id = ? WHERE "+unended, job, args.Owner, args.ID, old)
	if err != nil {
		return err
	}
	if n == 0 {
		// The task needs no job; neither does it need the new one.
		err = deleteJob(ctx, tx, job)
	}
	return err
}

// adopt gives a job to every unfinished task that has none. There should be
// none: this is the net below.
func (m *Manager) adopt(ctx context.Context) error {
	left, err := orphans(ctx, m.db)
	if err != nil {
		return err
	}
	for _, o := range left {
		err := m.db.InTx(ctx, func(tx *store.Tx) error { return m.requeue(ctx, tx, o.args, o.job) })
		if err != nil {
			return err
		}
		m.log.Warn("a task without a job got one", "task", o.args.ID)
	}
	return nil
}
