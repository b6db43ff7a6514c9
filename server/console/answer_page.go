package console

import (
	"cmp"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"tijian/engine/ruleset"
	"tijian/server/audit"
	"tijian/server/cases"
	"tijian/server/console/answer"
	"tijian/server/console/casework"
)

// An answerPage is the answer of a case.
type answerPage struct {
	of *casework.File
	*answer.Answer
	First                *answer.Urgent
	ID, Person           string
	Name, Number         string
	State                cases.State
	Wanting, Suspect     int
	Pictures             int
	Doubts               []casework.Doubt
	Levels               []*ruleset.Level // whose codes the page explains
	SignedBy             string
	SignedAt, AssessedAt time.Time
	Institution          string
	Logo, Links          bool            // there is one; there can be some
	Given                bool            // it is shown by a link
	Words                []answer.Pair   // that are explained
	Visits               []casework.Line // others of the person
	Twin                 string          // who has its number and is somebody else
	Next                 nextCase        // where the next case waits
	From                 string          // the case that has the pictures
	Risk                 int             // the raised risk whose reasons are shown, from 1
	Open                 int             // the sample that is shown whole, from 1
	Whole                bool            // all are; of more, those that are fine are when they are opened
}

// answerOf is the answer of the case that the address names; nil where it has none
// yet, and the browser is led to where one comes from.
func (c *Console) answerOf(v *requestContext) (*answerPage, error) {
	w, err := c.own(v)
	if err != nil {
		return nil, err
	}
	switch {
	case w.State == cases.Reading:
		return nil, v.redirect("cases/" + w.ID)
	case w.Answers[v.lang] == nil:
		return nil, v.redirect("cases/" + w.ID + "/assess")
	}
	c.Audit.Add(v.Context(), v.entry(audit.AnswerRead, w.ID, ""))
	return c.answerPageOf(w, v.lang), nil
}

func (c *Console) answerPageOf(w *casework.File, lang string) *answerPage {
	a := w.Answers[lang]
	return &answerPage{of: w, From: cmp.Or(w.From, w.ID), Doubts: w.Doubts(lang), Suspect: w.Suspect, Answer: a, First: a.Urgent(), ID: w.ID, Person: w.Person, Name: w.Name, Number: w.Number, State: w.State, Wanting: w.Wanting,
		Pictures: w.Pictures, SignedBy: w.SignedBy, SignedAt: w.SignedAt, AssessedAt: w.AssessedAt, Institution: c.Institution, Levels: c.Live.Snapshot().Rules.Levels, Logo: c.Logo != nil, Links: len(c.Links) > 0}
}

// mostWhole is how many samples the doctor's page has with their reasons from the first.
const mostWhole = 100

// answered shows the doctor's page of an answer.
func (c *Console) answered(v *requestContext) error {
	p, err := c.answerOf(v)
	if p == nil {
		return err
	}
	p.Risk, _ = strconv.Atoi(v.URL.Query().Get("risk"))
	if v.isHTMX() && 0 < p.Risk && p.Risk <= len(p.Raised) {
		return v.partOf("answer", "one-risk", p.Raised[p.Risk-1])
	}
	if p.Open, _ = strconv.Atoi(v.URL.Query().Get("sample")); v.isHTMX() && p.Open > 0 {
		s := p.Sample(p.Open)
		if s == nil {
			return v.fail(http.StatusNotFound, "error.missing")
		}
		return v.partOf("answer", "one", s)
	}
	if p.Twin, err = c.twin(v, p.of); err != nil {
		return err
	}
	others, _, err := c.listed(v, cases.Filter{Person: p.Person, Most: mostWaiting + 1})
	if err != nil {
		return err
	}
	for _, one := range others {
		if one.ID != p.ID {
			p.Visits = append(p.Visits, one)
		}
	}
	p.Whole = p.FineCount+len(p.Notable) <= mostWhole
	return v.show(http.StatusOK, "answer", p)
}

// patient shows the page that the patient is given: what to do first, when and where,
// then what was found, without the codes and files of the rules.
func (c *Console) patient(v *requestContext) error {
	p, err := c.answerOf(v)
	if p == nil {
		return err
	}
	if p.Next, err = c.next(v, p.ID); err != nil {
		return err
	}
	return c.showPatient(v, p)
}

// A nextCase is where the oldest other case waits that is to be checked, or else signed, ""
// for none, and how many that were sent before it are still being read.
type nextCase struct {
	Path    string
	Earlier int
}

func (c *Console) next(v *requestContext, but string) (n nextCase, err error) {
	var sent time.Time
	for _, s := range []cases.State{cases.Check, cases.Sign, cases.Reading} {
		if s == cases.Sign && n.Path != "" {
			continue
		}
		list, _, err := c.listed(v, cases.Filter{State: s, Most: mostSent})
		if err != nil {
			return n, err
		}
		for _, one := range list {
			switch earlier := n.Path == "" || one.Created.Before(sent); {
			case one.ID == but || !earlier:
			case s == cases.Reading:
				n.Earlier++
			default:
				n.Path, sent = one.Path, one.Created
			}
		}
	}
	return n, nil
}

// exported gives the answer as a workbook.
func (c *Console) exported(v *requestContext) error {
	p, err := c.answerOf(v)
	if p == nil {
		return err
	}
	book, err := p.Workbook(v.lang, strings.TrimSpace(p.Name+" "+p.Number+" "+p.Person), p.Institution)
	if err != nil {
		return err
	}
	h := v.w.Header()
	h.Set("Content-Type", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": "tijian-" + p.Person + "-" + p.At + ".xlsx"}))
	_, _ = v.w.Write(book) // a client that left needs nothing
	return nil
}

func (c *Console) showPatient(v *requestContext, p *answerPage) error {
	p.Uncode(v.lang)
	p.Words = p.Glossary(v.lang)
	return v.show(http.StatusOK, "patient", p)
}
