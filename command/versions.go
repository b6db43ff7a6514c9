package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"tijian/dictionaries"
	"tijian/engine"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/record"
	"tijian/rules"
	"tijian/testdata"
)

type rulesSeal struct {
	releasing
	Version string `arg:"" help:"已经不再使用的版本" en:"Version that is no longer in force."`
}

// Run makes packages of a version that is no longer in force.
func (c *rulesSeal) Run(s Streams) error {
	releaser, err := c.releaser(s)
	if err != nil {
		return err
	}
	if err := releaser.Seal(c.Version); err != nil {
		return c.refused(s, err)
	}
	_, err = fmt.Fprintf(s.Out, s.in("已封存 %s：结论和指纹不变\n", "Sealed %s: answers and fingerprint stay\n"), c.Version)
	return err
}

type rulesLock struct {
	local
	Version string `arg:"" help:"要锁定的版本" en:"Version to lock."`
}

// Run locks a version that this project ships, without the act of a release. A
// version that has a lock keeps it.
func (c *rulesLock) Run(s Streams) error {
	if err := c.named(s); err != nil {
		return err
	}
	c.announce(s)
	if _, problems := engine.Load(c.Files, c.Version, dictionaryChecks...); len(problems) > 0 {
		return invalid(s, c.Files, problems)
	}
	name := filepath.Join(c.Rules, c.Version, record.LockName)
	if _, err := os.Stat(name); err == nil {
		return failure{exitInvalid, s.in(name+" 已经有了，内容相符", name+" exists, and the files are as it says")}
	}
	lock, err := record.NewLock(c.RulesFS(), c.DictionariesFS(), c.Version)
	if err != nil {
		return failure{exitInvalid, message.Unreadable.At(problem.Place{File: path.Join(c.RulesFolder(), c.Version)}, "error", err).Text(s.Lang)}
	}
	if err := os.WriteFile(name, lock.Text(), 0o644); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.Out, s.in("已锁定 %s：%s\n", "Locked %s: %s\n"), c.Version, lock.Fingerprint())
	return err
}

// carried are the trees within the program that can be edited outside it.
var carried = []struct {
	name string
	fs.FS
}{{"rules", rules.Files}, {"dictionaries", dictionaries.Files}, {"testdata", testdata.Suites}}

// unpack writes them into a folder that has none of them.
func unpack(dir string) (err error) {
	for _, t := range carried {
		err = errors.Join(err, os.CopyFS(filepath.Join(dir, t.name), t.FS))
	}
	return err
}

type rulesUnpack struct {
	Dir string `arg:"" help:"写进哪个文件夹；其中不能已有 rules、dictionaries、testdata" en:"Folder to write into, which has no rules, dictionaries and testdata yet."`
}

// Run writes what the program carries, so that whoever has only the program can edit
// it. Nothing is written over.
func (c *rulesUnpack) Run(s Streams) error {
	for _, t := range carried {
		if to := filepath.Join(c.Dir, t.name); exists(to) {
			return failure{exitFailure, fmt.Sprintf(s.in("%s 已经有了，没有写任何东西：换一个文件夹", "%s is there already, nothing was written: name another folder"), to)}
		}
	}
	err := unpack(c.Dir)
	if err == nil {
		_, err = fmt.Fprintf(s.Out, s.in("已写入 %s：rules、dictionaries 和 testdata。到那里起草：tijian rules draft 新版本\n", "Written into %s: rules, dictionaries and testdata. Begin a draft there: tijian rules draft VERSION\n"), c.Dir)
	}
	return err
}
