package store

import (
	"context"
	"database/sql"
	"errors"

	"tijian/engine/message"
)

// SQLite flushes the disk at each commit, which takes longer than all the rest.
// Transactions that wait for the writing connection are therefore put into one
// (group commit, as large databases do): each within a savepoint of its own,
// so that a failing one leaves no trace in the others; all answered after the
// common commit.

// together bounds the transactions of one commit.
const together = 64

// errPanicked is what the others see when one transaction's function panics.
var errPanicked = message.TransactionPanicked.Err()

// A call is one transaction that waits.
type call struct {
	ctx      context.Context
	f        func(*Tx) error
	err      error
	panicked any
	done     chan struct{}
}

type group struct {
	writer *sql.DB
	calls  chan *call
	quit   chan struct{}
	ended  chan struct{}
}

func newGroup(writer *sql.DB) *group {
	g := &group{writer: writer, calls: make(chan *call), quit: make(chan struct{}), ended: make(chan struct{})}
	go g.serve()
	return g
}

func (g *group) close() {
	close(g.quit)
	<-g.ended
}

// do runs f in a transaction and returns after the commit.
func (g *group) do(ctx context.Context, f func(*Tx) error) error {
	c := &call{ctx: ctx, f: f, done: make(chan struct{})}
	select {
	case g.calls <- c:
	case <-ctx.Done():
		return ctx.Err()
	case <-g.quit:
		return sql.ErrConnDone
	}
	<-c.done
	if c.panicked != nil {
		panic(c.panicked) // where the function's caller can see it
	}
	return c.err
}

func (g *group) serve() {
	defer close(g.ended)
	for {
		select {
		case <-g.quit:
			return
		case c := <-g.calls:
			batch := []*call{c}
			for more := true; more && len(batch) < together; {
				select {
				case c := <-g.calls:
					batch = append(batch, c)
				default:
					more = false
				}
			}
			g.commit(batch)
			for _, c := range batch {
				close(c.done)
			}
		}
	}
}

// commit runs a batch. A full disk or the like ends the whole transaction
// behind our back: then nobody's part was done, and everybody is told.
func (g *group) commit(batch []*call) {
	fail := func(err error) {
		for _, c := range batch {
			if c.err == nil {
				c.err = err
			}
		}
	}
	err := durably(context.Background(), g.writer, func(conn *sql.Conn) error { return g.run(conn, batch) })
	if err != nil {
		fail(err)
	}
}

// durably runs f on the writing connection while what it commits waits for the disk.
func durably(ctx context.Context, writer *sql.DB, f func(*sql.Conn) error) (err error) {
	conn, err := writer.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	if _, err := conn.ExecContext(ctx, "PRAGMA synchronous = "+durable); err != nil {
		return err
	}
	err = f(conn)
	// Where this fails, the connection goes on waiting for the disk: slow, not wrong.
	_, _ = conn.ExecContext(context.WithoutCancel(ctx), "PRAGMA synchronous = "+light)
	return err
}

func (g *group) run(conn *sql.Conn, batch []*call) error {
	tx, err := conn.BeginTx(context.Background(), nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // does nothing after a commit
	for _, c := range batch {
		if err := g.part(tx, c); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// part runs one call; its own failure is its own. The error ends the batch.
func (g *group) part(tx *sql.Tx, c *call) error {
	if c.err = c.ctx.Err(); c.err != nil {
		return nil
	}
	if _, err := tx.Exec("SAVEPOINT part"); err != nil {
		return err
	}
	c.run(&Tx{sql: tx})
	if c.panicked != nil {
		c.err = errPanicked
	}
	if c.err != nil {
		if _, err := tx.Exec("ROLLBACK TO part"); err != nil {
			return c.err // the transaction is gone, and this is why
		}
	}
	_, err := tx.Exec("RELEASE part")
	return err
}

func (c *call) run(tx *Tx) {
	defer func() { c.panicked = recover() }()
	c.err = c.f(tx)
}
