package keywords

import (
	"io"
	"path"

	"tijian/engine/junit"
	"tijian/engine/message"
)

// What a sentence was expected to give, and gave.
var expectedFindings = message.Phrase{
	ZH: "应为 确定[{wantcertain}] 可能[{wantpossible}]，实为 确定[{certain}] 可能[{possible}]",
	EN: "expected certain [{wantcertain}] possible [{wantpossible}], got certain [{certain}] possible [{possible}]",
}

// WriteJUnit writes the report as JUnit XML, one suite for each phenomenon and
// one testcase for each sentence. folder is put before the names of files. The
// error is the writer's.
func (r *SuiteReport) WriteJUnit(w io.Writer, folder, lang string) error {
	var all []junit.Suite
	for _, t := range r.tried {
		if n := len(all); n == 0 || all[n-1].Name != t.phenomenon {
			all = append(all, junit.Suite{Name: t.phenomenon, File: path.Join(folder, t.at.File)})
		}
		c := junit.Case{Name: t.text, Class: t.phenomenon, File: path.Join(folder, t.at.File), Line: t.at.Line}
		if f := t.failure; f != nil {
			text := expectedFindings.With("wantcertain", f.WantCertain, "wantpossible", f.WantPossible, "certain", f.Certain, "possible", f.Possible).In(lang)
			c.Failure = &junit.Failure{Message: text, Text: t.at.String() + ": " + text}
		}
		all[len(all)-1].Add(c)
	}
	return junit.Write(w, all)
}
