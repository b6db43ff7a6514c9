package rig

import (
	"context"

	"tijian/server/store/cluster"
)

// WithPostgres runs f with a directory and an empty database on a durable
// PostgreSQL of their own, gone afterwards.
func WithPostgres(ctx context.Context, f func(dir, dsn string, server *cluster.Cluster) error) error {
	dir, remove, err := Dir()
	if err != nil {
		return err
	}
	defer remove()
	server, err := cluster.Start(true)
	if err != nil {
		return err
	}
	defer server.Stop()
	name, err := server.Create(ctx)
	if err != nil {
		return err
	}
	return f(dir, server.DSN(name), server)
}
