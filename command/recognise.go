//go:build cgo

package command

import (
	"context"
	"log/slog"
	"os"
	"runtime"
	"sync"
	"time"

	"tijian/engine"
	"tijian/engine/message"
	"tijian/ocr/isolate"
	"tijian/server/config"
)

// Recognise is the child process that recognises pictures for serve and
// worker; people use tijian ocr.
type Recognise struct{}

// Run answers on standard output until standard input ends.
func (c *Recognise) Run() error { return isolate.Serve(os.Stdin, os.Stdout) }

// tryRecogniser makes sure that recognisers can be shut in here, before anything
// is written. unconfined says that they cannot and that they may do without.
func tryRecogniser(ctx context.Context, work config.Work, logger *slog.Logger) (unconfined bool, err error) {
	program, err := os.Executable()
	if err != nil {
		return false, err
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	err = isolate.Check(ctx, isolate.Options{Command: childOf(program)})
	if err != nil && ctx.Err() == nil && work.Sandbox == "optional" {
		logger.Warn("recognisers are not shut in wholly; pictures that attack them reach further", "why", err)
		return true, nil
	}
	if err != nil {
		return false, message.RecognisersFail.Err("reason", err)
	}
	return false, nil
}

func childOf(program string) []string { return []string{program, "recognise"} }

// recognisers returns the pool of children of this very program.
func recognisers(work config.Work, unconfined bool, live *engine.Live) (*isolate.Pool, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var last *isolate.Knowledge
	var of *engine.Snapshot
	var mu sync.Mutex
	return isolate.New(isolate.Options{
		Command:    childOf(program),
		Children:   work.WorkerCount(),
		Hands:      max(1, runtime.NumCPU()/work.WorkerCount()),
		Pixels:     work.MaxPixels,
		Memory:     work.MaxDecode,
		TimeLimit:  work.PageTime,
		Idle:       work.IdleTime,
		Unconfined: unconfined,
		Knowledge: func() *isolate.Knowledge {
			mu.Lock()
			defer mu.Unlock()
			if s := live.Snapshot(); s != of {
				of, last = s, &isolate.Knowledge{Dictionaries: s.DictionaryFiles, Quality: s.Rules.Quality}
			}
			return last
		},
	}), nil
}
