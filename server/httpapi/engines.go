package httpapi

import (
	"errors"
	"fmt"
	"net/http"
	"unicode/utf8"

	"github.com/gin-gonic/gin"
)

func (a *API) samples(c *gin.Context) {
	body, ok := a.body(c)
	if !ok {
		return
	}
	response, version, err := a.Assessor.Assess(body, full(c), a.Now())
	if err != nil {
		a.refused(c, err)
		return
	}
	c.Header("X-Ruleset-Version", version)
	a.send(c, response)
}

func (a *API) keywords(c *gin.Context) {
	body, ok := a.body(c)
	if !ok {
		return
	}
	s, err := a.summary(body)
	if err != nil {
		fail(c, http.StatusBadRequest, err.Error())
		return
	}
	response, err := a.Keywords.Extract(s.text, s.context, s.namespace, full(c))
	if err != nil {
		a.refused(c, err)
		return
	}
	a.send(c, response)
}

// A summary is a keyword request.
type summary struct{ text, context, namespace string }

// summary reads a keyword request. The error is the text to answer.
func (a *API) summary(body []byte) (s summary, err error) {
	tree, err := object(body)
	if err != nil {
		return s, err
	}
	f := fields{tree: tree}
	var ok bool
	s.text, ok = f.need("text")
	if n := utf8.RuneCountInString(s.text); ok && n > a.Limits.Text {
		f.fault("text", fmt.Sprintf("must have at most %d characters, not %d", a.Limits.Text, n))
	}
	if tree.Get("context") != nil {
		if s.context, ok = f.need("context"); ok && s.context == "" {
			f.fault("context", "must not be empty; leave it out for the default")
		}
	}
	// A namespace that is not a text is no fault: the contract gives it no type,
	// and no version is kept for it.
	if namespace := tree.Get("namespace"); namespace != nil {
		s.namespace = namespace.Text
	}
	if wrong := f.detail(); wrong != "" {
		return s, errors.New(wrong)
	}
	return s, nil
}
