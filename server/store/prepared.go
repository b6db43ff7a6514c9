package store

import (
	"context"
	"database/sql"
	"sync"
)

// prepared are the reads of one row, each parsed once for a connection; pgx
// does the same by itself. Their texts are the code's, so there are few. It is
// safe for concurrent use.
type prepared struct {
	db         *sql.DB
	mu         sync.RWMutex
	statements map[string]*sql.Stmt
}

func newPrepared(db *sql.DB) *prepared {
	return &prepared{db: db, statements: map[string]*sql.Stmt{}}
}

func (p *prepared) get(ctx context.Context, query string) (*sql.Stmt, error) {
	p.mu.RLock()
	statement := p.statements[query]
	p.mu.RUnlock()
	if statement != nil {
		return statement, nil
	}
	statement, err := p.db.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if other := p.statements[query]; other != nil { // another was quicker
		_ = statement.Close() // it holds nothing but memory
		return other, nil
	}
	p.statements[query] = statement
	return statement, nil
}
