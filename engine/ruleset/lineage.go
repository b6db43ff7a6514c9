package ruleset

import (
	"io/fs"
	"path"
	"slices"

	"gopkg.in/yaml.v3"

	"tijian/engine/strictyaml"
)

// LineageOf follows a version back over those whose cases it inherits, as the
// manifests say. A manifest that cannot be read inherits nothing; whoever loads
// it says why.
func LineageOf(rules fs.FS, version string) strictyaml.Lineage {
	l := strictyaml.Alone(version, Versions(rules))
	for {
		var m struct {
			From     string `yaml:"from"`
			Inherits bool   `yaml:"inherits_cases"`
		}
		data, err := fs.ReadFile(rules, path.Join(version, "manifest.yaml"))
		if err != nil || yaml.Unmarshal(data, &m) != nil || !m.Inherits || m.From == "" || slices.Contains(l.Versions, m.From) {
			return l
		}
		version = m.From
		l.Versions = append(l.Versions, version)
	}
}
