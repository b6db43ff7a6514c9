package engine

import (
	"encoding/json"
	"errors"
	"time"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/fhir"
	"tijian/engine/jsontree"
	"tijian/engine/keywords"
	"tijian/engine/message"
	"tijian/engine/wire"
)

// A Question is a keyword request. Context "" is the lexicon's default, item ""
// an examination that is not known, namespace "" nobody's.
type Question struct {
	Text, Context, Item, Namespace string
	Full                           bool           // also answer every mention
	FHIR                           bool           // answer every mention as a FHIR bundle
	English                        bool           // as in Form
	Request                        *jsontree.Node // with the profile of the person, where one was sent; nil for none
	Now                            time.Time
	Ended                          <-chan struct{} // closed when nobody waits for the answer any more; nil for never
}

// ErrEnded is answered once nobody waits any more.
var ErrEnded = keywords.ErrEnded

// Findings answers a keyword request as JSON.
func (s *Snapshot) Findings(q Question) ([]byte, error) {
	s = s.For(q.Namespace)
	if q.FHIR {
		result, err := s.Lexicon.FullUntil(q.Ended, q.Text, q.Context, q.Item)
		if err != nil {
			return nil, s.unanswered(err)
		}
		return fhir.Findings(&result, q.Text, language(q.English)).JSON()
	}
	if q.Full {
		person, err := s.person(q.Request, q.Now)
		if err != nil {
			return nil, err
		}
		result, err := s.Lexicon.FullUntil(q.Ended, q.Text, q.Context, q.Item)
		if err != nil {
			return nil, s.unanswered(err)
		}
		answer := struct {
			keywords.Full
			Values  []Judged      `json:"values"`
			English *wire.English `json:"english,omitempty"`
		}{Full: result, Values: s.judge(q, person)}
		if q.English {
			answer.English = s.judgedInEnglish(answer.Values)
			for i := range result.Matches {
				if name, ok := dictionary.FindingInEnglish(result.Matches[i].Term); ok {
					answer.English.Findings[result.Matches[i].Term] = name
				}
			}
		}
		return json.Marshal(answer)
	}
	result, err := s.Lexicon.ExtractUntil(q.Ended, q.Text, q.Context, q.Item)
	if err != nil {
		return nil, s.unanswered(err)
	}
	return json.Marshal(struct {
		Certain  []string `json:"certain"`
		Possible []string `json:"possible"`
	}{result.Certain, result.Possible})
}

// unanswered is an error of the lexicon, for the client: it knows no other than an
// unknown context and that nobody waits.
func (s *Snapshot) unanswered(err error) error {
	if errors.Is(err, ErrEnded) {
		return err
	}
	return &wire.Error{Invalid: []assess.FieldError{{Path: "context", Reason: message.MustBeOneOf.With("known", s.Lexicon.Contexts())}}}
}
