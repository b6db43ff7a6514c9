package store

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// connections is the size of the pool unless the URL says pool_max_conns: the
// queue keeps one for listening, the rest is for requests and workers.
const connections = 16

func openPostgres(ctx context.Context, config *pgxpool.Config) (*DB, error) {
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
