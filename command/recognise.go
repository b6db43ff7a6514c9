//go:build cgo

package command

import (
	"os"
	"runtime"
	"sync"

	"tijian/engine"
	"tijian/ocr/isolate"
	"tijian/server/config"
)

// Recognise is the child process that recognises pictures for serve and
// worker; people use tijian ocr.
type Recognise struct{}

// Run answers on standard output until standard input ends.
func (c *Recognise) Run() error { return isolate.Serve(os.Stdin, os.Stdout) }

// recognisers returns the pool of children of this very program.
func recognisers(work config.Work, live *engine.Live) (*isolate.Pool, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var last *isolate.Knowledge
	var of *engine.Snapshot
	var mu sync.Mutex
	return isolate.New(isolate.Options{
		Command:   []string{program, "recognise"},
		Children:  work.WorkerCount(),
		Hands:     max(1, runtime.NumCPU()/work.WorkerCount()),
		Pixels:    work.MaxPixels,
		Memory:    work.MaxDecode,
		TimeLimit: work.PageTime,
		Idle:      work.IdleTime,
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
