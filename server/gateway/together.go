package gateway

import (
	"cmp"
	"context"
	"crypto/rand"
	"slices"
	"strings"
	"sync"
	"time"

	"tijian/engine/intake"
	"tijian/server/store"
)

// A commit takes longer than all else of a message. While as many as can be are under
// way, those that come meanwhile gather, and the next transaction stores all of them,
// with as many statements as one of them takes: none is acknowledged before it is
// stored, and none waits for others to come. Package store commits what waits for
// SQLite's disk together; with PostgreSQL it is the statements that are too many.

const (
	atOnce  = 6                // transactions
	most    = 64               // messages of one of them
	longest = 30 * time.Second // that it may take, whoever of its senders has gone
)

// group gathers messages; its zero value is ready.
type group struct {
	mu      sync.Mutex
	waiting []*waiting
	working int
	busy    map[sender]bool // a message of theirs is under way
}

type waiting struct {
	*letter
	err  error
	done chan struct{}
}

// keep has a message stored, with others or alone. One of a sender at a time is: the
// second sees the first.
func (g *group) keep(ctx context.Context, l *letter, storeAll func(context.Context, []*letter) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w := &waiting{letter: l, done: make(chan struct{})}
	g.mu.Lock()
	g.waiting = append(g.waiting, w)
	lead := g.working < atOnce
	if lead {
		g.working++
	}
	g.mu.Unlock()
	if lead {
		go g.work(storeAll)
	}
	<-w.done // who is under way is stored, whether the caller still wants it or not
	return w.err
}

// work stores what waits until nothing does.
func (g *group) work(storeAll func(context.Context, []*letter) error) {
	for batch := []*waiting(nil); ; {
		batch = g.next(batch)
		if batch == nil {
			return
		}
		letters := make([]*letter, len(batch))
		for i, w := range batch {
			letters[i] = w.letter
		}
		err := within(storeAll, letters)
		for i, w := range batch {
			if w.err = err; err != nil && len(batch) > 1 { // one may be why the others failed
				w.err = within(storeAll, letters[i:i+1])
			}
			close(w.done)
		}
	}
}

// within bounds a transaction; a panic in it ends no process.
func within(storeAll func(context.Context, []*letter) error, letters []*letter) (err error) {
	defer func() {
		if recover() != nil { // its value may hold what was read
			err = errPanicked
		}
	}()
	ctx, cancel := context.WithTimeout(context.Background(), longest)
	defer cancel()
	return storeAll(ctx, letters)
}

// next takes what is stored together after what has been: the first that waits of each
// sender, in an order that is the same in every process, so that no two wait for each
// other. nil is none, and the work ends.
func (g *group) next(stored []*waiting) (batch []*waiting) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.busy == nil {
		g.busy = map[sender]bool{}
	}
	for _, w := range stored {
		delete(g.busy, w.sender())
	}
	var rest []*waiting
	for _, w := range g.waiting {
		if of := w.sender(); len(batch) == most || g.busy[of] {
			rest = append(rest, w)
		} else {
			g.busy[of] = true
			batch = append(batch, w)
		}
	}
	if g.waiting = rest; len(batch) == 0 {
		g.working--
	}
	slices.SortFunc(batch, func(a, b *waiting) int {
		return cmp.Or(strings.Compare(a.owner, b.owner), strings.Compare(a.receipt.Sender, b.receipt.Sender))
	})
	return batch
}

// dead is 1 for a message that somebody has to look at.
func (l *letter) dead() int {
	if l.receipt.Code != intake.Accepted {
		return 1
	}
	return 0
}

func (l *letter) sender() sender { return sender{l.owner, l.receipt.Sender} }

// store keeps messages of different senders unless they are there, and has them know
// what they are answered. The sender's row is locked until the transaction ends: of two
// messages of one sender the second sees the first, and their numbers are in the order
// of their commits.
func (g *Gateway) store(ctx context.Context, tx *store.Tx, letters []*letter) error {
	if err := number(ctx, tx, letters); err != nil {
		return err
	}
	fresh, err := unknown(ctx, tx, letters)
	if err != nil || len(fresh) == 0 {
		return err
	}
	if err := g.refuseConflicts(ctx, tx, fresh); err != nil {
		return err
	}
	values, args := rows(fresh, func(l *letter) []any {
		l.answer = l.receipt.Answer
		return []any{l.owner, l.digest, l.receipt.Control, store.Micros(l.at), l.receipt.Code, l.data, l.receipt.Answer, l.receipt.Sender, l.seq, len(l.receipt.Requests), l.dead()}
	})
	if _, err := tx.Exec(ctx, "INSERT INTO hl7_messages (owner, digest, control_id, received_at, code, message, answer, sender, seq, taken, dead) VALUES "+values, args...); err != nil {
		return err
	}
	return post(ctx, tx, fresh)
}

