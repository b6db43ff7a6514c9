package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/swaggest/swgui/v5/static"
)

func everything(t *testing.T) ([]module, others) {
	t.Helper()
	all, err := modules("../..")
	if err != nil {
		t.Fatal(err)
	}
	o, err := readOthers()
	if err != nil {
		t.Fatal(err)
	}
	return all, o
}

func TestNoticeIsUpToDate(t *testing.T) {
	all, o := everything(t)
	var want bytes.Buffer
	if err := writeNotice(&want, all, o); err != nil {
		t.Fatal(err)
	}
	have, err := os.ReadFile("../../NOTICE")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, want.Bytes()) {
		t.Error("NOTICE says something else than the build; run: make notice")
	}
}

// Every font package that training installs has its license in NOTICE, and no
// other.
func TestFontsOfTheReader(t *testing.T) {
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	_, o := everything(t)
	used := map[string]bool{}
	for _, line := range regexp.MustCompile(`(?m)^PACKAGES_(DRAW|READER) *:=.*$`).FindAllString(string(makefile), -1) {
		for _, name := range strings.Fields(line) {
			if strings.HasPrefix(name, "fonts-") {
				used[name] = true
			}
		}
	}
	for name := range used {
		if o.Fonts[name] == "" {
			t.Errorf("third-party.yaml has no license for %s", name)
		}
	}
	for name := range o.Fonts {
		if !used[name] {
			t.Errorf("%s is not used", name)
		}
	}
}

func TestSwaggerUIVersion(t *testing.T) {
	file, err := static.FS.Open("swagger-ui-bundle.js.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	bundle, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	_, o := everything(t)
	if c := o.Embedded[0]; c.Name != "Swagger UI" || !bytes.Contains(bundle, []byte(`PACKAGE_VERSION:"`+c.Version+`"`)) {
		t.Errorf("%s %s is not what is embedded", c.Name, c.Version)
	}
}

func TestHTMXVersion(t *testing.T) {
	script, err := os.ReadFile("../../server/console/assets/htmx.min.js")
	if err != nil {
		t.Fatal(err)
	}
	_, o := everything(t)
	if c := o.Embedded[1]; c.Name != "htmx" || !bytes.Contains(script, []byte(`version:"`+c.Version+`"`)) {
		t.Errorf("%s %s is not what is embedded", c.Name, c.Version)
	}
}

func TestIdentify(t *testing.T) {
	for text, want := range map[string]string{
		"Apache License\n  Version 2.0, January 2004":                                                    "Apache-2.0",
		"Mozilla Public License Version 2.0\n====":                                                       "MPL-2.0",
		"Permission is hereby granted, free of charge, to any person\nobtaining a copy of":               "MIT",
		"Permission to use, copy, modify, and/or distribute this software for any":                       "ISC",
		"Redistribution and use in source and binary forms, with … Neither the name of Google Inc. nor":  "BSD-3-Clause",
		"Redistribution and use in source and binary forms, with or without modification, are permitted": "BSD-2-Clause",
		"All rights reserved.": "",
	} {
		if got := identify(text); got != want {
			t.Errorf("%.40s is %q, not %q", text, got, want)
		}
	}
}

// The bill of materials of this very test binary has its modules and libraries.
func TestSBOM(t *testing.T) {
	name, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	all := []module{
		{Path: "github.com/CycloneDX/cyclonedx-go", License: "Apache-2.0"},
		{Path: "github.com/swaggest/swgui", License: "MIT"},
		{Path: "gopkg.in/yaml.v3", License: "MIT"},
	}
	var b bytes.Buffer
	if err := writeSBOM(&b, name, "1.2.3", all, others{}); err != nil {
		t.Fatal(err)
	}
	var bom struct {
		BOMFormat string
		Metadata  struct {
			Component struct{ Name, Version string }
		}
		Components []struct{ PURL string }
	}
	if err := json.Unmarshal(b.Bytes(), &bom); err != nil {
		t.Fatal(err)
	}
	if c := bom.Metadata.Component; bom.BOMFormat != "CycloneDX" || c.Name != "tijian" || c.Version != "1.2.3" {
		t.Errorf("%+v", bom)
	}
	if !strings.Contains(b.String(), `"pkg:golang/gopkg.in/yaml.v3@v3.`) {
		t.Errorf("a module is missing in %s", b.String())
	}
	if err := writeSBOM(io.Discard, name, "1.2.3", all[:1], others{}); err == nil {
		t.Error("a module without a license was passed over")
	}
}
