package httpapi

import (
	"errors"
	"fmt"
	"net/http"
	"sync"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"tijian/engine"
	"tijian/engine/fhir"
)

func (a *API) samples(c *gin.Context) {
	form := engine.Form{Full: full(c), FHIR: wantsFHIR(c), FromFHIR: kindOf(c.Request) == fhir.MediaType, English: english(c)}
	body, ok := a.body(c, a.costOf(form), fhir.MediaType)
	if !ok {
		return
	}
	a.assess(c, body, form)
}

func (a *API) assess(c *gin.Context, body []byte, form engine.Form) {
	into := answers.Get().(*[]byte)
	form.Into = (*into)[:0]
	response, version, err := a.Assessor.Assess(body, form, a.Now())
	if err != nil {
		a.refused(c, err)
		return
	}
	c.Header("X-Ruleset-Version", version)
	a.send(c, response, form.FHIR)
	if *into = response; cap(response) <= mostKept {
		answers.Put(into)
	}
}

// answers is memory for answers, used again once they are sent.
var answers = sync.Pool{New: func() any { return new([]byte) }}

// mostKept is the largest that is worth keeping, in bytes.
const mostKept = 64 << 10

func (a *API) keywords(c *gin.Context) {
	q := engine.Question{Full: full(c), FHIR: wantsFHIR(c), English: english(c), Now: a.Now(), Ended: c.Request.Context().Done()}
	body, ok := a.body(c, func(n int) int64 { return q.Cost(n, a.Limits.Text) })
	if !ok {
		return
	}
	if err := a.question(body, &q); err != nil {
		fail(c, http.StatusBadRequest, err.Error())
		return
	}
	response, err := a.Keywords.Extract(q)
	if err != nil {
		a.refused(c, err)
		return
	}
	a.send(c, response, q.FHIR)
}

// question reads a keyword request. The error is the text to answer.
func (a *API) question(body []byte, q *engine.Question) error {
	tree, err := object(body)
	if err != nil {
		return err
	}
	f := fields{tree: tree}
	var ok bool
	q.Text, ok = f.need("text")
	if n := utf8.RuneCountInString(q.Text); ok && n > a.Limits.Text {
		f.fault("text", fmt.Sprintf("must have at most %d characters, not %d", a.Limits.Text, n))
	}
	if tree.Get("context") != nil {
		if q.Context, ok = f.need("context"); ok && q.Context == "" {
			f.fault("context", "must not be empty; leave it out for the default")
		}
	}
	if tree.Get("item") != nil {
		q.Item, ok = f.need("item")
		if n := utf8.RuneCountInString(q.Item); ok && n == 0 {
			f.fault("item", "must not be empty; leave it out if it is not known")
		} else if n > maxItem {
			f.fault("item", fmt.Sprintf("must have at most %d characters, not %d", maxItem, n))
		}
	}
	// A namespace that is not a text is no fault: the contract gives it no type,
	// and no version is kept for it.
	if namespace := tree.Get("namespace"); namespace != nil {
		q.Namespace = namespace.Text
	}
	q.Request = tree
	if wrong := f.detail(); wrong != "" {
		return errors.New(wrong)
	}
	return nil
}

// maxItem is how many characters the name of an examination may have.
const maxItem = 200
