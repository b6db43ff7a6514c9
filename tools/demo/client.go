package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

// client speaks to the service as a consumer of its API would.
type client struct {
	base  string
	token string
}

// call sends body as JSON and reads the answer into answer. An answer other
// than 200 is an error that shows its body.
func (c *client) call(ctx context.Context, method, path string, body, answer any) error {
	var payload io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return err
		}
		payload = bytes.NewReader(data)
	}
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, payload)
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	if c.token != "" {
		req.Header.Set("Authorization", "JWT "+c.token)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s %s: %s: %s", method, path, resp.Status, data)
	}
	return json.Unmarshal(data, answer)
}

func (c *client) login(ctx context.Context, user, password string) error {
	var answer struct{ Token string }
	err := c.call(ctx, http.MethodPost, "/api/login", map[string]string{"username": user, "password": password}, &answer)
	c.token = answer.Token
	return err
}

// taskAnswer is a task as the API shows it, in the simple form.
type taskAnswer struct {
	Status string
	Error  string
	Result map[string]float64
}

// recognise posts the picture's address as a task and polls until it ends.
func (c *client) recognise(ctx context.Context, id, imageURL string) (map[string]float64, error) {
	var task taskAnswer
	body := map[string]string{"task_id": id, "img_url": imageURL}
	if err := c.call(ctx, http.MethodPost, "/tasks/", body, &task); err != nil {
		return nil, err
	}
	for task.Status != "DONE" {
		if task.Status == "ERROR" {
			return nil, fmt.Errorf("the task ended with %s", task.Error)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
		if err := c.call(ctx, http.MethodGet, "/tasks/"+id, nil, &task); err != nil {
			return nil, err
		}
	}
	return task.Result, nil
}

type sample struct {
	Name  string  `json:"name"`
	Unit  string  `json:"unit"`
	Value float64 `json:"value"`
}

// assessedSample is a sample of the answer to /api/samples.
type assessedSample struct {
	sample
	Tip, Hint, Level, Ideal string
	Color                   int
	Risks                   []struct {
		ID, Name string
		Flag     int
	}
}

type assessment struct{ Samples []assessedSample }

type findings struct{ Certain, Possible []string }
