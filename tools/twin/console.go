package main

import (
	"fmt"
	"html"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
)

const steps = 12 // of one walk

// link finds where a page leads to.
var link = regexp.MustCompile(`(?:href|hx-get)="([^"#]+)"`)

// console takes walks through the pages, each step a link of the page before, in
// turn in Chinese and in English, and sends two forms.
func (p *pair) console() error {
	for walk := range p.o.Walks {
		random := rand.New(rand.NewPCG(p.o.Seed, uint64(walk)))
		language := []string{"zh", "en"}[walk%2]
		path := "/console/"
		for range steps {
			got, err := p.both("page "+language+" "+path, "GET", path, http.Header{"Accept-Language": {language}}, "")
			if err != nil {
				return err
			}
			next, err := links(path, got[0])
			if err != nil {
				return err
			}
			if len(next) == 0 {
				break
			}
			path = next[random.IntN(len(next))]
		}
	}
	for _, f := range []struct{ path, fields string }{
		{"/console/findings", "text=甲状腺右叶结节，考虑轻度脂肪肝，胆囊未见结石。"},
		{"/console/assess", "sex=male&age=52&name=potassium&value=6.7&name=glucose&value=17.2"},
	} {
		values, err := url.ParseQuery(f.fields)
		if err != nil {
			return err
		}
		if err := p.send(f.path, values); err != nil {
			return err
		}
	}
	return nil
}

var token = regexp.MustCompile(`name="csrf" value="([0-9a-f]+)"`)

// send posts a form with the token of each side's own session.
func (p *pair) send(path string, values url.Values) error {
	var got [2][]byte
	for i, s := range p.sides {
		_, page, err := s.ask("GET", path, http.Header{}, "")
		if err != nil {
			return err
		}
		m := token.FindSubmatch(page)
		if m == nil {
			return fmt.Errorf("%s has no form", path)
		}
		values.Set("csrf", string(m[1]))
		header, body := form(values)
		status, data, err := s.ask("POST", path, header, body)
		if err != nil {
			return err
		}
		got[i] = fmt.Appendf(nil, "%d %s", status, data)
	}
	p.r.compare("page "+path+" sent", got[0], got[1])
	return nil
}

// links are the pages that the one at a path leads to, each once; none that ends
// the session or stays open.
func links(path string, page []byte) (list []string, err error) {
	base, err := url.Parse(path)
	if err != nil {
		return nil, err
	}
	for _, m := range link.FindAllSubmatch(page, -1) {
		to, err := base.Parse(html.UnescapeString(string(m[1])))
		if err != nil {
			return nil, err
		}
		if to.Host != "" || !strings.HasPrefix(to.Path, "/console/") || to.Query().Has("lang") ||
			strings.Contains(to.Path, "logout") || strings.Contains(to.Path, "/events") || strings.Contains(to.Path, "/assets/") {
			continue
		}
		list = append(list, to.String())
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

// shared serves a folder on this machine.
func shared(folder string) (base string, stop func(), err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{Handler: http.FileServer(http.Dir(folder)), ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = server.Serve(l) }() // its error is the end
	return "http://" + l.Addr().String(), func() { _ = server.Close() }, nil
}
