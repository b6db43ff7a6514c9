package main

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing/fstest"

	"tijian/engine/assess"
	"tijian/engine/changes"
	"tijian/engine/dictionary"
	"tijian/engine/diff"
	"tijian/engine/keywords"
	"tijian/engine/keywords/sentences"
	"tijian/engine/lint"
	"tijian/engine/problem"
	"tijian/engine/record"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
	"tijian/engine/strictyaml"
	"tijian/engine/values"
	"tijian/engine/verify"
	"tijian/internal/sealed"
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
	listed   fate = "listed"   // nothing of these, but rules check names it among the draft's changes, which a release has to confirm
	silent   fate = "silent"   // an answer may differ, and everything says ok
)

// A judge knows the files of a version as they are and what they answer. What
// it judges is an edit of a draft that was copied from them.
type judge struct {
	version  string
	files    fstest.MapFS // rules/V/… and dictionaries/V/…
	dict     *dictionary.Dictionary
	set      *ruleset.Set
	lint     problem.List
	review   problem.List
	names    []string // the lexicon's
	rules    []regress.Suite
	keywords []sentences.Suite
	found    []keywords.Result // in the sentences of the suites
}

func newJudge(root fs.FS, version string) (*judge, error) {
	j := &judge{version: version, files: fstest.MapFS{}}
	for _, folder := range []string{"rules", "dictionaries"} {
		tree := sealed.Tree(sub(root, folder))
		err := fs.WalkDir(tree, version, func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || path.Ext(name) != ".yaml" || entry.Name() == record.LockName {
				return err
			}
			data, err := fs.ReadFile(tree, name)
			j.files[folder+"/"+name] = &fstest.MapFile{Data: data}
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
	j.lint = warnings(j.set)
	lexicon, list := keywords.Load(j.dictionaries(j.files))
	if len(list) > 0 {
		return nil, list.Err()
	}
	j.names, j.review = lexicon.Names(), lexicon.Review().Of(problem.Warning)
	all := sealed.Tree(sub(root, "rules"))
	lineage := ruleset.LineageOf(all, version)
	cases, list := regress.Collect(sub(root, "testdata/rules"), all, j.set)
	if len(list) > 0 {
		return nil, list.Err()
	}
	j.rules = cases.Hold
	if j.keywords, list = sentences.Load(sub(root, "testdata/keywords")); len(list) == 0 {
		j.keywords, list = sentences.For(j.keywords, lineage)
	}
	if len(list) > 0 {
		return nil, list.Err()
	}
	j.found = j.extract(lexicon)
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
	before := j.files[name].Data
	if sameData(before, after, nil) {
		return harmless, "the same data"
	}
	var list problem.List
	if strictyaml.Parse(name, after, &list) == nil && len(list) > 0 {
		return refused, list[0].Code // as whatever loads the file would
	}
	changed := maps.Clone(j.files)
	changed[name] = &fstest.MapFile{Data: after}
	switch folder := path.Dir(strings.TrimPrefix(name, "dictionaries/"+j.version+"/")); {
	case strings.HasPrefix(name, "rules/"):
		what, why = j.ofRules(name, changed, j.dict)
	case folder == "indicators", path.Base(name) == "units.yaml", path.Base(name) == "grades.yaml", path.Base(name) == "plausible.yaml":
		what, why = j.ofDictionary(name, changed)
	case path.Base(name) == "report.yaml", path.Base(name) == "values.yaml", path.Base(name) == "confusions.yaml":
		what, why = j.ofRecognition(changed)
	default:
		what, why = j.ofLexicon(name, changed)
	}
	if what == harmless && strings.HasPrefix(name, "rules/") && j.tells(name, before, after) && !orderOnly(before, after) {
		what = silent // diff tells of answers, and not of all that such files say: the words of risks, what contradicts what
	}
	if what == silent && j.tells(name, before, after) {
		what = listed
	}
	if what == listed || what == silent || what == text {
		within := strings.SplitN(name, "/", 3)[2]
		if slips := changes.Slips(fstest.MapFS{within: {Data: before}}, fstest.MapFS{within: {Data: after}}); len(slips) > 0 {
			return warned, slips[0].Code
		}
	}
	return what, why
}

// orderOnly reports whether an edit only moves or repeats what is there.
func orderOnly(before, after []byte) bool {
	f, _ := changes.Of(before, after)
	return f.Reordered || len(f.Gone)+len(f.Altered) == 0
}

// warnings are what rules check warns of while a draft is edited.
func warnings(set *ruleset.Set) problem.List {
	return slices.Concat(lint.Check(set).Of(problem.Warning), lint.Unfit(set), lint.Sentences(set))
}

// tells reports whether rules check names an edit among a draft's changes.
func (j *judge) tells(name string, before, after []byte) bool {
	if _, differs := changes.Of(before, after); !differs {
		return false
	}
	rest, isRules := strings.CutPrefix(name, "rules/"+j.version+"/")
	return !isRules || changes.Tells(rest)
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
	set, list := ruleset.Load(sub(changed, "rules"), j.version, dict)
	if len(list) > 0 {
		return refused, list[0].Code
	}
	touched := j.touched(set)
	if list := verify.Check(touched).Problems; len(list) > 0 {
		return refused, list[0].Code
	}
	if code, is := fresh(warnings(set), j.lint); is {
		return warned, code
	}
	if failure := j.fails(set, name); failure != "" {
		return suite, failure
	}
	if len(touched.Tables)+len(touched.Overlays) > 0 {
		if list := verify.Families(set); len(list) > 0 {
			return refused, list[0].Code
		}
	}
	report, told := diff.Answers(j.set, set), lint.Changes(j.set, set, j.names)
	switch {
	case report.Same() && len(told) == 0:
		return harmless, "answers the same"
	case len(told) == 0:
		return silent, "diff"
	case slices.ContainsFunc(told.Of(problem.Warning), func(p problem.Problem) bool { return !slices.Contains(lint.ChangeCodes, p.Code) }):
		return warned, codes(told) // more than that there is a change
	case report.Same() && len(told.Of(problem.Warning)) == 0:
		return text, codes(told)
	}
	return listed, codes(told)
}

// codes are those of what rules check tells of a draft, with their severities.
func codes(list problem.List) string {
	seen := map[string]bool{}
	for _, p := range list {
		seen[fmt.Sprint(p.Severity, " ", p.Code)] = true
	}
	return strings.Join(slices.Sorted(maps.Keys(seen)), ", ")
}

// fails names the first suite that fails. Only what an edit can reach is tried:
// where it lies among the tables of indicators or their names, the requests with
// one of these.
func (j *judge) fails(set *ruleset.Set, name string) string {
	engine := assess.New(set)
	reached := j.indicatorsIn(name)
	for _, s := range j.rules {
		if reached != nil {
			s.Trials = slices.DeleteFunc(slices.Clone(s.Trials), func(t regress.Trial) bool {
				return !slices.ContainsFunc(t.Request.Samples, func(s assess.Sample) bool { return reached[s.Name] })
			})
		}
		if report := regress.Run(engine, []regress.Suite{s}, nil); !report.OK() {
			return report.Failures[0].Suite
		}
	}
	return ""
}

// indicatorsIn are the indicators of a file of tables or names; nil for others.
func (j *judge) indicatorsIn(name string) map[string]bool {
	if path.Base(path.Dir(name)) != "indicators" || strings.Contains(name, "/overlays/") {
		return nil
	}
	names := map[string]bool{}
	for _, i := range j.dict.All() {
		if "dictionaries/"+j.version+"/"+i.At.File == name {
			names[i.Name] = true
		}
	}
	for indicator, tables := range j.set.Tables {
		if slices.ContainsFunc(tables, func(t *ruleset.Table) bool { return "rules/"+t.At.File == name }) {
			names[indicator] = true
		}
	}
	return names
}

func (j *judge) ofDictionary(name string, changed fs.FS) (fate, string) {
	dict, list := dictionary.Load(j.dictionaries(changed))
	if len(list) > 0 {
		return refused, list[0].Code
	}
	if _, list := match.New(j.dictionaries(changed), dict); len(list) > 0 {
		return refused, list[0].Code
	}
	if sameData(j.files[name].Data, changed.(fstest.MapFS)[name].Data, unordered) {
		return harmless, "the order has no effect"
	}
	if wide := lint.Names(j.dict, dict); len(wide) > 0 {
		return warned, wide[0].Code
	}
	if j.measuresAlike(dict) {
		return silent, "names" // the rules see none of it
	}
	what, why := j.ofRules(name, changed, dict)
	if what == harmless || what == text {
		return silent, "dictionary"
	}
	return what, why
}

// measuresAlike reports whether a dictionary has the same indicators with the
// same units and limits.
func (j *judge) measuresAlike(dict *dictionary.Dictionary) bool {
	return slices.EqualFunc(j.dict.All(), dict.All(), func(a, b *dictionary.Indicator) bool {
		return a.Name == b.Name && a.Title == b.Title && a.Category == b.Category && a.Kind == b.Kind && a.Unit == b.Unit && a.Decimals == b.Decimals && a.Plausible == b.Plausible &&
			slices.EqualFunc(a.Units, b.Units, func(x, y dictionary.Unit) bool {
				return x.Unit == y.Unit && x.Factor == y.Factor && x.Offset == y.Offset && slices.EqualFunc(x.Steps, y.Steps, slices.Equal)
			})
	}) && slices.Equal(j.dict.Units().Names(), dict.Units().Names())
}

func (j *judge) ofRecognition(changed fs.FS) (fate, string) {
	if _, list := match.New(j.dictionaries(changed), j.dict); len(list) > 0 {
		return refused, list[0].Code
	}
	return silent, "recognition"
}

func (j *judge) ofLexicon(name string, changed fs.FS) (fate, string) {
	lexicon, list := keywords.Load(j.dictionaries(changed))
	if len(list) > 0 {
		return refused, list[0].Code
	}
	reader, list := values.Load(j.dictionaries(changed), j.dict, lexicon)
	if len(list) > 0 {
		return refused, list[0].Code
	}
	report, err := sentences.Run(lexicon, j.keywords, reader.Strings)
	if err != nil {
		return refused, err.Error()
	}
	review := lexicon.Review()
	if errors := review.Of(problem.Error); len(errors) > 0 {
		return refused, errors[0].Code
	}
	if code, is := fresh(review.Of(problem.Warning), j.review); is {
		return warned, code
	}
	if len(report.Failures) > 0 {
		return suite, report.Failures[0].Phenomenon
	}
	if sameData(j.files[name].Data, changed.(fstest.MapFS)[name].Data, unordered) && reflect.DeepEqual(j.extract(lexicon), j.found) {
		return harmless, "the order has no effect"
	}
	return silent, "lexicon"
}

// extract is what a lexicon finds in the sentences of the suites.
func (j *judge) extract(lexicon *keywords.Lexicon) []keywords.Result {
	var found []keywords.Result
	for _, s := range j.keywords {
		for _, c := range s.Cases {
			if r, err := lexicon.Extract(c.Text.Value, c.Context.Value); err == nil {
				found = append(found, r)
			}
		}
	}
	return found
}
