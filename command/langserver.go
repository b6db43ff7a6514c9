package command

import (
	"context"
	"path"
	"slices"
	"time"

	"tijian/engine/langserver"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
	"tijian/engine/strictyaml"
)

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
	add := func(folder string, shapes []strictyaml.Shape) {
		for _, s := range shapes {
			files := make([]string, len(s.Files))
			for i, pattern := range s.Files {
				files[i] = path.Join(folder, pattern)
			}
			s.Files = files
			all = append(all, s)
		}
	}
	add("rules", slices.Concat(ruleset.Shapes(), regress.OwnShapes()))
	add("dictionaries/*", dictionaryShapes())
	return all
}
