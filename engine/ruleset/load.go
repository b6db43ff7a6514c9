package ruleset

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/internal/treehash"
	"tijian/engine/message"
	"tijian/engine/problem"
)

// Load reads a version of the rules below the root that holds current.yaml and
// one folder per version; "" is the version that current.yaml names. Places in
// the list are relative to that root. With any problem the set is nil.
func Load(rules fs.FS, version string, dict *dictionary.Dictionary) (*Set, problem.List) {
	return (*Memory)(nil).Load(rules, version, dict)
}

// Load is the function of that name, with what it read and compiled kept for the
// next time.
func (m *Memory) Load(rules fs.FS, version string, dict *dictionary.Dictionary) (*Set, problem.List) {
	var list problem.List
	if version == "" {
		current, ok := ReadCurrent(rules, &list)
		if !ok {
			return nil, list
		}
		version = current.At(time.Now())
	}
	set := load(rules, version, dict, m, &list)
	if len(list) > 0 {
		list.Sort()
		return nil, list
	}
	return set, nil
}

type loader struct {
	rules  fs.FS
	set    *Set
	list   *problem.List
	memory *Memory  // nil for none
	lost   []string // names that could not be declared
	broken bool     // some file could not be read
	// Entries whose expressions are compiled once every name is declared.
	declared   []argumentEntry // as the manifest has them
	unassessed []remarkEntry
	remarks    []remarkEntry
	dangerous  []*dangerEntry
	unlent     []*unlentEntry
	meant      []*meaningEntry
	arguments  []argumentEntry // those with a slot, as Set.Arguments
	steps      map[string]bool // names of the steps of derived values
	tables     []*tableEntry
	derived    []*derivedEntry
	risks      []*riskEntry
	riskIDs    map[string]problem.Place
}

func load(rules fs.FS, version string, dict *dictionary.Dictionary, memory *Memory, list *problem.List) *Set {
	l := &loader{rules: rules, list: list, memory: memory, riskIDs: map[string]problem.Place{}, set: &Set{
		Version: version, Dictionary: dict, Scope: expression.NewScope(), levels: map[string]*Level{},
		Quality: map[string]Thresholds{}, Sources: map[string]*Source{}, Constants: map[string]*Constant{}, Tables: map[string][]*Table{}, Overlays: map[string]*Overlay{},
	}}
	l.strays()
	l.manifest()
	l.quality()
	l.sources()
	l.entries("indicators", func(file string) { l.tables = append(l.tables, readList[tableEntry](l, file)...) })
	l.entries("derived", func(file string) { l.derived = append(l.derived, readList[derivedEntry](l, file)...) })
	l.entries("risks", func(file string) {
		var r riskEntry
		if l.read(file, &r) {
			l.risks = append(l.risks, &r)
		}
	})
	l.declare()
	l.constants()
	l.compileArguments()
	l.set.Unassessed = l.compileRemarks(l.unassessed)
	l.set.Remarks = l.compileRemarks(l.remarks)
	l.dangers(l.dangerous)
	l.reasons(l.unlent)
	l.meanings(l.meant)
	l.compileDerived()
	l.compileRisks()
	l.haste()
	l.faded()
	l.compileTables(l.tables, l.set.Tables)
	l.overlays()
	l.families()
	l.coherence()
	l.contexts()
	l.contradictions()
	l.set.Scope.Offer(nil)
	l.set.Scope.Remember(nil)
	l.dropConsequences()
	l.set.Hash, l.set.Ground = Hash(l.rules, l.set.Version, l.set.Dictionary.Hash()), l.ground()
	sortedByCode(&l.set.Manifest)
	return l.set
}

// file gives the place of a whole file of this version.
func (l *loader) file(name string) problem.Place {
	return problem.Place{File: path.Join(l.set.Version, name)}
}

// read decodes a file of this version and reports whether it was in order.
func (l *loader) read(name string, into any) bool {
	full := path.Join(l.set.Version, name)
	data, err := fs.ReadFile(l.rules, full)
	if err != nil {
		l.list.Add(message.Unreadable.At(problem.Place{File: full}, "error", err))
		return false
	}
	ok := l.memory.decode(full, data, into, l.list)
	l.broken = l.broken || !ok
	return ok
}

