package engine

import (
	"sync"
	"time"

	"tijian/engine/assess"
	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/ruleset"
	"tijian/engine/wire"
)

// results are used again: one takes as much memory as its request.
var results = sync.Pool{New: func() any { return new(assess.Result) }}

// Assessment answers an assessment request given as JSON: the response's JSON
// and the version of the rules that made it. full adds derived values and
// traces. An error of the client's making has a method Detail() string.
func (s *Snapshot) Assessment(body []byte, maxSamples int, full bool, now time.Time) (response []byte, version string, err error) {
	s, tree, request, err := s.request(body, maxSamples)
	if err != nil {
		return nil, "", err
	}
	request.NoTrace, request.NoDerived, request.Answered = !full, !full, now
	result := results.Get().(*assess.Result)
	defer results.Put(result)
	if err := s.Assess.AssessInto(request, result); err != nil {
		return nil, "", wire.FromAssess(err)
	}
	return wire.Encode(tree, result, now, full), result.Version, nil
}

// An Answer is an assessment for those who show it.
type Answer struct {
	*assess.Result
	Request *assess.Request
	Rules   *ruleset.Set // that answered
}

// Assessed answers the same requests as Assessment, in full, with the rules
// behind the answer instead of JSON. Its errors are the same.
func (s *Snapshot) Assessed(body []byte, maxSamples int, now time.Time) (*Answer, error) {
	s, _, request, err := s.request(body, maxSamples)
	if err != nil {
		return nil, err
	}
	request.Answered, request.Lines = now, true
	result, err := s.Assess.Assess(request)
	if err != nil {
		return nil, wire.FromAssess(err)
	}
	return &Answer{result, request, s.Rules}, nil
}

// request reads a request, and finds the snapshot that answers it.
func (s *Snapshot) request(body []byte, maxSamples int) (*Snapshot, *jsontree.Node, *assess.Request, error) {
	tree, err := jsontree.Parse(body)
	if err != nil {
		return nil, nil, nil, &wire.Error{Invalid: []assess.FieldError{{Reason: message.Plain(err.Error())}}}
	}
	if namespace := tree.Get("namespace"); namespace != nil {
		s = s.For(namespace.Text)
	}
	request, err := wire.Decode(tree, maxSamples, s.Rules.Arguments)
	return s, tree, request, err
}
