// Package isolate recognises pictures in child processes. A picture that
// crashes or hangs the C libraries takes its child along, never the service; a
// service without work has no children and needs no memory for models.
package isolate

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"tijian/engine/message"
	"tijian/engine/ruleset"
	"tijian/ocr"
	"tijian/ocr/block"
	"tijian/ocr/picture"
	"tijian/ocr/result"
)

// ErrClosed says that the pool was closed.
var ErrClosed = errors.New("the recogniser is closed")

// Knowledge is what pictures are recognised with.
type Knowledge struct {
	Dictionaries []byte                        // zip archive of the dictionaries' tree
	Quality      map[string]ruleset.Thresholds // by layout
}

// Options of a Pool.
type Options struct {
	Command   []string          // program and arguments of a child; it calls Serve
	Children  int               // at most, each for one picture at a time
	Hands     int               // blocks that a child reads at the same time
	Pixels    int64             // of the largest picture
	Memory    int64             // bytes that decoding one may take; 0 for picture.DefaultLimits
	TimeLimit time.Duration     // for one picture; the child is killed then
	Idle      time.Duration     // a child without work for so long is ended
	Knowledge func() *Knowledge // asked for every picture; a new pointer means new children
	Code      string            // folder where pdf.Compile put its code, which children read; "" for none
	CodeTried <-chan struct{}   // closed once Prepare has ended, for which a PDF waits; nil for no wait
	// Unconfined children do without what the system lacks to shut them in with;
	// others do not begin there.
	Unconfined bool
}

// A Pool of child processes. It is safe for concurrent use.
type Pool struct {
	options Options
	slots   chan struct{} // one for each child that may run

	mu     sync.Mutex
	idle   []*child // the last used at the end
	closed bool
}

// New returns a pool without children; they start when there is work.
func New(o Options) *Pool {
	if o.Memory == 0 {
		o.Memory = picture.DefaultLimits.Memory
	}
	return &Pool{options: o, slots: make(chan struct{}, max(o.Children, 1))}
}

// Ask says how a file is to be read.
type Ask struct {
	Layout block.Layout
	Pages  int    // that it may have; 0 for ocr.MostPages
	Each   func() // called after each page; nil for nobody
}

// Recognise reads one file, each page within TimeLimit. Refused
// files, and ones that take too long, give an *ocr.Error; a child that died
// gives one with Died, worth another try.
func (p *Pool) Recognise(ctx context.Context, data []byte, ask Ask) (result.File, error) {
	if err := p.awaitCode(ctx, data); err != nil {
		return result.File{}, err
	}
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
	case <-ctx.Done():
		return result.File{}, ctx.Err()
	}
	knowledge := p.options.Knowledge()
	c, err := p.take(knowledge)
	if err != nil {
		return result.File{}, err
	}
	limited, cancel := context.WithCancel(ctx)
	defer cancel()
	each := func() {
		if ask.Each != nil {
			ask.Each()
		}
	}
	if limit := p.options.TimeLimit; limit > 0 {
		late := time.AfterFunc(limit, cancel)
		defer late.Stop()
		told := each
		each = func() { late.Reset(limit); told() }
	}
	q := request{Layout: ask.Layout, Pages: cmp.Or(ask.Pages, ocr.MostPages), Quality: knowledge.Quality}
	read, err := c.recognise(limited, q, data, each)
	switch {
	case c.broken && ctx.Err() != nil:
		return result.File{}, ctx.Err()
	case c.broken && limited.Err() != nil:
		return result.File{}, &ocr.Error{Code: ocr.RecognitionError, Message: message.PictureSlow.With("limit", p.options.TimeLimit)}
	case c.broken:
		return result.File{}, err
	}
	p.give(c)
	return read, err
}

// awaitCode has a PDF wait for the code that it is read with, instead of its child
// compiling that a second time within the limit of its first page.
func (p *Pool) awaitCode(ctx context.Context, data []byte) error {
	if format, _ := picture.Sniff(data); format != picture.PDF || p.options.CodeTried == nil {
		return nil
	}
	select {
	case <-p.options.CodeTried:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// take returns an idle child that has the knowledge asked for, or a new one.
func (p *Pool) take(knowledge *Knowledge) (*child, error) {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return nil, ErrClosed
	}
	var found *child
	var stale []*child
	for len(p.idle) > 0 && found == nil {
		c := p.idle[len(p.idle)-1]
		p.idle = p.idle[:len(p.idle)-1]
		if c.timer.Stop(); c.knowledge == knowledge {
			found = c
		} else {
			stale = append(stale, c)
		}
	}
	p.mu.Unlock()
	for _, c := range stale {
		c.end()
	}
	if found != nil {
		return found, nil
	}
	return start(p.options, knowledge)
}

// give puts a child back for the next picture, or ends it when it stays idle.
func (p *Pool) give(c *child) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		c.end()
		return
	}
	p.idle = append(p.idle, c)
	c.timer = time.AfterFunc(p.options.Idle, func() { p.retire(c) })
}

func (p *Pool) retire(c *child) {
	p.mu.Lock()
	at := slices.Index(p.idle, c)
	if at >= 0 {
		p.idle = slices.Delete(p.idle, at, at+1)
	}
	p.mu.Unlock()
	if at >= 0 {
		c.end()
	}
}

// Close ends all idle children; busy ones end with their picture.
func (p *Pool) Close() {
	p.mu.Lock()
	idle := p.idle
	p.idle, p.closed = nil, true
	p.mu.Unlock()
	for _, c := range idle {
		c.timer.Stop()
		c.end()
	}
}
