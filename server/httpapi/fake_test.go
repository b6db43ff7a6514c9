package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/goleak"

	"tijian/dictionaries"
	"tijian/engine"
	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/fhir"
	"tijian/engine/message"
	"tijian/engine/ruleset"
	"tijian/engine/wire"
	"tijian/server/auth"
	"tijian/server/batch"
	"tijian/server/gateway"
	"tijian/server/openapi/openapitest"
	"tijian/server/task"
	"tijian/server/user"
)

// net/http keeps a connection that it refused open for half a second.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("net/http.(*conn).closeWriteAndWait"))
}

var noon = time.Date(2026, 3, 1, 12, 0, 0, 123456789, time.UTC)

const (
	secret   = "0123456789abcdef0123456789abcdef"
	openID   = "11111111-1111-4111-8111-111111111111" // posted without a token
	aliceID  = "22222222-2222-4222-8222-222222222222" // posted by alice
	sharedID = "33333333-3333-4333-8333-333333333333" // posted by both
	failedID = "44444444-4444-4444-8444-444444444444"
	pagesID  = "66666666-6666-4666-8666-666666666666" // of several pictures
	newID    = "0D6F7A3E-6C0B-5B1F-9F0E-3A1D2C4B5E6F"
)

var names = sync.OnceValue(func() *dictionary.Dictionary {
	d, _ := dictionary.Load(dictionaries.Active())
	return d
})

// refusal is an engine's error that is the client's fault.
type refusal string

func (r refusal) Error() string  { return string(r) }
func (r refusal) Detail() string { return string(r) }

// fakes stand in for everything behind the API. Their answers depend on the
// request, so that one table can provoke all of them.
type fakes struct {
	mu      sync.Mutex
	tasks   map[[2]string]task.Task
	users   map[string]*user.User
	ready   error
	left    error
	batches batches
}

// batches are files by user and id; the id of one that is not done begins with 0.
type batches map[[2]string]batch.Batch

func (f batches) Submit(_ context.Context, owner string, kind batch.Kind, data []byte) (batch.Batch, error) {
	switch string(data) {
	case "many":
		return batch.Batch{}, batch.ErrFull
	case "fault":
		return batch.Batch{}, errors.New("patient 张三")
	}
	return batch.Batch{ID: string(kind), CreatedAt: noon, Status: batch.Created}, nil
}

func (f batches) Get(_ context.Context, owner, id string) (batch.Batch, error) {
	b := batch.Batch{ID: id, CreatedAt: noon, Status: batch.Done, Total: 2, Done: 2, Faulty: 1}
	switch {
	case owner != "bob":
		return b, batch.ErrNotFound
	case id == "0":
		b.Status, b.Done = batch.Processing, 1
	}
	return b, nil
}

func (f batches) Parts(_ context.Context, id string, each func(answers, ledger []byte) error) error {
	for part := range 2 {
		if err := each(fmt.Appendf(nil, "{\"answer\":%d}\n", part), fmt.Appendf(nil, "{\"ledger\":%d}\n", part)); err != nil {
			return err
		}
		if id == "broken" {
			return errors.New("patient 张三")
		}
	}
	return nil
}

func (f batches) Rows(answer []byte) ([][]string, error) { return [][]string{{"a", "=1"}}, nil }

func (f *fakes) Submit(_ context.Context, s task.Submission) (task.Task, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if strings.Contains(s.ImageURL, "broken.example") {
		return task.Task{}, errors.New("database is gone: secret-host")
	}
	for part, err := range refusals {
		if strings.Contains(s.ImageURL, part) {
			return task.Task{}, err
		}
	}
	key := [2]string{s.Owner, s.ID}
	if have, ok := f.tasks[key]; ok {
		return have, nil
	}
	f.tasks[key] = task.Task{Submission: s, CreatedAt: noon, Status: task.Created}
	return f.tasks[key], nil
}

// refusals of tasks, by a part of their picture's address.
var refusals = map[string]error{
	"many.example": task.ErrClientFull, "full.example": task.ErrFull,
	"away.example": fmt.Errorf("insert: %w", &pgconn.PgError{Code: "57P01", Message: "terminating secret-host"}),
	"slow.example": context.DeadlineExceeded, "disk.example": &pgconn.PgError{Code: "53100"}, "copy.example": &pgconn.PgError{Code: "25006"},
}

func (f *fakes) Get(_ context.Context, owner, id string) (task.Task, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, o := range []string{owner, ""} {
		if t, ok := f.tasks[[2]string{o, id}]; ok {
			return t, nil
		}
	}
	return task.Task{}, task.ErrNotFound
}

