package keywords_test

import (
	"os"
	"testing"

	"tijian/dictionaries"
	"tijian/engine/keywords"
)

// embedded reads the project's own dictionaries.
func embedded(tb testing.TB) *keywords.Lexicon {
	tb.Helper()
	l, problems := keywords.Load(dictionaries.Active())
	if err := problems.Err(); err != nil {
		tb.Fatal(err)
	}
	return l
}

func suites(tb testing.TB) []keywords.Suite {
	tb.Helper()
	all, problems := keywords.LoadSuites(os.DirFS("../../testdata/keywords"))
	if err := problems.Err(); err != nil {
		tb.Fatal(err)
	}
	return all
}

func TestSuites(t *testing.T) {
	report, err := embedded(t).RunSuites(suites(t))
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

// The shipped lexicon works as written.
func TestReviewFindsNothing(t *testing.T) {
	for _, p := range embedded(t).Review() {
		if p.Severity.String() != "note" {
			t.Error(p)
		}
	}
}
