package regress

import (
	"io/fs"
	"slices"
	"strings"

	"tijian/engine/message"
	"tijian/engine/problem"
)

// signerOf is the name in a signature, which a date may follow.
func signerOf(signature string) string {
	name, _, _ := strings.Cut(strings.TrimSpace(signature), " ")
	return name
}

// Signers finds the cases that somebody else signed than those who may.
func Signers(suites []Suite, may []string) problem.List {
	var list problem.List
	seen := map[problem.Place]bool{} // the trials of a case share its signature
	for i := range suites {
		for k := range suites[i].Trials {
			t := &suites[i].Trials[k]
			if name := signerOf(t.signed.Value); name != "" && !seen[t.signed.At] && !slices.Contains(may, name) {
				seen[t.signed.At] = true
				list.Add(message.UnknownSigner.At(t.signed.At, "name", name, "known", may))
			}
		}
	}
	return list
}

// An Acceptance is an expectation that a version has otherwise than the suites that
// versions share: of which indicator, risk or derived value, and who signed it.
type Acceptance struct {
	Subject, By string
	At          problem.Place
}

// Accepted lists those of a version that another has not alike, such as the one that it
// came from.
func Accepted(rules fs.FS, version, other string) (list []Acceptance) {
	var faults problem.List // told where the cases are run
	says := func(e *changedEntry) [6]string {
		return [6]string{e.Suite.Value, e.Trial.Value, e.Check.Value, e.Was.Value, e.Now.Value, e.Signed.Value}
	}
	known := map[[6]string]bool{}
	_, before := readOwn(rules, other, &faults)
	for _, e := range before {
		known[says(e)] = true
	}
	_, now := readOwn(rules, version, &faults)
	for _, e := range now {
		if !known[says(e)] {
			ch := Change{Check: e.Check.Value}
			list = append(list, Acceptance{ch.Subject(), signerOf(e.Signed.Value), e.Signed.At})
		}
	}
	return list
}
