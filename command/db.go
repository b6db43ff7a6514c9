package command

import (
	"context"
	"fmt"
	"os"

	"tijian/server/config"
	"tijian/server/store"
)

// DB looks after the database.
type DB struct {
	Migrate DBMigrate `cmd:"" help:"Bring the tables up to date, as serve and worker do when they start."`
	Backup  DBBackup  `cmd:"" help:"Copy the database to a file while the service goes on."`
}

// DBMigrate brings the tables up to date.
type DBMigrate struct{ config.Data }

// Run migrates and prints the versions.
func (c *DBMigrate) Run(ctx context.Context) error {
	return withDB(ctx, c.Data, func(db *store.DB) error {
		own, queue, err := db.Versions(ctx)
		if err == nil {
			fmt.Printf("The %s database is up to date: tables of the service %d, of the queue %d.\n", db.Dialect(), own, queue)
		}
		return err
	})
}

// DBBackup copies the database.
type DBBackup struct {
	config.Data
	File string `arg:"" help:"New file: an SQLite database, or what pg_dump writes in its custom format."`
}

// Run writes the backup.
func (c *DBBackup) Run(ctx context.Context) error {
	return withDB(ctx, c.Data, func(db *store.DB) error {
		if err := db.Backup(ctx, c.File); err != nil {
			return err
		}
		info, err := os.Stat(c.File)
		if err == nil {
			fmt.Printf("Backed up to %s (%d bytes).\n", c.File, info.Size())
		}
		return err
	})
}

// withDB opens the database of the settings.
func withDB(ctx context.Context, data config.Data, f func(*store.DB) error) error {
	if err := data.Prepare(); err != nil {
		return err
	}
	db, err := store.Open(ctx, data.DSN(), data.Data)
	if err != nil {
		return err
	}
	defer db.Close()
	return f(db)
}
