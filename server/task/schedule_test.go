package task

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"tijian/server/fetch"
)

// The whole hour of tries, by a clock that stands still until everybody waits
// for it. The queue's part is played here: it calls until a try succeeds, is
// cancelled or was the last, and waits as long as the worker says.
func TestCallbackSchedule(t *testing.T) {
	var followed bool
	redirecting := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		followed = followed || r.URL.Path != "/"
		http.Redirect(w, r, "/target", http.StatusFound)
	}))
	defer redirecting.Close()
	// What the fetcher itself says of a redirect and of a forbidden address.
	redirected := patient().Call(t.Context(), redirecting.URL+"/")
	outOfBounds := fetch.New(fetch.Options{}).Call(t.Context(), redirecting.URL+"/")
	if redirected == nil || !forbidden(outOfBounds) || followed {
		t.Fatalf("a redirect: %v (followed: %v); a forbidden address: %v", redirected, followed, outOfBounds)
	}
	for _, test := range []struct {
		name  string
		tries []error // of each try; the last stands for all after it
		calls int
		ends  string
	}{
		{"at once", []error{nil}, 1, "callback delivered"},
		{"second", []error{errors.New("away"), nil}, 2, "callback delivered"},
		{"sixth", []error{redirected, redirected, redirected, redirected, redirected, nil}, 6, "callback delivered"},
		{"never", []error{errors.New("away")}, 6, "callback given up"},
		{"redirects", []error{redirected}, 6, "callback given up"},
		{"forbidden", []error{outOfBounds}, 1, "callback given up"},
		{"forbidden later", []error{errors.New("away"), outOfBounds}, 2, "callback given up"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var at []time.Duration
			var begun time.Time
			b := setup(t, "sqlite:"+t.TempDir()+"/a.db", func(o *Options) {
				o.CallbackBackoff = 0 // the default
				o.Fetch = fetcher{call: func(context.Context, string) error {
					at = append(at, time.Since(begun))
					return test.tries[min(len(at), len(test.tries))-1]
				}}
			})
			for range 50 { // jitter differs
				at = nil
				synctest.Test(t, func(t *testing.T) {
					begun = time.Now()
					hour(t, &callbackWorker{m: b.Manager}, b.o.CallbackTries)
				})
				checkSchedule(t, at, test.calls)
			}
			if got := strings.Count(b.logs.String(), test.ends); got != 50 {
				t.Errorf("%q is logged %d times, want once for each of 50 callbacks", test.ends, got)
			}
		})
	}
}

// hour does with a callback what the queue does.
func hour(t *testing.T, w *callbackWorker, most int) {
	job := &river.Job[callbackArgs]{
		JobRow: &rivertype.JobRow{ID: 1, MaxAttempts: most},
		Args:   callbackArgs{Task: "a", URL: "http://calls.example/", Ended: time.Now().UnixMicro()},
	}
	for job.Attempt < most {
		job.Attempt++
		err := w.Work(t.Context(), job)
		if cancelled := new(river.JobCancelError); err == nil || errors.As(err, &cancelled) {
			return
		}
		next := w.NextRetry(job)
		job.Errors = append(job.Errors, rivertype.AttemptError{Attempt: job.Attempt, At: time.Now(), Error: err.Error()})
		time.Sleep(time.Until(next))
	}
}

// checkSchedule holds the times of the tries against what is promised.
func checkSchedule(t *testing.T, at []time.Duration, calls int) {
	t.Helper()
	within := []struct{ from, to time.Duration }{
		{0, 0},
		{28 * time.Second, 34 * time.Second},
		{110 * time.Second, 130 * time.Second},
		{6 * time.Minute, 7 * time.Minute},
		{18 * time.Minute, 22 * time.Minute},
		{55 * time.Minute, 65 * time.Minute},
	}
	if len(at) != calls {
		t.Fatalf("%d calls, want %d: %v", len(at), calls, at)
	}
	for i, when := range at {
		if when < within[i].from || when > within[i].to {
			t.Errorf("call %d came after %v, want %v to %v", i+1, when, within[i].from, within[i].to)
		}
	}
}
