package ruleset

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"

	"tijian/engine/internal/treehash"
)

// Hash names the content of a version: every file of it and, by their own hash, of its
// dictionaries, so that two services with the same hash answer alike.
func Hash(rules fs.FS, version, dictionaries string) string {
	h := sha256.New()
	treehash.Add(h, rules, version)
	treehash.Part(h, []byte(dictionaries))
	return hex.EncodeToString(h.Sum(nil))[:12]
}

// ground names the levels, the arguments and the grades.
func (l *loader) ground() string {
	h := sha256.New()
	for _, level := range l.set.Levels {
		fmt.Fprintln(h, level.ID, level.Name, level.Color, level.Severity, level.Direction)
	}
	for _, a := range l.declared {
		fmt.Fprintf(h, "%q %q\n", []string{a.Path.Value, a.Variable.Value, a.Type.Value, a.Title, a.Required.Value}, a.Allowed)
		if a.Range != nil {
			fmt.Fprintln(h, *a.Range)
		}
	}
	grades := l.set.Dictionary.Grades()
	for _, x := range grades.Numbers() {
		word, _ := grades.Display(x)
		fmt.Fprintln(h, x, word)
	}
	return hex.EncodeToString(h.Sum(nil))
}
