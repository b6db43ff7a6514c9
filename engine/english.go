package engine

import (
	"tijian/engine/assess"
	"tijian/engine/wire"
)

// english begins the English names of an answer with those of the levels.
func (s *Snapshot) english() *wire.English {
	e := &wire.English{Indicators: map[string]string{}, Levels: map[string]string{}}
	for _, level := range s.Rules.Levels {
		if level.English != "" {
			e.Levels[level.ID] = level.English
		}
	}
	return e
}

func (s *Snapshot) assessedInEnglish(request *assess.Request, result *assess.Result) *wire.English {
	e := s.english()
	for i := range request.Samples {
		s.nameInEnglish(e, request.Samples[i].Name)
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
