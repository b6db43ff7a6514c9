package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"

	"tijian/engine"
	"tijian/engine/jsontree"
	"tijian/engine/ruleset"
	"tijian/engine/wire"
	"tijian/ocr/merge"
	"tijian/ocr/result"
	"tijian/server/fetch"
	"tijian/server/samples"
	"tijian/server/task"
)

func (a *API) postTask(c *gin.Context) {
	body, ok := a.body(c, engine.ParseCost)
	if !ok {
		return
	}
	if wait := a.postings.take(c, owner(c)); wait > 0 {
		later(c, http.StatusTooManyRequests, int(math.Ceil(wait.Seconds())), saidManyPosted)
		return
	}
	asker := c.Request.Context()
	if owner(c) != "" {
		asker = fetch.ForUser(asker)
	}
	submission, err := a.readSubmission(asker, body)
	if err != nil {
		fail(c, http.StatusBadRequest, err.Error())
		return
	}
	submission.Owner = owner(c)
	for range submission.ImageURLs {
		a.postings.take(c, submission.Owner) // each is as much work as a task of its own
	}
	t, err := a.Tasks.Submit(c.Request.Context(), submission)
	switch {
	case errors.Is(err, task.ErrClientFull):
		later(c, http.StatusTooManyRequests, 30, saidManyUnfinished)
	case errors.Is(err, task.ErrFull):
		later(c, http.StatusServiceUnavailable, 30, saidQueueFull)
	case err != nil:
		a.broken(c, err, true)
	default:
		a.answerTask(c, seen(t, submission))
	}
}

func (a *API) getTask(c *gin.Context) {
	id, err := parseID(c.Param("task_id"))
	if err != nil {
		noTask(c)
		return
	}
	t, err := a.Tasks.Get(c.Request.Context(), owner(c), id)
	switch {
	case errors.Is(err, task.ErrNotFound):
		noTask(c)
	case err != nil:
		a.broken(c, err, true)
	case c.Query("format") == "fhir":
		a.answerReport(c, seen(t, task.Submission{}))
	default:
		a.answerTask(c, seen(t, task.Submission{}))
	}
}

// seen is a task as its reader may see it. Whoever knows its id may read an
// open task, but the queries of its addresses are keys to what lies there: only
// who sends them sees them again.
func seen(t task.Task, sent task.Submission) task.Task {
	if t.Owner != "" {
		return t
	}
	if t.ImageURL != sent.ImageURL {
		t.ImageURL = fetch.WithoutQuery(t.ImageURL)
	}
	t.ImageURLs = slices.Clone(t.ImageURLs)
	for i, address := range t.ImageURLs {
		if i >= len(sent.ImageURLs) || address != sent.ImageURLs[i] {
			t.ImageURLs[i] = fetch.WithoutQuery(address)
		}
	}
	if t.CallbackURL != nil && (sent.CallbackURL == nil || *t.CallbackURL != *sent.CallbackURL) {
		address := fetch.WithoutQuery(*t.CallbackURL)
		t.CallbackURL = &address
	}
	return t
}

func noTask(c *gin.Context) { fail(c, http.StatusNotFound, saidNoTask) }

// taskObject is a task on the wire.
type taskObject struct {
	TaskID      string   `json:"task_id"`
	ImageURL    string   `json:"img_url"`
	ImageURLs   []string `json:"img_urls,omitzero"`
	Layout      *string  `json:"layout"`
	CallbackURL *string  `json:"callback_url"`
	Datetime    string   `json:"datetime"`
	Status      string   `json:"status"`
	Error       string   `json:"error"`
	Result      any      `json:"result"`

	// Of a task that is done, as merge.Report says: the full form has all, the simple
	// one the warnings.
	Warnings  []string          `json:"warnings,omitempty"`
	Sheets    []merge.Sheet     `json:"sheets,omitzero"`
	Texts     []merge.Text      `json:"texts,omitzero"`
	Unmatched []merge.Unmatched `json:"unmatched,omitzero"`

	English *wire.English    `json:"english,omitempty"`
	Samples []samples.Sample `json:"samples,omitzero"`
}

func (a *API) answerTask(c *gin.Context, t task.Task) {
	if wantsFHIR(c) {
		a.answerReport(c, t)
		return
	}
	object, err := a.taskObject(c, t)
	if err != nil {
		a.broken(c, fmt.Errorf("stored result of task %s: %w", t.ID, err), true)
		return
	}
	a.send(c, encoded(object), false)
	c.Abort()
}

// taskObject is a task in the form that is asked for.
func (a *API) taskObject(c *gin.Context, t task.Task) (object taskObject, err error) {
	forAssessment := c.Request.Method == http.MethodGet && c.Query("format") == "samples"
	whole := full(c) || forAssessment
	object = taskObject{
		TaskID:      t.SubmittedID,
		ImageURL:    t.ImageURL,
		ImageURLs:   t.ImageURLs,
		Layout:      t.Layout,
		CallbackURL: t.CallbackURL,
		Datetime:    timestamp(t.CreatedAt),
		Status:      string(t.Status),
		Error:       t.Error,
	}
	if object.Result, err = resultOf(t, whole); err == nil {
		err = object.report(t, whole)
	}
	if err == nil && forAssessment {
		object.Samples, err = a.samplesOf(t)
	}
	if err == nil && whole && english(c) {
		object.English, err = a.inEnglish(t)
	}
	return object, err
}

