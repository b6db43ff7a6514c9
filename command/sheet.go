package command

import (
	"fmt"
	"io"
	"os"

	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/sheet"
)

type rulesSheet struct {
	releasing
	Draft string `arg:"" help:"草稿" en:"Draft."`
	JSON  bool   `name:"json" help:"输出 JSON" en:"Print JSON."`
	Out   string `help:"写成要签的 YAML 文件" en:"Write the file to be signed, in YAML." placeholder:"FILE"`
}

// Run prints what a draft has otherwise than the version in force, in groups to be
// signed, and writes the file to sign. It exits with 3 when a version has faults.
func (c *rulesSheet) Run(s Streams) error {
	releaser, err := c.releaser(s)
	if err != nil {
		return err
	}
	list, fingerprint, err := releaser.Sheet(c.Draft)
	if err != nil {
		return c.refused(s, err)
	}
	switch {
	case c.Out != "":
		if err := writeFile(c.Out, func(w io.Writer) error { return list.WriteYAML(w, fingerprint, s.Lang) }); err != nil {
			return err
		}
		_, err = fmt.Fprintf(s.Out, s.in("%d 组改动（变轻的 %d 组）写入 %s；逐组写 decision 和 comment\n", "%d groups of changes (%d milder) written to %s; write a decision and a comment for each\n"), len(list.Groups), len(list.Milder()), c.Out)
		return err
	case c.JSON:
		return jsontree.WriteIndented(s.Out, struct {
			Fingerprint string `json:"fingerprint"`
			*sheet.Sheet
		}{fingerprint, list})
	}
	return list.WriteText(s.Out, s.Lang)
}

// signed reads a sheet that somebody has written in.
func signed(s Streams, name string) (*sheet.Signed, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	list, err := sheet.Read(data)
	if err != nil {
		return nil, failure{exitInvalid, message.Localise(err, s.Lang)}
	}
	return list, nil
}
