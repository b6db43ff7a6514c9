package casework

import (
	"context"
	"errors"
	"time"

	"tijian/engine"
	"tijian/server/audit"
	"tijian/server/cases"
	"tijian/server/console/lines"
	"tijian/server/store"
	"tijian/server/task"
	"tijian/server/upload"
)

// A Keeper does what happens to cases without their users: it takes in what was read,
// keeps pictures or lets them go, and deletes what is old.
type Keeper struct {
	Cases       cases.Store
	Uploads     upload.Store
	Tasks       task.Service
	DB          *store.DB
	Live        *engine.Live
	Now         func() time.Time
	CaseDays    int // that cases are kept after their last change; 0: for a working day
	PictureDays int // that pictures are; 0: they go once they are read
}

// workday is how long a case is kept where none are: the longest that a login lasts.
const workday = 12 * time.Hour

// Settle takes what was read of pictures into the cases that wait for it: of one user,
// or of all where owner is "".
func (k Keeper) Settle(ctx context.Context, owner string) error {
	ended, err := k.Cases.Ended(ctx, owner)
	for _, one := range ended {
		if err == nil {
			err = k.TakeIn(ctx, one[0], one[1])
		}
	}
	return err
}

// errTaken means that another process was first.
var errTaken = errors.New("the case has its values already")

// TakeIn moves what a task has read into its case: the values are kept once, and
// sealed where cases are. The task goes, and its pictures unless they are kept, so that
// nobody who asks for the task is told that nothing was read.
func (k Keeper) TakeIn(ctx context.Context, owner, id string) error {
	t, err := k.Tasks.Get(ctx, owner, id)
	if errors.Is(err, task.ErrNotFound) || err == nil && t.Owner != owner {
		t, err = task.Task{Status: task.Failed, Error: "OCR_ERROR"}, nil
	}
	if err != nil {
		return err
	}
	said, err := k.saidBefore(ctx, owner, id)
	if err != nil {
		return err
	}
	ctx = store.Besides(ctx, func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.Exec(ctx, "DELETE FROM tasks WHERE owner = ? AND id = ? AND status IN ('DONE', 'ERROR')", owner, id)
		if err == nil {
			_, err = tx.Exec(ctx, "DELETE FROM corrections WHERE owner = ? AND task_id = ?", owner, id)
		}
		return err
	})
	_, err = k.Cases.Change(ctx, owner, id, func(one *cases.Case) error {
		if one.State != cases.Reading {
			return errTaken
		}
		w, err := Open(*one)
		if err != nil {
			return err
		}
		w.Error, w.Failed, w.Said = t.Error, t.Status != task.Done, said
		if !w.Failed {
			w.Read, w.Printed = t.Result, t.Person
			w.Beside = lines.BesideOf(&w.Read, t.Report, k.Live.Snapshot().Dictionary)
		}
		return w.Fold(one, k.Live.Snapshot().Dictionary)
	})
	if errors.Is(err, errTaken) {
		return nil // who was first keeps the pictures, or lets them go
	}
	if err != nil {
		return err
	}
	if k.PictureDays == 0 || t.Status != task.Done {
		return k.Uploads.Drop(ctx, owner, id)
	}
	return k.Uploads.Keep(ctx, owner, id, append([]string{t.ImageURL}, t.ImageURLs...), func(nth int, picture []byte) ([]byte, error) {
		return k.Cases.Seal.Picture(id, nth, picture)
	})
}

// saidBefore are corrections of before there were cases.
func (k Keeper) saidBefore(ctx context.Context, owner, id string) (map[lines.Key]string, error) {
	all := map[lines.Key]string{}
	err := store.Each(ctx, k.DB, func(row store.Row) error {
		var at lines.Key
		var value string
		err := row.Scan(&at.Indicator, &at.Entry, &value)
		all[at] = value
		return err
	}, "SELECT indicator, entry, value FROM corrections WHERE owner = ? AND task_id = ?", owner, id)
	return all, err
}

// Sweep takes in what was read, and deletes what is of no more use: cases that nobody
// has changed for so long as cases are kept, and pictures.
func (k Keeper) Sweep(ctx context.Context) error {
	if err := k.Settle(ctx, ""); err != nil {
		return err
	}
	keep := workday
	if k.CaseDays > 0 {
		keep = time.Duration(k.CaseDays) * 24 * time.Hour
	}
	if err := k.Forget(ctx, "", k.Now().Add(-keep), audit.Entry{Via: "age"}); err != nil {
		return err
	}
	if _, err := k.DB.Exec(ctx, `DELETE FROM corrections WHERE corrected_at <= ? AND NOT EXISTS (SELECT 1 FROM tasks WHERE tasks.owner = corrections.owner AND tasks.id = corrections.task_id)`,
		store.Micros(k.Now().Add(-upload.Longest))); err != nil {
		return err
	}
	return k.Uploads.Sweep(ctx, k.Now(), time.Duration(k.PictureDays)*24*time.Hour)
}

// Forget deletes the cases that nobody has changed since, of one user or of all, with
// an entry of the audit log for each.
func (k Keeper) Forget(ctx context.Context, owner string, since time.Time, entry audit.Entry) error {
	for ctx.Err() == nil {
		old, err := k.Cases.Old(ctx, owner, since)
		if err != nil || len(old) == 0 {
			return err
		}
		for _, one := range old {
			entry.Event, entry.About, entry.At = audit.CaseDeleted, one[1], k.Now()
			if err := k.Cases.Delete(audit.With(ctx, entry), one[0], one[1]); err != nil && !errors.Is(err, cases.ErrNone) {
				return err
			}
		}
	}
	return ctx.Err()
}
