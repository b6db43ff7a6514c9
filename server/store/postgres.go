package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// connections is the size of the pool unless the URL says pool_max_conns: the
// queue keeps one for listening, the rest is for requests and workers.
const connections = 16

func openPostgres(ctx context.Context, dsn string) (*DB, error) {
	config, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		// The parser's message can quote parts of the URL.
		return nil, errors.New("TIJIAN_DATABASE: not a valid postgres:// URL")
	}
	if !strings.Contains(dsn, "pool_max_conns=") {
		config.MaxConns = connections
	}
	config.ConnConfig.ConnectTimeout = 5 * time.Second
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("open PostgreSQL: %w", err)
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, fmt.Errorf("reach PostgreSQL at %s:%d: %w", config.ConnConfig.Host, config.ConnConfig.Port, err)
	}
	return &DB{dialect: Postgres, pool: pool}, nil
}
