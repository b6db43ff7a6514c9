// Package paint draws text, rules and boxes on a page with the fonts of Debian.
package paint

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
)

// DefaultFontDir is where Debian installs fonts.
const DefaultFontDir = "/usr/share/fonts"

// A family is a font as the page styles name it.
type family struct {
	file  string // base name of the file
	index int    // place in a collection
	apt   string // Debian package
}

// families are the fonts of a hospital's printers. The index of a Noto
// collection is its simplified Chinese member.
var families = map[string]family{
	"sans":      {"NotoSansCJK-Regular.ttc", 2, "fonts-noto-cjk"},
	"sansbold":  {"NotoSansCJK-Bold.ttc", 2, "fonts-noto-cjk"},
	"serif":     {"NotoSerifCJK-Regular.ttc", 2, "fonts-noto-cjk"},
	"song":      {"uming.ttc", 0, "fonts-arphic-uming"},
	"kai":       {"ukai.ttc", 0, "fonts-arphic-ukai"},
	"zenhei":    {"wqy-zenhei.ttc", 0, "fonts-wqy-zenhei"},
	"microhei":  {"wqy-microhei.ttc", 0, "fonts-wqy-microhei"},
	"arial":     {"LiberationSans-Regular.ttf", 0, "fonts-liberation"},
	"times":     {"LiberationSerif-Regular.ttf", 0, "fonts-liberation"},
	"courier":   {"LiberationMono-Regular.ttf", 0, "fonts-liberation"},
	"verdana":   {"DejaVuSans.ttf", 0, "fonts-dejavu-core"},
	"typewrite": {"DejaVuSansMono.ttf", 0, "fonts-dejavu-core"},
}

// fallback draws what a style's own fonts lack.
const fallback = "sans"

// A Library finds and keeps fonts. It is safe for concurrent use.
type Library struct {
	mu    sync.Mutex
	paths map[string]string // base name -> path
	fonts map[string]*sfnt.Font
	added map[string]family
}

// Register makes a font known by name besides those of Families: the base
// name of its file, and its place in a collection. It returns false when the
// file is not there.
func (l *Library) Register(name, file string, index int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, found := l.paths[file]; !found {
		return false
	}
	l.added[name] = family{file: file, index: index}
	return true
}

// OpenLibrary looks for fonts in dir and below; "" stands for DefaultFontDir.
func OpenLibrary(dir string) (*Library, error) {
	if dir == "" {
		dir = DefaultFontDir
	}
	lib := &Library{paths: map[string]string{}, fonts: map[string]*sfnt.Font{}, added: map[string]family{}}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !d.IsDir() {
			lib.paths[d.Name()] = path
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("fonts: %w (install them with: apt-get install fonts-noto-cjk, or name their folder with --fonts)", err)
	}
	return lib, nil
}

// font loads a family. The error names the Debian package to install.
func (l *Library) font(name string) (*sfnt.Font, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if f := l.fonts[name]; f != nil {
		return f, nil
	}
	fam, known := families[name]
	if !known {
		fam, known = l.added[name]
	}
	if !known {
		return nil, fmt.Errorf("fonts: no family %q; known: %s", name, strings.Join(Families(), ", "))
	}
	path, found := l.paths[fam.file]
	if !found {
		return nil, fmt.Errorf("fonts: %s not found; install it with: apt-get install %s", fam.file, fam.apt)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("fonts: %w", err)
	}
	f, err := parse(data, fam.index)
	if err != nil {
		return nil, fmt.Errorf("fonts: %s: %w", path, err)
	}
	l.fonts[name] = f
	return f, nil
}

func parse(data []byte, index int) (*sfnt.Font, error) {
	single, err := member(data, index)
	if err != nil {
		return nil, err
	}
	return opentype.Parse(single)
}
