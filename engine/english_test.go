package engine_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"testing"
	"time"

	"tijian/engine"
	"tijian/engine/wire"
)

// Only the full forms have room for English names; nothing else of an answer
// depends on the reader's language.
func TestEnglish(t *testing.T) {
	s := drafted(t)
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	const request = `{"user_identifier": "u", "namespace": "n", "datetime": "2026-03-01T08:00:00Z", "profile": {"dob": "1980-05-01", "gender": "male"},
		"health_background": {"has_diabetes": false, "is_taking_antihypertensive_therapy": false, "has_cvd": false, "smoke_daily_frequency": 0, "has_hbp": false},
		"samples": [{"name": "hemoglobin", "value": 125}, {"name": "no_such", "value": 1}, {"name": "weight", "value": 70}, {"name": "height", "value": 175}], "english": "sent"}`
	assess := func(form engine.Form) []byte {
		answer, _, err := s.Assessment([]byte(request), 100, form, now)
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}
	find := func(q engine.Question) []byte {
		q.Text, q.Now = "ALT 68 H", now
		answer, err := s.Findings(q)
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}
	for name, c := range map[string]struct {
		simple, simpleEnglish, full, fullEnglish []byte
		indicators                               map[string]string
		before                                   any // what the client sent under the same name
	}{
		"assessment": {assess(engine.Form{}), assess(engine.Form{English: true}), assess(engine.Form{Full: true}), assess(engine.Form{Full: true, English: true}),
			map[string]string{"hemoglobin": "Haemoglobin", "weight": "Body weight", "height": "Height", "bmi": "Body mass index"}, "sent"},
		"findings": {find(engine.Question{}), find(engine.Question{English: true}), find(engine.Question{Full: true}), find(engine.Question{Full: true, English: true}),
			map[string]string{"alt": "Alanine aminotransferase"}, nil},
	} {
		if !bytes.Equal(c.simple, c.simpleEnglish) {
			t.Errorf("%s: %s\nand in English %s", name, c.simple, c.simpleEnglish)
		}
		var chinese, english map[string]any
		var names struct{ English wire.English }
		for _, err := range []error{json.Unmarshal(c.full, &chinese), json.Unmarshal(c.fullEnglish, &english), json.Unmarshal(c.fullEnglish, &names)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		if !maps.Equal(names.English.Indicators, c.indicators) {
			t.Errorf("%s: indicators are %q, want %q", name, names.English.Indicators, c.indicators)
		}
		if len(names.English.Levels) != len(s.Rules.Levels) || names.English.Levels["H1"] == "" {
			t.Errorf("%s: %d levels of %d: %q", name, len(names.English.Levels), len(s.Rules.Levels), names.English.Levels)
		}
		if c.before != nil {
			english["english"] = c.before
		} else {
			delete(english, "english")
		}
		was, _ := json.Marshal(chinese)
		is, _ := json.Marshal(english)
		if !bytes.Equal(was, is) {
			t.Errorf("%s: besides the names, English differs:\n%s\n%s", name, was, is)
		}
	}
}