// dropConsequences drops faults that merely follow from others: what a broken
// file would have defined is unknown to the rest.
func (l *loader) dropConsequences() {
	*l.list = slices.DeleteFunc(*l.list, func(p problem.Problem) bool {
		return l.broken && slices.Contains(consequences, p.Code) || p.Code == message.UnknownName.Code && slices.Contains(l.lost, p.Name)
	})
}

var consequences = []string{
	message.UnknownName.Code, message.UnknownRisk.Code, message.UnknownSource.Code, message.UnknownLevel.Code, message.UnknownFlag.Code,
	message.UnknownConstant.Code, message.UnknownOrgan.Code,
}

func readList[T any](l *loader, file string) []*T {
	var list []*T
	l.read(file, &list)
	return slices.DeleteFunc(slices.Clone(list), func(e *T) bool { return e == nil })
}

// has reports whether a version has a file that it need not have.
func (l *loader) has(file string) bool {
	_, err := fs.Stat(l.rules, path.Join(l.set.Version, file))
	return err == nil
}

// optionalList reads a file that a version need not have.
func optionalList[T any](l *loader, file string) []*T {
	if !l.has(file) {
		return nil
	}
	return readList[T](l, file)
}

// entries calls each for the YAML files of a folder, in order.
func (l *loader) entries(folder string, each func(file string)) {
	files, _ := fs.Glob(l.rules, path.Join(l.set.Version, folder, "*.yaml"))
	for _, f := range files {
		each(strings.TrimPrefix(f, l.set.Version+"/"))
	}
}

// CasesFolder holds a version's own cases, which package regress reads.
const CasesFolder = "cases"

// strays reports files that nothing would read: a mistyped folder must not
// silently take rules out of force.
func (l *loader) strays() {
	_ = fs.WalkDir(l.rules, l.set.Version, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			l.list.Add(message.Unreadable.At(problem.Place{File: name}, "error", err))
			return nil
		}
		if entry.IsDir() || strings.HasPrefix(entry.Name(), ".") {
			return nil
		}
		if l.known(strings.Split(strings.TrimPrefix(name, l.set.Version+"/"), "/")) {
			return nil
		}
		if strings.HasPrefix(name, l.set.Version+"/overlay/") {
			l.list.Add(message.StrayOverlay.At(problem.Place{File: name}))
			return nil
		}
		l.list.Add(message.StrayFile.At(problem.Place{File: name}))
		return nil
	})
}

func (l *loader) known(parts []string) bool {
	last := parts[len(parts)-1]
	if strings.HasSuffix(last, ".md") {
		return true
	}
	if !strings.HasSuffix(last, ".yaml") {
		return false
	}
	switch len(parts) {
	case 1:
		return slices.Contains([]string{"manifest.yaml", "sources.yaml", "quality.yaml", "constants.yaml", "families.yaml", "coherence.yaml", "contexts.yaml", "contradictions.yaml", treehash.Lock}, last)
	case 2:
		return slices.Contains([]string{"indicators", "derived", "risks", CasesFolder}, parts[0])
	case 3:
		return parts[0] == "overlays" && last == "overlay.yaml" || parts[0] == CasesFolder && parts[1] == "persons"
	case 4:
		return parts[0] == "overlays" && parts[2] == "indicators"
	}
	return false
}

// Hash names the content of a version: every file of it and, by their own hash, of its
// dictionaries, so that two services with the same hash answer alike.
func Hash(rules fs.FS, version, dictionaries string) string {
	h := sha256.New()
	treehash.Add(h, rules, version)
	treehash.Part(h, []byte(dictionaries))
	return hex.EncodeToString(h.Sum(nil))[:12]
}

// ground names the levels, the arguments and the grades.
func (l *loader) ground() string {
	h := sha256.New()
	for _, level := range l.set.Levels {
		fmt.Fprintln(h, level.ID, level.Name, level.Color, level.Severity, level.Direction)
	}
	for _, a := range l.declared {
		fmt.Fprintf(h, "%q %q\n", []string{a.Path.Value, a.Variable.Value, a.Type.Value, a.Title, a.Required.Value}, a.Allowed)
		if a.Range != nil {
			fmt.Fprintln(h, *a.Range)
		}
	}
	grades := l.set.Dictionary.Grades()
	for _, x := range grades.Numbers() {
		word, _ := grades.Display(x)
		fmt.Fprintln(h, x, word)
	}
	return hex.EncodeToString(h.Sum(nil))
}
