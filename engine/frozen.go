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

	"tijian/engine/internal/treehash"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/internal/sealed"
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
	type file struct {
		name string
		data []byte
	}
	var files []file
	total, names, at := 0, 0, ""
	err := fs.WalkDir(fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		if at = name; err != nil {
			return err
		}
		if hidden := name != "." && strings.HasPrefix(entry.Name(), "."); hidden && entry.IsDir() {
			return fs.SkipDir
		} else if hidden || entry.IsDir() {
			return nil
		}
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		if total += len(data); total > maxTree {
			return fmt.Errorf("more than %d bytes", maxTree)
		}
		files, names = append(files, file{name, data}), names+len(name)
		return nil
	})
	var out bytes.Buffer
	out.Grow(total + 2*names + len(files)*zipHeaders) // else it is copied again and again
	w := zip.NewWriter(&out)
	for i := 0; i < len(files) && err == nil; i++ {
		var f io.Writer
		at = files[i].name
		if f, err = w.CreateHeader(&zip.FileHeader{Name: at, Method: zip.Store, Modified: time.Time{}}); err == nil {
			_, err = f.Write(files[i].data)
		}
	}
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
