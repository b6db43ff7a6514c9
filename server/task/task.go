// Package task is the life of a recognition task: stored before it is
// answered, worked by a queue, ended once, its end told to the client.
package task

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"tijian/ocr/result"
)

// Status is a task's state as the API names it.
type Status string

// The states of a task; they only move downwards in this list.
const (
	Created    Status = "CREATED"
	Processing Status = "PROCESSING"
	Done       Status = "DONE"
	Failed     Status = "ERROR"
)

// ErrNotFound means that no such task exists for this reader.
var ErrNotFound = errors.New("task not found")

// A Submission is what a client asks for. Its fields have been validated.
type Submission struct {
	Owner       string // user name of the token, "" without one
	ID          string // a UUID in its canonical lower-case form
	SubmittedID string // the same as the client wrote it; echoed
	ImageURL    string
	ImageURLs   []string // of further pictures of the same report; nil when the client sent none
	Layout      *string  // SINGLE, DOUBLE, TABLE or nil
	CallbackURL *string
	// KeepPerson keeps the sex and age that the pictures print as long as the task.
	KeepPerson bool
}

// A Task is a submission and what became of it.
type Task struct {
	Submission
	CreatedAt time.Time
	Status    Status
	Error     string          // "" or KIND: message
	Result    json.RawMessage // the full form (result.Full); nil unless Done
	Report    json.RawMessage // what it tells beside (merge.Report); nil unless Done, and of a task from before there was one
	Person    result.Person   // of a done task that was to keep it
}

// Service is what the HTTP side needs of tasks.
type Service interface {
	// Submit stores the task durably and queues it, or returns the existing
	// one unchanged where the API says so.
	Submit(ctx context.Context, s Submission) (Task, error)
	// Get looks among the owner's own tasks first, then (and for owner "")
	// among those posted without a token. It returns ErrNotFound.
	Get(ctx context.Context, owner, id string) (Task, error)
}
