package command

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"tijian/engine/problem"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
	"tijian/engine/workbook"
)

// A book is what the commands around workbooks share.
type book struct {
	local
	Version string `help:"用哪一版；默认为使用中的版本" en:"Version to use; the active one by default." placeholder:"VERSION"`
	Suites  string `default:"testdata/rules" help:"用例的文件夹，或者一个用例文件；没有就不用" en:"Folder with regression suites, or one suite; left out where there is none." placeholder:"DIR"`
}

func (b *book) source(s Streams) (workbook.Source, error) {
	src := workbook.Source{Rules: b.RulesFS(), Version: b.Version}
	if src.Version == "" {
		var list problem.List
		current, ok := ruleset.ReadCurrent(src.Rules, &list)
		if !ok {
			return src, invalid(s, b.Files, list)
		}
		src.Version = current.Active
	}
	if known := ruleset.Versions(src.Rules); !slices.Contains(known, src.Version) {
		return src, noVersion(s, src.Version, known)
	}
	if exists(b.Suites) {
		src.Cases, _ = regress.Folder(b.Suites)
	}
	return src, nil
}

type rulesExport struct {
	book
	XLSX string `name:"xlsx" required:"" help:"要写入的文件" en:"File to write." placeholder:"FILE"`
}

// Run writes the workbook.
func (c *rulesExport) Run(s Streams) error {
	c.announce(s)
	src, err := c.source(s)
	if err != nil {
		return err
	}
	return writeFile(c.XLSX, func(w io.Writer) error { return workbook.Write(w, src) })
}

type rulesImport struct {
	book
	File  string `arg:"" help:"改过的工作簿（.xlsx）" en:"Edited workbook (.xlsx)."`
	Write bool   `help:"写入文件；不加时只显示改动" en:"Change the files; without it the changes are only shown."`
}

// Run shows what an edited workbook changes, and changes it.
func (c *rulesImport) Run(s Streams) error {
	c.announce(s)
	if c.Write && c.Rules == "" {
		return failure{exitFailure, s.in("程序自带的规则不能改；用 --rules 指出规则的文件夹", "the embedded rules cannot be changed; name the folder of the rules with --rules")}
	}
	src, err := c.source(s)
	if err != nil {
		return err
	}
	f, err := os.Open(c.File)
	if err != nil {
		return err
	}
	defer f.Close()
	changes, problems := workbook.Read(f, src)
	if len(problems) > 0 {
		return invalid(s, nil, problems)
	}
	for _, change := range changes {
		name := c.path(src.Version, change.File)
		for line := range bytes.Lines(diff.Diff(name, change.Before, name, change.After)) {
			if line[0] == ' ' || bytes.HasPrefix(line, []byte("diff ")) {
				continue // what stays says nothing
			}
			if _, err := s.Out.Write(line); err != nil {
				return err
			}
		}
	}
	switch {
	case len(changes) == 0:
		fmt.Fprintln(s.Out, s.in("没有改动。", "Nothing is changed."))
	case !c.Write:
		fmt.Fprintf(s.Out, s.in("以上 %d 个文件有改动，还没有写入；加 --write 写入。\n", "The %d files above differ and are not written yet; add --write to write them.\n"), len(changes))
	default:
		for _, change := range changes {
			if err := os.WriteFile(c.path(src.Version, change.File), change.After, 0o644); err != nil {
				return err
			}
		}
		fmt.Fprintf(s.Out, s.in("已写入 %d 个文件；接着运行 tijian rules check。\n", "%d files are written; next, run tijian rules check.\n"), len(changes))
	}
	return nil
}

// path of a changed file on the disk.
func (c *rulesImport) path(version, file string) string {
	tree, rest, _ := strings.Cut(file, "/")
	rest = filepath.FromSlash(rest)
	if tree == "cases" {
		_, folder := regress.Folder(c.Suites)
		return filepath.Join(folder, rest)
	}
	return filepath.Join(cmp.Or(c.Rules, "rules"), version, rest)
}
