package httpapi

import (
	"fmt"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"
	"golang.org/x/text/language"

	"tijian/engine/fhir"
	"tijian/server/task"
)

// kindOf is the media type that a request's body has by its header, "" for none.
func kindOf(r *http.Request) string {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return kind
}

// wantsFHIR reports whether the client asked for FHIR, and for nothing that we
// have more than for it. Who accepts anything gets plain JSON.
func wantsFHIR(c *gin.Context) bool {
	if belowBase(c.Request.URL.Path) {
		return true
	}
	if fhirs, known := formats[c.Query("_format")]; known {
		return fhirs
	}
	weights := map[string]float64{}
	for _, header := range c.Request.Header.Values("Accept") {
		for kind := range strings.SplitSeq(header, ",") {
			name, parameters, err := mime.ParseMediaType(kind)
			if err != nil {
				continue
			}
			weight := 1.0
			if q, given := parameters["q"]; given {
				weight, _ = strconv.ParseFloat(q, 64)
			}
			weights[name] = max(weights[name], weight)
		}
	}
	return weights[fhir.MediaType] > 0 && weights[fhir.MediaType] >= weights[contentJSON]
}

// languages in which names are known; the first is the one that is complete,
// and who reads traditional characters gets it too rather than English.
var languages = language.NewMatcher([]language.Tag{language.Chinese, language.English, language.TraditionalChinese})

// english reports whether the client reads English rather than Chinese.
func english(c *gin.Context) bool {
	headers := c.Request.Header.Values("Accept-Language")
	if len(headers) == 0 {
		return false
	}
	_, chosen := language.MatchStrings(languages, strings.Join(headers, ","))
	return chosen == 1
}

var reportStates = map[task.Status]fhir.State{
	task.Created: fhir.Registered, task.Processing: fhir.Registered, task.Done: fhir.Done, task.Failed: fhir.Refused,
}

// answerReport answers a task as FHIR.
func (a *API) answerReport(c *gin.Context, t task.Task) {
	report := fhir.Report{
		TaskID: t.ID, Created: t.CreatedAt, State: reportStates[t.Status], Error: t.Error, Sources: append([]string{t.ImageURL}, t.ImageURLs...),
	}
	if t.Status == task.Done {
		report.Full = t.Result
	}
	bundle, err := report.Bundle(a.Names(), english(c))
	if err != nil {
		a.broken(c, fmt.Errorf("stored result of task %s: %w", t.ID, err), true)
		return
	}
	body, err := bundle.JSON()
	if err != nil {
		a.broken(c, err, true)
		return
	}
	a.send(c, body, true)
}
