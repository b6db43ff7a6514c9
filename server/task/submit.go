package task

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/riverqueue/river"

	"tijian/server/fetch"
	"tijian/server/store"
	"tijian/server/trace"
)

const columns = "owner, id, submitted_id, image_url, image_urls, layout, callback_url, created_at, status, error, result, report, person"

// owned asks for the tasks of one owner. SQLite would plan a statement with a bare
// parameter anew each time, since its value may be that of an index of tasks without
// an owner.
const owned = "owner = CAST(? AS TEXT)"

// unended asks for the task of an owner, id and job that has not ended. It does not
// say so as the index of the tasks in the queue does: PostgreSQL would look there, for
// it takes the queue to be as short as it was when last analysed, and read all of it
// to find one task.
const unended = owned + " AND id = ? AND job_id = ? AND status NOT IN ('DONE', 'ERROR')"

// errRace means that another process stored the same new task first.
var errRace = errors.New("the task was stored by another process")

// Submit implements Service. The task and its job are stored in one
// transaction, durable before Submit returns. A task of the same owner and id
// stays as it is while it is waiting or running, and when it is done with the
// same layout; after an error, or done with another layout, it starts anew, an
// open one that is done only for the same pictures.
// What would wait beyond the limits is refused with ErrFull or ErrClientFull.
func (m *Manager) Submit(ctx context.Context, s Submission) (Task, error) {
	for {
		task, err := m.submit(ctx, s)
		switch {
		case errors.Is(err, ErrFull):
			m.metrics.refused.WithLabelValues("queue").Inc()
		case errors.Is(err, ErrClientFull):
			m.metrics.refused.WithLabelValues("client").Inc()
		}
		if !errors.Is(err, errRace) {
			return task, err
		}
	}
}

func (m *Manager) submit(ctx context.Context, s Submission) (Task, error) {
	full := m.checkLimits(ctx, s.Owner)
	if full != nil && !errors.Is(full, ErrFull) && !errors.Is(full, ErrClientFull) {
		return Task{}, full
	}
	further, err := writeAddresses(s.ImageURLs)
	if err != nil {
		return Task{}, err
	}
	var person *string
	if s.KeepPerson {
		person = new(string)
	}
	fresh := Task{Submission: s, CreatedAt: time.Now().UTC().Truncate(time.Microsecond), Status: Created}
	if full == nil && m.db.Dialect() == store.Postgres {
		stored, err := insertAtOnce(ctx, m.db, s, further, person, store.Micros(fresh.CreatedAt))
		if err != nil {
			return Task{}, err
		}
		if stored {
			m.unfinished.add(s.Owner)
			if m.announced.pass() {
				_ = announceJob(ctx, m.db) // whoever polls finds it
			}
			return fresh, nil
		}
	}
	isNew := false
	task := fresh
	err = m.db.InTx(ctx, func(tx *store.Tx) error {
		query := "SELECT " + columns + " FROM tasks WHERE " + owned + " AND id = ?"
		if tx.PGX() != nil {
			query += " FOR UPDATE"
		}
		old, err := scan(tx.QueryRow(ctx, query, s.Owner, s.ID))
		exists := err == nil
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if exists && !startsAnew(old, s) {
			task = old
			return nil
		}
		if full != nil {
			return full
		}
		isNew = true
		turn, err := nextTurn(ctx, tx, s.Owner, 1+len(s.ImageURLs))
		if err != nil {
			return err
		}
		job, err := m.queue.insert(ctx, tx, recogniseArgs{s.Owner, s.ID, trace.Parent(ctx), &turn}, nil)
		if err != nil {
			return err
		}
		if exists {
			_, err = tx.Exec(ctx, `UPDATE tasks SET submitted_id = ?, image_url = ?, image_urls = ?, layout = ?, callback_url = ?,
				created_at = ?, status = 'CREATED', error = '', result = NULL, report = NULL, person = ?, job_id = ?, turn = ?, failures = 0, crashes = 0,
				ended_at = NULL WHERE `+owned+` AND id = ?`,
				s.SubmittedID, s.ImageURL, further, s.Layout, s.CallbackURL, store.Micros(fresh.CreatedAt), person, job, turn, s.Owner, s.ID)
			return err
		}
		n, err := tx.Exec(ctx, `INSERT INTO tasks (owner, id, submitted_id, image_url, image_urls, layout, callback_url, created_at,
			status, person, job_id, turn) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'CREATED', ?, ?, ?) ON CONFLICT DO NOTHING`,
			s.Owner, s.ID, s.SubmittedID, s.ImageURL, further, s.Layout, s.CallbackURL, store.Micros(fresh.CreatedAt), person, job, turn)
		if err == nil && n == 0 {
			err = errRace
		}
		return err
	})
	if err == nil && isNew {
		m.unfinished.add(s.Owner)
	}
	return task, err
}

