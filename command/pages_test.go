package command

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// TestPagesOfOneReport posts two shots of a page, whose values are given, and the
// pages of two people, of which none is. What a database keeps of several pictures
// is tested with either in package task.
func TestPagesOfOneReport(t *testing.T) {
	t.Parallel()
	first, firstTruth := report(t, "table-clean-13")
	second, _ := report(t, "single-clean-11")
	client := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/first":
			_, _ = w.Write(first)
		case "/second":
			_, _ = w.Write(second)
		default:
			http.NotFound(w, r)
		}
	}))
	defer client.Close()
	s := start(t, t.TempDir())
	whole, mixed, half := uuid.NewString(), uuid.NewString(), uuid.NewString()
	s.call("POST", "/tasks/", "", map[string]any{"task_id": whole, "img_url": client.URL + "/first", "img_urls": []string{client.URL + "/first?sig=2"}}, 200, nil)
	s.call("POST", "/tasks/", "", map[string]any{"task_id": mixed, "img_url": client.URL + "/first", "img_urls": []string{client.URL + "/second"}}, 200, nil)
	s.call("POST", "/tasks/", "", map[string]any{"task_id": half, "img_url": client.URL + "/first", "img_urls": []string{client.URL + "/gone"}}, 200, nil)

	var refused struct{ Detail string }
	s.call("POST", "/tasks/", "", map[string]any{"task_id": half, "img_url": client.URL + "/first", "img_urls": []string{"http://169.254.169.254/"}}, 400, &refused)
	if refused.Detail != "img_urls[0]: must not lead to an address that is not public" {
		t.Errorf("a forbidden address is answered with %q", refused.Detail)
	}

	task := s.await(whole, "")
	if task.Status != "DONE" {
		t.Fatalf("task ended with %s %s", task.Status, task.Error)
	}
	right, wrong := 0, 0
	for name, value := range firstTruth {
		switch task.Result[name] {
		case value:
			right++
		case nil:
		default:
			wrong++
		}
	}
	if len(firstTruth) < 15 || right*10 < 9*len(firstTruth) || wrong > 0 {
		t.Errorf("of %d values %d are right and %d wrong", len(firstTruth), right, wrong)
	}

	var full struct {
		Images []string `json:"img_urls"`
		Result map[string][]struct {
			Value *float64
			Image *int
		}
	}
	s.call("GET", "/tasks/"+whole+"?format=full", "", nil, 200, &full)
	if len(full.Images) != 1 || full.Images[0] != client.URL+"/first" {
		t.Errorf("img_urls are %q", full.Images)
	}
	for name, entries := range full.Result {
		for _, e := range entries {
			if _, printed := firstTruth[name]; e.Image == nil || e.Value != nil && !printed {
				t.Errorf("%s is not on the picture it is said to be from", name)
			}
		}
	}

	task = s.await(mixed, "")
	if task.Status != "DONE" || task.Error != "" || len(task.Result) != 0 { // whose value is which cannot be told
		t.Errorf("pages of two people end with %s %s, %v", task.Status, task.Error, task.Result)
	}

	task = s.await(half, "")
	if task.Status != "ERROR" || !strings.HasPrefix(task.Error, "IMAGE_FETCH_ERROR: img_urls[0]: the server answered 404") || len(task.Result) != 0 {
		t.Errorf("half a report ended with %s %q", task.Status, task.Error)
	}
}
