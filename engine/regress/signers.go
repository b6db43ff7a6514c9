package regress

import (
	"slices"
	"strings"

	"tijian/engine/message"
	"tijian/engine/problem"
)

// signer is the name in a signature, which a date may follow.
func (t *Trial) signer() string {
	name, _, _ := strings.Cut(strings.TrimSpace(t.signed.Value), " ")
	return name
}

// Signers finds the cases that somebody else signed than those who may.
func Signers(suites []Suite, may []string) problem.List {
	var list problem.List
	seen := map[problem.Place]bool{} // the trials of a case share its signature
	for i := range suites {
		for k := range suites[i].Trials {
			t := &suites[i].Trials[k]
			if name := t.signer(); name != "" && !seen[t.signed.At] && !slices.Contains(may, name) {
				seen[t.signed.At] = true
				list.Add(message.UnknownSigner.At(t.signed.At, "name", name, "known", may))
			}
		}
	}
	return list
}
