package console

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"

	"tijian/server/admission"
	"tijian/server/store"
	"tijian/server/task"
	"tijian/server/upload"
)

const (
	mostPictures = 10 // of one report, as the API allows
	uploadWithin = 5 * time.Minute
	mostListed   = 20
)

// slots are the uploads at once of one process, and of one user.
var slots = admission.Options{Room: 16, Each: 2, Wait: 2 * time.Second, Waiting: 64}

// quota is what pictures may take that are kept, for an hour at most.
var quota = upload.Quota{All: 4 << 30, Each: 1 << 30}

type reportsPage struct {
	Reports []reportLine
	Fault   string
	Most    int
	MiB     int64
	Bytes   int64 // of a picture
}

// A reportLine is one of a user's reports.
type reportLine struct {
	ID, At, Status string
	Pictures       int
}

// reports shows where to put pictures, and what the user has sent.
func (c *Console) reports(v *requestContext) error { return c.showReports(v, http.StatusOK, "") }

func (c *Console) showReports(v *requestContext, status int, fault string) error {
	data := reportsPage{Fault: fault, Most: mostPictures, MiB: c.Limits.Picture >> 20, Bytes: c.Limits.Picture}
	rows, err := c.DB.Query(v.Context(), `SELECT r.task_id, r.created_at, r.pictures, t.status FROM console_reports r
		JOIN tasks t ON t.owner = r.owner AND t.id = r.task_id WHERE r.owner = ? ORDER BY r.created_at DESC LIMIT ?`, v.user.Name, mostListed)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var line reportLine
		var at int64
		if err := rows.Scan(&line.ID, &at, &line.Pictures, &line.Status); err != nil {
			return err
		}
		line.At = store.FromMicros(at).Local().Format("2006-01-02 15:04")
		data.Reports = append(data.Reports, line)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	if fault != "" && v.isHTMX() {
		return v.part(http.StatusOK, "reports", "upload-fault", data)
	}
	return v.show(status, "reports", data)
}

// upload takes the pictures of one report and has them recognised.
func (c *Console) upload(v *requestContext) error {
	control := http.NewResponseController(v.w)
	_ = control.SetWriteDeadline(time.Now().Add(uploadWithin + time.Minute)) // a phone may be slow
	ctx, cancel := context.WithTimeout(context.WithoutCancel(v.Context()), uploadWithin)
	defer cancel()
	v.Request = v.WithContext(ctx)
	until := time.Now().Add(uploadWithin)
	v.Body = &upload.Pace{ReadCloser: http.MaxBytesReader(v.w, v.Body, mostPictures*c.Limits.Picture+c.Limits.Body), Deadline: func(by time.Time) error {
		if by.After(until) {
			by = until
		}
		return control.SetReadDeadline(by)
	}}
	parts, err := v.MultipartReader()
	if err != nil {
		return v.unread(err)
	}
	in := incoming{visit: v, id: uuid.NewString()}
	defer in.leave()
	err = in.read(parts)
	if err == nil {
		err = c.submit(ctx, v.user.Name, in.id, in.addresses)
	}
	if err != nil {
		err = errors.Join(err, c.uploads.Drop(ctx, v.user.Name, in.id))
	}
	say := words[v.lang].say
	full, noSlot := errors.AsType[*admission.Full](err)
	switch {
	case err == nil:
		return v.redirect("report/" + in.id)
	case noSlot:
		v.w.Header().Set("Retry-After", strconv.Itoa(full.Seconds()))
		return c.showReports(v, http.StatusServiceUnavailable, say("report.busy"))
	case errors.Is(err, upload.ErrQuota):
		return c.showReports(v, http.StatusServiceUnavailable, say("report.quota"))
	case errors.Is(err, task.ErrClientFull), errors.Is(err, task.ErrFull):
		return c.showReports(v, http.StatusServiceUnavailable, say("report.full"))
	case errors.Is(err, upload.ErrLarge):
		return c.showReports(v, http.StatusUnprocessableEntity, say("report.large", c.Limits.Picture>>20))
	case errors.Is(err, upload.ErrKind):
		return c.showReports(v, http.StatusUnprocessableEntity, say("report.kind"))
	case errors.Is(err, errMany):
		return c.showReports(v, http.StatusUnprocessableEntity, say("report.many", mostPictures))
	case errors.Is(err, errNone):
		return c.showReports(v, http.StatusUnprocessableEntity, say("report.none"))
	}
	return err
}

