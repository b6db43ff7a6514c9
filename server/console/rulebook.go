package console

import (
	"io/fs"
	"slices"
	"sync"

	"tijian/engine"
	"tijian/engine/keywords"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/record"
	"tijian/engine/ruleset"
)

// A rulebook gives the versions of the rules to read. Those that are not in
// force are loaded when somebody looks at them, and kept until a file changes.
type rulebook struct {
	files    engine.Files
	live     *engine.Live
	reviewer *engine.Reviewer

	snapshots kept[*engine.Snapshot]
	sets      kept[*ruleset.Set] // without what answers by them
}

// kept are versions that were read, until one of their files changes.
type kept[T any] struct {
	mu  sync.Mutex
	all map[string]keptVersion[T]
}

type keptVersion[T any] struct {
	stamp    string
	read     T
	problems problem.List
}

// get reads a version unless that was done.
func (k *kept[T]) get(files engine.Files, version string, read func(engine.Files, string) (T, problem.List)) (T, problem.List) {
	stamp := files.Stamp(version)
	k.mu.Lock()
	defer k.mu.Unlock() // two who look at the same version wait for one reading
	one, ok := k.all[version]
	if !ok || one.stamp != stamp {
		one.stamp = stamp
		one.read, one.problems = read(files, version)
		if k.all == nil || len(k.all) >= keptVersions {
			k.all = map[string]keptVersion[T]{}
		}
		k.all[version] = one
	}
	return one.read, one.problems
}

// rules are those of a version to look at, read in a third of the time that it
// takes to answer by them; nil while its files are faulty.
func (b *rulebook) rules(version string) (*ruleset.Set, problem.List) {
	if s := b.live.Snapshot(); s.Rules.Version == version {
		return s.Rules, nil
	}
	if review := b.reviewer.Saved(version); review != nil && len(review.Versions) > 0 && review.Versions[0].Rules != nil {
		return review.Versions[0].Rules, nil
	}
	return b.sets.get(b.files, version, engine.Rules)
}

func newRulebook(files engine.Files, live *engine.Live, checks []engine.Check) *rulebook {
	return &rulebook{files: files, live: live, reviewer: engine.NewReviewer(files, checks...)}
}

// A versionView is one version as pages name it.
type versionView struct {
	Name                 string
	InForce, Draft, Next bool
}

// versions are all that lie in the folder, the newest name first.
func (b *rulebook) versions() []versionView {
	tree := b.files.RulesFS()
	var ignored problem.List // the version in force is known anyway
	current, _ := ruleset.ReadCurrent(tree, &ignored)
	var list []versionView
	for _, name := range ruleset.Versions(tree) {
		_, err := fs.Stat(tree, name+"/"+record.LockName)
		list = append(list, versionView{name, name == b.inForce(), err != nil, name == current.Next})
	}
	slices.Reverse(list)
	return list
}

func (b *rulebook) inForce() string { return b.live.Snapshot().Rules.Version }

// named finds a version.
func (b *rulebook) named(name string) (versionView, bool) {
	all := b.versions()
	i := slices.IndexFunc(all, func(v versionView) bool { return v.Name == name })
	if i < 0 {
		return versionView{}, false
	}
	return all[i], true
}

// editable reports whether drafts can be made and changed: the rules must lie in
// folders, not in the program.
func (b *rulebook) editable() bool { return b.files.Rules != "" && b.files.Dictionaries != "" }

// load reads a version; the snapshot is nil while its files are faulty.
func (b *rulebook) load(version string) (*engine.Snapshot, problem.List) {
	if s := b.live.Snapshot(); s.Rules.Version == version {
		return s, nil
	}
	return b.snapshots.get(b.files, version, engine.Draft)
}

// set reads the rules of a version; nil while its files are faulty. Of a draft
// only what was edited is read anew.
func (b *rulebook) set(v *visit, version versionView) (*ruleset.Set, problem.List) {
	if version.Draft && !version.InForce {
		review := b.reviewer.Check(v.Context(), version.Name)
		if len(review.Versions) == 0 {
			return nil, review.Problems
		}
		return review.Versions[0].Rules, review.Problems.Of(problem.Error)
	}
	return b.rules(version.Name)
}

// keptVersions bounds the memory that reading old versions takes: about 20 MB
// each.
const keptVersions = 4

// problemsOf reviews a draft in which files hold something else: what is said of
// one of them, then the errors of other files, and whatever is said of them only
// because of these. The lexicon is that of the draft with them, nil with faults.
func (b *rulebook) problemsOf(v *visit, version, file string, files map[string][]byte) (here, there problem.List, lexicon *keywords.Lexicon) {
	before := b.reviewer.Check(v.Context(), version).Problems
	review := b.reviewer.Edited(v.Context(), version, files)
	for _, one := range review.Versions {
		lexicon = one.Lexicon
	}
	for _, p := range review.Problems {
		switch {
		case p.Code == message.Changed.Code, p.Code == message.LockedChanged.Code: // what a draft is for, or is to be made for
		case p.File == file:
			here.Add(p)
		case p.Severity == problem.Error || !slices.Contains(before, p):
			there.Add(p)
		}
	}
	return here, there, lexicon
}
