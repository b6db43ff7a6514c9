package command

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"tijian/internal/waittest"
)

// TestEndToEnd does the main job: log in, have a picture recognised as a task
// with a callback, have the result assessed, extract findings of a summary.
func TestEndToEnd(t *testing.T) {
	t.Parallel()
	picture, truth := report(t, "table-clean-13")
	called := make(chan string, 1)
	client := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/report.jpg" {
			_, _ = w.Write(picture)
			return
		}
		called <- r.Method + " " + r.URL.RequestURI()
	}))
	defer client.Close()
	s := start(t, t.TempDir())
	token := s.login()

	id := uuid.NewString()
	var posted map[string]any
	s.call("POST", "/tasks/", token, map[string]any{
		"task_id": id, "img_url": client.URL + "/report.jpg", "layout": "TABLE", "callback_url": client.URL + "/done?task=1",
	}, 200, &posted)
	if posted["status"] != "CREATED" || posted["error"] != "" || len(posted["result"].(map[string]any)) != 0 {
		t.Errorf("posted task: %v", posted)
	}
	task := s.await(id, token)
	if task.Status != "DONE" {
		t.Fatalf("task ended with %s %s", task.Status, task.Error)
	}
	right, samples := 0, []map[string]any{}
	for name, value := range task.Result {
		if truth[name] == value {
			right++
		}
		samples = append(samples, map[string]any{"name": name, "value": value})
	}
	if right*100 < 95*len(truth) || len(task.Result)-right > 1 {
		t.Errorf("%d of %d printed values read right, %d given", right, len(truth), len(task.Result))
	}
	if got := waittest.Receive(t, "the callback", called); got != "GET /done?task=1" {
		t.Errorf("callback was %s", got)
	}
	// Another client does not see it.
	s.call("GET", "/tasks/"+id, "", nil, 404, nil)

	var full struct{ Result map[string][]map[string]any }
	s.call("GET", "/tasks/"+id+"?format=full", token, nil, 200, &full)
	if len(full.Result) < len(task.Result) {
		t.Errorf("the full form has %d indicators, the simple one %d", len(full.Result), len(task.Result))
	}

	var assessed struct {
		Samples []struct{ Name, Level, Tip string }
	}
	s.call("POST", "/api/samples", token, map[string]any{
		"user_identifier": "u", "namespace": "n", "datetime": "2026-11-20T08:00:00.000Z",
		"profile": map[string]any{"dob": "1970-05-01", "gender": "female"},
		"health_background": map[string]any{
			"has_diabetes": false, "is_taking_antihypertensive_therapy": false, "has_cvd": false,
			"smoke_daily_frequency": 0, "has_hbp": false,
		},
		"samples": samples,
	}, 200, &assessed)
	assessable := 0
	for _, sample := range assessed.Samples {
		if sample.Level == "" || sample.Tip == "" {
			t.Errorf("no level or tip: %+v", sample)
		}
		if !strings.HasPrefix(sample.Level, "U") {
			assessable++
		}
	}
	if assessable*2 < len(samples) {
		t.Errorf("only %d of %d recognised indicators have rules", assessable, len(samples))
	}

	var found struct{ Certain, Possible []string }
	s.call("POST", "/api/keywords", token, map[string]any{"text": "甲状腺结节，考虑脂肪肝，未见肾结石。"}, 200, &found)
	if strings.Join(found.Certain, "") != "甲状腺结节" || strings.Join(found.Possible, "") != "脂肪肝" {
		t.Errorf("findings: %+v", found)
	}
}

// TestBadPictures posts every kind of bad picture at once, among them a good
// one: each ends with its own error, and the good one is read.
func TestBadPictures(t *testing.T) {
	t.Parallel() // beside others: a silent server is waited for three times
	good, _ := report(t, "single-clean-11")
	s := start(t, t.TempDir())
	cases := badPictures(t, good)
	server := httptest.NewServer(cases.handler())
	defer server.Close()
	ids := map[string]string{}
	for name := range cases {
		ids[name] = uuid.NewString()
		s.call("POST", "/tasks/", "", map[string]any{"task_id": ids[name], "img_url": server.URL + "/" + name}, 200, nil)
	}
	var wait sync.WaitGroup
	for name, c := range cases {
		wait.Go(func() {
			task := s.await(ids[name], "")
			if c.kind == "" {
				if task.Status != "DONE" || len(task.Result) == 0 {
					t.Errorf("%s: %s %s with %d indicators", name, task.Status, task.Error, len(task.Result))
				}
				return
			}
			if task.Status != "ERROR" || !strings.HasPrefix(task.Error, c.kind+": ") || !strings.Contains(task.Error, c.says) || len(task.Result) != 0 {
				t.Errorf("%s: %s %q, want %s with %q", name, task.Status, task.Error, c.kind, c.says)
			}
		})
	}
	wait.Wait()
}