// report adds what a task that is done tells beside its result.
func (o *taskObject) report(t task.Task, whole bool) error {
	if t.Status != task.Done || len(t.Report) == 0 {
		return nil
	}
	var r merge.Report
	if err := json.Unmarshal(t.Report, &r); err != nil {
		return fmt.Errorf("its report: %w", err)
	}
	o.Warnings = r.Warnings
	if whole {
		o.Sheets, o.Texts, o.Unmatched = r.Sheets, r.Texts, r.Unmatched
	}
	return nil
}

// samplesOf are what a task that is done shows as an assessment takes it, none of
// others.
func (a *API) samplesOf(t task.Task) ([]samples.Sample, error) {
	if t.Status != task.Done || len(t.Result) == 0 {
		return []samples.Sample{}, nil
	}
	var stored merge.Full // one picture's entries have no image, which is the first
	if err := json.Unmarshal(t.Result, &stored); err != nil {
		return nil, err
	}
	return samples.Of(stored, a.Names()), nil
}

// inEnglish names the indicators of a task that is done, nil of others.
func (a *API) inEnglish(t task.Task) (*wire.English, error) {
	if t.Status != task.Done || len(t.Result) == 0 {
		return nil, nil
	}
	var found map[string]json.RawMessage
	if err := json.Unmarshal(t.Result, &found); err != nil {
		return nil, err
	}
	names := map[string]string{}
	for name := range found {
		if i, ok := a.Names().Lookup(name); ok {
			names[name] = i.InEnglish()
		}
	}
	return &wire.English{Indicators: names}, nil
}

// resultOf is the result in the form asked for, {} unless the task is done.
func resultOf(t task.Task, full bool) (any, error) {
	if t.Status != task.Done || len(t.Result) == 0 {
		return struct{}{}, nil
	}
	if full {
		return t.Result, nil
	}
	var stored result.Full
	if err := json.Unmarshal(t.Result, &stored); err != nil {
		return nil, err
	}
	return stored.Simple(), nil
}

// timestamp is ISO 8601 in UTC with microseconds and offset.
func timestamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000-07:00") }

// layouts are those that a client can name.
var layouts = slices.DeleteFunc(slices.Clone(ruleset.Layouts), func(l string) bool { return l == ruleset.LayoutDefault })

// readSubmission reads a task of somebody. The error is the text to answer.
func (a *API) readSubmission(asker context.Context, body []byte) (s task.Submission, err error) {
	tree, err := object(body)
	if err != nil {
		return s, err
	}
	f := fields{tree: tree}
	var ok bool
	if s.SubmittedID, ok = f.need("task_id"); ok {
		if s.ID, err = parseID(s.SubmittedID); err != nil {
			f.fault("task_id", err.Error())
		}
	}
	if s.ImageURL, ok = f.need("img_url"); ok {
		f.check("img_url", a.Address(asker, s.ImageURL))
	}
	s.ImageURLs = a.furtherPictures(asker, &f)
	if s.Layout = f.orNull("layout"); s.Layout != nil && !slices.Contains(layouts, *s.Layout) {
		last := len(layouts) - 1
		f.fault("layout", "must be "+strings.Join(layouts[:last], ", ")+" or "+layouts[last])
	}
	if s.CallbackURL = f.orNull("callback_url"); s.CallbackURL != nil {
		f.check("callback_url", a.Address(asker, *s.CallbackURL))
	}
	if wrong := f.detail(); wrong != "" {
		return s, errors.New(wrong)
	}
	return s, nil
}

// mostFurther is how many pictures a task may have beside img_url.
const mostFurther = 9

// furtherPictures reads img_urls, nil when it is absent or null.
func (a *API) furtherPictures(asker context.Context, f *fields) []string {
	const key = "img_urls"
	node := f.tree.Get(key)
	switch {
	case node == nil || node.Kind == jsontree.Null:
		return nil
	case node.Kind != jsontree.Array:
		f.fault(key, "must be an array, not "+node.Kind.String())
		return nil
	case len(node.Items) > mostFurther:
		f.fault(key, fmt.Sprintf("must have at most %d elements, not %d", mostFurther, len(node.Items)))
		return nil
	}
	addresses := make([]string, len(node.Items))
	for i, item := range node.Items {
		path := fmt.Sprintf("%s[%d]", key, i)
		var ok bool
		if addresses[i], ok = f.text(path, item); ok {
			f.check(path, a.Address(asker, addresses[i]))
		}
	}
	return addresses
}

// parseID returns the canonical form of a UUID written with or without its
// hyphens, in either case.
func parseID(text string) (string, error) {
	id, err := uuid.Parse(text)
	if err != nil || (len(text) != 36 && len(text) != 32) {
		return "", errors.New("must be a UUID")
	}
	return id.String(), nil
}

func (f *fields) check(key string, err error) {
	if err != nil {
		f.fault(key, err.Error())
	}
}
