//go:build cgo

package command

import (
	"cmp"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"tijian/engine"
	"tijian/engine/message"
	"tijian/ocr/isolate"
	"tijian/ocr/pdf"
	"tijian/server/config"
	"tijian/server/httpapi"
)

// Recognise is the child process that recognises pictures for serve and
// worker; people use tijian ocr.
type Recognise struct{}

// Run answers on standard output until standard input ends.
func (c *Recognise) Run() error {
	out := os.Stdout
	os.Stdout = os.Stderr // whatever a library prints is no answer
	return isolate.Serve(os.Stdin, out)
}

// walls are what recognisers are shut in with here.
type walls struct {
	unconfined bool     // not wholly
	missing    []string // of what they could be shut in with
	code       string   // folder of compiled code that they read
}

// tryRecogniser makes sure that recognisers can be shut in here, before anything
// is written.
func tryRecogniser(ctx context.Context, work config.Work, data string, logger *slog.Logger) (w walls, err error) {
	program, err := os.Executable()
	if err != nil {
		return w, err
	}
	started, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	w.missing, err = isolate.Check(started, isolate.Options{Command: childOf(program)})
	if err != nil && started.Err() == nil && work.Sandbox == "optional" {
		logger.Warn("recognisers are not shut in wholly; pictures that attack them reach further", "why", err)
		w.unconfined = true
		w.missing, err = isolate.Check(started, isolate.Options{Command: childOf(program), Unconfined: true})
	}
	if err != nil {
		return w, message.RecognisersFail.Err("reason", err)
	}
	if len(w.missing) > 0 {
		logger.Info("the system lacks some of what recognisers are shut in with", "missing", strings.Join(w.missing, "; "))
	}
	w.code, err = filepath.Abs(cmp.Or(os.Getenv(pdf.CodeFolder), filepath.Join(data, "code")))
	return w, err
}

// check is the walls as /readyz and the metrics show them.
func (w walls) check() httpapi.Check {
	return httpapi.Check{Name: "sandbox", Aside: true, Lacks: w.missing, Check: func(context.Context) error {
		if w.unconfined {
			return isolate.ErrNotConfined
		}
		return nil
	}}
}

func childOf(program string) []string { return []string{program, "recognise"} }

// recognisers returns the pool of children of this very program. The code that they
// read PDF with is compiled in the background, once for a data folder.
func recognisers(work config.Work, w walls, live *engine.Live, logger *slog.Logger) (*isolate.Pool, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(w.code, 0o700); err != nil {
		return nil, err
	}
	tried := make(chan struct{})
	go func() {
		defer close(tried)
		if err := isolate.Prepare(context.Background(), childOf(program), w.code); err != nil {
			logger.Warn("the reader of PDF is not compiled; each recogniser does that with its first PDF", "why", err)
		}
	}()
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
		Unconfined: w.unconfined,
		Code:       w.code,
		CodeTried:  tried,
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