func (f *fakes) Assess(body []byte, form engine.Form, now time.Time) ([]byte, string, error) {
	switch text := string(body); {
	case strings.Contains(text, "panic"):
		panic("patient 张三")
	case strings.Contains(text, "out of range"):
		var none []byte
		return none[len(text):], "", nil
	case strings.Contains(text, "fault"):
		return nil, "", errors.New("patient 张三")
	case strings.Contains(text, "fields"):
		return nil, "", &wire.Error{Missing: []string{"Patient"}, Invalid: []assess.FieldError{{Path: "samples[1]", Reason: message.NotATime}}}
	case strings.Contains(text, "refuse"):
		return nil, "", refusal("missing arguments: profile.dob, samples[0].value")
	}
	var request map[string]any
	if err := json.Unmarshal(body, &request); err != nil {
		return nil, "", refusal("malformed JSON: " + err.Error())
	}
	if form.FHIR {
		return bundle(form.English, form.FromFHIR), "2026.1", nil
	}
	request["created_at"] = timestamp(now)
	request["samples"] = []any{map[string]any{"name": "hba1c", "unit": "%", "value": 5.4, "tip": "t", "hint": "h",
		"color": 1, "level": "N0", "ideal": "<5.7 %", "risks": []any{map[string]any{"id": "t2dm", "flag": 1, "name": "2型糖尿病"}}}}
	if form.Full {
		request["ruleset"] = map[string]string{"version": "2026.1", "hash": "abc"}
		request["derived"] = map[string]float64{"bmi": 22.5}
		request["assumptions"] = []string{}
	}
	response, err := json.Marshal(request)
	return response, "2026.1", err
}

// bundle tells how it was asked for.
func bundle(english, fromFHIR bool) []byte {
	return fmt.Appendf(nil, `{"resourceType":"Bundle","type":"collection","entry":[],"english":%v,"fromFHIR":%v}`, english, fromFHIR)
}

func (f *fakes) Extract(q engine.Question) ([]byte, error) {
	switch {
	case q.Text == "panic":
		panic(errors.New("patient 张三"))
	case q.Context == "letter":
		return nil, refusal("context: must be report, disease or report/disease")
	case q.FHIR:
		return bundle(q.English, false), nil
	case q.Full:
		return []byte(`{"certain":["脂肪肝"],"possible":[],"matches":[{"term":"脂肪肝","text":"脂肪肝","start":0,"end":3,"status":"certain","cue":"","site":"肝","laterality":"","severity":"","measurement":"","icd10":"K76.0","section":"","segment":"","measurements":[],"number":"","grade":null,"trend":null,"reason":"","parents":[]}],"repaired":[],"unread":[]}`), nil
	}
	return []byte(`{"certain":["脂肪肝"],"possible":[]}`), nil
}

func (f *fakes) Take(_ context.Context, owner string, message []byte, _ string) ([]byte, error) {
	if strings.Contains(string(message), "fault") {
		return nil, errors.New("patient 张三")
	}
	return []byte("MSH|" + owner + "\rMSA|AA|1\r"), nil
}

func (f *fakes) Assessments(_ context.Context, owner, control, sender, _ string) ([]byte, error) {
	switch control {
	case "1":
		return []byte("MSH|" + owner + sender + "\r"), nil
	case "2":
		return nil, gateway.ErrManySenders
	}
	return nil, gateway.ErrNoMessage
}

func (f *fakes) Authenticate(_ context.Context, name, password string) (user.User, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch name {
	case "broken":
		return user.User{}, errors.New("database is gone: secret-host")
	case "busy":
		return user.User{}, user.ErrBusy
	}
	if u := f.users[name]; u != nil && !u.Disabled && password == "pw of "+name {
		return *u, nil
	}
	return user.User{}, user.ErrCredentials
}

func (f *fakes) Holder(_ context.Context, name, _ string) (user.User, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if name == "broken" {
		return user.User{}, errors.New("database is gone: secret-host")
	}
	if u := f.users[name]; u != nil {
		return *u, nil
	}
	return user.User{}, user.ErrUnknown
}

// bench is an API on fakes, with what it logged.
type bench struct {
	*API
	*fakes
	log    *bytes.Buffer
	tokens *auth.Tokens
}