// rows are the values of an INSERT of several rows with their arguments.
func rows[T any](list []T, of func(T) []any) (values string, args []any) {
	var b strings.Builder
	for _, one := range list {
		these := of(one)
		if args != nil {
			b.WriteString(", ")
		}
		b.WriteString("(?" + strings.Repeat(", ?", len(these)-1) + ")")
		args = append(args, these...)
	}
	return b.String(), args
}

// number gives messages their numbers among their senders'.
func number(ctx context.Context, tx *store.Tx, letters []*letter) error {
	values, args := rows(letters, func(l *letter) []any { return []any{l.owner, l.receipt.Sender, 1} })
	last := map[sender]int64{}
	err := store.Each(ctx, tx, func(row store.Row) error {
		var of sender
		var n int64
		err := row.Scan(&of.owner, &of.name, &n)
		last[of] = n
		return err
	}, "INSERT INTO hl7_senders (owner, sender, last) VALUES "+values+" ON CONFLICT (owner, sender) DO UPDATE SET last = hl7_senders.last + 1 RETURNING owner, sender, last", args...)
	for _, l := range letters {
		l.seq = last[l.sender()]
	}
	return err
}

// unknown are the messages that are not stored; the others get the answer that they
// had, and lead to nothing more.
func unknown(ctx context.Context, tx *store.Tx, letters []*letter) (fresh []*letter, err error) {
	_, args := rows(letters, func(l *letter) []any { return []any{l.owner, l.digest} })
	answers := map[[2]string][]byte{}
	err = store.Each(ctx, tx, func(row store.Row) error {
		var key [2]string
		var answer []byte
		err := row.Scan(&key[0], &key[1], &answer)
		answers[key] = answer
		return err
	}, "SELECT owner, digest, answer FROM hl7_messages WHERE "+either("owner = ? AND digest = ?", len(letters)), args...)
	if err != nil {
		return nil, err
	}
	for _, l := range letters {
		if answer, there := answers[[2]string{l.owner, l.digest}]; there {
			l.answer, l.reports = answer, nil
		} else {
			fresh = append(fresh, l)
		}
	}
	return fresh, nil
}

// either is a condition so many times, for as many rows.
func either(condition string, times int) string {
	return strings.TrimSuffix(strings.Repeat("("+condition+") OR ", times), " OR ")
}

// refuseConflicts refuses messages whose control id has another one of their sender, of
// which something was taken.
func (g *Gateway) refuseConflicts(ctx context.Context, tx *store.Tx, letters []*letter) error {
	var asked []*letter
	for _, l := range letters {
		if l.receipt.Control != "" && l.receipt.Code != intake.Rejected {
			asked = append(asked, l)
		}
	}
	if len(asked) == 0 {
		return nil
	}
	_, args := rows(asked, func(l *letter) []any { return []any{l.owner, l.receipt.Sender, l.receipt.Control} })
	others := map[[3]string][]string{}
	err := store.Each(ctx, tx, func(row store.Row) error {
		var key [3]string
		var digest string
		err := row.Scan(&key[0], &key[1], &key[2], &digest)
		others[key] = append(others[key], digest)
		return err
	}, "SELECT owner, sender, control_id, digest FROM hl7_messages WHERE taken > 0 AND ("+either("owner = ? AND sender = ? AND control_id = ?", len(asked))+")", args...)
	if err != nil {
		return err
	}
	for _, l := range asked {
		if slices.ContainsFunc(others[[3]string{l.owner, l.receipt.Sender, l.receipt.Control}], func(digest string) bool { return digest != l.digest }) {
			l.receipt.Code, l.receipt.Requests, l.reports = intake.Rejected, nil, nil
			l.receipt.Answer = intake.Conflicting(l.data, l.at.In(g.Zone), rand.Text()[:20], l.lang)
		}
	}
	return nil
}

// post puts the assessments of messages into the outbox, each once.
func post(ctx context.Context, tx *store.Tx, letters []*letter) error {
	var all [][]any
	for _, l := range letters {
		for part, r := range l.reports {
			all = append(all, []any{r.id, l.owner, l.receipt.Sender, l.seq, part, store.Micros(l.at), Waiting, 0, 0, "", r.text})
		}
	}
	for part := range slices.Chunk(all, most) { // a message may be of many persons
		values, args := rows(part, func(row []any) []any { return row })
		if _, err := tx.Exec(ctx, "INSERT INTO hl7_outbox (id, owner, sender, seq, part, created_at, state, tries, due_at, error, message) VALUES "+values+" ON CONFLICT (id) DO NOTHING", args...); err != nil {
			return err
		}
	}
	return nil
}
