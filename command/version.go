package command

import (
	"fmt"

	"tijian/engine"
	"tijian/engine/problem"
)

// version is set when the program is built.
var version = "unversioned"

// Version prints the versions of program and rules.
type Version struct{ engine.Files }

// Run prints one line.
func (c *Version) Run(s Streams) error {
	snapshot, problems := engine.Load(c.Files, "")
	if len(problems) > 0 {
		return invalid(s.Err, c.Files, problems, problem.Chinese)
	}
	fmt.Fprintf(s.Out, "tijian %s, rules %s (%s)\n", version, snapshot.Rules.Version, snapshot.Rules.Hash)
	return nil
}
