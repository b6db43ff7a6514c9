package engine

import (
	"bytes"
	"sync"
	"time"

	"tijian/engine/assess"
	"tijian/engine/fhir"
	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/engine/wire"
)

// Results and trees are used again: one takes as much memory as its request.
var (
	results = sync.Pool{New: func() any { return new(assess.Result) }}
	trees   = sync.Pool{New: func() any { return new(jsontree.Memory) }}
)

// A Form is how an assessment is asked for and answered.
type Form struct {
	Full     bool // also derived values and traces
	FHIR     bool // answered as a FHIR bundle
	FromFHIR bool // asked as one
	English  bool // names for readers of English too, where FHIR and the full form have room for names
	// Assumed are paths of the request that nobody sent: whoever made it took them
	// for none. A FHIR bundle does not tell them.
	Assumed []string
	// Into is memory that the response may take; nil for none.
	Into []byte
}

// Assessment answers an assessment request given as JSON: the response's JSON
// and the version of the rules that made it. An error of the client's making
// has a method Detail() string.
func (s *Snapshot) Assessment(body []byte, maxSamples int, form Form, now time.Time) (response []byte, version string, err error) {
	memory := trees.Get().(*jsontree.Memory)
	defer func() {
		memory.Forget()
		trees.Put(memory)
	}()
	if form.FromFHIR {
		body = bytes.TrimPrefix(body, []byte("\ufeff")) // RFC 8259 leaves it to the reader
	}
	tree, err := parsed(body, memory)
	if err != nil {
		return nil, "", err
	}
	if form.FromFHIR {
		return s.For(fhir.NamespaceOf(tree)).ofFHIR(tree, maxSamples, form, now)
	}
	return s.assessment(tree, nil, maxSamples, form, now)
}

// ofFHIR answers what came as FHIR. A bundle of several persons is answered for each of
// them, in one bundle, where it is answered as FHIR: with an outcome in place of an
// answer for those of whom something is wrong.
func (s *Snapshot) ofFHIR(tree *jsontree.Node, maxSamples int, form Form, now time.Time) (response []byte, version string, err error) {
	lang := language(form.English)
	if !form.FHIR {
		read, err := fhir.Read(tree, s.Dictionary, now, lang)
		if err != nil {
			return nil, "", err
		}
		read.Tree.Set("issues", read.IssuesJSON())
		form.Assumed = read.Assumed
		response, version, err = s.assessment(read.Tree, read, maxSamples, form, now)
		return response, version, read.Where(err)
	}
	requests, errs := fhir.ReadEach(tree, s.Dictionary, now, lang)
	var answers [][]byte
	var faults []error
	for i, read := range requests {
		if err = errs[i]; err == nil {
			form.Assumed = read.Assumed
			var one []byte
			var by string
			if one, by, err = s.assessment(read.Tree, read, maxSamples, form, now); err == nil {
				answers, version = append(answers, one), by
				continue
			}
			err = read.Where(err)
		}
		faults = append(faults, err)
	}
	if len(answers) == 0 {
		return nil, "", fhir.OneFault(faults)
	}
	if len(requests) == 1 {
		return answers[0], version, nil
	}
	response, err = fhir.Joined(answers, faults, lang)
	return response, version, err
}

func (s *Snapshot) assessment(tree *jsontree.Node, read *fhir.Request, maxSamples int, form Form, now time.Time) (response []byte, version string, err error) {
	s, request, err := s.request(tree, maxSamples)
	if err != nil {
		return nil, "", err
	}
	whole := form.Full || form.FHIR // the urgent findings of a bundle come with the traces
	request.NoTrace, request.NoDerived, request.Answered = !whole, !whole, now
	result := results.Get().(*assess.Result)
	defer results.Put(result)
	if err := s.Assess.AssessInto(request, result); err != nil {
		return nil, "", wire.FromAssess(err)
	}
	if !form.FHIR {
		return wire.Encode(form.Into, tree, result, now, s.full(tree, request, result, form)), result.Version, nil
	}
	answered := fhir.Assessment{
		Tree: tree, Request: request, Result: result, Rules: s.Rules, Dictionary: s.Dictionary, Now: now, English: form.English, Read: read, Assumed: form.Assumed,
	}
	response, err = answered.Bundle().JSON()
	return response, result.Version, err
}

