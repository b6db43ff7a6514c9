package release

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"tijian/engine/record"
	"tijian/internal/sealed"
)

// Seal makes packages of the folders of a released version that is no longer in
// force. What it answers, and its fingerprint, stay.
func (d *Releaser) Seal(version string) error {
	return d.act(func() error {
		current, err := d.current()
		if err != nil {
			return err
		}
		if err := d.version(version); err != nil {
			return err
		}
		switch {
		case !d.locked(version):
			return fmt.Errorf("%s: %w", version, ErrDraft)
		case slices.Contains([]string{current.Active, current.Next}, version):
			return fmt.Errorf("%s: %w", version, ErrInForce)
		}
		rules, names := d.Files.RulesFS(), d.Files.DictionariesFS()
		if faults := record.Check(rules, names, version); len(faults.Rules)+len(faults.Dictionaries) > 0 {
			return &Refused{Problems: append(faults.Rules, faults.Dictionaries...)}
		}
		var i intent
		for _, tree := range []struct {
			root string
			fs   fs.FS
		}{{d.Files.Rules, rules}, {d.Files.Dictionaries, names}} {
			folder, aside := filepath.Join(tree.root, version), aside(tree.root)
			if _, err := os.Stat(folder); err != nil {
				return fmt.Errorf("%s: %w", version, ErrSealed)
			}
			data, err := sealed.Seal(tree.fs, version)
			if err != nil {
				return err
			}
			held := filepath.Join(aside, version+sealed.Ending)
			if err := d.disk.MkdirAll(aside); err != nil {
				return err
			}
			if err := d.disk.Put(held, data, 0o644); err != nil {
				return err
			}
			// The folder comes before the package while both are there.
			i.Steps = append(i.Steps, move{From: held, To: folder + sealed.Ending}, move{From: folder, To: filepath.Join(aside, "sealed")})
		}
		return d.commit(i)
	})
}
