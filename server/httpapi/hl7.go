package httpapi

import (
	"context"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"tijian/engine"
)

// contentHL7 is the media type of messages of HL7 v2.
const contentHL7 = "application/hl7-v2"

// A Gateway takes messages of HL7 v2 of a user. It answers with the acknowledgement
// once the message is stored; an error means that it is not.
type Gateway interface {
	Take(ctx context.Context, owner string, message []byte, lang string) (answer []byte, err error)
}

func (a *API) hl7(c *gin.Context) {
	message, ok := a.file(c, a.Limits.Body, a.costOf(engine.Form{}), contentHL7)
	if !ok {
		return
	}
	reply, err := a.Gateway.Take(c.Request.Context(), owner(c), message, languageOf(c))
	if err != nil {
		a.broken(c, err, false)
		return
	}
	c.Header("Content-Length", strconv.Itoa(len(reply)))
	c.Data(http.StatusOK, contentHL7, reply)
}
