// Package wordstest gives tests dictionaries that load in a fraction of the
// time: the released ones with one finding and one cue instead of thousands.
package wordstest

import (
	"errors"
	"os"
	"path/filepath"

	"tijian/dictionaries"
)

const (
	findings = `area: 腹部
context: [report]
findings:
  - {term: 脂肪肝, site: 肝}
`
	cues = `precedence: [negated]
groups: {sentence: ["。"], comma: [","], list: ["、"], with: [有], accompanied: [伴], open: ["("], close: [")"], colon: [":"], title: ["】"], exam: [超声]}
categories:
  negated: {status: negated, direction: forward, scope: list, gap: 4, reach: 60}
cues:
  - {category: negated, words: [未见]}
`
)

// Copy writes them as the dictionaries of one version into a folder.
func Copy(folder string) error {
	in := func(name string) string { return filepath.Join(folder, filepath.FromSlash(name)) }
	return errors.Join(
		os.CopyFS(folder, dictionaries.Active()),
		os.RemoveAll(in("findings")),
		os.Mkdir(in("findings"), 0o755),
		os.WriteFile(in("findings/few.yaml"), []byte(findings), 0o644),
		os.WriteFile(in("cues.yaml"), []byte(cues), 0o644),
	)
}
