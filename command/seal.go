package command

import "fmt"

type rulesSeal struct {
	releasing
	Version string `arg:"" help:"已经不再使用的版本" en:"Version that is no longer in force."`
}

// Run makes packages of a version that is no longer in force.
func (c *rulesSeal) Run(s Streams) error {
	desk, err := c.desk(s)
	if err != nil {
		return err
	}
	if err := desk.Seal(c.Version); err != nil {
		return c.refused(s, err)
	}
	_, err = fmt.Fprintf(s.Out, s.in("已封存 %s：结论和指纹不变\n", "Sealed %s: answers and fingerprint stay\n"), c.Version)
	return err
}
