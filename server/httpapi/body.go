package httpapi

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"tijian/engine/jsontree"
)

// A cost is the memory that working a body of so many bytes takes.
type cost func(bytes int) int64

// body returns the request's body when it is JSON by its header, or of one of
// the other kinds, not too large, and there is room for it and for what working it
// will cost; otherwise it has answered.
func (a *API) body(c *gin.Context, cost cost, others ...string) (data []byte, ok bool) {
	if reason := unsupported(c.Request, others); reason != "" {
		fail(c, http.StatusUnsupportedMediaType, reason)
		return nil, false
	}
	return a.read(c, a.Limits.Body, cost)
}

// file returns a body of one of some kinds that are no JSON, in whatever characters.
func (a *API) file(c *gin.Context, limit int64, cost cost, kinds ...string) (data []byte, ok bool) {
	if coding := c.GetHeader("Content-Encoding"); coding != "" && !strings.EqualFold(coding, "identity") {
		fail(c, http.StatusUnsupportedMediaType, saidCompressed)
		return nil, false
	}
	if !slices.Contains(kinds, kindOf(c.Request)) {
		fail(c, http.StatusUnsupportedMediaType, "Content-Type: must be "+strings.Join(kinds, " or "))
		return nil, false
	}
	return a.read(c, limit, cost)
}

// read returns a body that is not too large.
func (a *API) read(c *gin.Context, limit int64, cost cost) (data []byte, ok bool) {
	if c.Request.ContentLength > limit {
		tooLarge(c, limit)
		return nil, false
	}
	visit, ctx := a.visit(c), c.Request.Context()
	if !a.admitted(c, visit.Body(ctx, announced(c.Request, limit))) {
		return nil, false
	}
	var b bytes.Buffer
	if claimed := c.Request.ContentLength; claimed > 0 {
		// The length is a claim: memory for more than this comes with the bytes.
		b.Grow(int(min(claimed, 64<<10)) + bytes.MinRead)
	}
	_, err := b.ReadFrom(http.MaxBytesReader(nil, c.Request.Body, limit))
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		tooLarge(c, limit)
		return nil, false
	}
	if err != nil {
		fail(c, http.StatusBadRequest, saidBodyCut)
		return nil, false
	}
	visit.Read(int64(b.Len()))
	if !a.admitted(c, visit.Work(ctx, cost(b.Len()))) {
		return nil, false
	}
	return b.Bytes(), true
}

// announced is how many bytes a body may have: what its header says, the most
// allowed where it says nothing.
func announced(r *http.Request, limit int64) int64 {
	if r.ContentLength >= 0 {
		return r.ContentLength
	}
	return limit
}

func tooLarge(c *gin.Context, limit int64) {
	fail(c, http.StatusRequestEntityTooLarge, fmt.Sprintf(saidBodyLarge, limit))
}

// unsupported says why the header announces something other than plain JSON
// and the other kinds, or "". A request without body and Content-Type passes: it
// fails as JSON.
func unsupported(r *http.Request, others []string) string {
	if coding := r.Header.Get("Content-Encoding"); coding != "" && !strings.EqualFold(coding, "identity") {
		return saidCompressed
	}
	kind := r.Header.Get("Content-Type")
	if kind == "" && r.ContentLength == 0 {
		return ""
	}
	kind, parameters, err := mime.ParseMediaType(kind)
	if kinds := append([]string{contentJSON}, others...); err != nil || !slices.Contains(kinds, kind) {
		return "Content-Type: must be " + strings.Join(kinds, " or ")
	}
	if charset, given := parameters["charset"]; given && !strings.EqualFold(charset, "utf-8") {
		return "Content-Type: charset must be utf-8"
	}
	return ""
}

// object parses a body that must be a JSON object.
func object(body []byte) (*jsontree.Node, error) {
	tree, err := jsontree.Parse(body)
	if err != nil {
		return nil, err
	}
	if tree.Kind != jsontree.Object {
		return nil, fmt.Errorf("body: must be an object, not %s", tree.Kind)
	}
	return tree, nil
}

// fields reads the members of a body and collects what is wrong with them.
type fields struct {
	tree    *jsontree.Node
	missing []string
	invalid []string
}

// need returns the text of a required string. ok is false when it is missing
// or no string, which is noted.
func (f *fields) need(key string) (text string, ok bool) {
	node := f.tree.Get(key)
	if node == nil {
		f.missing = append(f.missing, key)
		return "", false
	}
	return f.text(key, node)
}

func (f *fields) text(key string, node *jsontree.Node) (text string, ok bool) {
	if node.Kind != jsontree.String {
		f.fault(key, "must be a string, not "+node.Kind.String())
		return "", false
	}
	return node.Text, true
}

// orNull returns the text of an optional string, nil when it is absent or
// null.
func (f *fields) orNull(key string) *string {
	node := f.tree.Get(key)
	if node == nil || node.Kind == jsontree.Null {
		return nil
	}
	if text, ok := f.text(key, node); ok {
		return &text
	}
	return nil
}

func (f *fields) fault(key, reason string) { f.invalid = append(f.invalid, key+": "+reason) }

// detail is the answer when something is wrong, else "".
func (f *fields) detail() string {
	var parts []string
	if len(f.missing) > 0 {
		parts = append(parts, "missing arguments: "+strings.Join(f.missing, ", "))
	}
	return strings.Join(append(parts, f.invalid...), "; ")
}

// maxDrain is how much of an unread body is read and thrown away.
const maxDrain = 8 << 20

// drain answers a refusal at once, whether or not the client has sent the body,
// and then reads what is left of it, within reason: a client that is still
// sending when the connection closes would see a reset, not the answer. One
// that waits for leave to send (Expect) does not send at all.
func (a *API) drain(c *gin.Context) {
	if c.Request.Body == nil || c.Request.Body == http.NoBody {
		c.Next()
		return
	}
	body := &tracked{ReadCloser: c.Request.Body}
	c.Request.Body = body
	control := http.NewResponseController(c.Writer)
	_ = control.EnableFullDuplex() // else net/http reads the body before it answers
	c.Next()
	if body.ended || c.Request.Header.Get("Expect") != "" {
		return
	}
	c.Writer.WriteHeaderNow()
	if control.Flush() == nil {
		_, _ = io.CopyN(io.Discard, body, maxDrain)
	}
}

// tracked knows when a body has been read to its end.
type tracked struct {
	io.ReadCloser
	ended bool
}

// Read notes the end.
func (t *tracked) Read(p []byte) (int, error) {
	n, err := t.ReadCloser.Read(p)
	t.ended = t.ended || err != nil
	return n, err
}
