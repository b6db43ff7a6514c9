// Package storetest gives tests a database of each kind the service runs on.
// The PostgreSQL is a real one: a temporary cluster of this test process, gone
// with it.
package storetest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Each runs test once for SQLite and once for PostgreSQL, with the address of
// an empty database of its own.
func Each(t *testing.T, test func(t *testing.T, dsn string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, SQLite(t)) })
	t.Run("postgres", func(t *testing.T) { test(t, Postgres(t)) })
}

// SQLite returns the address of a database file that does not exist yet.
func SQLite(t testing.TB) string {
	return "sqlite:" + filepath.Join(t.TempDir(), "test.db")
}

// Postgres returns the address of a new, empty database in this process's
// cluster, which is started at the first call.
func Postgres(t testing.TB) string {
	t.Helper()
	cluster, err := start()
	if err != nil {
		t.Fatalf("start a PostgreSQL for the tests (Debian: apt-get install postgresql): %v", err)
	}
	name, err := cluster.create(t.Context())
	if err != nil {
		t.Fatalf("create a test database: %v", err)
	}
	return cluster.dsn(name)
}

// Main runs a package's tests and stops the cluster afterwards, if one was
// started; call it from TestMain. It returns the exit code.
func Main(m *testing.M) int {
	defer stop()
	return m.Run()
}

type cluster struct {
	dir     string // data and socket
	process *exec.Cmd
	mu      sync.Mutex
	created int
	end     chan struct{} // closed to let the starting thread go
}

var running struct {
	sync.Mutex
	*cluster
	err error
}

func start() (*cluster, error) {
	running.Lock()
	defer running.Unlock()
	if running.cluster == nil && running.err == nil {
		running.cluster, running.err = launch()
	}
	return running.cluster, running.err
}

func stop() {
	running.Lock()
	defer running.Unlock()
	if running.cluster == nil {
		return
	}
	_ = running.process.Process.Signal(syscall.SIGQUIT) // at once: nothing to keep
	_ = running.process.Wait()
	close(running.end)
	_ = os.RemoveAll(running.dir)
	running.cluster = nil
}

// binaries is the folder of the newest installed PostgreSQL.
func binaries() (string, error) {
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path), nil
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil || len(found) == 0 {
		return "", errors.New("no initdb in PATH or /usr/lib/postgresql/*/bin")
	}
	slices.SortFunc(found, func(a, b string) int { return version(a) - version(b) })
	return filepath.Dir(found[len(found)-1]), nil
}

func version(path string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
	return n
}

// account is whom PostgreSQL runs as: it refuses root.
func account() (*syscall.Credential, error) {
	if os.Getuid() != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.ParseUint(u.Uid, 10, 32)
		gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
		if err := errors.Join(err1, err2); err != nil {
			return nil, err
		}
		return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
	}
	return nil, errors.New("no user postgres or nobody to run it as")
}

func launch() (_ *cluster, err error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	credential, err := account()
	if err != nil {
		return nil, err
	}
	// Directly under /tmp: the path of a socket may have 107 bytes only.
	dir, err := os.MkdirTemp("/tmp", "tijian-pg")
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = os.RemoveAll(dir)
		}
	}()
	if credential != nil {
		if err := os.Chown(dir, int(credential.Uid), int(credential.Gid)); err != nil {
			return nil, err
		}
	}
	data := filepath.Join(dir, "data")
	initdb := exec.Command(filepath.Join(bin, "initdb"), "-D", data, "-U", "postgres", "--auth=trust",
		"--encoding=UTF8", "--locale=C", "--no-sync")
	initdb.Dir = dir
	initdb.SysProcAttr = &syscall.SysProcAttr{Credential: credential}
	if out, err := initdb.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w: %s", err, out)
	}

	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		return nil, err
	}
	defer log.Close()
	server := exec.Command(filepath.Join(bin, "postgres"), "-D", data, "-k", dir,
		"-c", "listen_addresses=", "-c", "fsync=off", "-c", "full_page_writes=off",
		"-c", "max_connections=200", "-c", "shared_buffers=32MB")
	server.Dir = dir
	server.Stdout, server.Stderr = log, log
	// It must not outlive a killed test process. The signal is tied to the
	// starting thread, which therefore is kept.
	server.SysProcAttr = &syscall.SysProcAttr{Credential: credential, Setpgid: true, Pdeathsig: syscall.SIGQUIT}
	started, end := make(chan error), make(chan struct{})
	go func() {
		runtime.LockOSThread()
		started <- server.Start()
		<-end
	}()
	if err := <-started; err != nil {
		close(end)
		return nil, err
	}
	c := &cluster{dir: dir, process: server, end: end}
	if err := c.wait(); err != nil {
		close(end)
		_ = server.Process.Kill()
		_ = server.Wait()
		text, _ := os.ReadFile(log.Name())
		return nil, fmt.Errorf("%w: %s", err, text)
	}
	return c, nil
}

func (c *cluster) wait() error {
	var err error
	for range 300 {
		var conn *pgx.Conn
		if conn, err = pgx.Connect(context.Background(), c.dsn("postgres")); err == nil {
			return conn.Close(context.Background())
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

func (c *cluster) dsn(database string) string {
	return "postgres:///" + database + "?user=postgres&host=" + strings.ReplaceAll(c.dir, "/", "%2F")
}

func (c *cluster) create(ctx context.Context) (string, error) {
	conn, err := pgx.Connect(ctx, c.dsn("postgres"))
	if err != nil {
		return "", err
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck
	c.mu.Lock()
	defer c.mu.Unlock()
	c.created++
	name := fmt.Sprintf("test%d", c.created)
	_, err = conn.Exec(ctx, "CREATE DATABASE "+name)
	return name, err
}
