package sheet

import (
	"errors"

	"tijian/engine"
	"tijian/engine/diff"
	"tijian/engine/impact"
)

// Between makes the sheet of two versions that are loaded, and gives what it was made
// of. The error says which folder cannot be read.
func Between(files engine.Files, from, to *engine.Snapshot) (*Sheet, *diff.Report, *impact.Constructed, error) {
	before, errBefore := files.Folders(from)
	after, errAfter := files.Folders(to)
	if err := errors.Join(errBefore, errAfter); err != nil {
		return nil, nil, nil, err
	}
	answers := diff.Compare(from.Rules, to.Rules)
	made := impact.Construct(from.Rules, to.Rules, answers)
	return Make(Source{From: before, To: after, Before: from.Rules, After: to.Rules, Answers: answers, Said: diff.TextChanges(from.Rules, to.Rules), Made: made,
		Findings: to.Lexicon.Names()}), answers, made, nil
}
