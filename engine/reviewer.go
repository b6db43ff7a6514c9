package engine

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"tijian/engine/internal/treehash"
	"tijian/engine/keywords"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/record"
	"tijian/engine/ruleset"
	"tijian/engine/verify"
)

// A Reviewer reviews drafts while people edit them: it answers what Files.Check
// answers, and reads, compiles and proves again only what a change touches. It
// is safe for concurrent use.
type Reviewer struct {
	files  Files
	checks []Check

	mu       sync.Mutex // held during a review: the second of two has less to do
	src      *source
	stamp    string
	memories map[string]*memory // by version
}

// NewReviewer makes a Reviewer of some folders, with the checks of other layers.
func NewReviewer(files Files, checks ...Check) *Reviewer {
	return &Reviewer{files: files, checks: checks, memories: map[string]*memory{}}
}

// Check reviews a version as it is saved. Nobody may change what it returns.
func (r *Reviewer) Check(ctx context.Context, version string) *Review {
	return r.review(ctx, version, nil)
}

// Edited reviews a version as if some of its files held something else. They
// are named as problems show them, such as rules/2026.1/indicators/lipids.yaml.
func (r *Reviewer) Edited(ctx context.Context, version string, files map[string][]byte) *Review {
	return r.review(ctx, version, func(src *source) {
		for name, data := range files {
			if below, ofRules := strings.CutPrefix(name, shown(r.files.Rules, "rules")+"/"); ofRules {
				src.rules = edited{src.rules, below, data}
			} else {
				src.dictionaries = edited{src.dictionaries, strings.TrimPrefix(name, shown(r.files.Dictionaries, "dictionaries")+"/"), data}
			}
		}
	})
}

// Saved is what the last review of a version as it is saved said, nil where that
// is not known at once.
func (r *Reviewer) Saved(version string) *Review {
	if !r.mu.TryLock() {
		return nil
	}
	defer r.mu.Unlock()
	m := r.memories[version]
	if m == nil || m.saved == nil || m.stamp != r.files.Stamp(".") {
		return nil
	}
	return m.saved
}

// review tells somebody who no longer waits that it is not finished, an error: it
// must not pass for a review that found nothing.
func (r *Reviewer) review(ctx context.Context, version string, edit func(*source)) *Review {
	r.mu.Lock()
	defer r.mu.Unlock()
	unfinished := &Review{Problems: problem.List{message.ReviewUnfinished.At(problem.Place{})}}
	if ctx.Err() != nil {
		return unfinished
	}
	stamp := r.files.Stamp(".")
	if r.src == nil || r.stamp != stamp {
		src, problems := read(r.files)
		if src == nil {
			return &Review{Problems: problems}
		}
		r.src, r.stamp = src, stamp
	}
	src := *r.src
	src.at, src.given = time.Now(), ctx
	if src.memory = r.memories[version]; src.memory == nil {
		if len(r.memories) >= mostMemories {
			clear(r.memories)
		}
		src.memory = &memory{}
		r.memories[version] = src.memory
	}
	m := src.memory
	if edit != nil {
		edit(&src)
	} else if m.saved != nil && m.stamp == stamp {
		return m.saved
	}
	of := src.holds(version)
	at := slices.IndexFunc(m.reviews, func(one reviewOf) bool { return one.of == of })
	if at < 0 {
		review := src.check(version, r.checks)
		if ctx.Err() != nil {
			return unfinished
		}
		at = min(len(m.reviews), 1) // the other one is of what is saved, or was edited last
		m.reviews = append(m.reviews, reviewOf{of, review})[max(0, len(m.reviews)-1):]
	}
	review := m.reviews[at].review
	if edit == nil {
		m.saved, m.stamp = review, stamp
	}
	return review
}

// A reviewOf is what a review said of what the files held: what is saved as it was
// proved is not proved again.
type reviewOf struct {
	of     [sha256.Size]byte
	review *Review
}

