// Package draft edits a draft of the rules: the cells of its tables, the words of
// its dictionaries, its files. It says what speaks against an edit, keeps what two
// people wrote at the same time, and finds what a moved bound leaves behind. It
// shows nothing; pages and commands do.
package draft

import (
	"context"
	"io/fs"
	"slices"
	"sync"

	"tijian/engine"
	"tijian/engine/internal/disk"
	"tijian/engine/keywords"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/record"
	"tijian/engine/ruleset"
)

// A Book gives the versions of the rules to read and to edit. Those that are not
// in force are loaded when somebody looks at them, and kept until a file changes.
// It is safe for concurrent use.
type Book struct {
	Files    engine.Files
	Live     *engine.Live
	Reviewer *engine.Reviewer

	disk      disk.Disk
	snapshots kept[*engine.Snapshot]
	sets      kept[*ruleset.Set] // without what answers by them
}

// NewBook returns the book of files, one version of which is live; checks are
// those of dictionaries for other layers.
func NewBook(files engine.Files, live *engine.Live, checks []engine.Check) *Book {
	return &Book{Files: files, Live: live, Reviewer: engine.NewReviewer(files, checks...)}
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

// keptVersions bounds the memory that reading old versions takes: about 20 MB
// each.
const keptVersions = 4

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

// A Version is one as it lies in the folder; Next is in force from a day on that
// is yet to come.
type Version struct {
	Name                 string
	InForce, Draft, Next bool
}

// Versions are all that lie in the folder, the newest name first.
func (b *Book) Versions() []Version {
	tree := b.Files.RulesFS()
	var ignored problem.List // the version in force is known anyway
	current, _ := ruleset.ReadCurrent(tree, &ignored)
	var list []Version
	for _, name := range ruleset.Versions(tree) {
		_, err := fs.Stat(tree, name+"/"+record.LockName)
		list = append(list, Version{name, name == b.InForce(), err != nil, name == current.Next})
	}
	slices.Reverse(list)
	return list
}

// InForce is the name of the version in force.
func (b *Book) InForce() string { return b.Live.Snapshot().Rules.Version }

// Named finds a version.
func (b *Book) Named(name string) (Version, bool) {
	all := b.Versions()
	i := slices.IndexFunc(all, func(v Version) bool { return v.Name == name })
	if i < 0 {
		return Version{}, false
	}
	return all[i], true
}

// Editable reports whether drafts can be made and changed: the rules must lie in
// folders, not in the program.
func (b *Book) Editable() bool { return b.Files.Rules != "" && b.Files.Dictionaries != "" }

// Load reads a version; the snapshot is nil while its files are faulty.
func (b *Book) Load(version string) (*engine.Snapshot, problem.List) {
	if s := b.Live.Snapshot(); s.Rules.Version == version {
		return s, nil
	}
	return b.snapshots.get(b.Files, version, engine.Draft)
}

// Rules are those of a version to look at, read in a third of the time that it
// takes to answer by them; nil while its files are faulty.
func (b *Book) Rules(version string) (*ruleset.Set, problem.List) {
	if s := b.Live.Snapshot(); s.Rules.Version == version {
		return s.Rules, nil
	}
	if review := b.Reviewer.Saved(version); review != nil && len(review.Versions) > 0 && review.Versions[0].Rules != nil {
		return review.Versions[0].Rules, nil
	}
	return b.sets.get(b.Files, version, engine.Rules)
}

// Set reads the rules of a version; nil while its files are faulty. Of a draft
// only what was edited is read anew.
func (b *Book) Set(ctx context.Context, version Version) (*ruleset.Set, problem.List) {
	if version.Draft && !version.InForce {
		review := b.Reviewer.Check(ctx, version.Name)
		if len(review.Versions) == 0 {
			return nil, review.Problems
		}
		return review.Versions[0].Rules, review.Problems.Of(problem.Error)
	}
	return b.Rules(version.Name)
}

// A Verdict is what a review says of an edit: of the file itself, then the errors
// of other files and whatever is said of them only because of it.
type Verdict struct {
	Here, Elsewhere problem.List
	Lexicon         *keywords.Lexicon // of the draft with the edit; nil with faults
}

// Errors are those of every file.
func (v Verdict) Errors() problem.List {
	return append(v.Here.Of(problem.Error), v.Elsewhere.Of(problem.Error)...)
}

// Judge reviews a draft in which files hold something else, as far as people
// look at one of them.
func (b *Book) Judge(ctx context.Context, version, file string, files map[string][]byte) Verdict {
	before := b.Reviewer.Check(ctx, version).Problems
	review := b.Reviewer.Edited(ctx, version, files)
	var v Verdict
	for _, one := range review.Versions {
		v.Lexicon = one.Lexicon
	}
	for _, p := range review.Problems {
		switch {
		case p.Code == message.Changed.Code, p.Code == message.LockedChanged.Code: // what a draft is for, or is to be made for
		case p.File == file:
			v.Here.Add(p)
		case p.Severity == problem.Error || !slices.Contains(before, p):
			v.Elsewhere.Add(p)
		}
	}
	return v
}
