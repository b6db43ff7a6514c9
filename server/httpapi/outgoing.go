package httpapi

import (
	"net/http"
	"strconv"
	"sync"

	"github.com/gin-gonic/gin"

	"tijian/engine/fhir"
)

// mostOutgoing bounds the bytes of answers that one user is reading: who asks
// for large ones and reads slowly fills the memory.
const mostOutgoing = 64 << 20

// outgoing counts the bytes of answers being written, by user. It is safe for
// concurrent use.
type outgoing struct {
	mu    sync.Mutex
	bytes map[string]int
}

// begin counts an answer in; ok is false when the user has too many.
func (o *outgoing) begin(owner string, n int) (end func(), ok bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if now := o.bytes[owner]; now > 0 && now+n > mostOutgoing {
		return nil, false
	}
	o.bytes[owner] += n
	return func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.bytes[owner] -= n; o.bytes[owner] <= 0 {
			delete(o.bytes, owner)
		}
	}, true
}

// send writes an engine's answer, unless the user reads too many already.
func (a *API) send(c *gin.Context, body []byte, asFHIR bool) {
	end, ok := a.outgoing.begin(owner(c), len(body))
	if !ok {
		later(c, http.StatusTooManyRequests, 1, saidManyAnswers)
		return
	}
	defer end()
	kind := contentJSON
	if asFHIR {
		kind = fhir.MediaType
	}
	c.Header("Content-Length", strconv.Itoa(len(body)))
	inOnePiece(c.Request, len(body))
	c.Data(http.StatusOK, kind, body)
}
