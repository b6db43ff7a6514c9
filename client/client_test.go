package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"
)

// service answers each request with the next of its answers.
func service(t *testing.T, answers ...func(w http.ResponseWriter, r *http.Request)) (c *Client, slept *[]time.Duration) {
	t.Helper()
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if asked >= len(answers) {
			t.Errorf("asked %d times: %s %s", asked+1, r.Method, r.URL)
			return
		}
		asked++
		answers[asked-1](w, r)
	}))
	t.Cleanup(func() {
		server.Close()
		if asked != len(answers) {
			t.Errorf("asked %d times, not %d", asked, len(answers))
		}
	})
	slept = new([]time.Duration)
	c = New(server.URL+"/", WithHTTPClient(server.Client()))
	c.sleep = func(ctx context.Context, d time.Duration) error {
		*slept = append(*slept, d)
		return ctx.Err()
	}
	return c, slept
}

func says(status int, body string, headers ...string) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// A token is sent with what comes after the login.
func TestLogin(t *testing.T) {
	c, _ := service(t, says(200, `{"token":"abc"}`), func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "JWT abc" || r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("headers %v", r.Header)
		}
		says(200, `{"certain":["脂肪肝"],"possible":[]}`)(w, r)
	}, says(400, `{"non_field_errors":["Unable to log in with provided credentials."]}`))
	if err := c.Login(t.Context(), "u", "p"); err != nil || c.Token() != "abc" {
		t.Fatal(err, c.Token())
	}
	if f, err := c.Keywords(t.Context(), Text{Text: "脂肪肝"}); err != nil || !slices.Equal(f.Certain, []string{"脂肪肝"}) {
		t.Errorf("%+v, %v", f, err)
	}
	err := c.Login(t.Context(), "u", "wrong")
	if refused, ok := errors.AsType[*Error](err); !ok || refused.Status != 400 || refused.Detail != "Unable to log in with provided credentials." {
		t.Errorf("%v", err)
	}
}

// Who reads English says so.
func TestEnglish(t *testing.T) {
	c, _ := service(t, func(w http.ResponseWriter, r *http.Request) {
		if got := r.Header.Get("Accept-Language"); got != "en" {
			t.Errorf("Accept-Language: %q", got)
		}
		says(200, `{"samples":[],"created_at":"2026","english":{"indicators":{"alt":"ALT"},"levels":{"H1":"High"}}}`)(w, r)
	})
	WithEnglish()(c)
	if a, err := c.AssessFull(t.Context(), Request{}); err != nil || a.English.Indicators["alt"] != "ALT" || a.English.Levels["H1"] != "High" {
		t.Errorf("%+v, %v", a, err)
	}
}

// Where the service cannot answer now, it is asked again when it says.
func TestRetries(t *testing.T) {
	later := says(503, `{"detail":"x"}`, "Retry-After", "5", "X-Request-ID", "r1")
	answer := says(200, `{"samples":[],"created_at":"2026"}`)
	for name, c := range map[string]struct {
		answers []func(http.ResponseWriter, *http.Request)
		slept   []time.Duration
		status  int
	}{
		"at once":        {[]func(http.ResponseWriter, *http.Request){answer}, nil, 0},
		"after a while":  {[]func(http.ResponseWriter, *http.Request){later, later, answer}, []time.Duration{5 * time.Second, 5 * time.Second}, 0},
		"without a hint": {[]func(http.ResponseWriter, *http.Request){says(503, ""), says(503, ""), answer}, []time.Duration{time.Second, 2 * time.Second}, 0},
		"never":          {[]func(http.ResponseWriter, *http.Request){later, later, later, later}, []time.Duration{5 * time.Second, 5 * time.Second, 5 * time.Second}, 503},
		"too many":       {[]func(http.ResponseWriter, *http.Request){says(429, `{"detail":"x"}`, "Retry-After", "1"), answer}, []time.Duration{time.Second}, 0},
		"no use":         {[]func(http.ResponseWriter, *http.Request){says(400, `{"detail":"missing arguments: samples"}`)}, nil, 400},
		"a fault":        {[]func(http.ResponseWriter, *http.Request){says(500, `{"detail":"internal error"}`)}, nil, 500},
		"no JSON":        {[]func(http.ResponseWriter, *http.Request){says(502, `<html>`)}, nil, 502},
	} {
		t.Run(name, func(t *testing.T) {
			client, slept := service(t, c.answers...)
			_, err := client.Assess(t.Context(), Request{})
			refused, _ := errors.AsType[*Error](err)
			if c.status == 0 && err != nil || c.status != 0 && (refused == nil || refused.Status != c.status) {
				t.Errorf("%v, want status %d", err, c.status)
			}
			if !slices.Equal(*slept, c.slept) {
				t.Errorf("slept %v, want %v", *slept, c.slept)
			}
		})
	}
}

