package gateway

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"log/slog"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"tijian/engine/message"
	"tijian/server/store"
)

// States of an assessment on its way.
const (
	Waiting = "WAITING"
	Sent    = "SENT"
	Dead    = "DEAD"
	Dropped = "DROPPED"
)

const (
	lanes       = 4                // connections to the hospital's system
	mostAtOnce  = 100              // messages of a sender that a lane takes before it looks at others
	look        = time.Second      // between looks for what is due
	longestWait = 10 * time.Minute // between tries of one message
	firstPause  = time.Second      // after the system could not be reached
	lastPause   = time.Minute
	claimed     = "outbox"
)

// A Refused is a message that the hospital's system got and did not take, or did
// not answer.
type Refused struct{ Reason string }

// Error tells the reason.
func (r *Refused) Error() string { return r.Reason }

// A Line brings messages to the hospital's system, one after the other. An error is
// a *Refused, or else the system was not reached. Close may be called at any time.
type Line interface {
	Send(ctx context.Context, id string, message []byte) error
	Close()
}

// Delivery sends what is in the outbox. One process at a time does.
type Delivery struct {
	Gateway *Gateway
	Dial    func() Line   // makes a line, not yet connected
	Tries   int           // that may be refused, before a message is a dead letter
	Backoff time.Duration // before the second try; each further one waits three times as long
	GiveUp  time.Duration // a message that waits for longer is a dead letter
	Logger  *slog.Logger

	lines [lanes]Line
	down  atomic.Int32 // times in a row that the system was not reached
}

// Run sends until ctx ends.
func (d *Delivery) Run(ctx context.Context) {
	for i := range d.lines {
		d.lines[i] = d.Dial()
	}
	stop := context.AfterFunc(ctx, d.hangUp)
	defer stop()
	defer d.hangUp()
	for ctx.Err() == nil {
		if err := d.asOne(ctx); err != nil && ctx.Err() == nil {
			d.Logger.Warn("assessments were not sent on", "error", err.Error())
		}
		pause(ctx, look, nil)
	}
}

func (d *Delivery) hangUp() {
	for _, l := range d.lines {
		l.Close()
	}
}

// asOne sends for as long as this process is the one that does.
func (d *Delivery) asOne(ctx context.Context) error {
	claim, err := d.Gateway.DB.Claim(ctx, claimed)
	if claim == nil || err != nil {
		return err
	}
	defer claim.Release()
	for ctx.Err() == nil {
		if err := claim.Held(ctx); err != nil {
			return err
		}
		worked, err := d.round(ctx)
		switch down := d.down.Load(); {
		case err != nil:
			return err
		case down > 0:
			pause(ctx, min(firstPause<<min(down-1, 10), lastPause), nil)
		case !worked:
			pause(ctx, look, d.Gateway.stored)
		}
	}
	return nil
}

func pause(ctx context.Context, d time.Duration, woken <-chan struct{}) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	case <-woken:
	}
}

// sender is whose messages are sent in order.
type sender struct{ owner, name string }

// round sends what is due, and reports whether there was anything.
func (d *Delivery) round(ctx context.Context) (worked bool, err error) {
	if err := d.giveUp(ctx); err != nil {
		return false, err
	}
	due, err := d.due(ctx)
	if err != nil || len(due) == 0 {
		return false, err
	}
	var each [lanes][]sender
	for _, s := range due {
		sum := fnv.New32a()
		_, _ = io.WriteString(sum, s.owner+"\x00"+s.name)
		lane := sum.Sum32() % lanes
		each[lane] = append(each[lane], s)
	}
	var all sync.WaitGroup
	errs := make([]error, lanes)
	for i := range each {
		all.Go(func() { errs[i] = d.lane(ctx, d.lines[i], each[i]) })
	}
	all.Wait()
	return true, errors.Join(errs...)
}

// due are the senders whose next message may be tried now.
func (d *Delivery) due(ctx context.Context) (list []sender, err error) {
	now := d.Gateway.Now()
	return store.All(ctx, d.Gateway.DB, func(row store.Row, s *sender) error { return row.Scan(&s.owner, &s.name) }, `SELECT s.owner, s.sender FROM hl7_senders s WHERE
		(SELECT o.due_at FROM hl7_outbox o WHERE o.state = 'WAITING' AND o.owner = s.owner AND o.sender = s.sender ORDER BY o.seq, o.part LIMIT 1) NOT BETWEEN ? AND ?`,
		store.Micros(now)+1, store.Micros(now.Add(2*longestWait))) // what is later was so by a clock that was put back
}