var (
	errMany = errors.New("too many pictures")
	errNone = errors.New("no picture was sent")
)

// incoming is a report whose pictures come in.
type incoming struct {
	visit     *requestContext
	id        string
	addresses []string
	trusted   bool // the token was right
	slot      *admission.Ticket
}

func (in *incoming) leave() { in.slot.Leave() }

// read reads a form with the token before its files, and keeps each picture as it
// comes. A slot is taken only by who has shown the token.
func (in *incoming) read(parts *multipart.Reader) error {
	v := in.visit
	if v.Header.Get("X-CSRF-Token") != "" {
		if err := v.checkCSRF(); err != nil {
			return err
		}
		in.trusted = true
	}
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return v.unread(err)
		}
		switch part.FormName() {
		case "csrf":
			err = in.token(part)
		case "picture":
			err = in.picture(part)
		}
		if err != nil {
			return err
		}
	}
	switch {
	case !in.trusted:
		return v.checkCSRF()
	case len(in.addresses) == 0:
		return errNone
	}
	return nil
}

func (in *incoming) token(part io.Reader) error {
	token, err := io.ReadAll(io.LimitReader(part, 100))
	if err != nil {
		return in.visit.unread(err)
	}
	in.visit.PostForm = map[string][]string{"csrf": {string(token)}}
	if err := in.visit.checkCSRF(); err != nil {
		return err
	}
	in.trusted = true
	return nil
}

func (in *incoming) picture(part io.Reader) (err error) {
	v := in.visit
	c := v.console
	switch {
	case !in.trusted:
		return v.checkCSRF()
	case len(in.addresses) == mostPictures:
		return errMany
	case in.slot == nil:
		if in.slot, err = c.uploading.Enter(v.Context(), admission.User(v.user.Name), 1); err != nil {
			return err
		}
	}
	sent := &sending{Reader: part}
	address, err := c.uploads.Put(v.Context(), v.user.Name, in.id, sent, c.Limits.Picture, c.Now())
	switch {
	case errors.Is(err, upload.ErrEmpty): // nothing was chosen
		return nil
	case sent.err != nil:
		return v.unread(sent.err)
	case err != nil:
		return err
	}
	in.addresses = append(in.addresses, address)
	return nil
}

// sending tells what went wrong on the sender's side.
type sending struct {
	io.Reader
	err error
}

// Read notes an error that is not the end.
func (s *sending) Read(b []byte) (int, error) {
	n, err := s.Reader.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		s.err = err
	}
	return n, err
}

// submit stores a report and its task.
func (c *Console) submit(ctx context.Context, owner, id string, addresses []string) error {
	if _, err := c.DB.Exec(ctx, "INSERT INTO console_reports (owner, task_id, pictures, created_at) VALUES (?, ?, ?, ?)",
		owner, id, len(addresses), store.Micros(c.Now())); err != nil {
		return err
	}
	s := task.Submission{Owner: owner, ID: id, SubmittedID: id, ImageURL: addresses[0], KeepPerson: true}
	if len(addresses) > 1 {
		s.ImageURLs = addresses[1:]
	}
	_, err := c.Tasks.Submit(ctx, s)
	return err
}

