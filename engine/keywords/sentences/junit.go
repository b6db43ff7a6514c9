package sentences

import (
	"io"
	"path"
	"slices"

	"tijian/engine/junit"
	"tijian/engine/message"
)

// Difference says in one language what the sentence was expected to give, and
// gave.
func (f *Failure) Difference(lang string) string {
	if !slices.Equal(f.Values, f.WantValues) {
		return message.ExpectedValues.With("want", f.WantValues, "values", f.Values).In(lang)
	}
	return message.ExpectedFindings.With("wantcertain", f.WantCertain, "wantpossible", f.WantPossible, "certain", f.Certain, "possible", f.Possible).In(lang)
}

// WriteJUnit writes the report as JUnit XML, one suite for each phenomenon and
// one testcase for each sentence. folder is put before the names of files. The
// error is the writer's.
func (r *Report) WriteJUnit(w io.Writer, folder, lang string) error {
	var all []junit.Suite
	for _, t := range r.tried {
		if n := len(all); n == 0 || all[n-1].Name != t.phenomenon {
			all = append(all, junit.Suite{Name: t.phenomenon, File: path.Join(folder, t.at.File)})
		}
		c := junit.Case{Name: t.text, Class: t.phenomenon, File: path.Join(folder, t.at.File), Line: t.at.Line}
		if f := t.failure; f != nil {
			text := f.Difference(lang)
			c.Failure = &junit.Failure{Message: text, Text: t.at.String() + ": " + text}
		}
		all[len(all)-1].Add(c)
	}
	return junit.Write(w, all)
}
