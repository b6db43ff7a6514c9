package console

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"tijian/server/audit"
	"tijian/server/cases"
	"tijian/server/console/casework"
	"tijian/server/console/lines"
	"tijian/server/store"
	"tijian/server/task"
	"tijian/server/upload"
)

// settle takes what was read of pictures into the cases that wait for it: of one user,
// or of all where owner is "".
func (c *Console) settle(ctx context.Context, owner string) error {
	ended, err := c.cases.Ended(ctx, owner)
	for _, one := range ended {
		if err == nil {
			err = c.takeIn(ctx, one[0], one[1])
		}
	}
	return err
}

// errTaken means that another process was first.
var errTaken = errors.New("the case has its values already")

// takeIn moves what a task has read into its case: the values are kept once, and
// sealed where cases are. The task goes, and its pictures unless they are kept, so that nobody who asks for the
// task is told that nothing was read.
func (c *Console) takeIn(ctx context.Context, owner, id string) error {
	t, err := c.Tasks.Get(ctx, owner, id)
	if errors.Is(err, task.ErrNotFound) || err == nil && t.Owner != owner {
		t, err = task.Task{Status: task.Failed, Error: "OCR_ERROR"}, nil
	}
	if err != nil {
		return err
	}
	said, err := c.saidBefore(ctx, owner, id)
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
	_, err = c.cases.Change(ctx, owner, id, func(k *cases.Case) error {
		if k.State != cases.Reading {
			return errTaken
		}
		w, err := casework.Open(*k)
		if err != nil {
			return err
		}
		w.Error, w.Failed, w.Said = t.Error, t.Status != task.Done, said
		if !w.Failed {
			w.Read, w.Printed = t.Result, t.Person
			w.Beside = lines.BesideOf(t.Report)
		}
		return w.Fold(k, c.Live.Snapshot().Dictionary)
	})
	if errors.Is(err, errTaken) {
		return nil // who was first keeps the pictures, or lets them go
	}
	if err != nil {
		return err
	}
	if c.PictureDays == 0 || t.Status != task.Done {
		return c.uploads.Drop(ctx, owner, id)
	}
	return c.uploads.Keep(ctx, owner, id, append([]string{t.ImageURL}, t.ImageURLs...), func(nth int, picture []byte) ([]byte, error) {
		return c.cases.Seal.Picture(id, nth, picture)
	})
}

// picture shows a picture of a report that is kept, where browsers show such.
func (c *Console) picture(v *requestContext) error {
	id, ok := v.caseID()
	nth, err := strconv.Atoi(v.PathValue("nth"))
	if !ok || err != nil {
		return v.fail(http.StatusNotFound, "error.missing")
	}
	kept, err := c.uploads.Picture(v.Context(), v.user.Name, id, nth)
	if errors.Is(err, upload.ErrGone) {
		return v.fail(http.StatusNotFound, "error.missing")
	}
	if err == nil {
		kept, err = c.cases.Seal.OpenPicture(id, nth, kept)
	}
	if err != nil {
		return v.ofCase(err)
	}
	kind := http.DetectContentType(kept)
	if !slices.Contains(shownKinds, kind) {
		return v.fail(http.StatusNotFound, "error.missing")
	}
	if v.visit != nil {
		if err := v.visit.Answer(v.Context(), int64(len(kept))); err != nil {
			return v.noRoom(err)
		}
	}
	c.Audit.Add(v.Context(), v.entry(audit.PictureRead, id, strconv.Itoa(nth)))
	v.w.Header().Set("Content-Type", kind)
	_, _ = v.w.Write(kept) // a client that left needs nothing
	return nil
}

// thumb shows what lists show of a case's pictures.
func (c *Console) thumb(v *requestContext) error {
	w, err := c.own(v)
	if err != nil {
		return err
	}
	if len(w.Thumb) == 0 {
		return v.fail(http.StatusNotFound, "error.missing")
	}
	v.w.Header().Set("Content-Type", thumbKind)
	_, _ = v.w.Write(w.Thumb) // a client that left needs nothing
	return nil
}

// shownKinds are the pictures that every browser shows.
var shownKinds = []string{"image/jpeg", "image/png", "image/webp", "image/gif", "image/bmp"}

// saidBefore are corrections of before there were cases.
func (c *Console) saidBefore(ctx context.Context, owner, id string) (map[lines.Key]string, error) {
	all := map[lines.Key]string{}
	err := store.Each(ctx, c.DB, func(row store.Row) error {
		var k lines.Key
		var value string
		err := row.Scan(&k.Indicator, &k.Entry, &value)
		all[k] = value
		return err
	}, "SELECT indicator, entry, value FROM corrections WHERE owner = ? AND task_id = ?", owner, id)
	return all, err
}