// own returns the task of a report that the visitor sent; anybody else's does
// not exist.
func (c *Console) own(v *requestContext, id string) (t task.Task, pictures int, err error) {
	if id, err := uuid.Parse(id); err != nil || id == uuid.Nil {
		return t, 0, v.fail(http.StatusNotFound, "error.missing")
	}
	err = c.DB.QueryRow(v.Context(), "SELECT pictures FROM console_reports WHERE owner = ? AND task_id = ?", v.user.Name, id).Scan(&pictures)
	if errors.Is(err, sql.ErrNoRows) {
		return t, 0, v.fail(http.StatusNotFound, "error.missing")
	}
	if err != nil {
		return t, 0, err
	}
	t, err = c.Tasks.Get(v.Context(), v.user.Name, id)
	if errors.Is(err, task.ErrNotFound) || err == nil && t.Owner != v.user.Name {
		return t, 0, v.fail(http.StatusNotFound, "error.missing")
	}
	return t, pictures, err
}

const (
	pollEvery  = 250 * time.Millisecond
	streamTime = 15 * time.Second // then the browser asks again
)

// events tells how a report is getting on, until it has ended.
func (c *Console) events(v *requestContext) error {
	id := v.PathValue("id")
	if _, _, err := c.own(v, id); err != nil {
		return err
	}
	return c.stream(v, func() (state string, ended bool, err error) {
		t, err := c.Tasks.Get(v.Context(), v.user.Name, id)
		if err != nil {
			return "", false, err
		}
		if ended = t.Status == task.Done || t.Status == task.Failed; ended {
			err = c.uploads.Drop(v.Context(), v.user.Name, id)
		}
		return words[v.lang].say("report.status." + string(t.Status)), ended, err
	})
}

// stream tells of each new state by a server-sent event, until the last one.
func (c *Console) stream(v *requestContext, next func() (state string, ended bool, err error)) error {
	h := v.w.Header()
	h.Set("Content-Type", "text/event-stream; charset=utf-8")
	h.Set("X-Accel-Buffering", "no") // of a proxy before us
	control := http.NewResponseController(v.w)
	ticker := time.NewTicker(pollEvery)
	defer ticker.Stop()
	last := ""
	for begun := time.Now(); time.Since(begun) <= streamTime; {
		state, ended, err := next()
		if err != nil {
			if v.Context().Err() == nil {
				c.Logger.Warn("progress cannot be told", "page", v.route.path, "error", err)
			}
			return nil // it is half answered; the browser asks again
		}
		if state != last || ended {
			event := "state"
			if last = state; ended {
				event = "end"
			}
			fmt.Fprintf(v.w, "retry: 1000\nevent: %s\ndata: %s\n\n", event, state)
			if control.Flush() != nil || ended {
				return nil
			}
		}
		select {
		case <-ticker.C:
		case <-v.Context().Done():
			return nil
		case <-c.closing:
			return nil
		}
	}
	return nil
}

// Sweep deletes pictures whose task has ended, and what belongs to deleted tasks,
// until ctx ends.
func (c *Console) Sweep(ctx context.Context) {
	ticker := time.NewTicker(30 * time.Second)
	defer ticker.Stop()
	for {
		if err := c.sweep(ctx); err != nil && ctx.Err() == nil {
			c.Logger.Warn("pictures that are of no more use cannot be deleted", "error", err)
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}

func (c *Console) sweep(ctx context.Context) error {
	if err := c.uploads.Sweep(ctx, c.Now()); err != nil {
		return err
	}
	old := store.Micros(c.Now().Add(-upload.Keep))
	for _, statement := range []string{
		`DELETE FROM corrections WHERE corrected_at <= ? AND NOT EXISTS (SELECT 1 FROM tasks WHERE tasks.owner = corrections.owner AND tasks.id = corrections.task_id)`,
		`DELETE FROM console_reports WHERE created_at <= ? AND NOT EXISTS (SELECT 1 FROM tasks WHERE tasks.owner = console_reports.owner AND tasks.id = console_reports.task_id)`,
	} {
		if _, err := c.DB.Exec(ctx, statement, old); err != nil {
			return err
		}
	}
	return nil
}
