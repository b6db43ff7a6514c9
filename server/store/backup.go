package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"github.com/jackc/pgx/v5"

	"tijian/engine/message"
)

// Backup writes a consistent copy of the database to a new file while the
// service goes on: an SQLite file, or PostgreSQL's custom format by pg_dump,
// which must be installed. It never overwrites a file.
func (db *DB) Backup(ctx context.Context, path string) error {
	// Created here, so that nobody else can read it.
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return message.BackupNotCreated.Err("reason", err)
	}
	if err := file.Close(); err != nil {
		return err
	}
	if db.pool != nil {
		err = dump(ctx, db.pool.Config().ConnConfig, path)
	} else {
		err = durably(ctx, db.writer, func(conn *sql.Conn) error {
			_, err := conn.ExecContext(ctx, "VACUUM INTO ?", path) // takes an empty file
			return err
		})
	}
	if err != nil {
		return errors.Join(message.BackupFailed.Err("database", string(db.dialect), "reason", foreign{err}), os.Remove(path))
	}
	return nil
}

// dump runs pg_dump; the password goes by the environment, where other users
// cannot read it.
func dump(ctx context.Context, c *pgx.ConnConfig, path string) error {
	command := exec.CommandContext(ctx, "pg_dump", "--format=custom", "--no-password", "--file="+path)
	command.Env = append(os.Environ(), "PGHOST="+c.Host, fmt.Sprintf("PGPORT=%d", c.Port), "PGUSER="+c.User, "PGDATABASE="+c.Database, "PGPASSWORD="+c.Password)
	var said bytes.Buffer
	command.Stderr = &said
	if err := command.Run(); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return message.DumpMissing.Err()
		}
		return fmt.Errorf("pg_dump: %w: %s", err, strings.TrimSpace(said.String()))
	}
	return nil
}

// Versions of the tables: the service's own and the queue's.
func (db *DB) Versions(ctx context.Context) (own, queue int64, err error) {
	if err := db.QueryRow(ctx, "SELECT max(version_id) FROM goose_db_version WHERE is_applied").Scan(&own); err != nil {
		return 0, 0, err
	}
	err = db.QueryRow(ctx, "SELECT max(version) FROM river_migration").Scan(&queue)
	return own, queue, err
}
