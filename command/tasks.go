package command

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
	"gopkg.in/yaml.v3"

	"tijian/engine/message"
)

// Help prints what people come for and the commands for it, or a command's own help.
type Help struct {
	Command []string `arg:"" optional:"" help:"要看哪个命令的全部选项，例如 rules check" en:"The command whose options to show, such as rules check."`
}

//go:embed tasks.yaml
var tasksFile []byte

// Run prints the page.
func (h *Help) Run(s Streams, c *kong.Context) error {
	if len(h.Command) > 0 {
		_, err := c.Kong.Parse(append(h.Command, "--help"))
		return err
	}
	var tasks []struct {
		ZH, EN   string
		Commands []string
	}
	if err := yaml.Unmarshal(tasksFile, &tasks); err != nil {
		return err
	}
	for _, t := range tasks {
		title := message.Pick(s.Lang, t.ZH, t.EN)
		for _, name := range t.Commands {
			n := node(c.Model.Node, name)
			if n == nil { // of another program than this one
				continue
			}
			if title != "" {
				fmt.Fprintln(s.Out, title)
				title = ""
			}
			fmt.Fprintf(s.Out, "  %s %-18s %s\n", c.Model.Name, name, strings.ReplaceAll(n.Help, hardBlank, " "))
		}
	}
	_, err := fmt.Fprintln(s.Out, s.in("\n一个命令的全部选项：tijian help <命令>；全部命令：tijian --help", "\nAll options of a command: tijian help <command>; all commands: tijian --help"))
	return err
}

// node is the command of a name; nil where there is none.
func node(of *kong.Node, name string) *kong.Node {
	for word := range strings.FieldsSeq(name) {
		var next *kong.Node
		for _, child := range of.Children {
			if child.Name == word {
				next = child
			}
		}
		if next == nil {
			return nil
		}
		of = next
	}
	return of
}
