//go:build cgo

package command

import (
	"os"
	"path/filepath"
	"strings"

	"tijian/engine"
	"tijian/server/config"
	"tijian/server/console"
	"tijian/server/store"
)

// ownFolder is where the console puts the rules of the program to be edited, unless
// settings name folders.
func ownFolder(data config.Data) string { return filepath.Join(data.Data, "rules") }

// unpacked reports whether a folder has what unpack writes.
func unpacked(folder string) bool { return exists(filepath.Join(folder, "rules", "current.yaml")) }

// own are the files that a service reads: those of its data folder where the console
// has put some there and no setting says otherwise.
func own(files engine.Files, data config.Data) engine.Files {
	folder := ownFolder(data)
	if files.Embedded() && strings.HasPrefix(data.DSN(), "sqlite:") && unpacked(folder) {
		files.Rules, files.Dictionaries = filepath.Join(folder, "rules"), filepath.Join(folder, "dictionaries")
	}
	return files
}

// ownSuites are those beside own rules, where settings name no others.
func (c *Serve) ownSuites() console.Release {
	r := console.Release{Suites: c.Suites, Sentences: c.Sentences, Demands: releaseDemands}
	if own := ownFolder(c.Data); c.Rules == filepath.Join(own, "rules") {
		for _, folder := range []*string{&r.Suites, &r.Sentences} {
			if *folder != "" && !exists(*folder) {
				*folder = filepath.Join(own, filepath.FromSlash(*folder))
			}
		}
	}
	return r
}

// editable is how the console makes the rules of the program editable: nil where they
// are already, or where several processes, which share no folder, answer by them.
func (c *Serve) editable(db *store.DB) *console.Editable {
	if !c.Embedded() || db.Dialect() != store.SQLite {
		return nil
	}
	folder := ownFolder(c.Data)
	return &console.Editable{
		Made: func() bool { return unpacked(folder) },
		Make: func() error {
			aside := folder + ".new"
			if err := os.RemoveAll(aside); err != nil { // one that did not end
				return err
			}
			if err := unpack(aside); err != nil {
				return err
			}
			return os.Rename(aside, folder)
		},
	}
}
