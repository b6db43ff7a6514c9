package command

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"tijian/engine"
	"tijian/engine/keywords/sentences"
	"tijian/engine/langserver"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
	"tijian/engine/schema"
	"tijian/engine/strictyaml"
)

// shaped are the files below one folder.
type shaped struct {
	folder string
	shapes []strictyaml.Shape
}

// allShapes are the files that staff edit, as they lie in the repository; those of
// versions first.
func allShapes() []shaped {
	return []shaped{
		{"rules", slices.Concat(ruleset.Shapes(), regress.OwnShapes())},
		{"dictionaries/*", dictionaryShapes()},
		{"testdata/rules", regress.Shapes()},
		{"testdata/keywords", []strictyaml.Shape{sentences.Shape()}},
	}
}

type rulesSchema struct {
	local
	Out string `default:"docs/schema" placeholder:"DIR" help:"存放 Schema 的文件夹" en:"Folder to write the schemas to."`
}

// Run writes one schema for each kind of file, and the editor's settings that
// bind them to the files.
func (c *rulesSchema) Run(s Streams) error {
	c.announce(s)
	names, err := vocabulary(c.Files)
	if err != nil {
		return err
	}
	files, err := schemas(filepath.ToSlash(filepath.Clean(c.Out)), names)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.Out, 0o755); err != nil {
		return err
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(c.Out, name), data, 0o644); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(s.Out, "%s: %d\n", c.Out, len(files))
	return err
}

// vocabulary has the names that rules and dictionaries define.
func vocabulary(files engine.Files) (schema.Vocabulary, error) {
	v := schema.Vocabulary{}
	if err := v.Add(files.RulesFS(), ruleset.Shapes()); err != nil {
		return nil, err
	}
	for _, version := range ruleset.Versions(files.RulesFS()) {
		tree, err := fs.Sub(files.DictionariesFS(), version)
		if err != nil {
			return nil, err
		}
		if err := v.Add(tree, dictionaryShapes()); err != nil {
			return nil, err
		}
	}
	return v, nil
}

func schemaName(s strictyaml.Shape) string { return s.Name + ".schema.json" }

// schemas gives the files to write by name. folder is where they will lie in
// the repository.
func schemas(folder string, names schema.Vocabulary) (map[string][]byte, error) {
	files := map[string][]byte{}
	bound := map[string][]string{}
	for _, group := range allShapes() {
		for _, s := range group.shapes {
			text, err := schema.Text(s, names)
			if err != nil {
				return nil, err
			}
			name := schemaName(s)
			files[name] = text
			for _, pattern := range s.Files {
				key := "./" + path.Join(folder, name)
				bound[key] = append(bound[key], "/"+path.Join(group.folder, pattern))
			}
		}
	}
	settings, err := json.MarshalIndent(map[string]any{"yaml.schemas": bound}, "", "  ")
	if err != nil {
		return nil, err
	}
	files["vscode.json"] = append(settings, '\n')
	return files, nil
}

type rulesLSP struct {
	Folder string        `arg:"" optional:"" default:"." help:"放着 rules 和 dictionaries 的文件夹；编辑器说了打开哪个，就用那个" en:"Folder with rules and dictionaries, where the editor names none."`
	Pause  time.Duration `default:"700ms" help:"停手多久后检查整个版本" en:"How long after the last change a whole version is checked."`
}

// Run answers an editor on standard input and output until it ends the session. It
// exits with 1 when the editor goes without a shutdown, as the protocol asks.
func (c *rulesLSP) Run(ctx context.Context, s Streams) error {
	if !langserver.Serve(ctx, s.In, s.Out, s.Err, langserver.Options{
		Shapes: editedShapes(), Checks: dictionaryChecks, Lang: s.Lang, Folder: c.Folder, Pause: c.Pause,
	}) {
		return failure{exitFailure, ""}
	}
	return nil
}

// editedShapes are the files of versions, by their places in a repository.
func editedShapes() []strictyaml.Shape {
	var all []strictyaml.Shape
	for _, group := range allShapes()[:2] {
		for _, s := range group.shapes {
			s.Files = slices.Clone(s.Files)
			for i, pattern := range s.Files {
				s.Files[i] = path.Join(group.folder, pattern)
			}
			all = append(all, s)
		}
	}
	return all
}
