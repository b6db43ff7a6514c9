package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"strings"
)

// SQLite's driver parses each statement anew, which takes more than running it. The
// connections here keep the statements that they have parsed: the queue's texts are
// few, and so are ours.

// mostRemembered bounds the statements kept by one connection.
const mostRemembered = 200

// A connector opens SQLite's connections, each with a memory of its own.
type connector struct {
	driver driver.Driver
	name   string
}

// openLite is sql.Open("sqlite", name) with connections that remember statements.
func openLite(name string) (*sql.DB, error) {
	plain, err := sql.Open("sqlite", name)
	if err != nil {
		return nil, err
	}
	defer plain.Close() //nolint:errcheck // it has no connection
	return sql.OpenDB(connector{plain.Driver(), name}), nil
}

func (c connector) Driver() driver.Driver { return c.driver }

func (c connector) Connect(context.Context) (driver.Conn, error) {
	conn, err := c.driver.Open(c.name)
	if err != nil {
		return nil, err
	}
	return &remembering{conn.(liteConn), map[string]*remembered{}}, nil
}

// liteConn is what SQLite's driver offers.
type liteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

type liteStmt interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

// A remembering connection is used by one goroutine at a time, as all are.
type remembering struct {
	liteConn
	statements map[string]*remembered
}

// A remembered statement is used again once its rows are closed.
type remembered struct {
	liteStmt
	used bool
}

// take returns the parsed form of a query for use, nil where it is to be parsed for
// this once.
func (c *remembering) take(ctx context.Context, query string) (*remembered, error) {
	if s := c.statements[query]; s != nil {
		if s.used {
			return nil, nil
		}
		s.used = true
		return s, nil
	}
	if len(c.statements) == mostRemembered || !repeated(query) {
		return nil, nil
	}
	parsed, err := c.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	s := &remembered{parsed.(liteStmt), true}
	c.statements[query] = s
	return s, nil
}

// repeated reports whether a query is one of those that come again, and not a script
// or what sets up the connection.
func repeated(query string) bool {
	if strings.Contains(query, ";") {
		return false
	}
	for line := range strings.Lines(query) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "--") {
			continue
		}
		verb, _, _ := strings.Cut(line, " ")
		switch strings.ToUpper(verb) {
		case "SELECT", "INSERT", "UPDATE", "DELETE", "WITH", "SAVEPOINT", "RELEASE", "ROLLBACK":
			return true
		}
		return false
	}
	return false
}

func (c *remembering) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	s, err := c.take(ctx, query)
	if err != nil {
		return nil, err
	}
	if s == nil {
		return c.liteConn.ExecContext(ctx, query, args)
	}
	defer s.free()
	return s.ExecContext(ctx, args)
}

func (c *remembering) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	s, err := c.take(ctx, query)
	if err != nil {
		return nil, err
	}
	if s == nil {
		return c.liteConn.QueryContext(ctx, query, args)
	}
	rows, err := s.QueryContext(ctx, args)
	if err != nil {
		s.free()
		return nil, err
	}
	return &rememberedRows{rows, s}, nil
}

func (s *remembered) free() { s.used = false }

func (c *remembering) Close() error {
	for _, s := range c.statements {
		_ = s.Close() // the connection's own error tells
	}
	return c.liteConn.Close()
}

type rememberedRows struct {
	driver.Rows
	of *remembered
}

func (r *rememberedRows) Close() error {
	err := r.Rows.Close()
	r.of.free()
	return err
}
