package dictionary

import (
	_ "embed"
	"sync"

	"gopkg.in/yaml.v3"
)

// findingNamesYAML is what findings and their sites are called in English.
//
//go:embed finding_names.yaml
var findingNamesYAML []byte

// findingNames is what findingNamesYAML says; it is read when it is first asked.
var findingNames = sync.OnceValue(func() (file struct {
	Names map[string]string `yaml:"names"` // of whole terms
	After map[string]string `yaml:"after"` // what is said of a finding behind its name
	Heads map[string]string `yaml:"heads"` // what is found at a site
	Sites map[string]string `yaml:"sites"`
}) {
	if err := yaml.Unmarshal(findingNamesYAML, &file); err != nil {
		panic(err) // it is embedded
	}
	return file
})

// FindingInEnglish is the English name of a finding: its own, or else one composed of
// what is found and where, Nodule of thyroid. False where neither is known.
func FindingInEnglish(term string) (string, bool) {
	names := findingNames()
	if name, named := names.Names[term]; named {
		return name, true
	}
	for end := range term {
		site, head := names.Sites[term[:end]], names.Heads[term[end:]]
		if site != "" && head != "" {
			return head + " of " + site, true
		}
		if after := names.After[term[end:]]; after != "" {
			if name, named := FindingInEnglish(term[:end]); named {
				return after + name, true
			}
		}
	}
	return "", false
}

// SiteInEnglish is the English name of a part of the body, false where none is known.
func SiteInEnglish(site string) (string, bool) {
	name, known := findingNames().Sites[site]
	return name, known
}
