// Package openapitest checks recorded requests and responses against the
// contract.
package openapitest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"tijian/engine/fhir"
	"tijian/server/openapi"
)

type contract struct {
	document *openapi3.T
	router   routers.Router
}

var load = sync.OnceValues(func() (*contract, error) {
	data, err := openapi.Document(openapi.English, openapi.Catalogue{})
	if err != nil {
		return nil, err
	}
	document, err := openapi3.NewLoader().LoadFromData(data)
	if err != nil {
		return nil, err
	}
	router, err := gorillamux.NewRouter(document)
	if err != nil {
		return nil, err
	}
	openapi3filter.RegisterBodyDecoder("text/html", openapi3filter.PlainBodyDecoder)
	for _, kind := range []string{"application/hl7-v2", "application/x-ndjson", "text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "application/vnd.ms-excel", "application/vnd.oasis.opendocument.spreadsheet"} {
		openapi3filter.RegisterBodyDecoder(kind, openapi3filter.PlainBodyDecoder)
	}
	openapi3filter.RegisterBodyDecoder(fhir.MediaType, openapi3filter.JSONBodyDecoder)
	return &contract{document, router}, nil
})

// Document returns the contract as kin-openapi reads it.
func Document(t testing.TB) *openapi3.T {
	t.Helper()
	c, err := load()
	if err != nil {
		t.Fatal(err)
	}
	return c.document
}

// Check fails t unless the response is one that the contract promises for its
// path and method, and, when the service accepted the request, the request is
// one that the contract allows. Unknown paths and methods must get the general
// error. requestBody is what was sent.
func Check(t testing.TB, request *http.Request, requestBody string, response *http.Response, responseBody string) {
	t.Helper()
	c, err := load()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.check(request, requestBody, response, responseBody); err != nil {
		t.Errorf("%s %s -> %d breaks the contract: %v\nrequest  %.500s\nresponse %.500s",
			request.Method, request.URL, response.StatusCode, err, requestBody, responseBody)
	}
}

func (c *contract) check(request *http.Request, requestBody string, response *http.Response, responseBody string) error {
	documented := request.Clone(request.Context())
	documented.URL = documentedURL(request.URL)
	documented.Host = ""
	documented.Body = io.NopCloser(strings.NewReader(requestBody))
	if request.Method == http.MethodHead {
		if responseBody != "" {
			return fmt.Errorf("HEAD with a body")
		}
		return nil
	}
	route, parameters, err := c.router.FindRoute(documented)
	if err != nil {
		return general(response, responseBody)
	}
	options := &openapi3filter.Options{
		IncludeResponseStatus: true, MultiError: true,
		AuthenticationFunc: openapi3filter.NoopAuthenticationFunc,
	}
	in := &openapi3filter.RequestValidationInput{
		Request: documented, PathParams: parameters, Route: route, Options: options,
	}
	if response.StatusCode < 400 {
		if err := openapi3filter.ValidateRequest(request.Context(), in); err != nil {
			return fmt.Errorf("accepted request: %w", err)
		}
	}
	out := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: in, Status: response.StatusCode, Header: response.Header, Options: options,
	}
	return openapi3filter.ValidateResponse(request.Context(), out.SetBodyBytes([]byte(responseBody)))
}

// documentedURL puts or takes away the trailing slash, as the contract has it.
func documentedURL(u *url.URL) *url.URL {
	path := strings.TrimSuffix(u.Path, "/")
	if path == "/tasks" {
		path = "/tasks/"
	}
	return &url.URL{Path: path, RawQuery: u.RawQuery}
}

// general checks the answer to an unknown path or method.
func general(response *http.Response, body string) error {
	if response.Header.Get("Content-Type") == fhir.MediaType {
		var outcome fhir.OperationOutcome
		if err := json.Unmarshal([]byte(body), &outcome); err != nil || len(outcome.Issue) == 0 {
			return fmt.Errorf("error is no OperationOutcome: %v", err)
		}
		return nil
	}
	var e map[string]string
	if err := json.Unmarshal([]byte(body), &e); err != nil {
		return fmt.Errorf("error is not {\"detail\": …}: %w", err)
	}
	switch {
	case len(e) != 1 || e["detail"] == "":
		return fmt.Errorf("error is not {\"detail\": …}")
	case response.Header.Get("Content-Type") != "application/json":
		return fmt.Errorf("Content-Type %q", response.Header.Get("Content-Type"))
	case response.StatusCode == http.StatusMethodNotAllowed && response.Header.Get("Allow") == "":
		return fmt.Errorf("405 without Allow")
	case response.StatusCode != http.StatusMethodNotAllowed && response.StatusCode != http.StatusNotFound:
		return fmt.Errorf("status %d of something the contract does not have", response.StatusCode)
	}
	return nil
}
