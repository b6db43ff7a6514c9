package main

import (
	"context"
	"errors"
	"os"
	"time"

	"tijian/engine"
	"tijian/ocr"
	"tijian/ocr/block"
	"tijian/ocr/isolate"
	"tijian/ocr/picture"
	"tijian/tools/bench/proc"
)

// A service recognises as the service does: in one child process that lives on.
type service struct {
	program string
	pool    *isolate.Pool
}

func newService(program string) (*service, error) {
	snapshot, problems := engine.Load(engine.Files{}, "")
	if err := problems.Err(); err != nil {
		return nil, err
	}
	knowledge := &isolate.Knowledge{Dictionaries: snapshot.DictionaryFiles, Quality: snapshot.Rules.Quality}
	return &service{program, isolate.New(isolate.Options{
		Command: []string{program, "recognise"}, Children: 1, Hands: 1, Pixels: picture.DefaultLimits.Pixels, TimeLimit: time.Minute, Idle: time.Hour,
		Knowledge: func() *isolate.Knowledge { return knowledge },
	})}, nil
}

func (s *service) close() { s.pool.Close() }

// recognise counts what the child needs for a page. A page that is refused is
// an answer too. The first page does not count what loading takes.
func (s *service) recognise(file string) (cost, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return cost{}, err
	}
	before := time.Duration(0)
	if process, err := proc.Child(s.program); err == nil {
		if before, err = proc.Spent(process); err != nil {
			return cost{}, err
		}
	}
	start := time.Now()
	_, err = s.pool.Recognise(context.Background(), data, isolate.Ask{Layout: block.Default})
	wall := time.Since(start)
	if refused := (*ocr.Error)(nil); err != nil && !errors.As(err, &refused) {
		return cost{}, err
	}
	process, err := proc.Child(s.program)
	if err != nil {
		return cost{}, err
	}
	after, err := proc.Spent(process)
	return cost{after - before, wall}, err
}
