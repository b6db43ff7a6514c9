// Package fonts lists the fonts of Debian that a hospital's printer could
// resemble, and which of them no reader is trained on.
package fonts

import (
	_ "embed"
	"fmt"

	"gopkg.in/yaml.v3"

	"tijian/tools/reportgen/paint"
)

//go:embed fonts.yaml
var list []byte

// A Font is one face of a font file.
type Font struct {
	Package string `yaml:"package"` // of Debian
	File    string `yaml:"file"`    // base name
	Index   int    `yaml:"index"`   // in a collection
	Held    bool   `yaml:"held"`    // kept for tests, never trained on
	Rare    bool   `yaml:"rare"`    // far from what reports are printed in
	Has     string `yaml:"has"`     // "" for all characters, else japanese: those that it has
	Name    string `yaml:"-"`       // as a paint.Pen names it
}

// A Set is the fonts of one purpose.
type Set struct{ Chinese, Latin []Font }

// Load registers fonts in a library and gives those kept for tests, or those
// to train on. It fails when one is not installed, naming its package.
func Load(lib *paint.Library, held bool) (Set, error) {
	var all Set
	if err := yaml.Unmarshal(list, &all); err != nil {
		return Set{}, fmt.Errorf("fonts.yaml: %w", err)
	}
	var out Set
	for _, part := range []struct {
		from []Font
		to   *[]Font
	}{{all.Chinese, &out.Chinese}, {all.Latin, &out.Latin}} {
		for _, f := range part.from {
			if f.Held != held {
				continue
			}
			f.Name = fmt.Sprintf("%s#%d", f.File, f.Index)
			if !lib.Register(f.Name, f.File, f.Index) {
				return Set{}, fmt.Errorf("fonts: %s not found; install it with: apt-get install %s", f.File, f.Package)
			}
			*part.to = append(*part.to, f)
		}
	}
	return out, nil
}