// holds names what a review of a version rests on: what its own files hold, and the
// stamps of all others.
func (src *source) holds(version string) [sha256.Size]byte {
	h := sha256.New()
	treehash.Part(h, []byte(src.files.stamps(".", func(name string) bool {
		own := strings.HasPrefix(name, version+"/") && path.Ext(name) == ".yaml" && path.Base(name) != record.LockName
		return !own && !strings.HasPrefix(name, ".")
	})))
	for _, tree := range []fs.FS{src.rules, src.dictionaries} {
		treehash.Add(h, tree, version)
		for e, ok := tree.(edited); ok; e, ok = e.FS.(edited) {
			if _, err := fs.Stat(e.FS, path.Dir(e.name)); err != nil { // no walk comes to a folder that is not there yet
				treehash.Part(h, []byte(e.name))
				treehash.Part(h, e.data)
			}
		}
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// mostMemories bounds the memory that drafts take: about 40 MB each.
const mostMemories = 3

// Stamp changes with every file below a folder of the rules and of the
// dictionaries, by their sizes and times.
func (f Files) Stamp(below string) string {
	return f.stamps(below, func(string) bool { return true })
}

func (f Files) stamps(below string, some func(name string) bool) string {
	var out strings.Builder
	for _, tree := range []fs.FS{f.RulesFS(), f.DictionariesFS()} {
		_ = fs.WalkDir(tree, below, func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !some(name) {
				return err
			}
			info, err := entry.Info()
			if err == nil {
				fmt.Fprintln(&out, name, info.Size(), info.ModTime().UnixNano())
			}
			return err
		})
	}
	return out.String()
}

// A memory keeps what was found out of a version, each by the bytes that it
// rests on.
type memory struct {
	rules   ruleset.Memory
	proved  verify.Memory
	names   remembered[*names]
	lexicon remembered[*keywords.Lexicon]
	words   remembered[struct{}] // what is doubtful in it
	origin  remembered[*origin]
	reviews []reviewOf // the last two
	saved   *Review    // of the version as it is saved
	stamp   string     // of the files then
}

// remembered is the last outcome of a kind.
type remembered[T any] struct {
	of       [sha256.Size]byte
	is       bool
	value    T
	problems problem.List
}

// get works an outcome out unless it is the last. The list is the caller's own.
func (m *remembered[T]) get(of [sha256.Size]byte, work func() (T, problem.List)) (T, problem.List) {
	if !m.is || m.of != of {
		m.value, m.problems = work()
		m.of, m.is = of, true
	}
	return m.value, slices.Clone(m.problems)
}

func (m *memory) proofs() *verify.Memory {
	if m == nil {
		return nil
	}
	return &m.proved
}

func (m *memory) ofRules() *ruleset.Memory {
	if m == nil {
		return nil
	}
	return &m.rules
}

// named are the names of a version.
func (m *memory) named(src *source, version string, checks []Check) (*names, problem.List) {
	tree, list := folderOf(src.dictionaries, version)
	if tree == nil {
		return nil, src.files.inDictionaries("", list)
	}
	return m.names.get(digest(tree, everyFile), func() (*names, problem.List) {
		n, list := src.readNames(version)
		return src.checked(version, n, list, checks)
	})
}

// lexiconOf loads the lexicon of a tree.
func (m *memory) lexiconOf(tree fs.FS) (*keywords.Lexicon, problem.List) {
	if m == nil {
		return keywords.Load(tree)
	}
	ofWords := func(name string) bool {
		return !strings.HasPrefix(name, "indicators/") && name != "units.yaml" && name != "grades.yaml" && name != "plausible.yaml"
	}
	return m.lexicon.get(digest(tree, ofWords), func() (*keywords.Lexicon, problem.List) { return keywords.Load(tree) })
}

// reviewed is what is doubtful in a lexicon.
func (m *memory) reviewed(l *keywords.Lexicon) problem.List {
	if m == nil {
		return l.Review()
	}
	_, list := m.words.get(m.lexicon.of, func() (struct{}, problem.List) { return struct{}{}, l.Review() })
	return list
}

// digest names what some files of a tree hold.
func digest(tree fs.FS, some func(name string) bool) [sha256.Size]byte {
	h := sha256.New()
	for _, name := range treehash.Names(tree, ".") {
		if data, err := fs.ReadFile(tree, name); err == nil && some(name) {
			treehash.Part(h, []byte(name))
			treehash.Part(h, data)
		}
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// FilesOf lists the files of a version that staff may edit, as problems show
// them, sorted: its rules, then its dictionaries.
func (f Files) FilesOf(version string) ([]string, error) {
	var all []string
	for _, tree := range []struct {
		fs    fs.FS
		shown string
	}{{f.RulesFS(), shown(f.Rules, "rules")}, {f.DictionariesFS(), shown(f.Dictionaries, "dictionaries")}} {
		err := fs.WalkDir(tree.fs, version, func(name string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() && strings.HasSuffix(name, ".yaml") && path.Base(name) != record.LockName && !strings.HasPrefix(entry.Name(), ".") {
				all = append(all, path.Join(tree.shown, name))
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}
