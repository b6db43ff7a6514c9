package ruleset

import (
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// CurrentName is the file that says which version answers whom.
const CurrentName = "current.yaml"

type currentFile struct {
	Active     strictyaml.Text                     `yaml:"active,required"`
	Next       *nextFile                           `yaml:"next"`
	Namespaces strictyaml.Entries[strictyaml.Text] `yaml:"namespaces"`
	Reasons    strictyaml.Entries[strictyaml.Text] `yaml:"reasons"`
}

type nextFile struct {
	Version   strictyaml.Text `yaml:"version,required"`
	Effective strictyaml.Text `yaml:"effective,required"`
}

// Current is what current.yaml says.
type Current struct {
	Active    string            // in force, or until Effective
	Next      string            // in force from Effective on; "" for none
	Effective time.Time         // zero without Next
	Pins      map[string]string // versions of namespaces that have one of their own
	Reasons   map[string]string // why namespaces stay with a version that is not in force
}

// At returns the version in force at a time.
func (c Current) At(now time.Time) string {
	if c.Next != "" && !now.Before(c.Effective) {
		return c.Next
	}
	return c.Active
}

// Answering lists the versions that requests can be answered by, each once, the
// active one first.
func (c Current) Answering() []string {
	var all []string
	add := func(version string) {
		if version != "" && !slices.Contains(all, version) {
			all = append(all, version)
		}
	}
	add(c.Active)
	add(c.Next)
	for _, version := range c.Pins {
		add(version)
	}
	slices.Sort(all[1:])
	return all
}

// ReadCurrent reads which version is in force, which comes next, and which
// namespaces stay with another. With any problem it reports false.
func ReadCurrent(rules fs.FS, list *problem.List) (Current, bool) {
	data, err := fs.ReadFile(rules, CurrentName)
	if err != nil {
		list.Add(message.Unreadable.At(problem.Place{File: CurrentName}, "error", err))
		return Current{}, false
	}
	return ParseCurrent(data, rules, list)
}

// ParseCurrent is ReadCurrent of what current.yaml would hold among the rules.
func ParseCurrent(data []byte, rules fs.FS, list *problem.List) (Current, bool) {
	before := len(*list)
	var file currentFile
	if f := strictyaml.Parse(CurrentName, data, list); f == nil || !f.Decode(&file, list) {
		return Current{}, false
	}
	versions := Versions(rules)
	known := func(version strictyaml.Text) string {
		if !slices.Contains(versions, version.Value) {
			list.Add(message.NoVersion.At(version.At, "name", version.Value, "versions", versions))
		}
		return version.Value
	}
	c := Current{Active: known(file.Active), Pins: map[string]string{}, Reasons: map[string]string{}}
	if next := file.Next; next != nil {
		c.Next = known(next.Version)
		var err error
		if c.Effective, err = ParseEffective(next.Effective.Value); err != nil {
			list.Add(message.NotEffective.At(next.Effective.At, "text", next.Effective.Value))
		}
	}
	for _, e := range file.Namespaces {
		c.Pins[e.Key.Value] = known(e.Value)
	}
	for _, e := range file.Reasons {
		if c.Pins[e.Key.Value] == "" {
			list.Add(message.ReasonWithoutPin.At(e.Key.At, "namespace", e.Key.Value))
		}
		c.Reasons[e.Key.Value] = e.Value.Value
	}
	return c, len(*list) == before
}

// ParseEffective reads the day from which a version is in force, at midnight of
// this machine's zone, or a moment with its zone.
func ParseEffective(text string) (time.Time, error) {
	if day, err := time.ParseInLocation(time.DateOnly, text, time.Local); err == nil {
		return day, nil
	}
	return time.Parse(time.RFC3339, text)
}

// Versions lists the folders that hold a manifest, oldest first: 2026.10 comes
// behind 2026.9.
func Versions(rules fs.FS) []string {
	files, _ := fs.Glob(rules, "*/manifest.yaml") // the pattern is well formed
	for i, f := range files {
		files[i] = path.Dir(f)
	}
	slices.SortFunc(files, compareVersions)
	return files
}

// Newest is the last of them, a draft perhaps.
func Newest(rules fs.FS) string {
	return slices.MaxFunc(Versions(rules), compareVersions)
}

// compareVersions compares part by part, numbers by their value.
func compareVersions(a, b string) int {
	return slices.CompareFunc(strings.Split(a, "."), strings.Split(b, "."), func(a, b string) int {
		x, notX := strconv.Atoi(a)
		y, notY := strconv.Atoi(b)
		if notX == nil && notY == nil && x != y {
			return x - y
		}
		return strings.Compare(a, b)
	})
}

// LineageOf follows a version back over those whose cases it inherits, as the
// manifests say. A manifest that cannot be read inherits nothing; whoever loads
// it says why.
func LineageOf(rules fs.FS, version string) strictyaml.Lineage {
	l := strictyaml.Alone(version, Versions(rules))
	for {
		var m struct {
			From     string `yaml:"from"`
			Inherits bool   `yaml:"inherits_cases"`
		}
		data, err := fs.ReadFile(rules, path.Join(version, "manifest.yaml"))
		if err != nil || yaml.Unmarshal(data, &m) != nil || !m.Inherits || m.From == "" || slices.Contains(l.Versions, m.From) {
			return l
		}
		version = m.From
		l.Versions = append(l.Versions, version)
	}
}
