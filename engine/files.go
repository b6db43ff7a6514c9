package engine

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"tijian/dictionaries"
	"tijian/engine/changes"
	"tijian/engine/dictionary"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/internal/sealed"
	"tijian/rules"
)

// Files says which rules and dictionaries to read; empty fields stand for the
// embedded ones. Its tags make it usable as flags and environment of a command.
type Files struct {
	Rules        string `env:"TIJIAN_RULES" placeholder:"DIR" help:"规则的文件夹，代替程序自带的" en:"Rule sets to use instead of the embedded ones."`
	Dictionaries string `env:"TIJIAN_DICTIONARIES" placeholder:"DIR" help:"词典的文件夹，代替程序自带的" en:"Dictionaries to use instead of the embedded ones."`
	Mapping      string `env:"TIJIAN_MAPPING" placeholder:"FILE" help:"本院自己的项目编码（CSV：system,code,indicator,unit），HL7、FHIR 和表格都用" en:"Codes of a site's own (CSV: system,code,indicator,unit), for HL7, FHIR and tables."`
}

// Embedded reports whether the rules and dictionaries are the embedded ones.
func (f Files) Embedded() bool { return f.Rules == "" && f.Dictionaries == "" }

// mapped is a dictionary with the codes of a site, where there are any.
func (f Files) mapped(d *dictionary.Dictionary) (*dictionary.Dictionary, problem.List) {
	if f.Mapping == "" {
		return d, nil
	}
	data, err := os.ReadFile(f.Mapping)
	if err != nil {
		return nil, problem.List{message.MappingUnread.At(problem.Place{File: f.Mapping}, "reason", err)}
	}
	return d.Mapped(f.Mapping, data)
}

// RulesFS is the tree of the rules, in which every version is a folder.
func (f Files) RulesFS() fs.FS {
	if f.Rules == "" {
		return rules.FS
	}
	return sealed.Tree(f.rules())
}

// DictionariesFS is the tree of the dictionaries, in which every version is a
// folder.
func (f Files) DictionariesFS() fs.FS {
	if f.Dictionaries == "" {
		return dictionaries.FS
	}
	return sealed.Tree(f.dictionaries())
}

// Folders are those of a version that was loaded, for comparing what its files hold.
func (f Files) Folders(s *Snapshot) (changes.Version, error) {
	own, err := fs.Sub(f.RulesFS(), s.Rules.Version)
	return changes.Version{Name: s.Rules.Version, Rules: own, Dictionaries: s.DictionariesFS()}, err
}

// rules and dictionaries are the trees as they lie there, with older versions as
// packages.
func (f Files) rules() fs.FS        { return dirOr(f.Rules, rules.Files) }
func (f Files) dictionaries() fs.FS { return dirOr(f.Dictionaries, dictionaries.Files) }

func dirOr(dir string, embedded fs.FS) fs.FS {
	if dir == "" {
		return embedded
	}
	// A link in the folder that leads out of it would put another file's lines
	// into messages.
	root, err := os.OpenRoot(dir)
	if err != nil {
		return os.DirFS(dir) // says so
	}
	return root.FS()
}

// shown is the name under which problems show a tree: its folder, where that
// is a plain relative path, else the standard name.
func shown(dir, standard string) string {
	if dir = filepath.ToSlash(filepath.Clean(dir)); dir != "." && fs.ValidPath(dir) {
		return dir
	}
	return standard
}

func (f Files) inRules(l problem.List) problem.List {
	return prefix(l, shown(f.Rules, "rules"))
}

func (f Files) inDictionaries(version string, l problem.List) problem.List {
	return prefix(l, path.Join(shown(f.Dictionaries, "dictionaries"), version))
}

func prefix(l problem.List, folder string) problem.List {
	for i := range l {
		l[i].File = path.Join(folder, l[i].File)
	}
	return l
}

// OnDisk returns the path of a file that a problem names: below the folder that
// was read, also where that is absolute.
func (f Files) OnDisk(name string) string {
	for _, tree := range []struct{ dir, standard string }{{f.Dictionaries, "dictionaries"}, {f.Rules, "rules"}} {
		if rest, ok := strings.CutPrefix(name, shown(tree.dir, tree.standard)); ok && tree.dir != "" && (rest == "" || rest[0] == '/') {
			return filepath.Join(tree.dir, filepath.FromSlash(rest))
		}
	}
	return name
}

// Open opens a file by the name that problems show, so that Files can be the
// sources of problem.Render.
func (f Files) Open(name string) (fs.File, error) {
	if rest, ok := strings.CutPrefix(name, shown(f.Dictionaries, "dictionaries")+"/"); ok {
		return f.DictionariesFS().Open(rest)
	}
	if rest, ok := strings.CutPrefix(name, shown(f.Rules, "rules")+"/"); ok {
		return f.RulesFS().Open(rest)
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}
