package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"tijian/engine"
	"tijian/engine/intake"
	"tijian/engine/jsontree"
	"tijian/engine/problem"
)

func isHan(r rune) bool { return unicode.Is(unicode.Han, r) }

// chinese are the texts of an answer with a Chinese character, each with its path.
func chinese(n *jsontree.Node, path string) (list []string) {
	if strings.ContainsFunc(n.Text, isHan) {
		list = append(list, path+": "+n.Text)
	}
	for _, item := range n.Items {
		list = append(list, chinese(item, path+"[]")...)
	}
	for _, m := range n.Members {
		list = append(list, chinese(m.Value, path+"."+m.Key)...)
	}
	return list
}

// Who reads English is told nothing in Chinese that he did not send: each indicator far
// below and far above what is usual, for a man, a pregnant woman and a child.
func TestAnswersInEnglish(t *testing.T) {
	s := newest(t)
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	for name, profile := range map[string]string{
		"a man":   `"dob":"1950-05-01","gender":"male"`,
		"a woman": `"dob":"1992-05-01","gender":"female","is_pregnant":true,"gestational_weeks":30`,
		"a child": `"dob":"2019-05-01","gender":"male"`,
	} {
		for _, times := range []float64{0, 0.3, 3, 30} {
			t.Run(fmt.Sprint(name, times), func(t *testing.T) {
				var samples []string
				for _, i := range s.Dictionary.All() {
					usual := i.Usual.Low
					if times > 1 && i.Usual.High > 0 {
						usual = i.Usual.High
					}
					samples = append(samples, fmt.Sprintf(`{"name":%q,"value":%g,"unit":%q}`, i.Name, times*usual+min(times, 4)*0.1, ""))
				}
				body := `{"user_identifier":"u-1","namespace":"demo","datetime":"2026-11-20T08:30:00.000Z","profile":{` + profile + `},"health_background":{"has_diabetes":true,"is_taking_antihypertensive_therapy":true,"has_cvd":true,"smoke_daily_frequency":20,"has_hbp":true},"samples":[` + strings.Join(samples, ",") + `]}`
				answer, _, err := s.Assessment([]byte(body), 2000, engine.Form{FHIR: true, English: true}, now)
				if err != nil {
					t.Fatal(err)
				}
				told(t, answer)
			})
		}
	}
}

// told fails for each Chinese text of an answer.
func told(t *testing.T, answer []byte) {
	t.Helper()
	tree, err := jsontree.Parse(answer)
	if err != nil {
		t.Fatal(err)
	}
	list := chinese(tree, "")
	slices.Sort(list)
	for _, text := range slices.Compact(list) {
		t.Error(text)
	}
}

// The same of messages of HL7 that are answered, and of what texts say where what is found
// has an English name.
func TestMessagesAndFindingsInEnglish(t *testing.T) {
	s := newest(t)
	message := strings.Join([]string{
		`MSH|^~\&|LIS|X|TJ|TJ|20261120093000||ORU^R01|42|P|2.4||||||UNICODE UTF-8`, `PID|1||A-17||X||19500501|M`, `OBR|1|||X|||20261120083000`,
		`OBX|1|NM|2823-3^K^LN||7.1|mmol/L|||||F`, `OBX|2|NM|2093-3^CHOL^LN||9.1|mmol/L|||||F`, `OBX|3|NM|14771-0^GLU^LN||18.1|mmol/L|||||F`,
	}, "\r") + "\r"
	requests, _, wrong := intake.HL7([]byte(message), options(s))
	if wrong != nil {
		t.Fatal(wrong.In(problem.English))
	}
	answer, err := s.Assessed(requests[0].Body(problem.English), 100, examined)
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range []string{problem.English, problem.Chinese} {
		sent := string(intake.Assessed{Request: requests[0], Result: answer.Result, Rules: answer.Rules, Now: examined, ID: "1", Lang: lang}.Message())
		if han := strings.ContainsFunc(sent, isHan); han == (lang == problem.English) || !strings.Contains(sent, "RISK") {
			t.Errorf("%s: %s", lang, strings.ReplaceAll(sent, "\r", "\n"))
		}
	}
	found, err := s.Findings(engine.Question{Text: "甲状腺右叶结节，双侧乳腺轻度增生，重度脂肪肝，高血压Ⅱ级。", FHIR: true, English: true})
	if err != nil {
		t.Fatal(err)
	}
	tree, err := jsontree.Parse(found)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range tree.Get("entry").Items {
		c := e.Get("resource")
		for _, of := range []string{"code", "bodySite", "severity"} {
			if c.Get(of) == nil {
				continue
			}
			for _, text := range chinese(c.Get(of), of) {
				if !strings.Contains(text, "coding[].code:") {
					t.Error(text)
				}
			}
		}
	}
	full, err := s.Findings(engine.Question{Text: "高血压", Full: true, English: true})
	if err != nil || !strings.Contains(string(full), `"findings":{"高血压":"Hypertension"}`) {
		t.Errorf("%s, %v", full, err)
	}
}
