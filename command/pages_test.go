package command

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/uuid"

	"tijian/engine"
	"tijian/server/store/storetest"
)

// TestPagesOfOneReport posts two pages: what one of them says is given, and
// nothing on which the two, which are two people's, differ.
func TestPagesOfOneReport(t *testing.T) {
	t.Parallel()
	first, firstTruth := report(t, "table-clean-13")
	second, secondTruth := report(t, "single-clean-11")
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
	storetest.Each(t, func(t *testing.T, dsn string) {
		c := settings(t.TempDir(), engine.Files{})
		c.Database = dsn
		s := run(t, c, slog.New(slog.DiscardHandler))
		whole, half := uuid.NewString(), uuid.NewString()
		s.call("POST", "/tasks/", "", map[string]any{"task_id": whole, "img_url": client.URL + "/first", "img_urls": []string{client.URL + "/second?sig=2"}}, 200, nil)
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
		apart, right, wrong, disputed := 0, 0, 0, 0
		for _, truth := range []struct{ own, other map[string]float64 }{{firstTruth, secondTruth}, {secondTruth, firstTruth}} {
			for name, value := range truth.own {
				if _, both := truth.other[name]; both {
					continue
				}
				apart++
				switch task.Result[name] {
				case value:
					right++
				case nil:
				default:
					wrong++
				}
			}
		}
		for name := range task.Result {
			if _, ok := firstTruth[name]; ok && secondTruth[name] != 0 {
				disputed++ // one of the two was not read
			}
		}
		if apart < 30 || right*10 < 9*apart || wrong > 1 || disputed > 1 {
			t.Errorf("of %d values on one page %d are right and %d wrong; %d given on which the pages differ", apart, right, wrong, disputed)
		}

		var full struct {
			Images []string `json:"img_urls"`
			Result map[string][]struct {
				Value *float64
				Image *int
			}
		}
		s.call("GET", "/tasks/"+whole+"?format=full", "", nil, 200, &full)
		if len(full.Images) != 1 || full.Images[0] != client.URL+"/second" {
			t.Errorf("img_urls are %q", full.Images)
		}
		for name, entries := range full.Result {
			for _, e := range entries {
				truth := firstTruth
				if e.Image != nil && *e.Image == 1 {
					truth = secondTruth
				}
				if _, printed := truth[name]; e.Image == nil || e.Value != nil && !printed {
					t.Errorf("%s is not on the picture it is said to be from", name)
				}
			}
		}

		task = s.await(half, "")
		if task.Status != "ERROR" || !strings.HasPrefix(task.Error, "IMAGE_FETCH_ERROR: img_urls[0]: the server answered 404") || len(task.Result) != 0 {
			t.Errorf("half a report ended with %s %q", task.Status, task.Error)
		}
	})
}
