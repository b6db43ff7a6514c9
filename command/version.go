package command

import (
	"fmt"
	"runtime/debug"

	"tijian/engine"
	"tijian/engine/problem"
)

// version is set when the program is built, with -ldflags "-X …".
var version string

// programVersion returns what the build set, else what Go noted about the
// working copy that it built from.
func programVersion() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "unversioned"
}

// Version prints the versions of program and rules.
type Version struct{ engine.Files }

// Run prints one line. Rules that cannot be read are no failure of this command:
// why they cannot is said on standard error, and rules check tells by its exit
// code.
func (c *Version) Run(s Streams) error {
	rules, hash, problems := c.InForce()
	if len(problems) > 0 {
		fmt.Fprintf(s.Out, s.in("tijian %s，规则读不了\n", "tijian %s, rules not readable\n"), programVersion())
		return problem.Render(s.Err, problems, c.Files, s.Lang)
	}
	_, err := fmt.Fprintf(s.Out, s.in("tijian %s，规则 %s（%s）\n", "tijian %s, rules %s (%s)\n"), programVersion(), rules, hash)
	return err
}
