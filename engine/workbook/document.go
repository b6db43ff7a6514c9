package workbook

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"tijian/engine/message"
)

// Source is where the files lie: one version of the rules, and suites.
type Source struct {
	Rules   fs.FS // below rules/
	Version string
	Cases   fs.FS // nil for none
}

// tree is a folder of the source; nil when there is none.
func (s Source) tree(name string) fs.FS {
	if name == casesTree {
		return s.Cases
	}
	if sub, err := fs.Sub(s.Rules, s.Version); err == nil {
		return sub
	}
	return nil
}

// A document is a file with its nodes by their places.
type document struct {
	data  []byte
	root  *yaml.Node
	nodes map[string]*yaml.Node // by place; keys and indices joined by /
	keys  map[string]*yaml.Node // of a mapping's value, by its place
	order []string
}

func parse(data []byte) (*document, error) {
	d := &document{data: data, nodes: map[string]*yaml.Node{}, keys: map[string]*yaml.Node{}}
	var doc yaml.Node
	if err := yaml.Unmarshal(data, &doc); err != nil {
		return nil, message.FileMalformed.Err("reason", err)
	}
	if len(doc.Content) == 0 {
		return nil, message.FileEmpty.Err()
	}
	d.root = doc.Content[0]
	d.add("", d.root)
	return d, nil
}

// escape writes a key of a mapping as a part of a place.
var escape = strings.NewReplacer("~", "~0", "/", "~1")

func (d *document) add(place string, n *yaml.Node) {
	d.nodes[place] = n
	d.order = append(d.order, place)
	switch n.Kind {
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			below := place + "/" + escape.Replace(n.Content[i].Value)
			d.keys[below] = n.Content[i]
			d.add(below, n.Content[i+1])
		}
	case yaml.SequenceNode:
		for i, item := range n.Content {
			d.add(place+"/"+strconv.Itoa(i), item)
		}
	}
}

// places lists the entries that a pattern names, in the file's order. At its
// end ** stands for all scalars below.
func (d *document) places(pattern string) []string {
	stem, deep := strings.CutSuffix(pattern, "/**")
	var list []string
	for _, place := range d.order {
		if !deep {
			if matches(pattern, place) {
				list = append(list, place)
			}
			continue
		}
		if d.nodes[place].Kind == yaml.ScalarNode && strings.Count(place, "/") > strings.Count(stem, "/") &&
			matches(stem, strings.Join(strings.Split(place, "/")[:strings.Count(stem, "/")+1], "/")) {
			list = append(list, place)
		}
	}
	return list
}

func matches(pattern, place string) bool {
	p, q := strings.Split(pattern, "/"), strings.Split(place, "/")
	if len(p) != len(q) {
		return false
	}
	for i := range p {
		if p[i] != "*" && p[i] != q[i] {
			return false
		}
	}
	return true
}

// at is where a column of an entry has its value.
func (c *column) at(entry string) string {
	switch {
	case c.Key == "":
		return entry
	case c.Key == caseName:
		return strings.Join(strings.Split(entry, "/")[:3], "/") + "/name"
	case strings.HasPrefix(c.Key, "../"):
		up := strings.Count(c.Key, "../")
		parts := strings.Split(entry, "/")
		return strings.Join(parts[:len(parts)-up], "/") + "/" + strings.TrimLeft(c.Key, "./")
	}
	return entry + "/" + c.Key
}

// separator stands between the items of a list.
const separator = "; "

// value is what a cell shows.
func (d *document) value(c *column, entry string) string {
	n := d.nodes[c.at(entry)]
	switch {
	case n == nil:
		return ""
	case c.List && n.Kind == yaml.SequenceNode:
		items := make([]string, len(n.Content))
		for i, item := range n.Content {
			items[i] = item.Value
		}
		return strings.Join(items, separator)
	}
	return n.Value
}

// text is the scalar at a place, "" where there is none.
func (d *document) text(place string) string {
	if n := d.nodes[place]; n != nil {
		return n.Value
	}
	return ""
}

func fingerprint(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:6])
}

// A line is one entry of a sheet as its cells.
type line struct {
	file, place string
	cells       []string // behind the two
}

// lines reads the entries of a sheet.
func (s *sheet) lines(file string, d *document) []line {
	var list []line
	for _, pattern := range s.Entries {
		for _, place := range d.places(pattern) {
			l := line{file: file, place: place}
			for i := range s.Columns {
				l.cells = append(l.cells, d.value(&s.Columns[i], place))
			}
			list = append(list, l)
		}
	}
	return list
}

// load reads the files of every sheet, by tree and path.
func load(src Source) (map[string]*document, error) {
	all := map[string]*document{}
	for _, s := range layout().Sheets {
		tree := src.tree(s.Tree)
		if tree == nil {
			continue
		}
		for _, pattern := range s.Files {
			names, err := fs.Glob(tree, pattern)
			if err != nil {
				return nil, err
			}
			for _, name := range names {
				key := path.Join(s.Tree, name)
				if all[key] != nil {
					continue
				}
				data, err := fs.ReadFile(tree, name)
				if err != nil {
					return nil, err
				}
				if all[key], err = parse(data); err != nil {
					return nil, fmt.Errorf("%s: %w", key, err)
				}
			}
		}
	}
	return all, nil
}

// of lists the documents of a sheet, sorted by name.
func (s *sheet) of(all map[string]*document) []string {
	var names []string
	for name := range all {
		for _, pattern := range s.Files {
			if ok, _ := path.Match(path.Join(s.Tree, pattern), name); ok {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return names
}
