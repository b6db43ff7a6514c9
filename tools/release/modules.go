package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A module that is linked into the binary.
type module struct {
	Path, Version, Dir string
	Main               bool
	License            string // SPDX identifier
	Files              []string
}

// modules lists what the main package in root is made of with any build tags,
// by path, without the main module.
func modules(root string) ([]module, error) {
	list := exec.Command("go", "list", "-deps", "-json=Module", ".")
	list.Dir, list.Stderr = root, os.Stderr
	list.Env = append(os.Environ(), "GOFLAGS=") // without build tags, which only leave modules out
	// Tags of a build may leave modules out; NOTICE names them all the same.
	list.Env = append(list.Environ(), "GOFLAGS=")
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	found := map[string]module{}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct{ Module *module }
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		if p.Module != nil && !p.Module.Main {
			found[p.Module.Path] = *p.Module
		}
	}
	var all []module
	for _, m := range found {
		if err := m.readLicense(); err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	slices.SortFunc(all, func(a, b module) int { return strings.Compare(a.Path, b.Path) })
	return all, nil
}

var legal = regexp.MustCompile(`(?i)^(licen[sc]e|copying|notice)`)

// readLicense finds the module's legal files, and its license in the first.
func (m *module) readLicense() error {
	entries, err := os.ReadDir(m.Dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if legal.MatchString(e.Name()) && e.Type().IsRegular() {
			m.Files = append(m.Files, e.Name())
		}
	}
	if len(m.Files) == 0 {
		return fmt.Errorf("%s has no license file", m.Path)
	}
	text, err := os.ReadFile(filepath.Join(m.Dir, m.Files[0]))
	if err != nil {
		return err
	}
	if m.License = identify(string(text)); m.License == "" {
		return fmt.Errorf("%s: %s is of no license known here", m.Path, m.Files[0])
	}
	return nil
}

// identify returns the SPDX identifier of a license by its words, or "".
func identify(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	has := func(words string) bool { return strings.Contains(text, words) }
	switch {
	case has("Mozilla Public License Version 2.0"), has("Mozilla Public License, version 2.0"):
		return "MPL-2.0"
	case has("Apache License Version 2.0, January 2004"):
		return "Apache-2.0"
	case has("Permission is hereby granted, free of charge, to any person obtaining a copy"):
		return "MIT"
	case has("Permission to use, copy, modify, and/or distribute this software"), has("Permission to use, copy, modify, and distribute this software"):
		return "ISC"
	case has("Redistribution and use in source and binary forms") && (has("Neither the name") || has("may be used to endorse")):
		return "BSD-3-Clause"
	case has("Redistribution and use in source and binary forms"):
		return "BSD-2-Clause"
	}
	return ""
}
