package openapi

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"net/http"
	"strings"
	"sync"
)

var (
	//go:embed page.html
	pageTemplate string
	//go:embed page.css
	pageStyle string
)

var page = sync.OnceValue(func() []byte {
	t := template.Must(template.New("page").Funcs(template.FuncMap{
		"paragraphs": paragraphs,
		"pieces":     pieces,
	}).Parse(pageTemplate))
	v, err := newView(source)
	if err != nil {
		panic(err) // the tests render the embedded source
	}
	v.Style = template.CSS(pageStyle)
	var b bytes.Buffer
	if err := t.Execute(&b, v); err != nil {
		panic(err)
	}
	return b.Bytes()
})

// policy allows the page its own style and nothing else: no scripts, no
// pictures, no frames, nothing from elsewhere.
var policy = sync.OnceValue(func() string {
	digest := sha256.Sum256([]byte(pageStyle))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(digest[:]) +
		"'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
})

// ServePage answers with the readable page.
func ServePage(w http.ResponseWriter, _ *http.Request) {
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy", policy())
	header.Set("Referrer-Policy", "no-referrer")
	_, _ = w.Write(page()) // a client that left needs nothing
}

// paragraphs splits a description at its line ends.
func paragraphs(text string) []string {
	var list []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			list = append(list, line)
		}
	}
	return list
}

// A piece of a text is plain, strong or code.
type piece struct{ Kind, Text string }

// pieces splits a text at its backquotes and, outside of them, at its pairs of
// asterisks: the two marks that the descriptions use.
func pieces(text string) []piece {
	var list []piece
	add := func(text, mark string, kinds [2]string, inner func(string, string)) {
		for i, part := range strings.Split(text, mark) {
			if part != "" {
				inner(kinds[i%2], part)
			}
		}
	}
	add(text, "`", [2]string{"plain", "code"}, func(kind, part string) {
		if kind == "code" {
			list = append(list, piece{kind, part})
			return
		}
		add(part, "**", [2]string{"plain", "strong"}, func(kind, part string) {
			list = append(list, piece{kind, part})
		})
	})
	return list
}
