package ruleset

import (
	"io/fs"
	"path"

	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

type overlayFile struct {
	Title string `yaml:"title"`
	// FewerPersons lists the indicators whose tables leave out, on purpose,
	// persons whom the base tables assess.
	FewerPersons []strictyaml.Text `yaml:"fewer_persons"`
	At           problem.Place
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
	for _, name := range settings.FewerPersons {
		if o.Tables[name.Value] == nil {
			l.list.Add(message.FewerOfNothing.At(name.At, "name", name.Value))
		}
		o.FewerPersons = append(o.FewerPersons, name.Value)
	}
	return o
}
