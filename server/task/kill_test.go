package task

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"tijian/server/store"
)

// childDSN in the environment makes the test binary a worker process on that
// database, until it is killed.
const childDSN = "TIJIAN_TEST_WORKER"

func child() {
	ctx := context.Background()
	fail := func(err error) {
		if err != nil {
			fmt.Fprintln(os.Stderr, "worker:", err)
			os.Exit(1)
		}
	}
	db, err := store.Open(ctx, os.Getenv(childDSN), "")
	fail(err)
	m, err := Open(Options{
		DB: db, Workers: 2, Lease: time.Second, CallbackBackoff: 50 * time.Millisecond,
		Fetch: fetcher{call: patient().Call, picture: func(ctx context.Context, address string) ([]byte, error) {
			if strings.HasPrefix(address, "http://127.0.0.1:") {
				return patient().Picture(ctx, address, nil)
			}
			return []byte(address), nil
		}},
		Recogniser: recogniser(func(ctx context.Context, picture []byte, layout string) (json.RawMessage, error) {
			switch {
			case string(picture) == poison:
				time.Sleep(50 * time.Millisecond)
				return nil, syscall.Kill(os.Getpid(), syscall.SIGKILL)
			case string(picture) == endless:
				<-ctx.Done()
				return nil, ctx.Err()
			case picture[0] == '{':
				return read(ctx, picture, layout)
			}
			time.Sleep(rand.N(10 * time.Millisecond))
			return echo(ctx, picture, layout)
		}),
	})
	fail(err)
	fmt.Println("working") // before the start: the poison may be taken at once
	fail(m.Start(ctx))
	select {}
}

// poison is the address of a picture that kills whoever recognises it.
const poison = "poison"

// endless is a picture whose recognition does not end.
const endless = "endless"

// spawn starts a worker process and waits until it is about to work.
func spawn(t *testing.T, dsn string) *exec.Cmd {
	t.Helper()
	worker := exec.Command(os.Args[0])
	worker.Env = append(os.Environ(), childDSN+"="+dsn)
	worker.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	out, err := worker.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var problems strings.Builder
	worker.Stderr = &problems
	if err := worker.Start(); err != nil {
		t.Fatal(err)
	}
	if n, err := out.Read(make([]byte, 100)); n == 0 {
		_ = worker.Wait()
		t.Fatalf("worker did not start: %v\n%s", err, problems.String())
	}
	return worker
}

func kill(t *testing.T, worker *exec.Cmd) {
	t.Helper()
	if err := worker.Process.Kill(); err != nil {
		t.Error(err)
	}
	_ = worker.Wait() // its error is the kill
}

// Worker processes are killed at random moments: no task is lost, none is
// stored twice, every callback arrives at least once.
func TestKill(t *testing.T) {
	const tasks, kills = 200, 8
	// Counts each change to DONE in the database itself.
	watch := map[store.Dialect][]string{
		store.SQLite: {
			"CREATE TABLE stored (id TEXT)",
			`CREATE TRIGGER count_stored AFTER UPDATE OF result ON tasks WHEN NEW.result IS NOT NULL
				BEGIN INSERT INTO stored VALUES (NEW.id); END`,
		},
		store.Postgres: {
			"CREATE TABLE stored (id TEXT)",
			`CREATE FUNCTION count_stored() RETURNS trigger LANGUAGE plpgsql AS
				'BEGIN INSERT INTO stored VALUES (NEW.id); RETURN NEW; END'`,
			`CREATE TRIGGER count_stored AFTER UPDATE OF result ON tasks FOR EACH ROW
				WHEN (NEW.result IS NOT NULL) EXECUTE FUNCTION count_stored()`,
		},
	}
	each(t, func(t *testing.T, dsn string) {
		var mu sync.Mutex
		called := map[string]int{}
		calls := newListener(t, func(_ int, _ http.ResponseWriter, r *http.Request) {
			mu.Lock()
			defer mu.Unlock()
			called[r.URL.Path[1:]]++
		})
		b := setup(t, dsn, func(o *Options) { o.Workers = 0 })
		for _, statement := range watch[b.db.Dialect()] {
			if _, err := b.db.Exec(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
		workers := 1
		if b.db.Dialect() == store.Postgres {
			workers = 3
		}
		var alive []*exec.Cmd
		for range workers {
			alive = append(alive, spawn(t, dsn))
		}
		t.Cleanup(func() {
			for _, worker := range alive {
				kill(t, worker)
			}
		})

		submitted := make(chan []Submission)
		go func() {
			var all []Submission
			for range tasks {
				s := entry()
				s.CallbackURL = ptr(calls.URL + "/" + s.ID)
				if _, err := b.Submit(context.WithoutCancel(t.Context()), s); err != nil {
					t.Errorf("submit: %v", err)
				}
				all = append(all, s)
				time.Sleep(5 * time.Millisecond)
			}
			submitted <- all
		}()
		for range kills {
			time.Sleep(50*time.Millisecond + rand.N(300*time.Millisecond))
			i := rand.N(len(alive))
			kill(t, alive[i])
			alive[i] = spawn(t, dsn)
		}
		all := <-submitted
		for _, s := range all {
			if task := b.ended(s); task.Status != Done {
				t.Errorf("%+v", task)
			}
		}
		var stored, distinct int
		if err := b.db.QueryRow(t.Context(), "SELECT count(*), count(DISTINCT id) FROM stored").Scan(&stored, &distinct); err != nil {
			t.Fatal(err)
		}
		if stored != tasks || distinct != tasks {
			t.Errorf("%d results stored for %d of %d tasks", stored, distinct, tasks)
		}
		b.until("every callback", func() bool {
			mu.Lock()
			defer mu.Unlock()
			return len(called) == tasks
		})
		mu.Lock()
		defer mu.Unlock()
		total := 0
		for _, n := range called {
			total += n
		}
		t.Logf("%d kills, %d tasks, %d results stored, %d callbacks (%d more than once)", kills, tasks, stored, total, total-tasks)
	})
}

// A picture that kills every worker ends; what was being done beside it is
// done again, as often as it takes.
func TestPoison(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		b := setup(t, dsn, func(o *Options) { o.Workers = 0 })
		bad := entry()
		bad.ImageURL = poison
		b.submit(bad)
		var rest []Submission
		for range 40 {
			s := entry()
			b.submit(s)
			rest = append(rest, s)
		}
		deaths := 0
		for b.get(bad).Status != Failed {
			worker := spawn(t, dsn)
			b.until("death or end", func() bool {
				return b.get(bad).Status == Failed || dead(worker)
			})
			if b.get(bad).Status == Failed {
				t.Cleanup(func() { kill(t, worker) })
				break
			}
			_ = worker.Wait()
			deaths++
		}
		if task := b.get(bad); task.Error != "OCR_ERROR: recognition was broken off 8 times" || deaths != 8 {
			t.Errorf("after %d deaths %+v", deaths, task)
		}
		for _, s := range rest {
			if task := b.ended(s); task.Status != Done {
				t.Errorf("%+v", task)
			}
		}
	})
}

// dead reports whether a process waits to be buried.
func dead(c *exec.Cmd) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", c.Process.Pid))
	return err != nil || strings.Contains(string(stat), ") Z ")
}
