package store

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tijian/engine/message"
)

// readers is the number of SQLite connections that only read.
const readers = 4

// What survives the machine is committed with durable; what only has to survive the
// process, such as which job the queue has begun, is not flushed to the disk by itself.
const (
	light   = "NORMAL"
	durable = "FULL"
)

func openSQLite(ctx context.Context, path string) (*DB, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, message.DatabaseFolder.Err("reason", err)
	}
	// SQLite would create it readable by everybody; its journal takes the
	// mode of the file.
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, message.DatabaseFile.Err("reason", err)
	}
	if err := file.Close(); err != nil {
		return nil, err
	}
	real, err := filepath.EvalSymlinks(path) // SQLite puts its other files there
	if err != nil {
		return nil, err
	}

	// The order matters: without the busy timeout, setting the journal mode
	// fails while another process opens the same file.
	name := "file:" + strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
	common := "?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(" + light + ")&_pragma=foreign_keys(ON)"
	writer, err := openLite(name + common + "&_txlock=immediate")
	if err != nil {
		return nil, err
	}
	writer.SetMaxOpenConns(1)
	reader, err := openLite(name + common + "&_pragma=query_only(ON)")
	if err != nil {
		return nil, errors.Join(err, writer.Close())
	}
	reader.SetMaxOpenConns(readers)
	reader.SetMaxIdleConns(readers)

	db := &DB{dialect: SQLite, path: path, writer: writer, reader: reader, group: newGroup(writer), index: &index{path: real + "-shm"}}
	if err := firstPing(ctx, writer); err != nil {
		return nil, errors.Join(message.DatabaseOpen.Err("file", path, "reason", foreign{err}), db.Close())
	}
	return db, nil
}

// firstPing makes the first connection, which turns the journal to WAL where it
// is not yet. SQLite does not wait for a lock that another holds who does the
// same, or who closes the file as its last user: it is asked again.
func firstPing(ctx context.Context, db *sql.DB) error {
	for end := time.Now().Add(10 * time.Second); ; {
		err := db.PingContext(ctx)
		if code, is := liteCode(err); !is || code != liteBusy || time.Now().After(end) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}
