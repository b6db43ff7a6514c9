package command

import (
	"fmt"
	"os"
	"path"
	"path/filepath"

	"tijian/engine"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/record"
)

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