// lane sends on one line. A panic ends no process.
func (d *Delivery) lane(ctx context.Context, line Line, due []sender) (err error) {
	defer func() {
		if p := recover(); p != nil {
			d.Logger.Error("sending panicked", "type", fmt.Sprintf("%T", p), "stack", string(debug.Stack()))
			err = errPanicked
		}
	}()
	for _, s := range due {
		if more, err := d.sender(ctx, line, s); err != nil || !more {
			return err
		}
	}
	return nil
}

var errPanicked = errors.New("storing a message or sending an assessment panicked")

// parcel is a message of the outbox.
type parcel struct {
	id    string
	tries int
	text  []byte
}

// sender sends one sender's messages until one has to wait; more is whether the line
// is fit for others.
func (d *Delivery) sender(ctx context.Context, line Line, s sender) (more bool, err error) {
	list, err := d.parcels(ctx, s)
	if err != nil {
		return false, err
	}
	for _, p := range list {
		err := line.Send(ctx, p.id, p.text)
		refused, is := errors.AsType[*Refused](err)
		switch {
		case err == nil:
			if err := d.taken(ctx, p); err != nil {
				return false, err
			}
		case ctx.Err() != nil:
			return false, nil
		case is:
			d.down.Store(0)
			return true, d.refused(ctx, p, refused.Reason)
		default:
			if d.down.Add(1) == 1 {
				d.Logger.Warn("the system that assessments are sent to (TIJIAN_MLLP_SEND) is not reached", "error", err.Error())
			}
			d.Gateway.Metrics.delivered.WithLabelValues("unreached").Inc()
			return false, nil
		}
	}
	return true, nil
}

// longestMark is how long it may take to store that a message was taken.
const longestMark = 5 * time.Second

// taken stores that a message was, though ctx ends meanwhile: a process that is stopped
// behind an acknowledgement would else have the next one send the message again. What
// is lost of this with the machine is sent again, with the same control id.
func (d *Delivery) taken(ctx context.Context, p parcel) error {
	d.down.Store(0)
	d.Gateway.Metrics.delivered.WithLabelValues("taken").Inc()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), longestMark)
	defer cancel()
	_, err := d.Gateway.DB.ExecLight(ctx, "UPDATE hl7_outbox SET state = 'SENT', error = '', due_at = ? WHERE id = ?", store.Micros(d.Gateway.Now()), p.id)
	return err
}

func (d *Delivery) parcels(ctx context.Context, s sender) (list []parcel, err error) {
	return store.All(ctx, d.Gateway.DB, func(row store.Row, p *parcel) error { return row.Scan(&p.id, &p.tries, &p.text) },
		"SELECT id, tries, message FROM hl7_outbox WHERE state = 'WAITING' AND owner = ? AND sender = ? ORDER BY seq, part LIMIT ?", s.owner, s.name, mostAtOnce)
}

// refused has a message wait for its next try, or makes it a dead letter.
func (d *Delivery) refused(ctx context.Context, p parcel, why string) error {
	state, wait := Waiting, d.Backoff
	for range p.tries {
		wait = min(3*wait, longestWait)
	}
	if p.tries+1 >= d.Tries {
		state = Dead
		d.Logger.Error("an assessment is a dead letter: it was refused again and again; see tijian mllp list", "id", p.id, "tries", p.tries+1)
	}
	d.Gateway.Metrics.delivered.WithLabelValues("refused").Inc()
	_, err := d.Gateway.DB.Exec(ctx, "UPDATE hl7_outbox SET state = ?, tries = tries + 1, due_at = ?, error = ? WHERE id = ?", state, store.Micros(d.Gateway.Now().Add(wait)), clean(why), p.id)
	return err
}

// giveUp makes dead letters of what waits for too long.
func (d *Delivery) giveUp(ctx context.Context) error {
	before := d.Gateway.Now().Add(-d.GiveUp)
	var old int
	if err := d.Gateway.DB.QueryRow(ctx, "SELECT count(*) FROM hl7_outbox WHERE state = 'WAITING' AND created_at < ?", store.Micros(before)).Scan(&old); err != nil || old == 0 {
		return err
	}
	d.Logger.Error("assessments are dead letters: they were waiting for too long; see tijian mllp list", "letters", old)
	_, err := d.Gateway.DB.Exec(ctx, "UPDATE hl7_outbox SET state = 'DEAD', error = CASE error WHEN '' THEN ? ELSE error END WHERE state = 'WAITING' AND created_at < ?", message.LetterLate.ZH, store.Micros(before))
	return err
}
