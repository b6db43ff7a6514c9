package store

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tijian/engine/message"
)

// The sizes of the pools unless the URL says pool_max_conns for both together:
// requests and workers; the queue's own, of which it keeps one for listening.
const (
	connections      = 16
	lightConnections = 5
)

func openPostgres(ctx context.Context, config *pgxpool.Config) (*DB, error) {
	config.ConnConfig.ConnectTimeout = 5 * time.Second
	lights := config.Copy()
	lights.MaxConns = max(2, min(lightConnections, config.MaxConns/3))
	config.MaxConns = max(2, config.MaxConns-lights.MaxConns)
	lights.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, "SET synchronous_commit = off")
		return err
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, message.PostgresOpen.Err("reason", foreign{err})
	}
	light, err := pgxpool.NewWithConfig(ctx, lights)
	if err != nil {
		pool.Close()
		return nil, message.PostgresOpen.Err("reason", foreign{err})
	}
	if err := pool.Ping(ctx); err != nil {
		light.Close()
		pool.Close()
		return nil, message.PostgresUnreachable.Err("host", config.ConnConfig.Host, "port", config.ConnConfig.Port, "reason", foreign{err})
	}
	return &DB{dialect: Postgres, pool: pool, light: light}, nil
}
