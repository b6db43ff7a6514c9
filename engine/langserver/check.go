package langserver

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"time"
	"unicode"

	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// readAlone tells at once what is wrong in how a file is written. Once nothing
// is, what its version was found to have stands until it is checked again; a file
// of no version has only this.
func (s *server) readAlone(name string) {
	shape, _ := s.shapeOf(name)
	var list problem.List
	if parsed := strictyaml.Parse(name, []byte(s.open[name].text), &list); parsed != nil {
		parsed.Decode(reflect.New(shape.Type).Interface(), &list)
	}
	if len(list) > 0 || versionOf(name) == "" {
		s.publish(name, list)
	}
}

// review checks the versions of the open files after a pause; a change before
// the end of that ends it.
func (s *server) review() {
	s.stop()
	if s.root == "" || s.ctx.Err() != nil {
		return
	}
	ctx, stop := context.WithCancel(s.ctx)
	s.stop = stop
	byVersion := map[string]map[string][]byte{}
	for name, d := range s.open {
		version := versionOf(name)
		if version == "" {
			continue
		}
		if byVersion[version] == nil {
			byVersion[version] = map[string][]byte{}
		}
		byVersion[version][name] = []byte(d.text)
	}
	s.reviews.Go(func() {
		select {
		case <-ctx.Done():
			return
		case <-time.After(s.Pause):
		}
		for _, version := range slices.Sorted(maps.Keys(byVersion)) {
			found := s.reviewer.Edited(ctx, version, byVersion[version]).Own()
			s.mu.Lock()
			if ctx.Err() == nil {
				s.publishAll(version, found)
			}
			s.mu.Unlock()
		}
	})
}

// publishAll tells what was found in a version, and of files in which something
// was found before that it is gone.
func (s *server) publishAll(version string, found problem.List) {
	byFile := map[string]problem.List{}
	for name := range s.published[version] {
		byFile[name] = nil
	}
	for name := range s.open {
		if versionOf(name) == version {
			byFile[name] = nil
		}
	}
	for _, p := range found {
		byFile[p.File] = append(byFile[p.File], p)
	}
	s.published[version] = map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(byFile)) {
		s.publish(name, byFile[name])
		if len(byFile[name]) > 0 {
			s.published[version][name] = true
		}
	}
}

func (s *server) publish(name string, list problem.List) {
	text, _ := s.text(name)
	all := []diagnostic{}
	lines := linesOf(text)
	for _, p := range list {
		all = append(all, diagnostic{
			Range: lines.span(p.Line, p.Column, length(lines.after(p.Line, p.Column))), Severity: 1 + int(p.Severity),
			Code: p.Code, Source: "tijian", Message: p.Text(s.Lang),
		})
	}
	s.notify("textDocument/publishDiagnostics", object{"uri": s.uriOf(name), "diagnostics": all})
}

// length of the word that a text begins with, at least one character.
func length(text []rune) int {
	end := slices.IndexFunc(text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if end < 0 {
		end = len(text)
	}
	return max(end, 1)
}
