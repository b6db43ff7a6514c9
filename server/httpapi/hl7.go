package httpapi

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"tijian/engine"
	"tijian/server/gateway"
)

// contentHL7 is the media type of messages of HL7 v2.
const contentHL7 = "application/hl7-v2"

// A Gateway takes messages of HL7 v2 of a user. It answers with the acknowledgement
// once the message is stored; an error means that it is not.
type Gateway interface {
	Take(ctx context.Context, owner string, message []byte, lang string) (answer []byte, err error)
	// Assessments are those of the message with a control id, of a sender where one is
	// named; gateway.ErrNoMessage and ErrManySenders say why there are none.
	Assessments(ctx context.Context, owner, control, sender, lang string) (messages []byte, err error)
}

func (a *API) hl7(c *gin.Context) {
	message, ok := a.file(c, a.Limits.Body, a.costOf(engine.Form{}), contentHL7)
	if !ok {
		return
	}
	reply, err := a.Gateway.Take(c.Request.Context(), owner(c), message, languageOf(c))
	a.answerHL7(c, reply, err)
}

// getHL7 answers with the assessments of a message.
func (a *API) getHL7(c *gin.Context) {
	reply, err := a.Gateway.Assessments(c.Request.Context(), owner(c), c.Param("control_id"), c.Query("sender"), languageOf(c))
	switch {
	case errors.Is(err, gateway.ErrNoMessage):
		fail(c, http.StatusNotFound, saidNoMessage)
	case errors.Is(err, gateway.ErrManySenders):
		fail(c, http.StatusConflict, saidManySenders)
	default:
		a.answerHL7(c, reply, err)
	}
}

func (a *API) answerHL7(c *gin.Context, reply []byte, err error) {
	if err != nil {
		a.broken(c, err, false)
		return
	}
	c.Header("Content-Length", strconv.Itoa(len(reply)))
	c.Data(http.StatusOK, contentHL7, reply)
}
