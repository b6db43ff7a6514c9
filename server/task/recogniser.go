package task

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"tijian/ocr/result"
)

// A Recogniser reads a picture, or a file of several pages. It is called by several
// goroutines at once and must return soon after ctx ends.
type Recogniser interface {
	// Recognise returns what one file shows. An error that another try
	// cannot put right has a method `Kind() string`, the kind that the task's
	// error begins with (IMAGE_FORMAT_ERROR, IMAGE_PIXEL_ERROR, …), and a
	// text for the client; any other error is tried again and ends as
	// OCR_ERROR. One with a method `Died() bool` that answers true says that
	// the picture may have killed what read it: two deaths are the end.
	Recognise(ctx context.Context, file []byte, ask Ask) (result.File, error)
}

// Ask says how a file is to be read.
type Ask struct {
	Layout string // SINGLE, DOUBLE, TABLE, or "" to detect it
	Pages  int    // that the file may have
	Each   func() // to be called after each page, for which there is as much time
}

// permanentKind takes apart an error that has a kind. Its text may begin with
// the kind or not.
func permanentKind(err error) (kind, message string, ok bool) {
	k, is := errors.AsType[interface {
		error
		Kind() string
	}](err)
	if !is || k.Kind() == "" {
		return "", "", false
	}
	kind = k.Kind()
	return kind, strings.TrimPrefix(k.Error(), kind+": "), true
}

// died reports whether the recogniser may have died of its picture.
func died(err error) bool {
	d, ok := errors.AsType[interface {
		error
		Died() bool
	}](err)
	return ok && d.Died()
}

// grace is how long a recogniser may go on after its time has ended.
const grace = 2 * time.Second

// recognise calls the recogniser within PageTime for each page and turns a panic
// into an error. It frees the place in m.recognisers when the recogniser has really
// ended: one that hangs in foreign code keeps its place, but not the task.
func (m *Manager) recognise(ctx context.Context, file []byte, layout string, pages int) (result.File, error) {
	ctx, cancel := context.WithCancel(ctx)
	elapsed := time.AfterFunc(m.o.PageTime, cancel)
	defer elapsed.Stop()
	type answer struct {
		file result.File
		err  error
	}
	answers := make(chan answer, 1)
	go func() {
		defer func() { <-m.recognisers }()
		defer cancel()
		var a answer
		defer func() {
			if p := recover(); p != nil {
				// The value may hold what was read; the stack does not.
				m.log.Error("recognition panicked", "type", fmt.Sprintf("%T", p), "stack", string(debug.Stack()))
				a = answer{err: errors.New("recognition panicked")}
			}
			answers <- a
		}()
		a.file, a.err = m.o.Recogniser.Recognise(ctx, file, Ask{layout, pages, func() { elapsed.Reset(m.o.PageTime) }})
	}()
	var a answer
	select {
	case a = <-answers:
	case <-ctx.Done():
		select {
		case a = <-answers:
		case <-time.After(grace):
			m.metrics.stuck.Inc()
			a.err = errors.New("recognition does not end")
		}
	}
	if a.err != nil {
		if _, _, ok := permanentKind(a.err); !ok {
			m.log.Warn("recognition failed", "error", a.err)
		}
	}
	return a.file, a.err
}
