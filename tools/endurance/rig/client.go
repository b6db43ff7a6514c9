package rig

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

// A Task as the API shows it.
type Task struct {
	ID       string   `json:"task_id"`
	Image    string   `json:"img_url"`
	Images   []string `json:"img_urls,omitempty"`
	Callback string   `json:"callback_url,omitempty"`
	Status   string   `json:"status,omitempty"`
	Error    string   `json:"error,omitempty"`
	Detail   string   `json:"detail,omitempty"`
}

// Ended reports whether nothing more will happen to it.
func (t Task) Ended() bool { return t.Status == "DONE" || t.Status == "ERROR" }

// client keeps as many connections as there are posters.
var client = &http.Client{Timeout: 60 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 64, Proxy: nil}}

// Post submits a task and returns the answer with its status code.
func Post(ctx context.Context, base string, t Task) (Task, int, error) {
	body, err := json.Marshal(t)
	if err != nil {
		return t, 0, err
	}
	return ask(ctx, "POST", base+"/tasks/", body)
}

// Get asks for a task.
func Get(ctx context.Context, base, id string) (Task, int, error) {
	return ask(ctx, "GET", base+"/tasks/"+id, nil)
}

func ask(ctx context.Context, method, url string, body []byte) (Task, int, error) {
	req, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return Task{}, 0, err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := client.Do(req)
	if err != nil {
		return Task{}, 0, err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		return Task{}, 0, err
	}
	var t Task
	if err := json.Unmarshal(data, &t); err != nil {
		return Task{}, resp.StatusCode, fmt.Errorf("%d %s: %w", resp.StatusCode, data, err)
	}
	return t, resp.StatusCode, nil
}

// Status is the code that a path answers, 0 when nobody does.
func Status(ctx context.Context, url string) int {
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return 0
	}
	resp, err := client.Do(req)
	if err != nil {
		return 0
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, resp.Body)
	return resp.StatusCode
}
