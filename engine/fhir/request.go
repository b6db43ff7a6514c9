package fhir

import (
	"errors"
	"fmt"
	"strings"

	"tijian/engine/jsontree"
	"tijian/engine/wire"
)

// A Request is an assessment request that came as a Bundle.
type Request struct {
	Tree   *jsontree.Node // as the API takes it
	Issues []Issue        // what was not understood, and what was taken for granted
	// Assumed are the paths of fields that nobody sent and that are taken for none.
	Assumed []string

	patient sent
	sent    []sent // by sample
	lang    string
}

// IssuesJSON returns the issues as a member of the request, for answers that
// are no bundles.
func (q *Request) IssuesJSON() *jsontree.Node {
	return jsontree.List(q.Issues, func(issue Issue) *jsontree.Node {
		n := jsontree.NewObject("code", issue.Code, "text", issue.Details.Text)
		for _, at := range issue.Expression {
			n.Set("place", jsontree.NewString(at))
		}
		return n
	})
}

// Where returns an error of the request with the places of the bundle it came
// in.
func (q *Request) Where(err error) error {
	wrong, ok := errors.AsType[*wire.Error](err)
	if !ok {
		return err
	}
	moved := &wire.Error{Missing: wrong.Missing}
	for _, f := range wrong.Invalid {
		switch f.Path {
		case "profile.dob":
			f.Path = q.patient.at + ".birthDate"
		case "profile.gender":
			f.Path = q.patient.at + ".gender"
		}
		for i, sent := range q.sent {
			if rest, ok := strings.CutPrefix(f.Path, fmt.Sprintf("samples[%d]", i)); ok && (rest == "" || rest[0] == '.') {
				f.Path = sent.at
			}
		}
		moved.Invalid = append(moved.Invalid, f)
	}
	return moved
}
