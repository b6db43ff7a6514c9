package openapi

import (
	"net/http"
	"sync"
)

// A Contract serves the document with the indicators and risks of the rules in
// force. It is safe for concurrent use.
type Contract struct {
	catalogue func() Catalogue

	mu   sync.Mutex
	made map[Language]made
}

type made struct {
	hash string
	body []byte
}

// NewContract returns a Contract that lists what catalogue returns; nil lists
// nothing.
func NewContract(catalogue func() Catalogue) *Contract {
	if catalogue == nil {
		catalogue = func() Catalogue { return Catalogue{} }
	}
	return &Contract{catalogue: catalogue, made: map[Language]made{}}
}

// ServeJSON answers with the document.
func (c *Contract) ServeJSON(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(c.document(language(r))) // a client that left needs nothing
}

// document returns the document, made anew only after a reload.
func (c *Contract) document(l Language) []byte {
	now := c.catalogue()
	c.mu.Lock()
	defer c.mu.Unlock()
	if have, ok := c.made[l]; ok && have.hash == now.Hash {
		return have.body
	}
	body, err := Document(l, now)
	if err != nil {
		panic(err) // the tests make the embedded document in each language
	}
	c.made[l] = made{now.Hash, body}
	return body
}

func language(r *http.Request) Language {
	if r.URL.Query().Get("lang") == string(Chinese) {
		return Chinese
	}
	return English
}
