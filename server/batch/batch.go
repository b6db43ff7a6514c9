// Package batch assesses files of many persons: a table or requests one a line. A
// file is stored before it is taken, and worked off in parts, each stored with how
// far the file is: what a process leaves when it dies another goes on with.
package batch

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/google/uuid"

	"tijian/engine"
	"tijian/engine/intake"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/server/admission"
	"tijian/server/store"
)

// ErrNotFound says that there is no such file, or none of that user.
var ErrNotFound = errors.New("batch does not exist")

// ErrFull says that a user has as many unfinished files as may be.
var ErrFull = errors.New("too many unfinished batches")

// States of a file.
const (
	Created    = "CREATED"
	Processing = "PROCESSING"
	Done       = "DONE"
	Failed     = "ERROR"
)

const (
	Keep         = 7 * 24 * time.Hour // how long files and results are kept
	mostWaits    = 10                 // unfinished files of a user
	lease        = 20 * time.Second   // that a process has for a part
	pause        = time.Second        // between looks for a file
	longestPause = 5 * time.Minute    // between tries of one
	mostTries    = 6                  // of a part whose fault is not the file's: two minutes
	partsAbout   = -1                 // the number of the part that tells what is of nobody
)

// A Batch is how far a file is.
type Batch struct {
	ID        string
	CreatedAt time.Time
	Kind      Kind
	Status    string
	Error     string // why it cannot be read, or was given up
	Total     int    // persons; 0 until they are counted
	Done      int
	Faulty    int // of those done, who could not be assessed
}

// Options of a Service. All are needed.
type Options struct {
	DB         *store.DB
	Snapshot   func() *engine.Snapshot // in force
	MaxSamples int                     // of a person
	Zone       *time.Location          // of days without one
	Logger     *slog.Logger
	Room       *admission.Gate // memory that requests take, too
	Now        func() time.Time
	// Clock is what leases go by, the same for all processes: store.DB.Clock.
	Clock func(context.Context) (time.Time, error)
}

// A Service takes files and works them off. It is safe for concurrent use.
type Service struct{ Options }

// New returns a service; Run does its work.
func New(o Options) *Service { return &Service{o} }

// Submit stores a file of a user.
func (s *Service) Submit(ctx context.Context, owner string, kind Kind, data []byte) (Batch, error) {
	if kind != NDJSON {
		if kind = CSV; intake.IsWorkbook(data) { // whatever the client calls it
			kind = XLSX
		}
	}
	b := Batch{ID: uuid.NewString(), CreatedAt: store.FromMicros(store.Micros(s.Now())), Kind: kind, Status: Created}
	err := s.DB.InTx(ctx, func(tx *store.Tx) error {
		var waiting int
		if err := tx.QueryRow(ctx, "SELECT count(*) FROM batches WHERE owner = ? AND status IN ('CREATED', 'PROCESSING')", owner).Scan(&waiting); err != nil {
			return err
		}
		if waiting >= mostWaits {
			return ErrFull
		}
		_, err := tx.Exec(ctx, `INSERT INTO batches (id, owner, kind, created_at, taken_till, status, error, total, done, faulty, data) VALUES (?, ?, ?, ?, 0, 'CREATED', '', 0, 0, 0, ?)`,
			b.ID, owner, string(kind), store.Micros(b.CreatedAt), data)
		return err
	})
	return b, err
}

// Get returns how far a file of a user is, or ErrNotFound.
func (s *Service) Get(ctx context.Context, owner, id string) (b Batch, err error) {
	var kind string
	var created int64
	b.ID = id
	err = s.DB.QueryRow(ctx, "SELECT created_at, kind, status, error, total, done, faulty FROM batches WHERE id = ? AND owner = ?", id, owner).
		Scan(&created, &kind, &b.Status, &b.Error, &b.Total, &b.Done, &b.Faulty)
	if errors.Is(err, sql.ErrNoRows) {
		return b, ErrNotFound
	}
	b.CreatedAt, b.Kind = store.FromMicros(created), Kind(kind)
	return b, err
}

// Parts calls each with the lines of results, and of the ledger, that there are of a
// file, part by part, so that none of a large one stands in memory whole.
func (s *Service) Parts(ctx context.Context, id string, each func(answers, ledger []byte) error) error {
	for last := partsAbout - 1; ; {
		var answers, ledger []byte
		err := s.DB.QueryRow(ctx, "SELECT first, answers, ledger FROM batch_parts WHERE batch = ? AND first > ? ORDER BY first LIMIT 1", id, last).Scan(&last, &answers, &ledger)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := each(answers, ledger); err != nil {
			return err
		}
	}
}