// full is what the full form adds; nil for another form.
func (s *Snapshot) full(tree *jsontree.Node, request *assess.Request, result *assess.Result, form Form) *wire.Full {
	if !form.Full {
		return nil
	}
	var full wire.Full
	if form.English {
		full.English = s.assessedInEnglish(request, result)
	}
	if !form.FromFHIR { // whose issues say what was not used
		full.Unused = wire.UnusedIn(tree, s.Rules.Arguments)
	}
	return &full
}

func language(english bool) string {
	if english {
		return problem.English
	}
	return problem.Chinese
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
	tree, err := parsed(body, new(jsontree.Memory))
	if err != nil {
		return nil, err
	}
	s, request, err := s.request(tree, maxSamples)
	if err != nil {
		return nil, err
	}
	request.Answered, request.Lines = now, true
	return s.answer(request)
}

// Levels is Assessed without traces, for those who tell levels and tips and no more.
func (s *Snapshot) Levels(tree *jsontree.Node, maxSamples int, now time.Time) (*Answer, error) {
	s, request, err := s.request(tree, maxSamples)
	if err != nil {
		return nil, err
	}
	request.Answered, request.NoTrace, request.NoDerived = now, true, true
	return s.answer(request)
}

func (s *Snapshot) answer(request *assess.Request) (*Answer, error) {
	result, err := s.Assess.Assess(request)
	if err != nil {
		return nil, wire.FromAssess(err)
	}
	return &Answer{result, request, s.Rules}, nil
}

func parsed(body []byte, memory *jsontree.Memory) (*jsontree.Node, error) {
	tree, err := memory.Parse(body)
	if err != nil {
		return nil, &wire.Error{Invalid: []assess.FieldError{{Reason: message.Of(err)}}}
	}
	return tree, nil
}

// request reads a request, and finds the snapshot that answers it.
func (s *Snapshot) request(tree *jsontree.Node, maxSamples int) (*Snapshot, *assess.Request, error) {
	if namespace := tree.Get("namespace"); namespace != nil {
		s = s.For(namespace.Text)
	}
	request, err := wire.Decode(tree, maxSamples, s.Rules.Arguments)
	return s, request, err
}

// english begins the English names of an answer with those of the levels.
func (s *Snapshot) english() *wire.English {
	e := &wire.English{Indicators: map[string]string{}, Levels: map[string]string{}, Risks: map[string]string{}, Findings: map[string]string{}}
	for _, level := range s.Rules.Levels {
		e.Levels[level.ID] = level.InEnglish()
	}
	return e
}

func (s *Snapshot) assessedInEnglish(request *assess.Request, result *assess.Result) *wire.English {
	e := s.english()
	for i := range request.Samples {
		s.nameInEnglish(e, request.Samples[i].Name)
		for _, risk := range result.Samples[i].Risks {
			e.Risks[risk.ID] = ruleset.RiskInEnglish(risk.ID)
		}
	}
	for id := range result.Derived {
		s.nameInEnglish(e, id)
	}
	return e
}

func (s *Snapshot) judgedInEnglish(list []Judged) *wire.English {
	e := s.english()
	for i := range list {
		s.nameInEnglish(e, list[i].Name)
	}
	return e
}

// nameInEnglish adds an indicator; nothing where the name is not one.
func (s *Snapshot) nameInEnglish(e *wire.English, name string) {
	if i, ok := s.Dictionary.Lookup(name); ok {
		e.Indicators[name] = i.InEnglish()
	}
}
