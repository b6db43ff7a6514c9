package task

import (
	"context"
	"time"

	"tijian/server/job"
	"tijian/server/store"
)

// expiredAtOnce bounds one deletion, so that it holds up no writer for long.
const expiredAtOnce = 500

// expire deletes tasks that ended longer than Keep or KeepOpen ago, with their results,
// until ctx ends. Several processes may do so at once.
func (m *Manager) expire(ctx context.Context) {
	job.Every(ctx, min(max(min(m.o.Keep, m.o.KeepOpen)/100, 10*time.Millisecond), time.Hour), func() {
		for more := true; more && ctx.Err() == nil; {
			n, err := m.expireSome(ctx)
			if err != nil && ctx.Err() == nil {
				m.log.Error("deleting expired tasks failed", "error", err)
			}
			more = err == nil && n == expiredAtOnce
			m.metrics.expired.Add(float64(n))
			if n > 0 {
				m.log.Info("expired tasks deleted", "tasks", n)
			}
		}
	})
}

func (m *Manager) expireSome(ctx context.Context) (int64, error) {
	now := time.Now()
	n, err := m.db.Exec(ctx, `DELETE FROM tasks WHERE status IN ('DONE', 'ERROR') AND (owner, id) IN
		(SELECT owner, id FROM tasks WHERE ended_at < ? ORDER BY ended_at LIMIT ?)`,
		store.Micros(now.Add(-m.o.Keep)), expiredAtOnce)
	if err != nil || n == expiredAtOnce {
		return n, err
	}
	open, err := m.db.Exec(ctx, `DELETE FROM tasks WHERE status IN ('DONE', 'ERROR') AND owner = '' AND id IN
		(SELECT id FROM tasks WHERE owner = '' AND ended_at < ? ORDER BY ended_at LIMIT ?)`,
		store.Micros(now.Add(-m.o.KeepOpen)), expiredAtOnce-n)
	return n + open, err
}
