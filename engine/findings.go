package engine

import (
	"encoding/json"

	"tijian/engine/assess"
	"tijian/engine/message"
	"tijian/engine/wire"
)

// A Question is a keyword request. Context "" is the lexicon's default, item ""
// an examination that is not known, namespace "" nobody's.
type Question struct {
	Text, Context, Item, Namespace string
	Full                           bool // also answer every mention
}

// Findings answers a keyword request as JSON.
func (s *Snapshot) Findings(q Question) ([]byte, error) {
	s = s.For(q.Namespace)
	if q.Full {
		result, err := s.Lexicon.Full(q.Text, q.Context, q.Item)
		if err != nil {
			return nil, s.unknownContext()
		}
		return json.Marshal(result)
	}
	result, err := s.Lexicon.ExtractItem(q.Text, q.Context, q.Item)
	if err != nil {
		return nil, s.unknownContext()
	}
	return json.Marshal(struct {
		Certain  []string `json:"certain"`
		Possible []string `json:"possible"`
	}{result.Certain, result.Possible})
}

func (s *Snapshot) unknownContext() error {
	return &wire.Error{Invalid: []assess.FieldError{{Path: "context", Reason: message.MustBeOneOf.With("known", s.Lexicon.Contexts())}}}
}
