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
	text, context, err := a.summary(body)
	if err != nil {
		fail(c, http.StatusBadRequest, err.Error())
		return
	}
	response, err := a.Keywords.Extract(text, context, full(c))
	if err != nil {
		a.refused(c, err)
		return
	}
	a.send(c, response)
}

// summary reads a keyword request. The error is the text to answer.
func (a *API) summary(body []byte) (text, context string, err error) {
	tree, err := object(body)
	if err != nil {
		return "", "", err
	}
	f := fields{tree: tree}
	text, ok := f.need("text")
	if n := utf8.RuneCountInString(text); ok && n > a.Limits.Text {
		f.fault("text", fmt.Sprintf("must have at most %d characters, not %d", a.Limits.Text, n))
	}
	if tree.Get("context") != nil {
		if context, ok = f.need("context"); ok && context == "" {
			f.fault("context", "must not be empty; leave it out for the default")
		}
	}
	if wrong := f.detail(); wrong != "" {
		return "", "", errors.New(wrong)
	}
	return text, context, nil
}