// startsAnew decides what a second submission of a task does.
func startsAnew(old Task, s Submission) bool {
	switch old.Status {
	case Failed:
		return true
	case Done:
		// Whoever knows an open task's id could replace its result otherwise.
		return (old.Owner != "" || samePictures(old.Submission, s)) && value(old.Layout) != value(s.Layout)
	}
	return false
}

// samePictures reports whether two submissions have the same addresses but for
// their queries, which are new in every signed link.
func samePictures(a, b Submission) bool {
	same := func(a, b string) bool { return fetch.WithoutQuery(a) == fetch.WithoutQuery(b) }
	return same(a.ImageURL, b.ImageURL) && slices.EqualFunc(a.ImageURLs, b.ImageURLs, same)
}

func value(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// Get implements Service.
func (m *Manager) Get(ctx context.Context, owner, id string) (Task, error) {
	// The owner's own sorts before '', the open one.
	task, err := scan(m.db.QueryRow(ctx, "SELECT "+columns+
		" FROM tasks WHERE id = ? AND owner IN (?, '') ORDER BY owner DESC LIMIT 1", id, owner))
	if errors.Is(err, sql.ErrNoRows) {
		return Task{}, ErrNotFound
	}
	return task, err
}

func scan(row store.Row) (Task, error) {
	var t Task
	var created int64
	var further, result, report, person *string
	err := row.Scan(&t.Owner, &t.ID, &t.SubmittedID, &t.ImageURL, &further, &t.Layout, &t.CallbackURL, &created, &t.Status, &t.Error, &result, &report, &person)
	if err != nil {
		return Task{}, err
	}
	t.CreatedAt = store.FromMicros(created)
	if result != nil {
		t.Result = json.RawMessage(*result)
	}
	if report != nil {
		t.Report = json.RawMessage(*report)
	}
	if t.KeepPerson = person != nil; person != nil && *person != "" {
		if err := json.Unmarshal([]byte(*person), &t.Person); err != nil {
			return Task{}, fmt.Errorf("person of task %s: %w", t.ID, err)
		}
	}
	t.ImageURLs, err = readAddresses(further)
	return t, err
}

// writeAddresses gives further addresses as they are stored: a JSON array, NULL
// when there was none.
func writeAddresses(addresses []string) (*string, error) {
	if addresses == nil {
		return nil, nil
	}
	data, err := json.Marshal(addresses)
	text := string(data)
	return &text, err
}

func readAddresses(text *string) (addresses []string, err error) {
	if text != nil {
		err = json.Unmarshal([]byte(*text), &addresses)
	}
	return addresses, err
}

// recogniseArgs name the task that a job is to recognise.
type recogniseArgs struct {
	Owner string `json:"owner"`
	ID    string `json:"id"`
	Trace string `json:"trace,omitempty"` // the request's traceparent
	turn  *int64 // of a new job; none: before all that wait
}

// Kind names the kind of job in the queue.
func (recogniseArgs) Kind() string { return "recognise" }

// Priorities within the queue: an interrupted or repeated task comes before the
// waiting.
const (
	interrupted = 1
	ordinary    = 2
)

// mostTries bounds the tries of a job, which its task ends long before.
const mostTries = 1000

// InsertOpts are the queue's settings. How often a task is tried is decided
// with the task, not by the queue.
func (recogniseArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: recogniseQueue, Priority: ordinary, MaxAttempts: mostTries}
}
