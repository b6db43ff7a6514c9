package main

import (
	_ "embed"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"gopkg.in/yaml.v3"
)

//go:embed third-party.yaml
var thirdParty []byte

// others is what is used besides Go modules.
type others struct {
	Embedded, System []struct{ Name, Version, License, Use string }
	Fonts            map[string]string // license by Debian package
}

func readOthers() (o others, err error) { return o, yaml.Unmarshal(thirdParty, &o) }

const (
	opening = `Tijian 体检
Licensed under the Apache License, Version 2.0; see LICENSE.

Written by "make notice", and held against the build by a test. A release has
the full texts of the licenses in LICENSES.txt.

`
	mozilla = `
Modules under the Mozilla Public License 2.0 are used unchanged. Their source
code is available under that license from any Go module proxy, by the path and
version above.
`
)

// writeNotice says what others made of what is shipped and used.
func writeNotice(w io.Writer, all []module, o others) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprint(t, opening, "Go modules in the binary\n\n")
	for _, m := range all {
		fmt.Fprintf(t, "  %s\t%s\t%s\n", m.Path, m.Version, m.License)
	}
	fmt.Fprint(t, mozilla, "\nIn the binary as well\n\n")
	for _, c := range o.Embedded {
		fmt.Fprintf(t, "  %s\t%s\t%s\n", strings.TrimSpace(c.Name+" "+c.Version), c.License, c.Use)
	}
	fmt.Fprint(t, "\nLoaded from the system, not shipped\n\n")
	for _, c := range o.System {
		fmt.Fprintf(t, "  %s\t%s\t%s\n", c.Name, c.License, c.Use)
	}
	fmt.Fprint(t, "\nFonts of the pages that ocr/compact/reader.weights was trained and tested on;\nneither it nor the binary contains a font\n\n")
	for _, name := range slices.Sorted(maps.Keys(o.Fonts)) {
		fmt.Fprintf(t, "  %s\t%s\n", name, o.Fonts[name])
	}
	return t.Flush()
}

// writeLicenses gives the legal files of each module in full.
func writeLicenses(w io.Writer, all []module) error {
	for _, m := range all {
		for _, name := range m.Files {
			text, err := os.ReadFile(filepath.Join(m.Dir, name))
			if err != nil {
				return err
			}
			if _, err := fmt.Fprintf(w, "%s\n%s %s: %s\n\n%s\n\n", strings.Repeat("=", 79), m.Path, m.Version, name, text); err != nil {
				return err
			}
		}
	}
	return nil
}
