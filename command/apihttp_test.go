package command

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tijian/client"
	"tijian/internal/apihttp"
	"tijian/server/openapi/openapitest"
)

var variable = regexp.MustCompile(`\{\{([^}]+)\}\}`)

// Every request of docs/api.http is answered as it says there, and every
// operation of the contract is among them. The Go client gets the same answers.
func TestAPI(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "docs", "api.http"))
	if err != nil {
		t.Fatal(err)
	}
	share := httptest.NewServer(http.FileServer(http.Dir(filepath.Join("..", "testdata", "reports"))))
	defer share.Close()
	s := start(t, t.TempDir())
	file, err := apihttp.Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	variables := map[string]string{}
	for _, v := range file.Variables {
		variables[v.Name] = v.Value
	}
	for name, value := range map[string]string{"base": s.base, "pictures": share.URL, "username": testUser, "password": testPassword, "reload": testReloadToken} {
		if variables[name] == "" {
			t.Errorf("docs/api.http has no variable %s", name)
		}
		variables[name] = value
	}
	fill := func(text string) string {
		return variable.ReplaceAllStringFunc(text, func(v string) string {
			value, ok := variables[v[2:len(v)-2]]
			if !ok {
				t.Errorf("no variable %s", v)
			}
			return value
		})
	}
	var sent []string
	for _, b := range file.Requests {
		request, err := http.NewRequest(b.Method, fill(b.Address), strings.NewReader(fill(b.Body)))
		if err != nil {
			t.Fatalf("%s: %v", b.Title, err)
		}
		for _, h := range b.Headers {
			request.Header.Set(h.Name, fill(h.Value))
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || response.StatusCode != b.Status {
			t.Errorf("%s: %s, %v: %s", b.Title, response.Status, err, answer)
		}
		if b.Name != "" {
			var members map[string]any
			if err := json.Unmarshal(answer, &members); err != nil {
				t.Fatal(err)
			}
			for key, value := range members {
				if text, ok := value.(string); ok {
					variables[b.Name+".response.body."+key] = text
				}
			}
		}
		path, _, _ := strings.Cut(strings.TrimPrefix(b.Address, "{{base}}"), "?")
		sent = append(sent, b.Method+" "+strings.NewReplacer("{{task}}", "{task_id}", "{{system}}", "{id}", "{{batch.response.body.id}}", "{batch_id}", "/hl7/1001", "/hl7/{control_id}").Replace(path))
	}
	for path, item := range openapitest.Document(t).Paths.Map() {
		for method := range item.Operations() {
			if operation := method + " " + path; !slices.Contains(sent, operation) {
				t.Errorf("docs/api.http lacks %s", operation)
			}
		}
	}
	t.Run("client", func(t *testing.T) { asked(t, s.base, share.URL, variables["task"]) })
}

// asked has the Go client do everything once, with the task that is there.
func asked(t *testing.T, base, pictures, id string) {
	ctx := t.Context()
	c := client.New(base)
	if err := c.Login(ctx, testUser, testPassword); err != nil {
		t.Fatal(err)
	}
	answer, err := c.AssessFull(ctx, client.Request{
		UserIdentifier: "u", Namespace: "n", Datetime: "2026-11-20T08:30:00Z", Profile: client.Profile{Born: "1970-05-01", Gender: "male"},
		Samples: []client.Sample{{Name: "triglycerides", Unit: "mmol/L", Value: 1.9}, {Name: "height", Value: 170}, {Name: "weight", Value: 80}},
	})
	if err != nil || answer.Samples[0].Level != "H1" || answer.Samples[0].Value != 1.9 || answer.Derived["bmi"] == nil || answer.Ruleset.Version == "" {
		t.Errorf("%+v, %v", answer, err)
	}
	if f, err := c.KeywordsFull(ctx, client.Text{Text: "考虑脂肪肝"}); err != nil || !slices.Equal(f.Possible, []string{"脂肪肝"}) || f.Matches[0].Start != 2 {
		t.Errorf("%+v, %v", f, err)
	}
	if task, err := c.Submit(ctx, client.Submission{TaskID: id, ImageURL: pictures + "/single-clean-11.jpg", Layout: "SINGLE"}); err != nil || task.TaskID != id {
		t.Errorf("%+v, %v", task, err)
	}
	task, err := c.Wait(ctx, id)
	if err != nil || task.Status != client.Done || len(task.Values) == 0 {
		t.Fatalf("%+v, %v", task, err)
	}
	full, err := c.TaskFull(ctx, id)
	if err != nil || len(full.Entries) < len(task.Values) {
		t.Errorf("%+v, %v", full, err)
	}
	bundle, err := c.AssessFHIR(ctx, []byte(`{"resourceType":"Bundle","type":"collection","timestamp":"2026-11-20T08:30:00Z","entry":[{"resource":{"resourceType":"Patient","gender":"male","birthDate":"1970-05-01"}}]}`))
	if err != nil || !bytes.HasPrefix(bundle, []byte(`{"resourceType":"Bundle"`)) {
		t.Errorf("%s, %v", bundle, err)
	}
}
