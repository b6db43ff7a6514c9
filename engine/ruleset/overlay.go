package ruleset

import (
	"io/fs"
	"path"
	"slices"

	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

type overlayFile struct {
	Title   string          `yaml:"title"`
	Version strictyaml.Text `yaml:"version"`
	At      problem.Place
}

// overlays reads overlays/<namespace>: tables that replace those of the same
// indicators, or a version that answers instead of this one.
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
	if !settings.Version.Set() || settings.Version.Value == l.set.Version {
		return o
	}
	pinned := settings.Version
	switch versions := Versions(l.rules); {
	case !slices.Contains(versions, pinned.Value):
		l.list.Add(message.UnknownVersion.At(pinned.At, "name", pinned.Value, "fix", message.Suggest(pinned.Value, versions)))
	case len(tables) > 0:
		l.list.Add(message.PinnedWithTables.At(pinned.At, "version", pinned.Value))
	case slices.Contains(l.pins, pinned.Value):
		l.list.Add(message.PinsGoRound.At(pinned.At))
	case l.pinned[pinned.Value] != nil:
		o.Pinned = l.pinned[pinned.Value]
	default:
		o.Pinned = load(l.rules, pinned.Value, l.set.Dictionary, l.pins, l.list)
		l.pinned[pinned.Value] = o.Pinned
	}
	return o
}
