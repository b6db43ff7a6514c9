package main

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing/fstest"

	"gopkg.in/yaml.v3"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/diff"
	"tijian/engine/keywords"
	"tijian/engine/lint"
	"tijian/engine/problem"
	"tijian/engine/record"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
	"tijian/engine/verify"
	"tijian/ocr/match"
)

// A fate is what becomes of an edit.
type fate string

const (
	refused  fate = "refused"  // rules check finds an error
	warned   fate = "warned"   // rules check warns
	suite    fate = "suite"    // a suite fails
	text     fate = "text"     // only a text for readers, a title, a source or a note differs: content
	harmless fate = "harmless" // the same data, or data that answer the same
	silent   fate = "silent"   // an answer may differ, and everything says ok
)

// A judge knows the files as they are and what they answer.
type judge struct {
	version  string
	files    fstest.MapFS // rules/… and dictionaries/V/…
	dict     *dictionary.Dictionary
	set      *ruleset.Set
	lint     problem.List
	review   problem.List
	rules    []regress.Suite
	keywords []keywords.Suite
}

func newJudge(root fs.FS, version string) (*judge, error) {
	j := &judge{version: version, files: fstest.MapFS{}}
	for _, folder := range []string{"rules", "dictionaries/" + version} {
		err := fs.WalkDir(root, folder, func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || path.Ext(name) != ".yaml" || entry.Name() == record.LockName {
				return err
			}
			data, err := fs.ReadFile(root, name)
			j.files[name] = &fstest.MapFile{Data: data}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	var list problem.List
	if j.dict, list = dictionary.Load(j.dictionaries(j.files)); len(list) > 0 {
		return nil, list.Err()
	}
	if j.set, list = ruleset.Load(sub(j.files, "rules"), version, j.dict); len(list) > 0 {
		return nil, list.Err()
	}
	j.lint = lint.Check(j.set).Of(problem.Warning)
	lexicon, list := keywords.Load(j.dictionaries(j.files))
	if len(list) > 0 {
		return nil, list.Err()
	}
	j.review = lexicon.Review().Of(problem.Warning)
	if j.rules, list = regress.Load(sub(root, "testdata/rules")); len(list) == 0 {
		j.rules, list = regress.For(j.rules, j.set.Version, ruleset.Versions(sub(j.files, "rules")))
	}
	if len(list) > 0 {
		return nil, list.Err()
	}
	if j.keywords, list = keywords.LoadSuites(sub(root, "testdata/keywords")); len(list) == 0 {
		j.keywords, list = keywords.SuitesFor(j.keywords, j.set.Version, ruleset.Versions(sub(j.files, "rules")))
	}
	if len(list) > 0 {
		return nil, list.Err()
	}
	return j, nil
}

func sub(root fs.FS, folder string) fs.FS {
	tree, err := fs.Sub(root, folder)
	if err != nil {
		panic(err) // the folder is a constant
	}
	return tree
}

func (j *judge) dictionaries(files fs.FS) fs.FS { return sub(files, "dictionaries/"+j.version) }

// of decides what becomes of one file with other content.
func (j *judge) of(name string, after []byte) (what fate, why string) {
	defer func() {
		if r := recover(); r != nil {
			what, why = silent, fmt.Sprint("panic: ", r)
		}
	}()
	ordered := !strings.HasPrefix(name, "dictionaries/") || !slices.Contains([]string{"findings", "indicators"}, path.Base(path.Dir(name)))
	if sameData(j.files[name].Data, after, ordered) {
		return harmless, "the same data"
	}
	changed := fstest.MapFS{}
	for n, f := range j.files {
		changed[n] = f
	}
	changed[name] = &fstest.MapFile{Data: after}
	switch folder := path.Dir(strings.TrimPrefix(name, "dictionaries/"+j.version+"/")); {
	case strings.HasPrefix(name, "rules/"):
		return j.ofRules(name, changed, j.dict)
	case folder == "indicators", path.Base(name) == "units.yaml", path.Base(name) == "grades.yaml":
		return j.ofDictionary(name, changed)
	case path.Base(name) == "report.yaml", path.Base(name) == "values.yaml", path.Base(name) == "confusions.yaml":
		return j.ofRecognition(changed)
	default:
		return j.ofLexicon(changed)
	}
}

// sameData reports whether two files hold the same values: comments, quotes,
// line ends and blanks aside. The order of what a dictionary lists has no
// effect, unless its file says that it has.
func sameData(a, b []byte, ordered bool) bool {
	var x, y yaml.Node
	if yaml.Unmarshal(a, &x) != nil || yaml.Unmarshal(b, &y) != nil {
		return false
	}
	return flat(&x, ordered) == flat(&y, ordered)
}

func flat(n *yaml.Node, ordered bool) string {
	parts := make([]string, len(n.Content))
	for i, c := range n.Content {
		parts[i] = flat(c, ordered)
	}
	if n.Kind == yaml.SequenceNode && !ordered {
		slices.Sort(parts)
	}
	return fmt.Sprintf("%d%s%q%q", n.Kind, n.Tag, n.Value, parts)
}

// fresh returns the first warning that the files as they are do not have.
func fresh(now, before problem.List) (string, bool) {
	for _, p := range now {
		if !slices.ContainsFunc(before, func(q problem.Problem) bool { return q.Code == p.Code && q.ZH == p.ZH }) {
			return p.Code, true
		}
	}
	if len(now) > len(before) { // one of them twice
		return now[0].Code, true
	}
	return "", false
}

func (j *judge) ofRules(name string, changed fs.FS, dict *dictionary.Dictionary) (fate, string) {
	version := j.version
	if name == "rules/current.yaml" {
		version = ""
	}
	set, list := ruleset.Load(sub(changed, "rules"), version, dict)
	if len(list) > 0 {
		return refused, list[0].Code
	}
	if list := verify.Check(j.touched(set, name)).Problems; len(list) > 0 {
		return refused, list[0].Code
	}
	if code, is := fresh(lint.Check(set).Of(problem.Warning), j.lint); is {
		return warned, code
	}
	if report := regress.Run(assess.New(set), j.rules, nil); !report.OK() {
		return suite, report.Failures[0].Suite
	}
	report := diff.Compare(j.set, set)
	switch {
	case !report.Same():
		return silent, "diff"
	case len(report.Texts) > 0:
		return text, "text"
	}
	return harmless, "answers the same"
}

// touched keeps the tables of one file, and the risks, of a set: those that an
// edit of the file can make wrong.
func (j *judge) touched(set *ruleset.Set, name string) *ruleset.Set {
	file := strings.TrimPrefix(name, "rules/")
	if path.Base(path.Dir(file)) != "indicators" {
		return set
	}
	c := *set
	c.Tables, c.Risks = map[string][]*ruleset.Table{}, nil
	for indicator, tables := range set.Tables {
		if slices.ContainsFunc(tables, func(t *ruleset.Table) bool { return t.At.File == file }) {
			c.Tables[indicator] = tables
		}
	}
	return &c
}

func (j *judge) ofDictionary(name string, changed fs.FS) (fate, string) {
	dict, list := dictionary.Load(j.dictionaries(changed))
	if len(list) > 0 {
		return refused, list[0].Code
	}
	if _, list := match.New(j.dictionaries(changed), dict); len(list) > 0 {
		return refused, list[0].Code
	}
	what, why := j.ofRules(name, changed, dict)
	if what == harmless || what == text {
		return silent, "dictionary"
	}
	return what, why
}

func (j *judge) ofRecognition(changed fs.FS) (fate, string) {
	if _, list := match.New(j.dictionaries(changed), j.dict); len(list) > 0 {
		return refused, list[0].Code
	}
	return silent, "recognition"
}

func (j *judge) ofLexicon(changed fs.FS) (fate, string) {
	lexicon, list := keywords.Load(j.dictionaries(changed))
	if len(list) > 0 {
		return refused, list[0].Code
	}
	review := lexicon.Review()
	if errors := review.Of(problem.Error); len(errors) > 0 {
		return refused, errors[0].Code
	}
	if code, is := fresh(review.Of(problem.Warning), j.review); is {
		return warned, code
	}
	report, err := lexicon.RunSuites(j.keywords)
	if err != nil {
		return refused, err.Error()
	}
	if len(report.Failures) > 0 {
		return suite, report.Failures[0].Phenomenon
	}
	return silent, "lexicon"
}
