package langserver

import (
	"io/fs"
	"net/url"
	"path"
	"path/filepath"
	"strings"

	"tijian/engine"
	"tijian/engine/strictyaml"
)

// A workspace is a folder with rules and dictionaries, and what of it is open in
// the editor and perhaps not saved.
type workspace struct {
	root  string
	files engine.Files
	open  map[string]document // by the names under which problems show files
	known map[string]*file    // as last read, by the same
}

type document struct{ uri, text string }

// pathOf is the path of a file: URI, "" of any other.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return ""
	}
	name := u.Path
	if len(name) > 2 && name[2] == ':' { // /C:/folder
		name = name[1:]
	}
	return filepath.FromSlash(name)
}

// uriOf is the URI of a file by its name; that of the editor where it is open.
func (w *workspace) uriOf(name string) string {
	if d, open := w.open[name]; open {
		return d.uri
	}
	slashed := filepath.ToSlash(w.files.OnDisk(name))
	return (&url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(slashed, "/")}).String()
}

// nameOf is the name under which problems show a file, "" of one that is neither
// of rules nor of dictionaries.
func (s *server) nameOf(uri string) string {
	below, err := filepath.Rel(s.root, pathOf(uri))
	name := filepath.ToSlash(below)
	if _, ok := s.shapeOf(name); s.root == "" || err != nil || !ok {
		return ""
	}
	return name
}

func (s *server) shapeOf(name string) (strictyaml.Shape, bool) {
	for _, shape := range s.Shapes {
		for _, pattern := range shape.Files {
			if is, _ := path.Match(pattern, name); is {
				return shape, true
			}
		}
	}
	return strictyaml.Shape{}, false
}

// versionOf is the version that a file is of, "" of current.yaml.
func versionOf(name string) string {
	_, below, _ := strings.Cut(name, "/")
	version, _, ok := strings.Cut(below, "/")
	if !ok {
		return ""
	}
	return version
}

// text is what a file holds in the editor, or on the disk.
func (w *workspace) text(name string) (string, bool) {
	if d, open := w.open[name]; open {
		return d.text, true
	}
	data, err := fs.ReadFile(w.files, name)
	return string(data), err == nil
}

// read returns a file as it is now, nil of one without a shape. While it cannot
// be read, its names are those it had before.
func (s *server) read(name string) *file {
	text, ok := s.text(name)
	shape, shaped := s.shapeOf(name)
	if !ok || !shaped {
		return nil
	}
	before := s.known[name]
	if before != nil && before.text == text {
		return before
	}
	f := readFile(name, text, shape)
	if before != nil && len(f.names) == 0 {
		f.names, f.words = before.names, before.words
	}
	s.known[name] = f
	return f
}

// version reads all files of a version.
func (s *server) version(version string) index {
	var all index
	if version == "" {
		return all
	}
	names, _ := s.files.FilesOf(version) // of what cannot be read nothing is known
	for _, name := range names {
		if f := s.read(name); f != nil {
			all = append(all, f)
		}
	}
	return all
}