// Rows is a line of results as rows of a table.
func (s *Service) Rows(answer []byte) ([][]string, error) { return Rows(s.Snapshot(), answer) }

// Run works files off until ctx ends.
func (s *Service) Run(ctx context.Context) {
	for ctx.Err() == nil {
		worked, err := s.next(ctx)
		if err != nil && ctx.Err() == nil {
			s.Logger.Warn("a batch was not worked on", "error", "withheld") // it may quote the file
		}
		if worked && err == nil {
			continue
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// next works off the oldest file that nobody works on, and reports whether there
// was one.
func (s *Service) next(ctx context.Context) (worked bool, err error) {
	now, err := s.Clock(ctx)
	if err != nil {
		return false, err
	}
	var b Batch
	var kind string
	var created, taken, tries int64
	var data []byte
	// What is taken for longer than anybody takes it was so by a clock that was put back.
	err = s.DB.QueryRow(ctx, `SELECT id, created_at, kind, done, faulty, data, taken_till, tries FROM batches
		WHERE status IN ('CREATED', 'PROCESSING') AND (taken_till < ? OR taken_till > ?) ORDER BY created_at, id LIMIT 1`,
		store.Micros(now), store.Micros(now.Add(max(lease, longestPause)+time.Minute))).
		Scan(&b.ID, &created, &kind, &b.Done, &b.Faulty, &data, &taken, &tries)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if tries >= mostTries {
		return true, s.giveUp(ctx, b, taken, tries)
	}
	b.CreatedAt, b.Kind = store.FromMicros(created), Kind(kind)
	room, err := s.Room.Enter(ctx, "files", b.Kind.cost(len(data)))
	if _, full := errors.AsType[*admission.Full](err); full {
		return false, nil // requests come first; nothing was tried
	}
	if err != nil {
		return false, err
	}
	defer room.Leave()
	// A try counts before it is made: its process may not live to say so.
	till := store.Micros(now.Add(lease))
	n, err := s.DB.Exec(ctx, "UPDATE batches SET status = 'PROCESSING', taken_till = ?, tries = tries + 1 WHERE id = ? AND taken_till = ?", till, b.ID, taken)
	if err != nil || n == 0 { // another process was faster
		return true, err
	}
	err = s.try(ctx, &b, data, &till, room)
	if err != nil && !errors.Is(err, errTaken) {
		err = errors.Join(err, s.release(ctx, &b, till, tries, err))
	}
	return true, err
}

// giveUp ends a file that the service cannot work off: its error and its ledger say
// from which person on.
func (s *Service) giveUp(ctx context.Context, b Batch, taken, tries int64) error {
	why := message.BatchGivenUp.With("tries", tries, "next", b.Done+1)
	var ledger bytes.Buffer
	if err := Write(&ledger, []Line{lineOf(message.TheFile, false, why)}); err != nil {
		return err
	}
	s.Logger.Error("a batch was given up: each try ended with a fault of the service", "batch", b.ID, "tries", tries, "done", b.Done)
	return s.DB.InTx(ctx, func(tx *store.Tx) error {
		n, err := tx.Exec(ctx, "UPDATE batches SET status = 'ERROR', error = ? WHERE id = ? AND taken_till = ?", why.EN, b.ID, taken)
		if err != nil || n == 0 { // another process was faster
			return err
		}
		_, err = tx.Exec(ctx, "INSERT INTO batch_parts (batch, first, answers, ledger) VALUES (?, ?, ?, ?) ON CONFLICT (batch, first) DO NOTHING", b.ID, b.Done, []byte{}, ledger.Bytes())
		return err
	})
}

// try is work whose panic is an error.
func (s *Service) try(ctx context.Context, b *Batch, data []byte, till *int64, room *admission.Ticket) (err error) {
	defer func() {
		if p := recover(); p != nil {
			// Its value may hold what was read; the stack does not.
			was, ok := p.(panicked)
			if !ok {
				was = panicked{fmt.Sprintf("%T", p), string(debug.Stack())}
			}
			s.Logger.Error("working on a batch panicked", "batch", b.ID, "type", was.kind, "stack", was.stack)
			err = errPanicked
		}
	}()
	return s.work(ctx, b, data, till, room)
}

var errPanicked = errors.New("working on the batch panicked")

// release gives a file back after a try that failed: for the longer the more have.
// What is the database's trouble, or a stop, does not count as a try, which is kept
// in mind until the database can be told.
func (s *Service) release(ctx context.Context, b *Batch, till, tries int64, failed error) error {
	_, trouble := store.Trouble(failed)
	innocent := trouble || ctx.Err() != nil
	for {
		if err := s.tellReleased(ctx, b, till, tries, innocent); err == nil || ctx.Err() != nil {
			return err
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

func (s *Service) tellReleased(ctx context.Context, b *Batch, till, tries int64, innocent bool) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	now, err := s.Clock(ctx)
	if err != nil {
		return err
	}
	wait, count := min(pause<<(tries+1), longestPause), 0
	if innocent {
		wait, count = 0, 1
	}
	_, err = s.DB.Exec(ctx, "UPDATE batches SET taken_till = ?, tries = tries - ? WHERE id = ? AND taken_till = ?", store.Micros(now.Add(wait)), count, b.ID, till)
	return err
}

// work answers the persons of a file from the one where it stands. till is the lease
// that it holds, which it renews: whoever has lost it writes nothing more. room is what
// reading it may take, more than the persons in it do.
func (s *Service) work(ctx context.Context, b *Batch, data []byte, till *int64, room *admission.Ticket) error {
	snapshot := s.Snapshot()
	persons, about, wrong := read(b.Kind, data, intake.Options{Dictionary: snapshot.Dictionary, Namespace: "batch", Zone: s.Zone, Now: b.CreatedAt.In(s.Zone)})
	room.Keep(held(persons))
	b.Total, b.Status = persons.Len(), Processing
	if wrong != nil {
		b.Error = wrong.In("en")
		about = append(about, *wrong)
	}
	if b.Done == 0 {
		var ledger bytes.Buffer
		if err := Write(&ledger, Ledger(about)); err != nil {
			return err
		}
		if err := s.keep(ctx, b, partsAbout, nil, ledger.Bytes(), till); err != nil {
			return err
		}
	}
	for b.Done < persons.Len() && ctx.Err() == nil {
		first, part := b.Done, persons.Part(b.Done)
		var results, ledger bytes.Buffer
		for i, answer := range Answers(snapshot, part, problem.English, s.MaxSamples, engine.Form{}, b.CreatedAt, nil) {
			if answer.Err != nil {
				return answer.Err
			}
			line, err := answer.line(&part[i])
			if err != nil {
				return err
			}
			results.Write(append(line, '\n'))
			if err := Write(&ledger, answer.Ledger(&part[i])); err != nil {
				return err
			}
			if answer.Faulty() {
				b.Faulty++
			}
		}
		b.Done += len(part)
		if err := s.keep(ctx, b, first, results.Bytes(), ledger.Bytes(), till); err != nil {
			return err
		}
	}
	return ctx.Err()
}

var errTaken = errors.New("another process has taken the batch over")

// keep stores a part with how far the file is, and holds the lease longer.
func (s *Service) keep(ctx context.Context, b *Batch, first int, answers, ledger []byte, till *int64) error {
	if b.Done == b.Total {
		b.Status = Done
	}
	if b.Error != "" {
		b.Status = Failed
	}
	now, err := s.Clock(ctx)
	if err != nil {
		return err
	}
	longer := store.Micros(now.Add(lease))
	err = s.DB.InTx(ctx, func(tx *store.Tx) error {
		n, err := tx.Exec(ctx, "UPDATE batches SET status = ?, error = ?, total = ?, done = ?, faulty = ?, taken_till = ?, tries = 1 WHERE id = ? AND taken_till = ?",
			b.Status, b.Error, b.Total, b.Done, b.Faulty, longer, b.ID, *till)
		if err != nil {
			return err
		}
		if n == 0 {
			return errTaken
		}
		_, err = tx.Exec(ctx, "INSERT INTO batch_parts (batch, first, answers, ledger) VALUES (?, ?, ?, ?) ON CONFLICT (batch, first) DO NOTHING", b.ID, first, notNil(answers), notNil(ledger))
		return err
	})
	if err == nil {
		*till = longer
	}
	return err
}

func notNil(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

// Sweep deletes what is older than Keep.
func (s *Service) Sweep(ctx context.Context) error {
	before := store.Micros(s.Now().Add(-Keep))
	return s.DB.InTx(ctx, func(tx *store.Tx) error {
		if _, err := tx.Exec(ctx, "DELETE FROM batch_parts WHERE batch IN (SELECT id FROM batches WHERE created_at < ?)", before); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "DELETE FROM batches WHERE created_at < ?", before)
		return err
	})
}
