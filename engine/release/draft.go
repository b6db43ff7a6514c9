package release

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"tijian/engine/record"
	"tijian/internal/sealed"
)

var (
	validName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)
	ofVersion = regexp.MustCompile(`(?m)^version:.*$`)
	ofFrom    = regexp.MustCompile(`(?m)^(?:from|inherits_cases):.*\n`)
)

// Draft copies a version under a new name, without its lock; from "" is the
// version in force.
func (d *Releaser) Draft(name, from string) error {
	if len(name) > MaxName || !validName.MatchString(name) {
		return fmt.Errorf("%q: %w", name, ErrName)
	}
	return d.act(func() error {
		if from == "" {
			current, err := d.current()
			if err != nil {
				return err
			}
			from = current.At(d.now())
		}
		if err := d.version(from); err != nil {
			return err
		}
		rules, names := filepath.Join(d.Files.Rules, name), filepath.Join(d.Files.Dictionaries, name)
		for _, root := range []string{d.Files.Rules, d.Files.Dictionaries} {
			for _, taken := range []string{name, name + sealed.Ending} {
				if _, err := os.Lstat(filepath.Join(root, taken)); err == nil {
					return fmt.Errorf("%s: %w", name, ErrExists)
				} else if !errors.Is(err, fs.ErrNotExist) {
					return err
				}
			}
		}
		// Prepared beside where they go, so that a rename suffices.
		asideRules, asideNames := filepath.Join(aside(d.Files.Rules), "draft"), filepath.Join(aside(d.Files.Dictionaries), "draft")
		if err := errors.Join(d.copyVersion(asideRules, d.Files.RulesFS(), from), d.copyVersion(asideNames, d.Files.DictionariesFS(), from)); err != nil {
			return err
		}
		manifest := filepath.Join(asideRules, "manifest.yaml")
		text, err := os.ReadFile(manifest)
		if err != nil {
			return err
		}
		text = ofVersion.ReplaceAll(ofFrom.ReplaceAll(text, nil), fmt.Appendf(nil, "version: %q\nfrom: %q\ninherits_cases: true", name, from))
		if err := d.disk.Put(manifest, text, 0o644); err != nil {
			return err
		}
		if err := os.Remove(editsFile(d.Files, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err // of a draft of that name which somebody deleted
		}
		return d.commit(intent{Steps: []move{{From: asideRules, To: rules}, {From: asideNames, To: names}}})
	})
}

func (d *Releaser) copyVersion(to string, tree fs.FS, version string) error {
	from, err := fs.Sub(tree, version)
	if err != nil {
		return err
	}
	return d.disk.Copy(to, from, record.LockName)
}
