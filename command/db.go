package command

import (
	"context"
	"fmt"
	"os"

	"tijian/server/config"
	"tijian/server/store"
	_ "tijian/server/store/sqlite"
)

// DB looks after the database.
type DB struct {
	Migrate DBMigrate `cmd:"" help:"把数据表升级到最新；serve 和 worker 启动时也会这样做" en:"Bring the tables up to date, as serve and worker do when they start."`
	Backup  DBBackup  `cmd:"" help:"把数据库备份到文件，服务不必停" en:"Copy the database to a file while the service goes on."`
}

// DBMigrate brings the tables up to date.
type DBMigrate struct{ config.Data }

// Run migrates and prints the versions.
func (c *DBMigrate) Run(ctx context.Context, s Streams) error {
	return withDB(ctx, c.Data, func(db *store.DB) error {
		own, queue, err := db.Versions(ctx)
		if err == nil {
			fmt.Fprintf(s.Out, s.in("%s 数据库已是最新：服务的表 %d，队列的表 %d。\n", "The %s database is up to date: tables of the service %d, of the queue %d.\n"), db.Dialect(), own, queue)
		}
		return err
	})
}

// DBBackup copies the database.
type DBBackup struct {
	config.Data
	File string `arg:"" help:"新文件：SQLite 数据库，或 pg_dump 的 custom 格式" en:"New file: an SQLite database, or what pg_dump writes in its custom format."`
}

// Run writes the backup.
func (c *DBBackup) Run(ctx context.Context, s Streams) error {
	return withDB(ctx, c.Data, func(db *store.DB) error {
		if err := db.Backup(ctx, c.File); err != nil {
			return err
		}
		info, err := os.Stat(c.File)
		if err == nil {
			fmt.Fprintf(s.Out, s.in("已备份到 %s（%d 字节）。\n", "Backed up to %s (%d bytes).\n"), c.File, info.Size())
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