func newBench(t testing.TB, change func(*Options)) *bench {
	t.Helper()
	tokens, err := auth.NewTokens([][]byte{[]byte(secret)}, auth.Lifetime, func() time.Time { return noon })
	if err != nil {
		t.Fatal(err)
	}
	str := func(s string) *string { return &s }
	recognised := json.RawMessage(`{"triglycerides":[` +
		`{"sim":1,"idx":0,"value":null,"idx_of_value":-1,"coords":[[1,2,3,4]],"name":"甘油三酯","unit":"","reference":"","flag":"","confidence":0},` +
		`{"sim":0.9,"idx":0,"value":1.86,"idx_of_value":1,"coords":[[1,2,3,4],[5,2,8,4]],"name":"甘油三脂","unit":"mmol/L","reference":"<1.7","flag":"H","confidence":0.9,"basis":{"interval":"outside","readers":"agree"}}],` +
		`"hba1c":[{"sim":1,"idx":0,"value":null,"idx_of_value":-1,"coords":[[1,2,3,4]],"name":"HbA1c","unit":"","reference":"","flag":"","confidence":0}]}`)
	stored := func(owner, id, url string, status task.Status, fault string, result json.RawMessage) task.Task {
		return task.Task{Submission: task.Submission{Owner: owner, ID: id, SubmittedID: id, ImageURL: url, Layout: str("TABLE")},
			CreatedAt: noon, Status: status, Error: fault, Result: result}
	}
	f := &fakes{
		batches: batches{},
		users: map[string]*user.User{
			"alice": {Name: "alice", Generation: 4},
			"bob":   {Name: "bob"},
			"carol": {Name: "carol", Disabled: true},
		},
		tasks: map[[2]string]task.Task{
			{"", openID}:        stored("", openID, "http://open.example/", task.Done, "", recognised),
			{"alice", aliceID}:  stored("alice", aliceID, "http://alice.example/", task.Processing, "", nil),
			{"", sharedID}:      stored("", sharedID, "http://open.example/", task.Created, "", nil),
			{"alice", sharedID}: stored("alice", sharedID, "http://alice.example/?sig=2", task.Created, "", nil),
			{"", failedID}: stored("", failedID, "http://open.example/?sig=1", task.Failed,
				"IMAGE_PIXEL_ERROR: resolution 42 PPI, must be greater than 60 PPI (layout TABLE)", nil),
		},
	}
	failed := f.tasks[[2]string{"", failedID}]
	failed.CallbackURL = str("http://open.example/done?sig=1#x")
	f.tasks[[2]string{"", failedID}] = failed
	pages := stored("", pagesID, "http://open.example/1?a", task.Done, "",
		json.RawMessage(strings.ReplaceAll(strings.ReplaceAll(string(recognised), `"confidence":0}`, `"confidence":0,"image":1}`), `"agree"}}`, `"agree"},"image":0}`)))
	pages.ImageURLs = []string{"http://open.example/2?b", "http://open.example/3"}
	f.tasks[[2]string{"", pagesID}] = pages
	var log bytes.Buffer
	options := Options{
		Tasks: f, Assessor: f, Keywords: f, Gateway: f, Batches: f.batches, Users: f, Tokens: tokens,
		Limits:   Limits{Body: 2000, Text: 10, Samples: 1000, Batch: 100},
		Logger:   slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Registry: prometheus.NewRegistry(),
		Ruleset:  func() (string, string) { return "2026.1", "abc123" },
		Names:    names,
		FHIR:     "https://lab.example.cn/fhir",
		Terms: func() fhir.Terms {
			return fhir.Terms{Rules: &ruleset.Set{Version: "2026.1"}, Dictionary: names(), Findings: []string{"脂肪肝"}}
		},
		Ready: []Check{{Name: "database", Check: func(context.Context) error { return f.ready }}, {Name: "rules", Check: func(context.Context) error { return nil }},
			{Name: "releases", Check: func(context.Context) error { return f.left }, Aside: true, Lacks: []string{"a witness"}}},
		Now: func() time.Time { return noon },
	}
	if change != nil {
		change(&options)
	}
	return &bench{New(options), f, &log, tokens}
}

// as returns the Authorization header of a user's fresh token.
func (b *bench) as(t testing.TB, name string) http.Header {
	t.Helper()
	generation := int64(0)
	if u := b.users[name]; u != nil {
		generation = u.Generation
	}
	token, err := b.tokens.Issue(name, generation)
	if err != nil {
		t.Fatal(err)
	}
	return http.Header{"Authorization": {"JWT " + token}}
}

// exchange sends one request and holds it and its response against the
// contract.
func (b *bench) exchange(t testing.TB, method, path, body string, header http.Header) *httptest.ResponseRecorder {
	t.Helper()
	request := httptest.NewRequest(method, path, strings.NewReader(body))
	if method == http.MethodGet || method == http.MethodHead {
		request.Body, request.ContentLength = http.NoBody, 0
	} else {
		request.Header.Set("Content-Type", "application/json")
	}
	for key, values := range header {
		if values == nil {
			request.Header.Del(key)
			continue
		}
		request.Header[key] = values
	}
	recorder := httptest.NewRecorder()
	b.ServeHTTP(recorder, request)
	response := recorder.Result()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if method != http.MethodHead { // the recorder keeps what net/http would leave away
		openapitest.Check(t, request, body, response, string(text))
	}
	return recorder
}
