// Command collection writes docs/api.postman_collection.json, the requests of
// docs/api.http for Postman, Bruno, Insomnia and Hoppscotch, which all read
// collections of Postman 2.1. It runs in the project's folder.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"tijian/internal/apihttp"
)

const (
	source = "docs/api.http"
	target = "docs/api.postman_collection.json"
)

func main() {
	text, err := os.ReadFile(source)
	if err == nil {
		var made []byte
		if made, err = convert(string(text)); err == nil {
			err = os.WriteFile(target, made, 0o644)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "collection:", err)
		os.Exit(1)
	}
}

// The parts of a collection that are used.
type (
	collection struct {
		Info     info       `json:"info"`
		Variable []variable `json:"variable"`
		Item     []item     `json:"item"`
	}
	info struct {
		Name        string `json:"name"`
		Description string `json:"description"`
		Schema      string `json:"schema"`
	}
	variable struct {
		Key   string `json:"key"`
		Value string `json:"value"`
	}
	item struct {
		Name    string  `json:"name"`
		Event   []event `json:"event,omitempty"`
		Request request `json:"request"`
	}
	event struct {
		Listen string `json:"listen"`
		Script script `json:"script"`
	}
	script struct {
		Type string   `json:"type"`
		Exec []string `json:"exec"`
	}
	request struct {
		Method string     `json:"method"`
		Header []variable `json:"header"`
		URL    address    `json:"url"`
		Body   *body      `json:"body,omitempty"`
	}
	address struct {
		Raw   string     `json:"raw"`
		Host  []string   `json:"host"`
		Path  []string   `json:"path"`
		Query []variable `json:"query,omitempty"`
	}
	body struct {
		Mode    string `json:"mode"`
		Raw     string `json:"raw"`
		Options any    `json:"options"`
	}
)

// answered is how a request of the file means a member of an answer before.
var answered = regexp.MustCompile(`\{\{(\w+)\.response\.body\.(\w+)\}\}`)

// convert makes a collection of a file of requests. What a request needs of an
// answer before is kept in a variable of the member's name.
func convert(text string) ([]byte, error) {
	file, err := apihttp.Parse(text)
	if err != nil {
		return nil, err
	}
	c := collection{Info: info{
		Name: "Tijian 体检 API", Description: "Made of docs/api.http by `go run ./tools/collection`. Fill in base, username and password, and send from the top.",
		Schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
	}}
	for _, v := range file.Variables {
		c.Variable = append(c.Variable, variable{v.Name, v.Value})
	}
	kept := map[string][]string{} // members of answers, by the request's name
	for _, m := range answered.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(kept[m[1]], m[2]) {
			kept[m[1]] = append(kept[m[1]], m[2])
		}
	}
	plain := func(text string) string { return answered.ReplaceAllString(text, "{{$2}}") }
	for _, r := range file.Requests {
		i := item{Name: r.Title, Request: request{Method: r.Method, Header: []variable{}, URL: addressOf(plain(r.Address))}}
		test := []string{
			fmt.Sprintf("pm.test(%q, () => pm.response.to.have.status(%d));", fmt.Sprintf("status is %d", r.Status), r.Status),
		}
		for _, member := range kept[r.Name] {
			test = append(test, fmt.Sprintf("pm.collectionVariables.set(%q, pm.response.json().%s);", member, member))
		}
		i.Event = []event{{Listen: "test", Script: script{Type: "text/javascript", Exec: test}}}
		for _, h := range r.Headers {
			i.Request.Header = append(i.Request.Header, variable{h.Name, plain(h.Value)})
		}
		if r.Body != "" {
			i.Request.Body = &body{Mode: "raw", Raw: plain(r.Body), Options: map[string]any{"raw": map[string]string{"language": "json"}}}
		}
		c.Item = append(c.Item, i)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err = e.Encode(c)
	return b.Bytes(), err
}

// addressOf takes an address apart as Postman wants it.
func addressOf(raw string) address {
	where, query, _ := strings.Cut(raw, "?")
	host, path, _ := strings.Cut(where, "/")
	a := address{Raw: raw, Host: []string{host}, Path: strings.Split(path, "/")}
	for pair := range strings.SplitSeq(query, "&") {
		if key, value, ok := strings.Cut(pair, "="); ok {
			a.Query = append(a.Query, variable{key, value})
		}
	}
	return a
}
