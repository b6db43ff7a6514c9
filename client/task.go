package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// The states of tasks.
const (
	Created    = "CREATED"
	Processing = "PROCESSING"
	Done       = "DONE"
	Failed     = "ERROR"
)

// A Submission asks for a report to be recognised. TaskID is a UUID of the
// client's choice; posting it again is no second task.
type Submission struct {
	TaskID      string   `json:"task_id"`
	ImageURL    string   `json:"img_url"`
	ImageURLs   []string `json:"img_urls,omitempty"`     // further pictures of the same report
	Layout      string   `json:"layout,omitempty"`       // SINGLE, DOUBLE, TABLE; "" to have it found
	CallbackURL string   `json:"callback_url,omitempty"` // called when the task has ended
}

// A Task is a submission and what became of it.
type Task struct {
	TaskID   string             `json:"task_id"`
	Datetime string             `json:"datetime"`
	Status   string             `json:"status"`
	Error    string             `json:"error"`    // of a failed task, with its kind first
	Warnings []string           `json:"warnings"` // what was left out and why, each with its kind first
	Values   map[string]float64 `json:"result"`   // in standard units, by indicator
}

// Ended reports whether the task is done or has failed.
func (t *Task) Ended() bool { return t.Status == Done || t.Status == Failed }

// A FullTask is a task with every line that matched an indicator.
type FullTask struct {
	TaskID  string             `json:"task_id"`
	Status  string             `json:"status"`
	Error   string             `json:"error"`
	Entries map[string][]Entry `json:"result"`
	English *English           `json:"english"` // with [WithEnglish] only

	Warnings  []string    `json:"warnings"` // what was left out and why, each with its kind first
	Sheets    []Sheet     `json:"sheets"`
	Texts     []Passage   `json:"texts"`
	Unmatched []Unmatched `json:"unmatched"`
}

// A Sheet is a sheet of paper with the values that it gives by itself, in standard
// units.
type Sheet struct {
	Image  int                `json:"image"` // 0 is img_url, 1 the first of img_urls
	Page   int                `json:"page"`  // of a file with several, from 1
	Sex    string             `json:"sex"`   // male or female, as printed; "" when not read surely
	Age    *int               `json:"age"`
	Date   string             `json:"date"` // YYYY-MM-DD, of the examination
	Values map[string]float64 `json:"values"`
}

// A Passage is prose of a sheet, such as the summary; Text is what Keywords takes.
type Passage struct {
	Sheet int    `json:"sheet"` // place in Sheets
	Title string `json:"title"`
	Text  string `json:"text"`
}

// An Unmatched is a row of a sheet that is none of the indicators, as read.
type Unmatched struct {
	Sheet     int      `json:"sheet"` // place in Sheets
	Name      string   `json:"name"`
	Value     string   `json:"value"`
	Unit      string   `json:"unit"`
	Reference string   `json:"reference"`
	Flag      string   `json:"flag"`     // H, L, A or "", as marked
	Specimen  string   `json:"specimen"` // what the page says of it; "" for nothing
	Coords    [][4]int `json:"coords"`
}

// An Entry is one line of a report.
type Entry struct {
	Value      *float64        `json:"value"` // in the standard unit; nil when it was not read surely
	Confidence float64         `json:"confidence"`
	Name       string          `json:"name"`       // as read
	Unit       string          `json:"unit"`       // as printed
	Reference  string          `json:"reference"`  // as printed
	Flag       string          `json:"flag"`       // H, L, A or ""
	Comparator string          `json:"comparator"` // before the value, which is then only a limit: <, <=, >, >= or ""
	UnitTaken  string          `json:"unit_taken"` // that value and reference are printed in, where it is not Unit
	Specimen   string          `json:"specimen"`   // what the page says of it; "" for nothing
	Similarity float64         `json:"sim"`
	Idx        int             `json:"idx"`          // of the name in Coords
	IdxOfValue int             `json:"idx_of_value"` // of the value in Coords; -1 without one
	Coords     [][4]int        `json:"coords"`
	Image      int             `json:"image"`
	Page       int             `json:"page"`  // of a file with several, from 1
	Sheet      int             `json:"sheet"` // place in [FullTask].Sheets
	Basis      json.RawMessage `json:"basis"`
}

// Submit posts a task.
func (c *Client) Submit(ctx context.Context, s Submission) (*Task, error) {
	var t Task
	return &t, c.call(ctx, http.MethodPost, "/tasks/", s, &t)
}

// Task asks for a task.
func (c *Client) Task(ctx context.Context, id string) (*Task, error) {
	var t Task
	return &t, c.call(ctx, http.MethodGet, "/tasks/"+escaped(id), nil, &t)
}

// TaskFull is Task with every line that matched an indicator.
func (c *Client) TaskFull(ctx context.Context, id string) (*FullTask, error) {
	var t FullTask
	return &t, c.call(ctx, http.MethodGet, "/tasks/"+escaped(id)+"?format=full", nil, &t)
}

// TaskSamples returns what a report shows as [Request].Samples: of each indicator
// the best value, in the unit as printed with its printed range, and with the
// comparison before it. Converting [Task].Values by hand loses both, and <0.5 of a
// report is not 0.5. It is an error to ask before the task is done.
func (c *Client) TaskSamples(ctx context.Context, id string) ([]Sample, error) {
	var t struct {
		Status  string    `json:"status"`
		Error   string    `json:"error"`
		Samples *[]Sample `json:"samples"`
	}
	if err := c.call(ctx, http.MethodGet, "/tasks/"+escaped(id)+"?format=samples", nil, &t); err != nil {
		return nil, err
	}
	switch {
	case t.Status == Failed:
		return nil, fmt.Errorf("tijian: the report was not recognised: %s", t.Error)
	case t.Status != Done:
		return nil, fmt.Errorf("tijian: the task is %s; wait until it has ended", t.Status)
	case t.Samples == nil:
		return nil, errors.New("tijian: the service is too old to give samples")
	}
	return *t.Samples, nil
}

// Wait asks for a task until it has ended or ctx does: every two seconds, after
// a minute every ten.
func (c *Client) Wait(ctx context.Context, id string) (*Task, error) {
	const (
		often, seldom = 2 * time.Second, 10 * time.Second
		soon          = int(time.Minute / often)
	)
	for asked := 0; ; asked++ {
		t, err := c.Task(ctx, id)
		if err != nil || t.Ended() {
			return t, err
		}
		pause := often
		if asked >= soon {
			pause = seldom
		}
		if err := c.sleep(ctx, pause); err != nil {
			return t, err
		}
	}
}
