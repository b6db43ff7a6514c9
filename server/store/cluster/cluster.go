// Package cluster runs a private PostgreSQL: a temporary one of this process,
// for tests and measurements, gone with it.
package cluster

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
	"time"

	"github.com/jackc/pgx/v5"
)

// A Cluster is a PostgreSQL server with an empty data directory of its own,
// reached by a socket only.
type Cluster struct {
	dir        string // data and socket
	bin        string
	credential *syscall.Credential
	durable    bool
	process    *exec.Cmd
	end        chan struct{} // closed to let the starting thread go
	mu         sync.Mutex
	created    int
}

// Start makes and starts one; Stop it. A durable one flushes what is committed
// as a real one does; tests that don't cut the power need not wait for that.
// It fails when PostgreSQL is not installed.
func Start(durable bool) (_ *Cluster, err error) {
	c := &Cluster{durable: durable}
	if c.bin, err = binaries(); err != nil {
		return nil, err
	}
	if c.credential, err = account(); err != nil {
		return nil, err
	}
	// Directly under /tmp: the path of a socket may have 107 bytes only.
	if c.dir, err = os.MkdirTemp("/tmp", "tijian-pg"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = os.RemoveAll(c.dir)
		}
	}()
	if c.credential != nil {
		if err := os.Chown(c.dir, int(c.credential.Uid), int(c.credential.Gid)); err != nil {
			return nil, err
		}
	}
	initdb := exec.Command(filepath.Join(c.bin, "initdb"), "-D", filepath.Join(c.dir, "data"), "-U", "postgres", "--auth=trust",
		"--encoding=UTF8", "--locale=C", "--no-sync")
	initdb.Dir = c.dir
	initdb.SysProcAttr = &syscall.SysProcAttr{Credential: c.credential}
	if out, err := initdb.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w: %s", err, out)
	}
	if err := c.launch(); err != nil {
		return nil, err
	}
	return c, nil
}

func (c *Cluster) launch() error {
	log, err := os.OpenFile(filepath.Join(c.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	arguments := []string{"-D", filepath.Join(c.dir, "data"), "-k", c.dir, "-c", "listen_addresses=", "-c", "max_connections=200"}
	if !c.durable {
		arguments = append(arguments, "-c", "fsync=off", "-c", "full_page_writes=off", "-c", "shared_buffers=32MB")
	}
	server := exec.Command(filepath.Join(c.bin, "postgres"), arguments...)
	server.Dir = c.dir
	server.Stdout, server.Stderr = log, log
	// It must not outlive a killed test process. The signal is tied to the
	// starting thread, which therefore is kept.
	server.SysProcAttr = &syscall.SysProcAttr{Credential: c.credential, Setpgid: true, Pdeathsig: syscall.SIGQUIT}
	started, end := make(chan error), make(chan struct{})
	go func() {
		runtime.LockOSThread()
		started <- server.Start()
		<-end
	}()
	if err := <-started; err != nil {
		close(end)
		return err
	}
	c.process, c.end = server, end
	if err := c.wait(); err != nil {
		c.halt(syscall.SIGKILL)
		text, _ := os.ReadFile(log.Name())
		return fmt.Errorf("%w: %s", err, text)
	}
	return nil
}

// halt ends the server with a signal and waits for it.
func (c *Cluster) halt(signal syscall.Signal) {
	_ = c.process.Process.Signal(signal)
	_ = c.process.Wait() // its error is the signal
	close(c.end)
}

// Stop ends the server and deletes its data.
func (c *Cluster) Stop() {
	c.halt(syscall.SIGQUIT) // at once: nothing to keep
	_ = os.RemoveAll(c.dir)
}

// Restart ends the server as an operator would (or as a crash does, when it is
// durable or not), leaves it down for a while and starts it on the same data.
func (c *Cluster) Restart(crash bool, down time.Duration) error {
	signal := syscall.SIGINT
	if crash {
		signal = syscall.SIGQUIT
	}
	c.halt(signal)
	time.Sleep(down)
	return c.launch()
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

func (c *Cluster) wait() error {
	var err error
	for range 300 {
		var conn *pgx.Conn
		if conn, err = pgx.Connect(context.Background(), c.DSN("postgres")); err == nil {
			return conn.Close(context.Background())
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

// DSN is the address of one of its databases.
func (c *Cluster) DSN(database string) string {
	return "postgres:///" + database + "?user=postgres&host=" + strings.ReplaceAll(c.dir, "/", "%2F")
}

// Create makes a new, empty database and returns its name.
func (c *Cluster) Create(ctx context.Context) (string, error) { return c.Copy(ctx, "template1") }

// Copy makes a new database that is a copy of the one named, to which nobody may be
// connected, and returns its name.
func (c *Cluster) Copy(ctx context.Context, database string) (string, error) {
	conn, err := pgx.Connect(ctx, c.DSN("postgres"))
	if err != nil {
		return "", err
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck
	c.mu.Lock()
	defer c.mu.Unlock()
	c.created++
	name := fmt.Sprintf("test%d", c.created)
	_, err = conn.Exec(ctx, "CREATE DATABASE "+name+" TEMPLATE "+database)
	return name, err
}
