package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// pair is the two sides with what is compared.
type pair struct {
	o        options
	r        *report
	versions []string // that both have
	sides    [2]*side // old, new
}

// compare runs both builds in folders of dir.
func compare(o options, dir string, r *report) error {
	p := &pair{o: o, r: r}
	var trees [2][]string
	for i, checkout := range []string{o.Old, o.New} {
		whole, err := filepath.Abs(checkout)
		if err != nil {
			return err
		}
		if trees[i], err = versions(whole); err != nil {
			return err
		}
		p.sides[i] = &side{checkout: whole}
	}
	for _, v := range trees[0] {
		if slices.Contains(trees[1], v) {
			p.versions = append(p.versions, v)
		}
	}
	for i, s := range p.sides {
		started, err := begin(context.Background(), s.checkout, filepath.Join(dir, strconv.Itoa(i)), p.versions)
		if started != nil && started.stop != nil {
			defer started.stop()
		}
		if err != nil {
			return err
		}
		p.sides[i] = started
	}
	for _, part := range []struct {
		name string
		run  func() error
	}{{"answers", p.answers}, {"texts", p.texts}, {"commands", p.commands}, {"requests", p.requests}, {"pictures", p.pictures}, {"console", p.console}} {
		if !slices.Contains(o.Only, part.name) {
			continue
		}
		all, differ := r.same+r.decided+r.differ, r.differ
		if err := part.run(); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
		fmt.Fprintf(r.out, "%s: %d compared, %d differ\n", part.name, r.same+r.decided+r.differ-all, r.differ-differ)
	}
	return nil
}

// both asks both sides the same and compares the answers with their status.
func (p *pair) both(what, method, path string, header http.Header, body string) ([2][]byte, error) {
	var got [2][]byte
	var faults [2]error
	var both sync.WaitGroup
	for i, s := range p.sides {
		both.Go(func() {
			h := header.Clone()
			if h.Get("Authorization") == "own" {
				h.Set("Authorization", "JWT "+s.token)
			}
			status, data, err := s.ask(method, path, h, body)
			got[i], faults[i] = fmt.Appendf(nil, "%d %s", status, data), err
		})
	}
	both.Wait()
	if err := errors.Join(faults[:]...); err != nil {
		return got, err
	}
	old, new := got[0], got[1]
	if strings.HasPrefix(path, "/console/") { // where pages say how long something took
		old, new = spent.ReplaceAll(old, []byte("<spent>")), spent.ReplaceAll(new, []byte("<spent>"))
	}
	p.r.compare(what, old, new)
	return got, nil
}

// forms are those in which an assessment is answered.
var forms = []struct {
	name, query      string
	accept, language string
}{
	{"simple", "", "application/json", ""},
	{"full", "?format=full", "application/json", ""},
	{"fhir", "", "application/fhir+json", ""},
	{"english", "?format=full", "application/json", "en"},
	{"fhir-english", "", "application/fhir+json", "en"},
}

func (p *pair) answers() error {
	for _, v := range p.versions {
		drawn, err := persons(v, p.o.Persons, p.o.Seed)
		if err != nil {
			return err
		}
		if err := spread(drawn, func(body string) error { return p.person(v, body) }); err != nil {
			return err
		}
	}
	return nil
}

// spread does something to each on all processors, until a fault.
func spread[T any](all iter.Seq[T], do func(T) error) error {
	each := make(chan T)
	faults := make(chan error, runtime.NumCPU())
	var workers sync.WaitGroup
	for range runtime.NumCPU() {
		workers.Go(func() {
			var fault error
			for one := range each { // to its end, also after a fault
				if fault == nil {
					fault = do(one)
				}
			}
			faults <- fault
		})
	}
	for one := range all {
		each <- one
	}
	close(each)
	workers.Wait()
	close(faults)
	var list []error
	for err := range faults {
		list = append(list, err)
	}
	return errors.Join(list...)
}

func (p *pair) person(version, body string) error {
	for _, f := range forms {
		h := http.Header{"Content-Type": {"application/json"}, "Accept": {f.accept}, "Authorization": {"own"}}
		if f.language != "" {
			h.Set("Accept-Language", f.language)
		}
		if _, err := p.both("answer "+version+" "+f.name, "POST", "/api/samples"+f.query, h, body); err != nil {
			return err
		}
	}
	return nil
}

// pictures are recognised by the command, in the full form.
func (p *pair) pictures() error {
	for _, folder := range append([]string{filepath.Join(p.o.Old, "testdata", "reports")}, p.o.Pictures...) {
		files, err := os.ReadDir(folder)
		if err != nil {
			return err
		}
		for _, f := range files {
			if ext := filepath.Ext(f.Name()); ext != ".jpg" && ext != ".png" {
				continue
			}
			name, err := filepath.Abs(filepath.Join(folder, f.Name()))
			if err != nil {
				return err
			}
			if err := p.run("picture "+f.Name(), "ocr", "--format", "full", name); err != nil {
				return err
			}
		}
	}
	return nil
}

// form is what a browser sends.
func form(values url.Values) (http.Header, string) {
	return http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}, values.Encode()
}
