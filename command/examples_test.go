package command

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tijian/server/openapi/openapitest"
)

// TestContractExamples asks what the contract gives as examples: a reader of
// the page must get the answers that it shows.
func TestContractExamples(t *testing.T) {
	s := start(t, t.TempDir())
	token := s.login()
	document := openapitest.Document(t)
	for _, path := range []string{"/api/samples", "/api/keywords"} {
		post := document.Paths.Value(path).Post
		request := post.RequestBody.Value.Content["application/json"].Example
		answer := post.Responses.Value("200").Value.Content["application/json"].Example
		body, err := json.Marshal(request)
		if err != nil {
			t.Fatal(err)
		}
		req, err := http.NewRequest("POST", s.base+path, bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Authorization", "JWT "+token)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		if got, want := normal(t, data), normal(t, marshal(t, answer)); got != want {
			t.Errorf("%s answers\n%s\nthe contract shows\n%s", path, got, want)
		}
	}
}

// TestCurlLines runs the line of each operation in a shell, against this
// service and with its users.
func TestCurlLines(t *testing.T) {
	s := start(t, t.TempDir())
	t.Setenv("TOKEN", s.login())
	t.Setenv("TIJIAN_RELOAD_TOKEN", testReloadToken)
	document := openapitest.Document(t)
	var lines []string
	for _, path := range document.Paths.InMatchingOrder() {
		for method, operation := range document.Paths.Value(path).Operations() {
			_, line, ok := strings.Cut(operation.Description, "```sh\n")
			if !ok {
				t.Errorf("%s %s has no line", method, path)
				continue
			}
			lines = append(lines, strings.TrimSuffix(line, "\n```"))
		}
	}
	slices.SortFunc(lines, func(a, b string) int { // a task is posted before it is asked for
		return cmp.Compare(strings.Index(b, " -d "), strings.Index(a, " -d "))
	})
	login := document.Paths.Value("/api/login").Post.RequestBody.Value.Content["application/json"].Example.(map[string]any)
	replace := strings.NewReplacer("http://127.0.0.1:8080", s.base, "curl -s ", "curl -sS --fail-with-body ",
		login["username"].(string), testUser, login["password"].(string), testPassword)
	// A file and a message are there to be asked for, under the ids that the contract shows.
	taken, err := exec.Command("sh", "-c", "printf 'x' | curl -sS --fail-with-body "+s.base+`/batch -H "Authorization: JWT $TOKEN" -H 'Content-Type: text/csv' --data-binary @-`).Output()
	if err != nil {
		t.Fatal(err)
	}
	var batch struct{ ID string }
	if err := json.Unmarshal(taken, &batch); err != nil {
		t.Fatal(err)
	}
	message := document.Paths.Value("/hl7").Post.RequestBody.Value.Content["application/hl7-v2"].Example.(string)
	send := exec.Command("sh", "-c", "curl -sS --fail-with-body "+s.base+`/hl7 -H "Authorization: JWT $TOKEN" -H 'Content-Type: application/hl7-v2' --data-binary @-`)
	send.Stdin = strings.NewReader(message)
	if out, err := send.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	example := document.Paths.Value("/batch/{batch_id}").Get.Parameters.GetByInAndName("path", "batch_id").Example.(string)
	for _, line := range lines {
		line = strings.ReplaceAll(line, example, batch.ID)
		if out, err := exec.Command("sh", "-c", replace.Replace(line)).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", line, err, out)
		}
	}
}

func marshal(t *testing.T, v any) []byte {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// normal writes JSON with sorted keys and without what changes with the clock.
func normal(t *testing.T, data []byte) string {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(fmt.Errorf("%w in %s", err, data))
	}
	delete(v, "created_at")
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		t.Fatal(err)
	}
	return daysAgo.ReplaceAllString(out.String(), "")
}

// daysAgo begins the tips of old results: an example's grows older every day.
var daysAgo = regexp.MustCompile(`[0-9]+天前的结果：`)
