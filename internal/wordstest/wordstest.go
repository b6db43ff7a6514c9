// Package wordstest gives tests rules and dictionaries to change. Its
// dictionaries load in a fraction of the time: the released ones with one
// finding and one cue instead of thousands.
package wordstest

import (
	"errors"
	"os"
	"path/filepath"

	"tijian/dictionaries"
	"tijian/engine/record"
	"tijian/rules"
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

// Drafts writes every version of the rules into a folder, without the locks
// that keep released ones from being edited.
func Drafts(folder string) error {
	if err := os.CopyFS(folder, rules.FS); err != nil {
		return err
	}
	locks, err := filepath.Glob(filepath.Join(folder, "*", record.LockName))
	for _, lock := range locks {
		err = errors.Join(err, os.Remove(lock))
	}
	return err
}
