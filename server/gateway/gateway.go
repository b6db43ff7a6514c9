// Package gateway takes messages of HL7 v2 and sends assessments back. Each message
// is stored before it is acknowledged, in one transaction with the assessments that
// it leads to; one that comes again is answered as it was the first time, and
// another one with its control id is refused. Assessments leave in the order of
// their messages, one sender's after the other, and come to rest as dead letters
// where nobody takes them.
package gateway

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"time"

	"tijian/engine"
	"tijian/engine/intake"
	"tijian/server/store"
)

// Keep is how long messages are kept.
const Keep = 30 * 24 * time.Hour

// Options of a gateway. All but Answers and Metrics are needed.
type Options struct {
	DB         *store.DB
	Snapshot   func() *engine.Snapshot // in force
	MaxSamples int
	Zone       *time.Location // of times without a zone
	Now        func() time.Time
	Answers    bool     // assessments are sent back: see Delivery
	Metrics    *Metrics // nil counts nothing
}

// A Gateway takes messages. It is safe for concurrent use.
type Gateway struct {
	Options
	stored   chan struct{} // something waits to be sent
	together group
}

// New returns a gateway.
func New(o Options) *Gateway {
	if o.Metrics == nil {
		o.Metrics = NewMetrics(nil)
	}
	return &Gateway{Options: o, stored: make(chan struct{}, 1)}
}

// letter is a message with what becomes of it.
type letter struct {
	owner, digest, lang string
	data                []byte
	at                  time.Time
	receipt             intake.Receipt
	reports             []report // of all requests that could be assessed
	seq                 int64    // among its sender's
	answer              []byte   // once it is stored
}

// report is an assessment to send, with its control id.
type report struct {
	id   string
	text []byte
}

// Take stores a message of a user and returns its acknowledgement: AA, AE or AR with
// what is wrong in ERR segments. An error means that it is not stored, and so not to
// be acknowledged. lang is one of package problem.
func (g *Gateway) Take(ctx context.Context, owner string, data []byte, lang string) (answer []byte, err error) {
	l := g.read(&letter{owner: owner, lang: lang, data: data, at: g.Now()}, g.Answers)
	if err := g.together.keep(ctx, l, g.storeAll); err != nil {
		return nil, err
	}
	g.Metrics.taken.WithLabelValues(l.receipt.Code).Inc()
	g.wake(l)
	return l.answer, nil
}

func (g *Gateway) wake(l *letter) {
	if len(l.reports) > 0 {
		select {
		case g.stored <- struct{}{}:
		default:
		}
	}
}

func (g *Gateway) storeAll(ctx context.Context, letters []*letter) error {
	return g.DB.InTx(ctx, func(tx *store.Tx) error { return g.store(ctx, tx, letters) })
}

// read assesses what a message has, and tells it as messages where it is to answer.
func (g *Gateway) read(l *letter, answers bool) *letter {
	snapshot := g.Snapshot()
	l.receipt = intake.Receive(l.data, intake.Options{Dictionary: snapshot.Dictionary, Zone: g.Zone, Now: l.at.In(g.Zone)}, func(r intake.Request) error {
		answer, err := snapshot.Levels(r.Tree(), g.MaxSamples, l.at)
		if err == nil && answers {
			l.report(r, answer, g.Zone)
		}
		return err
	}, rand.Text()[:20], l.lang)
	l.digest = digestOf(l.receipt.Control, l.data)
	l.receipt.Sender, l.receipt.Control = key(l.receipt.Sender), key(l.receipt.Control)
	return l
}

// longestKey is how much of what a message calls itself is kept as it is, in bytes.
const longestKey = 200

// key is a name as both databases can index it.
func key(text string) string {
	if len(text) <= longestKey && !strings.ContainsRune(text, 0) {
		return text
	}
	return "sha256 " + digestOf("", []byte(text))
}

func digestOf(control string, data []byte) string {
	sum := sha256.New()
	sum.Write([]byte(control + "\x00"))
	sum.Write(data)
	return hex.EncodeToString(sum.Sum(nil))
}

// report adds an assessment. Its control id follows from the message and from whose
// results of which time they are, so that a message that is worked again has no
// second one; it fits into the 20 characters of MSH-10.
func (l *letter) report(r intake.Request, answer *engine.Answer, zone *time.Location) {
	key := l.owner + "\x00" + r.Place.EN + "\x00" + r.Tree().Get("datetime").Text
	id := digestOf(key, l.data)[:20]
	l.reports = append(l.reports, report{id, intake.Assessed{Request: r, Result: answer.Result, Rules: answer.Rules, Now: l.at.In(zone), ID: id, Lang: l.lang}.Message()})
}

// What keeps a message's assessments from being told.
var (
	ErrNoMessage   = errors.New("message does not exist, or nothing of it was taken")
	ErrManySenders = errors.New("several senders have a message of this control id")
)

// Assessments are those of a user's message with a control id, as messages one behind
// the other, by the rules in force: for who is not sent them. sender, MSH-3 and MSH-4
// with a | between, may be blank where only one has such a message; else the error is
// ErrManySenders.
func (g *Gateway) Assessments(ctx context.Context, owner, control, sender, lang string) (messages []byte, err error) {
	found, err := store.All(ctx, g.DB, func(row store.Row, l *letter) error {
		l.owner, l.lang = owner, lang
		return row.Scan(&l.data, store.Time(&l.at))
	}, `SELECT m.message, m.received_at FROM hl7_senders s JOIN hl7_messages m ON m.owner = s.owner AND m.sender = s.sender
		WHERE s.owner = ? AND m.control_id = ? AND m.taken > 0 AND (? = '' OR s.sender = ?) LIMIT 2`, owner, key(control), sender, key(sender))
	switch {
	case err != nil:
		return nil, err
	case len(found) == 0:
		return nil, ErrNoMessage
	case len(found) > 1:
		return nil, ErrManySenders
	}
	for _, r := range g.read(&found[0], true).reports {
		messages = append(messages, r.text...)
	}
	if messages == nil { // by the rules of today
		return nil, ErrNoMessage
	}
	return messages, nil
}

// Sweep deletes what is older than Keep.
func (g *Gateway) Sweep(ctx context.Context) error {
	before := store.Micros(g.Now().Add(-Keep))
	return g.DB.InTx(ctx, func(tx *store.Tx) error {
		if _, err := tx.Exec(ctx, "DELETE FROM hl7_outbox WHERE created_at < ?", before); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "DELETE FROM hl7_messages WHERE received_at < ?", before)
		return err
	})
}
