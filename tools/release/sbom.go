package main

import (
	"debug/buildinfo"
	"debug/elf"
	"fmt"
	"io"
	"strings"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// writeSBOM lists what the binary itself says it is made of and needs, as
// CycloneDX JSON.
func writeSBOM(w io.Writer, binary, version string, all []module, o others) error {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return err
	}
	file, err := elf.Open(binary)
	if err != nil {
		return err
	}
	defer file.Close()
	libraries, err := file.ImportedLibraries()
	if err != nil {
		return err
	}
	licenses := map[string]string{}
	for _, m := range all {
		licenses[m.Path] = m.License
	}
	components := []cdx.Component{{
		Type: cdx.ComponentTypePlatform, Name: "go", Version: strings.TrimPrefix(info.GoVersion, "go"),
		PackageURL: "pkg:golang/std@" + strings.TrimPrefix(info.GoVersion, "go"), Licenses: license("BSD-3-Clause"),
	}}
	for _, m := range info.Deps {
		if licenses[m.Path] == "" {
			return fmt.Errorf("%s is in the binary, but not in this source tree", m.Path)
		}
		components = append(components, cdx.Component{
			Type: cdx.ComponentTypeLibrary, Name: m.Path, Version: m.Version,
			PackageURL: "pkg:golang/" + m.Path + "@" + m.Version, Licenses: license(licenses[m.Path]),
			Properties: &[]cdx.Property{{Name: "go:sum", Value: m.Sum}},
		})
	}
	for _, c := range o.Embedded {
		components = append(components, cdx.Component{
			Type: cdx.ComponentTypeLibrary, Name: c.Name, Version: c.Version, Licenses: license(c.License),
		})
	}
	for _, name := range libraries {
		components = append(components, cdx.Component{
			Type: cdx.ComponentTypeLibrary, Name: name, Scope: cdx.ScopeExcluded,
			Description: "shared library of the system, loaded at start and not shipped",
		})
	}
	bom := cdx.NewBOM()
	bom.Metadata = &cdx.Metadata{Component: &cdx.Component{
		Type: cdx.ComponentTypeApplication, Name: "tijian", Version: version, Licenses: license("Apache-2.0"),
	}}
	bom.Components = &components
	return cdx.NewBOMEncoder(w, cdx.BOMFileFormatJSON).SetPretty(true).Encode(bom)
}

func license(id string) *cdx.Licenses {
	if strings.Contains(id, " ") { // words, no SPDX identifier
		return &cdx.Licenses{{License: &cdx.License{Name: id}}}
	}
	return &cdx.Licenses{{License: &cdx.License{ID: id}}}
}
