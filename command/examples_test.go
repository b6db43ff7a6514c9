package command

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
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
	return out.String()
}
