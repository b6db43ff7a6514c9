package store

import (
	"context"
	"database/sql"
	"embed"
	"io/fs"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"

	"tijian/engine/message"
)

//go:embed migrations/*.sql
var migrations embed.FS

// migrationLock is the key of the advisory lock that lets one process at a
// time migrate a shared PostgreSQL database.
const migrationLock = 0x74696a69616e // "tijian"

// migrate applies what is missing of our own tables (goose) and of the queue's.
// Several processes may do so at the same moment.
func (db *DB) migrate(ctx context.Context) error {
	if db.pool != nil {
		return db.migratePostgres(ctx)
	}
	driver := riversqlite.New(db.writer)
	if ok, err := upToDate(ctx, goose.DialectSQLite3, db.writer, driver); err != nil || ok {
		return err
	}
	lock, err := waitFile(ctx, db.lockPath(), 30*time.Second)
	if err != nil {
		return message.TablesOutdated.Err("reason", err)
	}
	defer lock.Release()
	return up(ctx, goose.DialectSQLite3, db.writer, driver)
}

func (db *DB) migratePostgres(ctx context.Context) error {
	// The lock lives as long as its connection, so a dying process frees it.
	conn, err := db.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", int64(migrationLock)); err != nil {
		return err
	}
	defer conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", int64(migrationLock)) //nolint:errcheck
	plain := stdlib.OpenDBFromPool(db.pool)
	defer plain.Close()
	return up(ctx, goose.DialectPostgres, plain, riverpgxv5.New(db.pool))
}

func provider(dialect goose.Dialect, db *sql.DB) (*goose.Provider, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(dialect, db, files, goose.WithGoMigrations(auditStays(dialect), auditCut(dialect)))
}

// auditStays has the database refuse to change entries of the audit log. The two
// databases say so in different words.
func auditStays(dialect goose.Dialect) *goose.Migration {
	up := []string{"CREATE TRIGGER audit_stays BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'entries of the audit log stay as they are'); END"}
	down := []string{"DROP TRIGGER audit_stays"}
	if dialect == goose.DialectPostgres {
		up = []string{
			"CREATE FUNCTION audit_stays() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'entries of the audit log stay as they are'; END $$",
			"CREATE TRIGGER audit_stays BEFORE UPDATE ON audit FOR EACH ROW EXECUTE FUNCTION audit_stays()",
		}
		down = []string{"DROP TRIGGER audit_stays ON audit", "DROP FUNCTION audit_stays"}
	}
	return goose.NewGoMigration(10, run(up), run(down))
}

// auditCut lets a role of PostgreSQL that may not delete entries of the audit log
// have old ones deleted, which always leaves a stub: the function has the rights of
// whoever migrated.
func auditCut(dialect goose.Dialect) *goose.Migration {
	var up, down []string
	if dialect == goose.DialectPostgres {
		up = []string{
			`CREATE FUNCTION audit_cut(cut_chain TEXT, cut_seq BIGINT, cut_hash TEXT, cut_at BIGINT, cut_mac TEXT) RETURNS void
				LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ BEGIN
				IF NOT EXISTS (SELECT 1 FROM audit WHERE chain = cut_chain AND seq = cut_seq AND hash = cut_hash) THEN
					RAISE EXCEPTION 'no such entry of the audit log';
				END IF;
				INSERT INTO audit_stubs (chain, seq, hash, at, mac) VALUES (cut_chain, cut_seq, cut_hash, cut_at, cut_mac);
				DELETE FROM audit WHERE chain = cut_chain AND seq > 0 AND seq <= cut_seq;
			END $$`,
			`CREATE FUNCTION audit_cut_unchained(cut_before BIGINT, cut_logins BOOLEAN) RETURNS void
				LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
				DELETE FROM audit WHERE seq = 0 AND at < cut_before AND (kind = 'login') = cut_logins $$`,
		}
		down = []string{"DROP FUNCTION audit_cut", "DROP FUNCTION audit_cut_unchained"}
	}
	return goose.NewGoMigration(15, run(up), run(down))
}

// run is a step of a migration.
func run(statements []string) *goose.GoFunc {
	return &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
		for _, statement := range statements {
			if _, err := tx.ExecContext(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	}}
}

func migrator[TTx any](driver riverdriver.Driver[TTx]) (*rivermigrate.Migrator[TTx], error) {
	return rivermigrate.New(driver, &rivermigrate.Config{Logger: slog.New(slog.DiscardHandler)})
}

func upToDate[TTx any](ctx context.Context, dialect goose.Dialect, db *sql.DB, driver riverdriver.Driver[TTx]) (bool, error) {
	own, err := provider(dialect, db)
	if err != nil {
		return false, err
	}
	if pending, err := own.HasPending(ctx); err != nil || pending {
		return false, err
	}
	queue, err := migrator(driver)
	if err != nil {
		return false, err
	}
	state, err := queue.Validate(ctx, nil)
	if err != nil {
		return false, err
	}
	return state.OK, nil
}

func up[TTx any](ctx context.Context, dialect goose.Dialect, db *sql.DB, driver riverdriver.Driver[TTx]) error {
	own, err := provider(dialect, db)
	if err != nil {
		return err
	}
	if _, err := own.Up(ctx); err != nil {
		return err
	}
	queue, err := migrator(driver)
	if err != nil {
		return err
	}
	if _, err := queue.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return message.QueueTables.Err("reason", err)
	}
	return nil
}
