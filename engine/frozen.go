package engine

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	"tijian/dictionaries"
	"tijian/engine/internal/treehash"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/internal/sealed"
	"tijian/rules"
)

// maxTree bounds the bytes of rules or dictionaries; the shipped ones have a
// few hundred thousand.
const maxTree = 64 << 20

// zipHeaders is what a file takes in an archive besides its bytes and, twice,
// its name.
const zipHeaders = 128

// A source is what the files held at one moment.
type source struct {
	files               Files
	dictionaries, rules fs.FS
	fingerprint         [sha256.Size]byte
	at                  time.Time // when it was read
	current             ruleset.Current
	currentFaults       problem.List
	memory              *memory         // nil keeps nothing
	wordless            bool            // of the dictionaries, only what rules need is read
	given               context.Context // until when somebody waits for its review; nil for ever
}

// readAgain is how often files are read once more that changed while they were read.
const readAgain = 3

// read freezes both trees as they are between two acts on the rules. With any problem
// the source is nil.
func read(files Files) (*source, problem.List) {
	return still(files, files.dictionaries(), files.rules())
}

func still(files Files, names, rules fs.FS) (src *source, problems problem.List) {
	for range readAgain + 1 {
		before := tops(names, rules)
		if src, problems = readOnce(files, names, rules); tops(names, rules) == before {
			break
		}
	}
	return src, problems
}

// tops tells the tops of trees, which every act on the rules changes: what is released
// or sealed changes a version's folder there, and what is in force a file.
func tops(trees ...fs.FS) string {
	var all strings.Builder
	for _, tree := range trees {
		entries, _ := fs.ReadDir(tree, ".") // whoever reads it reports it
		for _, e := range entries {
			if info, err := e.Info(); err == nil && !strings.HasPrefix(e.Name(), ".") {
				fmt.Fprintln(&all, e.Name(), info.Size(), info.ModTime().UnixNano())
			}
		}
	}
	return all.String()
}

func readOnce(files Files, names, trees fs.FS) (*source, problem.List) {
	dictionaries, dictTree, problems := freeze(names)
	rules, rulesTree, list := freeze(trees)
	if problems = append(files.inDictionaries("", problems), files.inRules(list)...); len(problems) > 0 {
		return nil, problems
	}
	h := sha256.New()
	treehash.Part(h, dictionaries)
	treehash.Part(h, rules)
	src := &source{files: files, dictionaries: dictTree, rules: rulesTree, at: time.Now()}
	src.current, _ = ruleset.ReadCurrent(rulesTree, &src.currentFaults)
	treehash.Part(h, []byte(src.current.At(src.at)))
	src.fingerprint = [sha256.Size]byte(h.Sum(nil))
	return src, nil
}

// freeze reads a tree once, so that everything loaded from it is of one
// moment. The archive is the same to the byte for the same files; the tree
// shows it with a folder for every version. Hidden files, such as an editor's, are
// left out.
func freeze(fsys fs.FS) (archive []byte, tree fs.FS, problems problem.List) {
	switch fsys { // what is in the program does not change
	case fs.FS(rules.Files):
		return nil, rules.FS, nil
	case fs.FS(dictionaries.Files):
		return nil, dictionaries.FS, nil
	}
	var out bytes.Buffer
	out.Grow(sizeOf(fsys)) // else it is copied again and again
	w := zip.NewWriter(&out)
	left, at, room := int64(maxTree), "", make([]byte, 64<<10)
	err := fs.WalkDir(fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		if at = name; err != nil {
			return err
		}
		if skip, err := hidden(name, entry); skip || err != nil {
			return err
		}
		from, err := fsys.Open(name)
		if err != nil {
			return err
		}
		defer from.Close()
		to, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store, Modified: time.Time{}})
		if err != nil {
			return err
		}
		n, err := io.CopyBuffer(to, io.LimitReader(from, left+1), room)
		if left -= n; left < 0 {
			return fmt.Errorf("more than %d bytes", maxTree)
		}
		return err
	})
	if err == nil {
		at, err = "", w.Close()
	}
	var reader *zip.Reader
	if err == nil {
		reader, err = zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	}
	if err != nil {
		return nil, nil, problem.List{message.Unreadable.At(problem.Place{File: at}, "error", err)}
	}
	return out.Bytes(), sealed.Tree(reader), nil
}

// hidden reports whether an entry is no file to read: a folder or a hidden file.
// Hidden folders are skipped.
func hidden(name string, entry fs.DirEntry) (bool, error) {
	is := name != "." && strings.HasPrefix(entry.Name(), ".")
	if is && entry.IsDir() {
		return true, fs.SkipDir
	}
	return is || entry.IsDir(), nil
}

// sizeOf is what the archive of a tree will take, as far as can be said.
func sizeOf(fsys fs.FS) int {
	size := 0
	_ = fs.WalkDir(fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil // said when it is read
		}
		if skip, err := hidden(name, entry); skip || err != nil {
			return err
		}
		if info, err := entry.Info(); err == nil {
			size += int(info.Size()) + 2*len(name) + zipHeaders
		}
		return nil
	})
	return min(size, maxTree)
}
