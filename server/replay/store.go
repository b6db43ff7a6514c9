// Package replay keeps requests for assessment that the service has answered,
// so that a change of the rules can be tried on what clients ask: without
// names, coarse, bounded in size and age, and only where a folder is set. It is
// never in the way of an answer.
package replay

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tijian/engine/message"
	"tijian/engine/ruleset"
)

// Options of a store. All are needed.
type Options struct {
	Folder  string
	Size    int64         // bytes, of all files together
	Keep    time.Duration // how old a request may become
	Key     []byte        // of the persons' pseudonyms
	Rules   func(namespace string) *ruleset.Set
	Logger  *slog.Logger
	Metrics prometheus.Registerer
	Now     func() time.Time
}

// What waits to be written is bounded by number and by bytes.
const (
	waitingRequests = 64
	waitingBytes    = 4 << 20
)

// A Store takes requests. It is safe for concurrent use.
type Store struct {
	o       Options
	queue   chan []byte
	waiting atomic.Int64 // bytes
	stop    chan struct{}
	stopped sync.WaitGroup
	files   files
	counted *prometheus.CounterVec
	failing bool // the last write
}

// Open begins to keep requests in a folder, which it creates; one that others
// can look into is refused. Close ends it.
func Open(o Options) (*Store, error) {
	if err := errors.Join(CheckFolder(o.Folder), os.MkdirAll(o.Folder, 0o700)); err != nil {
		return nil, err
	}
	s := &Store{
		o: o, queue: make(chan []byte, waitingRequests), stop: make(chan struct{}),
		files: files{folder: o.Folder, size: o.Size, keep: o.Keep, now: o.Now},
		counted: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tijian_replay_requests_total",
			Help: "Answered requests for assessment, by what became of them in the store for replays: kept, empty (nothing in them that the rules know), dropped (too many at once), failed.",
		}, []string{"outcome"}),
	}
	if err := s.files.prune(0); err != nil {
		return nil, err
	}
	o.Metrics.MustRegister(s.counted)
	s.stopped.Go(s.work)
	return s, nil
}

// CheckFolder refuses a folder that others can look into; one that is not there
// yet is created by Open.
func CheckFolder(folder string) error {
	info, err := os.Stat(folder)
	if folder == "" || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return &fs.PathError{Op: "open", Path: folder, Err: syscall.ENOTDIR}
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 {
		return message.RequestsReadable.Err("path", folder, "mode", fmt.Sprintf("%04o", mode))
	}
	return nil
}

// Offer gives the store a request that was answered. It does not wait: where
// too much waits already, the request is dropped and counted. The body must not
// be changed afterwards. A nil Store takes nothing.
func (s *Store) Offer(body []byte) {
	if s == nil {
		return
	}
	if n := int64(len(body)); s.waiting.Add(n) <= waitingBytes {
		select {
		case s.queue <- body:
			return
		default:
		}
	}
	s.waiting.Add(-int64(len(body)))
	s.count("dropped")
}

// Close writes what waits and ends.
func (s *Store) Close() {
	if s == nil {
		return
	}
	close(s.stop)
	s.stopped.Wait()
}

func (s *Store) work() {
	tick := time.NewTicker(pruneEvery)
	defer tick.Stop()
	for {
		select {
		case body := <-s.queue:
			s.take(body)
		case <-tick.C:
			s.tell(s.files.prune(0))
		case <-s.stop:
			for len(s.queue) > 0 {
				s.take(<-s.queue)
			}
			s.tell(s.files.close())
			return
		}
	}
}

func (s *Store) take(body []byte) {
	defer s.waiting.Add(-int64(len(body)))
	line, err := pseudonymous(body, s.o.Rules, s.o.Key)
	if err == nil && line == nil {
		s.count("empty")
		return
	}
	if err == nil {
		err = s.files.write(append(line, '\n'))
		s.tell(err)
	}
	if err != nil {
		s.count("failed")
		return
	}
	s.count("kept")
}

func (s *Store) count(outcome string) { s.counted.WithLabelValues(outcome).Inc() }

// tell logs that writing fails, once for as long as it does.
func (s *Store) tell(err error) {
	if err != nil && !s.failing {
		s.o.Logger.Warn("requests are not kept for replays", "error", err)
	}
	s.failing = err != nil
}
