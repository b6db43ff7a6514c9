package httpapi

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"tijian/engine"
	"tijian/engine/fhir"
	"tijian/engine/jsontree"
	"tijian/engine/problem"
	"tijian/engine/wire"
)

// base is below which everything is FHIR, whatever the client accepts.
const base = "/fhir"

func belowBase(path string) bool { return path == base || strings.HasPrefix(path, base+"/") }

// formats are values of _format, which counts for more than Accept, and whether
// FHIR is meant by it. A plus that was not escaped comes as a blank.
var formats = map[string]bool{fhir.MediaType: true, "application/fhir json": true, "fhir": true, contentJSON: false, "json": false}

func (a *API) routeFHIR() {
	a.handle(http.MethodGet, base+"/metadata", jsonOnly, a.capability)
	for kind, resources := range published {
		a.handle(http.MethodGet, base+"/"+kind, jsonOnly, a.demandToken, a.searchTerms(kind, resources))
		a.handle(http.MethodGet, base+"/"+kind+"/:id", jsonOnly, a.demandToken, a.readTerms(resources))
	}
	a.handle(http.MethodPost, base+"/$assess", jsonOnly, a.demandToken, a.assessFHIR)
	a.handle(http.MethodPost, base+"/Bundle/$validate", jsonOnly, a.demandToken, a.validateFHIR)
}

// jsonOnly refuses who asks for FHIR in XML or Turtle.
func jsonOnly(c *gin.Context) {
	if asked := c.Query("_format"); asked != "" {
		if _, known := formats[asked]; !known {
			fail(c, http.StatusNotAcceptable, saidOnlyJSON)
		}
	}
}

func (a *API) capability(c *gin.Context) {
	version := ""
	if a.Ruleset != nil {
		version, _ = a.Ruleset()
	}
	answer(c, http.StatusOK, fhir.Capability(version, a.FHIR, a.Now()))
}

// A term is a code system, or the value set of all its codes.
type term struct {
	id, url     string
	short, full any
}

// published are the kinds of resources that say what our codes mean.
var published = map[string]func(fhir.CodeSystem) term{
	"CodeSystem": func(s fhir.CodeSystem) term { return term{s.ID, s.URL, s.Short(), s} },
	"ValueSet":   func(s fhir.CodeSystem) term { return term{s.ID, s.ValueSet, s.Values(), s.Values()} },
}

func (a *API) terms(c *gin.Context, of func(fhir.CodeSystem) term) (all []term) {
	for _, s := range a.Terms().CodeSystems(languageOf(c)) {
		all = append(all, of(s))
	}
	return all
}

// searchTerms lists them, in short unless one is asked for by url or _id.
func (a *API) searchTerms(kind string, of func(fhir.CodeSystem) term) gin.HandlerFunc {
	return func(c *gin.Context) {
		url, id := c.Query("url"), c.Query("_id")
		var ids []string
		var found []any
		for _, t := range a.terms(c, of) {
			switch {
			case url == "" && id == "":
				ids, found = append(ids, t.id), append(found, t.short)
			case (url == "" || url == t.url) && (id == "" || id == t.id):
				ids, found = append(ids, t.id), append(found, t.full)
			}
		}
		answer(c, http.StatusOK, fhir.Found(a.FHIR, kind, ids, found))
	}
}

func (a *API) readTerms(of func(fhir.CodeSystem) term) gin.HandlerFunc {
	return func(c *gin.Context) {
		for _, t := range a.terms(c, of) {
			if t.id == c.Param("id") {
				answer(c, http.StatusOK, t.full)
				return
			}
		}
		fail(c, http.StatusNotFound, saidNoPath)
	}
}

func (a *API) assessFHIR(c *gin.Context) {
	form := engine.Form{FHIR: true, FromFHIR: true, English: english(c)}
	if body, ok := a.body(c, a.costOf(form), fhir.MediaType); ok {
		a.assess(c, body, form)
	}
}

// costOf is what an assessment in a form takes.
func (a *API) costOf(form engine.Form) cost {
	return func(n int) int64 { return form.Cost(n, a.Limits.Samples) }
}

func (a *API) validateFHIR(c *gin.Context) {
	body, ok := a.body(c, a.costOf(engine.Form{FHIR: true, FromFHIR: true}), fhir.MediaType)
	if !ok {
		return
	}
	tree, err := object(body)
	if err != nil {
		fail(c, http.StatusBadRequest, err.Error())
		return
	}
	answer(c, http.StatusOK, fhir.Validate(tree, a.Names(), languageOf(c)))
}

// languageOf is the client's, of package problem.
func languageOf(c *gin.Context) string {
	if english(c) {
		return problem.English
	}
	return problem.Chinese
}

// asFHIR is an answer of the API as a resource: an error as OperationOutcome,
// anything else that is none as Parameters.
func asFHIR(status int, body []byte) any {
	tree, err := jsontree.Parse(body)
	if err != nil {
		panic(err) // it was just written
	}
	if tree.Get("resourceType") != nil {
		return tree
	}
	if status < http.StatusBadRequest {
		return parameters(tree)
	}
	var said []string
	if detail := tree.Get("detail"); detail != nil {
		said = append(said, detail.Text)
	}
	if list := tree.Get("non_field_errors"); list != nil {
		for _, one := range list.Items {
			said = append(said, one.Text)
		}
	}
	return fhir.Outcome(status, said...)
}

// parameter is one of a resource Parameters.
type parameter struct {
	Name    string          `json:"name"`
	String  *string         `json:"valueString,omitempty"`
	Boolean json.RawMessage `json:"valueBoolean,omitempty"`
	Decimal json.RawMessage `json:"valueDecimal,omitempty"`
	Part    []parameter     `json:"part,omitempty"`
}

// parameters tells an object of the API in FHIR, which has nothing for empty texts.
func parameters(tree *jsontree.Node) any {
	return struct {
		ResourceType string      `json:"resourceType"`
		Parameter    []parameter `json:"parameter,omitempty"`
	}{"Parameters", parts(tree)}
}

func parts(tree *jsontree.Node) (list []parameter) {
	for _, m := range tree.Members {
		values := []*jsontree.Node{m.Value}
		if m.Value.Kind == jsontree.Array {
			values = m.Value.Items
		}
		for _, v := range values {
			p := parameter{Name: m.Key}
			switch {
			case v.Kind == jsontree.String && v.Text != "":
				p.String = &v.Text
			case v.Kind == jsontree.Bool:
				p.Boolean = json.RawMessage(v.Raw)
			case v.Kind == jsontree.Number:
				p.Decimal = json.RawMessage(v.Raw)
			case v.Kind == jsontree.Object && len(v.Members) > 0:
				p.Part = parts(v)
			default:
				continue
			}
			list = append(list, p)
		}
	}
	return slices.Clip(list)
}

// faults answers an error of a request field by field, for who reads FHIR.
func faults(c *gin.Context, wrong *wire.Error) {
	answer(c, http.StatusBadRequest, fhir.Faults(http.StatusBadRequest, wrong, languageOf(c)))
}
