package ruleset

import (
	"io/fs"
	"path"

	"tijian/engine/problem"
)

type overlayFile struct {
	Title string `yaml:"title"`
	At    problem.Place
}

// overlays reads overlays/<namespace>: tables that replace those of the same
// indicators.
func (l *loader) overlays() {
	folders, err := fs.ReadDir(l.rules, path.Join(l.set.Version, "overlays"))
	if err != nil {
		return // there are none
	}
	for _, f := range folders {
		if f.IsDir() {
			l.set.Overlays[f.Name()] = l.overlay(f.Name())
		}
	}
}

func (l *loader) overlay(namespace string) *Overlay {
	folder := path.Join("overlays", namespace)
	o := &Overlay{Namespace: namespace, Title: namespace, Tables: map[string][]*Table{}, At: l.file(folder)}
	var tables []*tableEntry
	l.entries(path.Join(folder, "indicators"), func(file string) { tables = append(tables, readList[tableEntry](l, file)...) })
	l.compileTables(tables, o.Tables)
	var settings overlayFile
	l.entries(folder, func(file string) {
		if l.read(file, &settings) {
			o.Title, o.At = settings.Title, settings.At
		}
	})
	return o
}
