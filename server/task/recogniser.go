package task

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"tijian/ocr/result"
)

// A Recogniser reads a picture. It is called by several goroutines at once and
// must return soon after ctx ends.
type Recogniser interface {
	// Recognise returns what one picture shows. layout is
	// SINGLE, DOUBLE, TABLE, or "" to detect it. An error that another try
	// cannot put right has a method `Kind() string`, the kind that the task's
	// error begins with (IMAGE_FORMAT_ERROR, IMAGE_PIXEL_ERROR, …), and a
	// text for the client; any other error is tried again and ends as
	// OCR_ERROR. One with a method `Died() bool` that answers true says that
	// the picture may have killed what read it: two deaths are the end.
	Recognise(ctx context.Context, picture []byte, layout string) (result.Reading, error)
}

// permanentKind takes apart an error that has a kind. Its text may begin with
// the kind or not.
func permanentKind(err error) (kind, message string, ok bool) {
	var k interface {
		error
		Kind() string
	}
	if !errors.As(err, &k) || k.Kind() == "" {
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

// recognise calls the recogniser within PageTime and turns a panic into an
// error. It frees the place in m.recognisers when the recogniser has really
// ended: one that hangs in foreign code keeps its place, but not the task.
func (m *Manager) recognise(ctx context.Context, picture []byte, layout string) (result.Reading, error) {
	ctx, cancel := context.WithTimeout(ctx, m.o.PageTime)
	type answer struct {
		reading result.Reading
		err     error
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
		a.reading, a.err = m.o.Recogniser.Recognise(ctx, picture, layout)
		if a.err == nil && !json.Valid(a.reading.Full) {
			a.err = errors.New("recognition gave no valid JSON")
		}
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
	return a.reading, a.err
}
