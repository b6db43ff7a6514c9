package httpapi

import (
	"bufio"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tijian/engine"
)

// realEngines answer with the embedded rules and dictionaries.
type realEngines struct{ live *engine.Live }

func (e realEngines) Assess(body []byte, form engine.Form, now time.Time) ([]byte, string, error) {
	return e.live.Snapshot().Assessment(body, 50, form, now)
}

func (e realEngines) Extract(q engine.Question) ([]byte, error) {
	return e.live.Snapshot().Findings(q)
}

// FuzzContract sends whatever a client may send to the handler, with real
// engines behind it: each answer must be one that the contract has for its
// path, and none may be the service's fault. exchange compares the two.
func FuzzContract(f *testing.F) {
	live, problems := engine.Open(engine.Files{})
	if err := problems.Err(); err != nil {
		f.Fatal(err)
	}
	var minutes atomic.Int64 // every request has one of its own, or limits would soon refuse all
	b := newBench(f, func(o *Options) {
		o.Now = func() time.Time { return noon.Add(time.Duration(minutes.Add(1)) * time.Minute) }
		o.Assessor, o.Keywords = realEngines{live}, realEngines{live}
		o.Limits = Limits{Body: 20_000, Text: 1000, Samples: 1000}
		o.Logger = slog.New(slog.DiscardHandler)
	})
	token := b.as(f, "alice").Get("Authorization")
	for _, seed := range []struct{ method, target, authorization, kind, body string }{
		{"POST", "/api/login", "", contentJSON, `{"username":"alice","password":"pw of alice"}`},
		{"POST", "/api/samples?format=full", "alice", contentJSON, strings.Replace(sample, `"samples":[]`,
			`"samples":[{"name":"hba1c","unit":"%","value":6.6},{"name":"triglycerides","unit":"mmol/L","value":1.86}]`, 1)},
		{"POST", "/api/samples/", "alice", contentJSON, sample},
		{"POST", "/api/keywords?format=full", "alice", "application/json; charset=utf-8", `{"text":"肝囊肿 1.2cm×0.8cm可能，胆囊未见异常","context":"report","item":"腹部彩超"}`},
		{"POST", "/api/keywords", "JWT x", contentJSON, `{"text":""}`},
		{"POST", "/tasks/", "", contentJSON, `{"task_id":"` + newID + `","img_url":"https://h.example/","layout":"TABLE","callback_url":null}`},
		{"POST", "/tasks", "alice", contentJSON, `{"task_id":"` + newID + `","img_url":"https://h.example/","img_urls":["https://h.example/2","http://k.example/3"]}`},
		{"GET", "/tasks/" + pagesID + "?format=full", "", "", ""},
		{"GET", "/tasks/" + openID + "?format=full", "", "", ""},
		{"GET", "/tasks/" + aliceID, "alice", "", ""},
		{"POST", "/rules/reload", "Bearer x", "", ""},
		{"GET", "/readyz", "", "", ""},
		{"GET", "/openapi.json?lang=zh", "", "", ""},
		{"DELETE", "/healthz/", "", "", ""},
		{"HEAD", "/docs", "", "", ""},
		{"GET", "/%2e%2e/etc/passwd", "", "", ""},
	} {
		f.Add(seed.method, seed.target, seed.authorization, seed.kind, seed.body)
	}
	f.Fuzz(func(t *testing.T, method, target, authorization, kind, body string) {
		if strings.Contains(body, "broken") || strings.Contains(body, "brok") && strings.Contains(body, `\u`) {
			return // the fakes behind the handler are told to fail
		}
		_, err := http.ReadRequest(bufio.NewReader(strings.NewReader(method + " " + target + " HTTP/1.0\r\n\r\n")))
		if err != nil {
			return // net/http refuses it before the handler
		}
		header := http.Header{"Content-Type": {kind}}
		switch authorization {
		case "":
		case "alice":
			header.Set("Authorization", token)
		default:
			header.Set("Authorization", authorization)
		}
		if got := b.exchange(t, method, target, body, header).Code; got >= 500 && got != http.StatusServiceUnavailable {
			t.Errorf("status %d", got)
		}
	})
}
