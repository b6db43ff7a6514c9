// Package client asks a Tijian service: log in, have reports recognised and
// values assessed, find what a text says. It imports nothing but the standard
// library.
//
// A Client asks again where the service says that it cannot answer now: 503,
// and 429 with a Retry-After. Every call ends with its context.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A Client of one service. Its methods may be called by several goroutines.
type Client struct {
	base     string
	http     *http.Client
	tries    int
	language string
	sleep    func(context.Context, time.Duration) error
	wrong    error // in base, said by every call

	mu    sync.Mutex
	token string
}

// An Option changes a new client.
type Option func(*Client)

// WithHTTPClient has requests sent by another client than http.DefaultClient.
func WithHTTPClient(h *http.Client) Option { return func(c *Client) { c.http = h } }

// WithToken sends a token that was got before.
func WithToken(token string) Option { return func(c *Client) { c.token = token } }

// WithTries sets how often a request is sent while the service cannot answer;
// 4 without it.
func WithTries(n int) Option { return func(c *Client) { c.tries = max(1, n) } }

// WithEnglish asks for names in English: see
// [Assessment], [FullTask] and [Findings].
func WithEnglish() Option { return func(c *Client) { c.language = "en" } }

// New returns a client of the service at base, such as http://127.0.0.1:8080. Of
// another base every call says what is wrong with it.
func New(base string, options ...Option) *Client {
	c := &Client{base: strings.TrimSuffix(base, "/"), http: http.DefaultClient, tries: 4, sleep: sleep}
	c.wrong = checkBase(base)
	for _, o := range options {
		o(c)
	}
	return c
}

// checkBase says what is wrong with the address of a service, nil for nothing.
func checkBase(base string) error {
	u, err := url.Parse(base)
	switch {
	case !strings.HasPrefix(strings.ToLower(base), "http://") && !strings.HasPrefix(strings.ToLower(base), "https://"):
		return fmt.Errorf("tijian: the service's address %q must begin with http:// or https://, such as http://127.0.0.1:8080", base)
	case err != nil:
		return fmt.Errorf("tijian: the service's address is not one: %w", err)
	case u.Host == "":
		return fmt.Errorf("tijian: the service's address %q names no host", base)
	case u.RawQuery != "" || u.Fragment != "":
		return fmt.Errorf("tijian: the service's address %q must end with its path, without ? and #", base)
	}
	return nil
}

// An Error is an answer that refuses a request.
type Error struct {
	Status     int           // of HTTP
	Detail     string        // what the service says is wrong
	RequestID  string        // names the request in the service's log
	RetryAfter time.Duration // when to ask again; 0 when the service does not say
}

func (e *Error) Error() string {
	return fmt.Sprintf("tijian: %d %s: %s", e.Status, http.StatusText(e.Status), e.Detail)
}

// Login exchanges a user's name and password for a token, which later requests
// send.
func (c *Client) Login(ctx context.Context, username, password string) error {
	var answer struct{ Token string }
	if err := c.call(ctx, http.MethodPost, "/api/login", map[string]string{"username": username, "password": password}, &answer); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.token = answer.Token
	return nil
}

// Token returns the token in use, "" for none.
func (c *Client) Token() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.token
}

const asJSON = "application/json"

// call sends a body as JSON, nil for none, and decodes the answer into out.
func (c *Client) call(ctx context.Context, method, path string, body, out any) error {
	var sent []byte
	if body != nil {
		var err error
		if sent, err = json.Marshal(body); err != nil {
			return err
		}
	}
	answer, err := c.send(ctx, method, path, asJSON, asJSON, sent)
	if err != nil {
		return err
	}
	return json.Unmarshal(answer, out)
}

// send sends a request until it is answered.
func (c *Client) send(ctx context.Context, method, path, kind, accept string, body []byte) ([]byte, error) {
	if c.wrong != nil {
		return nil, c.wrong
	}
	for try := 1; ; try++ {
		answer, err := c.once(ctx, method, path, kind, accept, body)
		refused, ok := err.(*Error)
		if !ok || try == c.tries || refused.Status != http.StatusServiceUnavailable && (refused.Status != http.StatusTooManyRequests || refused.RetryAfter == 0) {
			return answer, err
		}
		wait := refused.RetryAfter
		if wait == 0 {
			wait = time.Second << (try - 1)
		}
		if err := c.sleep(ctx, wait); err != nil {
			return nil, err
		}
	}
}

func (c *Client) once(ctx context.Context, method, path, kind, accept string, body []byte) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, method, c.base+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if body != nil {
		request.Header.Set("Content-Type", kind)
	}
	request.Header.Set("Accept", accept)
	if c.language != "" {
		request.Header.Set("Accept-Language", c.language)
	}
	if token := c.Token(); token != "" {
		request.Header.Set("Authorization", "JWT "+token)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	if response.StatusCode == http.StatusOK {
		return answer, nil
	}
	refused := &Error{Status: response.StatusCode, RequestID: response.Header.Get("X-Request-ID"), RetryAfter: retryAfter(response.Header.Get("Retry-After"))}
	var said struct {
		Detail         string
		NonFieldErrors []string `json:"non_field_errors"`
	}
	if json.Unmarshal(answer, &said) == nil {
		refused.Detail = strings.Join(append(said.NonFieldErrors, said.Detail), " ")
	}
	refused.Detail = strings.TrimSpace(refused.Detail)
	return nil, refused
}

// retryAfter reads a header of seconds or of a date.
func retryAfter(header string) time.Duration {
	if seconds, err := strconv.Atoi(header); err == nil {
		return time.Duration(max(0, seconds)) * time.Second
	}
	if at, err := http.ParseTime(header); err == nil {
		return max(0, time.Until(at))
	}
	return 0
}

// sleep waits, no longer than ctx lasts.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func escaped(id string) string { return url.PathEscape(id) }
