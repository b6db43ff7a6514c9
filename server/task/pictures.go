package task

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"go.opentelemetry.io/otel/attribute"

	"tijian/ocr"
	"tijian/ocr/merge"
	"tijian/ocr/result"
	"tijian/server/fetch"
	"tijian/server/trace"
)

// A pictureError says which of a task's several pictures was at fault, by the
// path of its address in the submission.
type pictureError struct {
	path string
	err  error
}

func (e *pictureError) Error() string { return e.path + ": " + e.err.Error() }

// Unwrap returns the picture's error.
func (e *pictureError) Unwrap() error { return e.err }

// blame names the n-th picture in an error of a task that may have several.
func (r *run) blame(n int, err error) error {
	switch {
	case !r.several:
		return err
	case n == 0:
		return &pictureError{"img_url", err}
	}
	return &pictureError{fmt.Sprintf("img_urls[%d]", n-1), err}
}

// try fetches every picture and recognises them. All are fetched before the
// first is recognised: half a report is of no use, and recognition is what
// costs.
func (m *Manager) try(ctx context.Context, r *run) (json.RawMessage, error) {
	places, pause := m.admit(r)
	if pause > 0 {
		return nil, held{pause}
	}
	// One share for all: tasks that wait for the rest of their pictures with
	// the first ones in hand would wait for each other.
	share := m.pictures.Share()
	defer share.Release()
	pictures, err := m.fetch(ctx, r, places, share)
	places.leave()
	if err != nil {
		return nil, err
	}
	files := make([]result.File, len(pictures))
	var sheets []result.Sheet
	left := ocr.MostPages
	for i, picture := range pictures {
		if files[i], err = m.readFile(ctx, r, picture, left); err != nil {
			return nil, r.blame(i, err)
		}
		pictures[i] = nil
		left = max(0, left-files[i].Pages)
		for _, s := range files[i].Sheets {
			s.Image = i
			sheets = append(sheets, s)
		}
	}
	persons := make([]result.Person, len(sheets))
	for i := range sheets {
		persons[i] = sheets[i].Person
	}
	r.person = result.Persons(persons...)
	if r.report, err = json.Marshal(merge.Reported(files, sheets)); err != nil {
		return nil, err
	}
	return merge.Sheets(sheets).JSON(r.several)
}

// fetch gets the pictures one after the other.
func (m *Manager) fetch(ctx context.Context, r *run, places *places, share *fetch.Share) ([][]byte, error) {
	pictures := make([][]byte, len(r.addresses))
	ctx = asking(ctx, r.Owner != "")
	for i, address := range r.addresses {
		start := time.Now()
		places.use(host(address))
		inside, traced := trace.Step(ctx, "fetch", attribute.String("server.address", host(address)))
		picture, err := m.o.Fetch.Picture(inside, address, share)
		traced(err)
		took := time.Since(start)
		r.fetched += took
		r.bytes += len(picture)
		m.metrics.stage.WithLabelValues("fetch").Observe(took.Seconds())
		if err != nil {
			if f, ok := errors.AsType[*fetch.Error](err); ok {
				m.log.Info("picture not fetched", "task", r.ID, "picture", i, "host", host(address), "reason", f.Reason())
			}
			return nil, r.blame(i, err)
		}
		pictures[i] = picture
	}
	return pictures, nil
}

// asking is the context of fetching for a task, by whether it is of somebody with a
// token.
func asking(ctx context.Context, owned bool) context.Context {
	if owned {
		return fetch.ForUser(ctx)
	}
	return ctx
}

// readFile recognises one file, of so many pages at most, as soon as there is a place.
func (m *Manager) readFile(ctx context.Context, r *run, file []byte, most int) (result.File, error) {
	select {
	case m.recognisers <- struct{}{}:
	case <-ctx.Done():
		return result.File{}, ctx.Err()
	}
	if !r.entered {
		if err := m.enter(ctx, r); err != nil {
			<-m.recognisers
			return result.File{}, err
		}
	}
	start := time.Now()
	inside, traced := trace.Step(ctx, "recognise", attribute.Int("tijian.bytes", len(file)))
	read, err := m.recognise(inside, file, r.layout, most)
	traced(err)
	took := time.Since(start)
	r.read += took
	m.metrics.stage.WithLabelValues("recognise").Observe(took.Seconds())
	return read, err
}

// held reports whether a picture cannot be fetched yet, because its server or its
// owner has as many fetches under way as one may have.
type held struct{ pause time.Duration }

func (h held) Error() string { return "held up" }

// places are what a task holds while it fetches: one with each of its servers
// and one with its owner.
type places struct {
	servers map[string]*pass
	owner   *pass
}

// admit counts a task in with its owner and all of its servers, or with none:
// a task that has to come back shall not have fetched anything in vain.
func (m *Manager) admit(r *run) (p *places, pause time.Duration) {
	p = &places{servers: map[string]*pass{}}
	for _, address := range r.addresses {
		name := host(address)
		if p.servers[name] != nil {
			continue
		}
		place, pause := m.fetching.enter(name)
		if pause > 0 {
			p.leave()
			return nil, pause
		}
		p.servers[name] = place
	}
	if p.owner, pause = m.owners.enter(r.Owner); pause > 0 {
		p.leave()
		return nil, pause
	}
	return p, 0
}

// use begins a fetch from one server: the others are not slow meanwhile.
func (p *places) use(server string) {
	for name, place := range p.servers {
		place.use(name == server)
	}
	p.owner.use(true)
}

// leave gives all places back.
func (p *places) leave() {
	for _, place := range p.servers {
		place.leave()
	}
	if p.owner != nil {
		p.owner.leave()
	}
}
