package gateway

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"tijian/engine/intake"
	"tijian/server/store"
)

// A Letter is a dead one: a message of which not all could be taken, or an
// assessment that nobody took.
type Letter struct {
	ID      string // of the message its digest, of an assessment its control id
	Out     bool   // an assessment
	At      time.Time
	Owner   string
	Sender  string // MSH-3 and MSH-4 of the message, or of the one that it answers
	Control string // MSH-10
	Code    string // of a message: AE or AR
	Tries   int    // of an assessment
	Reason  string // of an assessment, or what the answer of a message says
	Text    []byte // the message itself; only of Letter
}

// MostLetters is a list that has them all, or nearly.
const MostLetters = 10000

// ErrNoLetter says that there is no such dead letter.
var ErrNoLetter = errors.New("dead letter does not exist")

// Backlog is how much there is to send, and to look at.
type Backlog struct {
	Waiting int
	Oldest  time.Time // that waits; zero for none
	Dead    int       // messages and assessments
}

// Backlog counts.
func (g *Gateway) Backlog(ctx context.Context) (b Backlog, err error) {
	var oldest, in, out sql.NullInt64
	if err := g.DB.QueryRow(ctx, `SELECT (SELECT count(*) FROM hl7_outbox WHERE state = 'WAITING'), (SELECT min(created_at) FROM hl7_outbox WHERE state = 'WAITING'),
		(SELECT count(*) FROM hl7_messages WHERE dead = 1), (SELECT count(*) FROM hl7_outbox WHERE state = 'DEAD')`).Scan(&b.Waiting, &oldest, &in, &out); err != nil {
		return b, err
	}
	if b.Dead = int(in.Int64 + out.Int64); oldest.Valid {
		b.Oldest = store.FromMicros(oldest.Int64)
	}
	return b, nil
}

// Letters lists dead letters, the newest first, at most so many of messages and as
// many of assessments.
func (g *Gateway) Letters(ctx context.Context, most int) (list []Letter, err error) {
	in, err := g.letters(ctx, false, "SELECT digest, received_at, owner, sender, control_id, code, 0, '', answer, NULL FROM hl7_messages WHERE dead = 1 ORDER BY received_at DESC, digest LIMIT ?", most)
	if err != nil {
		return nil, err
	}
	out, err := g.letters(ctx, true, "SELECT id, created_at, owner, sender, id, '', tries, error, NULL, NULL FROM hl7_outbox WHERE state = 'DEAD' ORDER BY created_at DESC, id LIMIT ?", most)
	return append(out, in...), err
}

// Letter returns a dead letter with its text, or ErrNoLetter.
func (g *Gateway) Letter(ctx context.Context, id string) (Letter, error) {
	if prefix(id) == "" {
		return Letter{}, ErrNoLetter
	}
	list, err := g.letters(ctx, false, "SELECT digest, received_at, owner, sender, control_id, code, 0, '', answer, message FROM hl7_messages WHERE dead = 1 AND digest LIKE ? LIMIT 1", prefix(id))
	if err == nil && len(list) == 0 {
		list, err = g.letters(ctx, true, "SELECT id, created_at, owner, sender, id, '', tries, error, NULL, message FROM hl7_outbox WHERE state = 'DEAD' AND id = ?", id)
	}
	if err != nil {
		return Letter{}, err
	}
	if len(list) == 0 {
		return Letter{}, ErrNoLetter
	}
	return list[0], nil
}

// prefix is the pattern of ids that begin with one as lists show it: at least 20
// hexadecimal digits, as many as tell every one from the others.
func prefix(id string) string {
	if len(id) < 20 || strings.Trim(id, "0123456789abcdef") != "" {
		return ""
	}
	return id + "%"
}

func (g *Gateway) letters(ctx context.Context, out bool, query string, args ...any) (list []Letter, err error) {
	return store.All(ctx, g.DB, func(row store.Row, l *Letter) error {
		l.Out = out
		var answer []byte
		err := row.Scan(&l.ID, store.Time(&l.At), &l.Owner, &l.Sender, &l.Control, &l.Code, &l.Tries, &l.Reason, &answer, &l.Text)
		if said, ok := intake.ReadAnswer(answer); ok {
			l.Reason = said.Text
		}
		return err
	}, query, args...)
}

// Drop takes a dead letter off the list; its message stays as long as others do.
// The audit's entry of the context is written with it (store.Act).
func (g *Gateway) Drop(ctx context.Context, l Letter) error {
	return g.DB.Act(ctx, func(tx *store.Tx) error {
		query := "UPDATE hl7_messages SET dead = 0 WHERE dead = 1 AND digest = ? AND owner = ?"
		if l.Out {
			query = "UPDATE hl7_outbox SET state = 'DROPPED' WHERE state = 'DEAD' AND id = ? AND owner = ?"
		}
		return tx.Change(ctx, ErrNoLetter, query, l.ID, l.Owner)
	})
}

// Replay has an assessment sent again, and works a message again with the rules and
// dictionaries in force: what of it has been sent is not sent twice. It returns the
// code of the message's new acknowledgement, which takes the place of the one before.
// lang is that of the answer.
func (g *Gateway) Replay(ctx context.Context, l Letter, lang string) (code string, err error) {
	if l.Out {
		err = g.DB.Act(ctx, func(tx *store.Tx) error {
			return tx.Change(ctx, ErrNoLetter, "UPDATE hl7_outbox SET state = 'WAITING', tries = 0, due_at = 0, created_at = ? WHERE state = 'DEAD' AND id = ? AND owner = ?", store.Micros(g.Now()), l.ID, l.Owner)
		})
		return "", err
	}
	again := g.read(&letter{owner: l.Owner, lang: lang, data: l.Text, at: g.Now()}, g.Answers)
	err = g.DB.Act(ctx, func(tx *store.Tx) error {
		if err := g.refuseConflicts(ctx, tx, []*letter{again}); err != nil {
			return err
		}
		return g.replay(ctx, tx, l, again)
	})
	if err == nil {
		g.wake(again)
	}
	return again.receipt.Code, err
}

func (g *Gateway) replay(ctx context.Context, tx *store.Tx, l Letter, again *letter) error {
	if err := tx.Change(ctx, ErrNoLetter, "UPDATE hl7_messages SET dead = ?, taken = ?, code = ?, answer = ? WHERE dead = 1 AND digest = ? AND owner = ?",
		again.dead(), len(again.receipt.Requests), again.receipt.Code, again.receipt.Answer, l.ID, l.Owner); err != nil {
		return err
	}
	if err := tx.QueryRow(ctx, "SELECT seq FROM hl7_messages WHERE digest = ? AND owner = ?", l.ID, l.Owner).Scan(&again.seq); err != nil {
		return err
	}
	return post(ctx, tx, []*letter{again})
}

// longestReason is how much of what another system says is kept, in bytes.
const longestReason = 500

// clean is a text that every database takes.
func clean(text string) string {
	if !utf8.ValidString(text) {
		return ""
	}
	var kept []rune
	for _, r := range text {
		if r == 0 {
			continue
		}
		if kept = append(kept, r); len(kept) == longestReason {
			break
		}
	}
	return string(kept)
}
