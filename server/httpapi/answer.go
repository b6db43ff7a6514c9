package httpapi

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/gin-gonic/gin"

	"tijian/engine/fhir"
)

const contentJSON = "application/json"

// answer writes v as JSON, as a resource for who reads FHIR, and ends the request.
func answer(c *gin.Context, status int, v any) {
	body, kind := encoded(v), contentJSON
	if wantsFHIR(c) {
		body, kind = encoded(asFHIR(status, body)), fhir.MediaType
	}
	c.Header("Content-Length", strconv.Itoa(len(body))) // drain sends it in one piece
	c.Data(status, kind, body)
	c.Abort()
}

func encoded(v any) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		panic(err) // a value of ours that is no JSON; recovered to a 500
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

func full(c *gin.Context) bool { return c.Query("format") == "full" }
