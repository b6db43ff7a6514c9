package engine

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"

	"tijian/engine/dictionary"
	"tijian/engine/lint"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// Own lists what is not inherited: all of released versions, and of a draft what
// the version that it came from does not say alike.
func (r *Review) Own() problem.List {
	return slices.DeleteFunc(slices.Clone(r.Problems), func(p problem.Problem) bool { return r.inherited[p] })
}

// Inherited lists the warnings and notes of drafts that the versions they came
// from have as well.
func (r *Review) Inherited() problem.List {
	return slices.DeleteFunc(slices.Clone(r.Problems), func(p problem.Problem) bool { return !r.inherited[p] })
}

// inherit finds which warnings and notes of a draft its origin has as well. The
// lines on which they stand, in their own file and in others, do not count.
func (r *Review) inherit(before, now problem.List) {
	left := map[string]int{}
	for _, p := range before {
		left[unplaced(p)]++
	}
	for _, p := range now {
		if p.Severity == problem.Error {
			continue
		}
		if k := unplaced(p); left[k] > 0 {
			left[k]--
			if r.inherited == nil {
				r.inherited = map[problem.Problem]bool{}
			}
			r.inherited[p] = true
		}
	}
}

// places are lines of files and rows of tables.
var places = regexp.MustCompile(`:\d+(:\d+)?|第 \d+ 行`)

func unplaced(p problem.Problem) string {
	return fmt.Sprintf("%s %s %s", p.Code, p.File, places.ReplaceAllString(p.ZH, ""))
}

// An origin is the version that a draft came from.
type origin struct {
	dictionary *dictionary.Dictionary      // nil when it is broken
	rules      func() *ruleset.Set         // nil when they are broken
	noted      func() (found problem.List) // what it is warned of and noted for
}

// originOf loads the version that a draft came from, in the draft's place, so
// that what both have alike is read, compiled and proved once. Its set has its
// own name.
func (m *memory) originOf(src *source, from string, draft *ruleset.Set, dictionaries fs.FS) *origin {
	load := func() (*origin, problem.List) {
		o := &origin{dictionary: draft.Dictionary}
		if own, _ := folderOf(src.dictionaries, draft.Version); own == nil || digest(own, everyFile) != digest(dictionaries, everyFile) {
			o.dictionary, _ = dictionary.Load(dictionaries)
		}
		o.rules = sync.OnceValue(func() *ruleset.Set {
			set, _ := m.ofRules().Load(inPlace{src.rules, draft.Version, from}, draft.Version, o.dictionary)
			if set == nil {
				return nil
			}
			named := *set
			named.Version = from
			return &named
		})
		o.noted = sync.OnceValue(func() problem.List {
			set := o.rules()
			if set == nil {
				return nil
			}
			proof := m.proofs().Check(set)
			return slices.Concat(proof.Problems, proof.Unproved, proof.Notes, m.proofs().Families(set), lint.Check(set), lint.Unfit(set), lint.Sentences(set))
		})
		return o, nil
	}
	if m == nil {
		o, _ := load()
		return o
	}
	of := digest(dictionaries, everyFile)
	if rules, err := fs.Sub(src.rules, from); err == nil {
		own := digest(rules, everyFile)
		of = sha256.Sum256(append(of[:], own[:]...))
	}
	o, _ := m.origin.get(of, load)
	return o
}

func everyFile(string) bool { return true }

// inPlace is a tree in which one version stands in another's folder.
type inPlace struct {
	fs.FS
	folder, version string
}

// Open opens a file of the tree as that of the other version.
func (t inPlace) Open(name string) (fs.File, error) {
	below, is := strings.CutPrefix(name, t.folder)
	if !is || below != "" && below[0] != '/' {
		return t.FS.Open(name)
	}
	f, err := t.FS.Open(t.version + below)
	if err != nil || below != "/manifest.yaml" {
		return f, err
	}
	data, err := io.ReadAll(f)
	if err != nil {
		return f, err
	}
	own := fmt.Appendf(nil, "version: %q", t.folder)
	return editedFile{f, bytes.NewReader(versionLine.ReplaceAll(data, own))}, nil
}

var versionLine = regexp.MustCompile(`(?m)^version:.*$`)
