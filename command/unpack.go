package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"tijian/dictionaries"
	"tijian/rules"
	"tijian/testdata"
)

type rulesUnpack struct {
	Dir string `arg:"" help:"写进哪个文件夹；其中不能已有 rules、dictionaries、testdata" en:"Folder to write into, which has no rules, dictionaries and testdata yet."`
}

// Run writes what the program carries, so that whoever has only the program can edit
// it. Nothing is written over.
func (c *rulesUnpack) Run(s Streams) error {
	trees := []struct {
		name string
		fs.FS
	}{{"rules", rules.Files}, {"dictionaries", dictionaries.Files}, {"testdata", testdata.Suites}}
	for _, t := range trees {
		if to := filepath.Join(c.Dir, t.name); exists(to) {
			return failure{exitFailure, fmt.Sprintf(s.in("%s 已经有了，没有写任何东西：换一个文件夹", "%s is there already, nothing was written: name another folder"), to)}
		}
	}
	var err error
	for _, t := range trees {
		err = errors.Join(err, os.CopyFS(filepath.Join(c.Dir, t.name), t.FS))
	}
	if err == nil {
		_, err = fmt.Fprintf(s.Out, s.in("已写入 %s：rules、dictionaries 和 testdata。到那里起草：tijian rules draft 新版本\n", "Written into %s: rules, dictionaries and testdata. Begin a draft there: tijian rules draft VERSION\n"), c.Dir)
	}
	return err
}
