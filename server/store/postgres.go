package store

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"tijian/engine/message"
)

// connections is the size of the pool unless the URL says pool_max_conns: the
// queue keeps one for listening, the rest is for requests and workers.
const connections = 16

func openPostgres(ctx context.Context, config *pgxpool.Config) (*DB, error) {
	config.ConnConfig.ConnectTimeout = 5 * time.Second
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, message.PostgresOpen.Err("reason", foreign{err})
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, message.PostgresUnreachable.Err("host", config.ConnConfig.Host, "port", config.ConnConfig.Port, "reason", foreign{err})
	}
	return &DB{dialect: Postgres, pool: pool}, nil
}
