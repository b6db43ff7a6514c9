package keywords_test

import (
	"bytes"
	"io/fs"
	"maps"
	"os"
	"slices"
	"testing"
	"testing/fstest"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
	"tijian/engine/keywords"
	"tijian/engine/keywords/sentences"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/engine/values"
	"tijian/internal/wordstest"
	"tijian/rules"
)

// embedded reads the project's own dictionaries.
func embedded(tb testing.TB) *keywords.Lexicon {
	tb.Helper()
	return keywords.Shipped(tb, rules.Active())
}

func suites(tb testing.TB) []sentences.Suite {
	tb.Helper()
	all, problems := sentences.Load(os.DirFS("../../testdata/keywords"))
	if err := problems.Err(); err != nil {
		tb.Fatal(err)
	}
	return all
}

// versions lists the embedded versions of the dictionaries.
func versions(tb testing.TB) []string {
	tb.Helper()
	return ruleset.Versions(rules.FS)
}

// newest is the version that is being written, or was last.
func newest(tb testing.TB) string {
	tb.Helper()
	return ruleset.Newest(rules.FS)
}

// sentencesFor are the texts of the suites that hold for a version.
func sentencesFor(tb testing.TB, name string) []string {
	tb.Helper()
	hold, problems := sentences.For(suites(tb), ruleset.LineageOf(rules.FS, name))
	if err := problems.Err(); err != nil {
		tb.Fatal(err)
	}
	var texts []string
	for _, s := range hold {
		for _, c := range s.Cases {
			texts = append(texts, c.Text.Value)
		}
	}
	return texts
}

func version(tb testing.TB, name string) *keywords.Lexicon {
	tb.Helper()
	return keywords.Shipped(tb, name)
}

// reader reads the laboratory values of texts by the words of a version.
func reader(tb testing.TB, name string, l *keywords.Lexicon) *values.Reader {
	tb.Helper()
	tree, err := fs.Sub(dictionaries.FS, name)
	if err != nil {
		tb.Fatal(err)
	}
	dict, problems := dictionary.Load(tree)
	if err := problems.Err(); err != nil {
		tb.Fatal(err)
	}
	r, problems := values.Load(tree, dict, l)
	if err := problems.Err(); err != nil {
		tb.Fatal(err)
	}
	return r
}

func TestSuites(t *testing.T) {
	all, known := suites(t), versions(t)
	for _, name := range known {
		t.Run(name, func(t *testing.T) {
			hold, problems := sentences.For(all, ruleset.LineageOf(rules.FS, name))
			if err := problems.Err(); err != nil {
				t.Fatal(err)
			}
			l := version(t, name)
			testSuites(t, l, reader(t, name, l).Strings, hold)
		})
	}
}

func testSuites(t *testing.T, l *keywords.Lexicon, read func(string) []string, hold []sentences.Suite) {
	report, err := sentences.Run(l, hold, read)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range report.Failures {
		t.Errorf("%s: %s: %q\n got certain %v possible %v\nwant certain %v possible %v",
			f.Place, f.Phenomenon, f.Text, f.Certain, f.Possible, f.WantCertain, f.WantPossible)
	}
	if 10*report.Cues.Reached < 9*report.Cues.All {
		t.Errorf("sentences reach %d of %d cues, want 9 of 10; not %v", report.Cues.Reached, report.Cues.All, report.Cues.Missed)
	}
	for _, missed := range append(report.Cues.Missed, report.Terms.Missed...) {
		if missed.Name == "" || missed.Place.File == "" || missed.Place.Line == 0 {
			t.Errorf("%+v: want a name, a file and a line", missed)
		}
	}
	if report.Cases < 600 {
		t.Errorf("%d sentences, want at least 600", report.Cases)
	}
}

// A cue that keeps sites and heads from being findings is told of where it stands, once.
func TestCueInCompositions(t *testing.T) {
	tree := wordstest.Dictionaries()
	name := wordstest.Version + "/cues.yaml"
	for _, cue := range []string{"可见", "肺可见"} {
		edited := maps.Clone(tree)
		edited[name] = &fstest.MapFile{Data: bytes.Replace(tree[name].Data, []byte("\ncues:"), []byte("\ncues:\n  - {category: negated, words: ["+cue+"]}"), 1)}
		folder, err := fs.Sub(edited, wordstest.Version)
		if err != nil {
			t.Fatal(err)
		}
		l, problems := keywords.Load(folder)
		if l == nil {
			t.Fatal(problems)
		}
		var found []string
		for _, p := range l.Review() {
			if p.Code == "composition-fails" {
				found = append(found, p.File)
			}
		}
		if want := []string{"cues.yaml"}; !slices.Equal(found, want) {
			t.Errorf("%s: %d, %.200v", cue, len(found), found)
		}
	}
}

// A bare head for the finding of one site is told of; what is no site's, and what few
// sites have, may be spelled so.
func TestHeadTaken(t *testing.T) {
	tree := wordstest.Dictionaries()
	for entry, want := range map[string]bool{
		"{term: 甲状腺新结节, site: 甲状腺, variants: [结节]}": true, "{term: 肝新囊肿, site: 肝, variants: [囊肿]}": true, "{term: 肾新结石, site: 肾, variants: [结石, 肾新石]}": true,
		"{term: 甲状腺新结节, site: 甲状腺, variants: [甲新结节]}": false, "{term: 新说法, variants: [新结节样]}": false,
	} {
		edited := maps.Clone(tree)
		edited[wordstest.Version+"/findings/added.yaml"] = &fstest.MapFile{Data: []byte("area: 试\ncontext: [report]\nfindings:\n  - " + entry + "\n")}
		folder, err := fs.Sub(edited, wordstest.Version)
		if err != nil {
			t.Fatal(err)
		}
		l, problems := keywords.Load(folder)
		if l == nil {
			t.Fatal(entry, problems)
		}
		if got := slices.ContainsFunc(l.Review(), func(p problem.Problem) bool { return p.Code == "wide-spelling" && p.File == "findings/added.yaml" }); got != want {
			t.Errorf("%s: %v", entry, got)
		}
	}
}

// The lexicon in force and the one that is being written work as written; nobody can
// mend those of sealed versions.
func TestReviewFindsNothing(t *testing.T) {
	for _, name := range slices.Compact([]string{rules.Active(), newest(t)}) {
		for _, p := range version(t, name).Review() {
			if p.Severity.String() != "note" {
				t.Errorf("%s: %v", name, p)
			}
		}
	}
}