// A call ends with its context, also between two tries.
func TestContext(t *testing.T) {
	c, _ := service(t, says(503, "", "Retry-After", "60"))
	c.sleep = sleep
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := c.Task(ctx, "x"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

// A task is asked for until it has ended, often at first.
func TestWait(t *testing.T) {
	var answers []func(http.ResponseWriter, *http.Request)
	for range 32 {
		answers = append(answers, says(200, `{"task_id":"t","status":"PROCESSING","error":"","result":{}}`))
	}
	answers = append(answers, says(200, `{"task_id":"t","status":"DONE","error":"","result":{"hemoglobin":153}}`))
	c, slept := service(t, answers...)
	task, err := c.Wait(t.Context(), "t")
	if err != nil || task.Values["hemoglobin"] != 153 {
		t.Errorf("%+v, %v", task, err)
	}
	if s := *slept; s[0] != 2*time.Second || s[31] != 10*time.Second {
		t.Errorf("slept %v", s)
	}
}

// What a report shows goes into an assessment with its ranges and comparisons.
func TestTaskSamples(t *testing.T) {
	c, _ := service(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RequestURI() != "/tasks/t?format=samples" {
			t.Errorf("asked %s", r.URL)
		}
		says(200, `{"status":"DONE","error":"","result":{},"samples":[{"name":"cea","unit":"ng/mL","value":0.5,"comparator":"<","reference":{"text":"0-5"}}]}`)(w, r)
	}, func(w http.ResponseWriter, r *http.Request) {
		var sent Request
		if err := json.NewDecoder(r.Body).Decode(&sent); err != nil || len(sent.Samples) != 1 || sent.Samples[0].Comparator != "<" || sent.Samples[0].Unit != "ng/mL" || sent.Samples[0].Reference.Text != "0-5" {
			t.Errorf("sent %+v, %v", sent.Samples, err)
		}
		says(200, `{"samples":[],"created_at":"","unused_fields":[{"field":"profile.pregnant","times":1,"did_you_mean":["profile.is_pregnant"]}]}`)(w, r)
	}, says(200, `{"status":"PROCESSING","samples":[]}`), says(200, `{"status":"ERROR","error":"IMAGE_FETCH_ERROR: x","samples":[]}`), says(200, `{"status":"DONE","result":{"cea":0.5}}`))
	list, err := c.TaskSamples(t.Context(), "t")
	if err != nil {
		t.Fatal(err)
	}
	if a, err := c.AssessFull(t.Context(), Request{Samples: list}); err != nil || len(a.Unused) != 1 || a.Unused[0].DidYouMean[0] != "profile.is_pregnant" {
		t.Errorf("%+v, %v", a, err)
	}
	for _, want := range []string{"the task is PROCESSING", "IMAGE_FETCH_ERROR: x", "too old"} {
		if list, err := c.TaskSamples(t.Context(), "t"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, %v, not %s", list, err, want)
		}
	}
}

// An address that is none is told in words before anything is sent.
func TestBase(t *testing.T) {
	for base, want := range map[string]string{
		"127.0.0.1:8080": "must begin with http:// or https://", "localhost:8080": "must begin with http://", "": "must begin with http://",
		"http://": "names no host", "http://h:x": "is not one", "http://h/?a=b": "without ? and #",
	} {
		if err := New(base).Login(t.Context(), "u", "p"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, not %s", base, err, want)
		}
	}
	for _, base := range []string{"http://127.0.0.1:8080", "https://example.com/tijian/", "HTTP://h"} {
		if err := checkBase(base); err != nil {
			t.Error(err)
		}
	}
}

// Retry-After may be seconds or a date.
func TestRetryAfter(t *testing.T) {
	for header, want := range map[string]time.Duration{"": 0, "3": 3 * time.Second, "-1": 0, "soon": 0, "Mon, 02 Jan 2006 15:04:05 GMT": 0} {
		if got := retryAfter(header); got != want {
			t.Errorf("%q is %v", header, got)
		}
	}
	if got := retryAfter(time.Now().Add(time.Hour).UTC().Format(http.TimeFormat)); got < 59*time.Minute {
		t.Errorf("an hour is %v", got)
	}
}

func ExampleClient_Assess() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"samples":[{"name":"triglycerides","unit":"mmol/L","value":1.90,"tip":"甘油三酯边缘升高","hint":"","color":3,"level":"H1","ideal":"<1.70","risks":[]}],"created_at":""}`)
	}))
	defer server.Close()

	c := New(server.URL, WithToken("of an earlier login"))
	answer, err := c.Assess(context.Background(), Request{
		UserIdentifier: "u-1", Namespace: "demo", Datetime: "2026-11-20T08:30:00.000Z",
		Profile: Profile{Born: "1970-05-01", Gender: "male"},
		Samples: []Sample{{Name: "triglycerides", Unit: "mmol/L", Value: 1.90}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range answer.Samples {
		fmt.Println(s.Name, s.Level, s.Ideal, s.Tip)
	}
	// Output: triglycerides H1 <1.70 甘油三酯边缘升高
}
