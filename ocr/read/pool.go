// Package read turns the picture of one block into text. Readers are held in
// a pool of hands: each hand is an OS thread with one Tesseract client per
// model, because a client must not be shared and loading one is slow.
package read

import (
	"context"
	"errors"
	"image"
	"runtime"
	"sync"

	"tijian/ocr/block"
)

// ErrClosed says that the pool was closed.
var ErrClosed = errors.New("the readers are closed")

// A Pool reads blocks with a limited number of hands, each there once it is needed:
// its models take more than a second of a processor to load. It is safe for
// concurrent use.
type Pool struct {
	jobs  chan job
	done  chan struct{}
	hands sync.WaitGroup
	size  int

	mu      sync.Mutex
	started int // hands
	reads   int // under way
	closed  bool
}

type job struct {
	line   *image.Gray
	reader block.Reader
	reply  chan<- answer
}

type answer struct {
	reading block.Reading
	err     error
}

// NewPool makes a pool of n hands, the first of which has loaded all models before it
// returns; it fails when one is not installed.
func NewPool(n int) (*Pool, error) {
	p := &Pool{jobs: make(chan job), done: make(chan struct{}), size: max(n, 1)}
	ready := make(chan error, 1)
	p.start(ready)
	if err := <-ready; err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// start adds a hand, which tells ready when it has loaded its models, or why not.
func (p *Pool) start(ready chan<- error) {
	p.started++
	p.hands.Add(1)
	go p.hand(ready)
}

// begin counts a read, and adds a hand where all are at work and another may be.
func (p *Pool) begin() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.reads++; p.reads > p.started && p.started < p.size && !p.closed {
		p.start(make(chan error, 1)) // where it fails, the others do its work
	}
}

func (p *Pool) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.reads--
}

// Size is the number of blocks that can be read at the same time.
func (p *Pool) Size() int { return p.size }

// Read has one line of dark text on light read by reader. It returns the
// context's error when that ends first.
func (p *Pool) Read(ctx context.Context, reader block.Reader, line *image.Gray) (block.Reading, error) {
	p.begin()
	defer p.end()
	reply := make(chan answer, 1)
	select {
	case p.jobs <- job{line, reader, reply}:
	case <-ctx.Done():
		return block.Reading{}, ctx.Err()
	case <-p.done:
		return block.Reading{}, ErrClosed
	}
	select {
	case a := <-reply:
		return a.reading, a.err
	case <-ctx.Done():
		return block.Reading{}, ctx.Err()
	}
}

// Close waits for reads under way and frees the models.
func (p *Pool) Close() {
	p.mu.Lock()
	if !p.closed {
		p.closed = true
		close(p.done)
	}
	p.mu.Unlock()
	p.hands.Wait()
}

// hand serves jobs on its own OS thread, which ends with it.
func (p *Pool) hand(ready chan<- error) {
	defer p.hands.Done()
	runtime.LockOSThread()
	singleThreaded()
	models := map[block.Reader]*tesseract{}
	defer func() {
		for _, m := range models {
			_ = m.close()
		}
	}()
	for _, r := range []block.Reader{block.ChiSim, block.Eng} {
		m, err := newTesseract(r)
		if err != nil {
			ready <- err
			return
		}
		models[r] = m
	}
	ready <- nil
	for {
		select {
		case <-p.done:
			return
		case j := <-p.jobs:
			reading, err := models[j.reader].read(j.line)
			j.reply <- answer{reading, err}
		}
	}
}
