// Command readertrain draws the training data of the compact reader, cut from
// drawn pages by the very segmentation that recognition uses, and measures
// readers on blocks in fonts that none was trained on. See README.md.
package main

import (
	"fmt"
	"os"

	"github.com/alecthomas/kong"
)

func main() {
	var o struct {
		Draw drawing `cmd:"" help:"Draw pages and write the blocks cut from them."`
		Test testing `cmd:"" help:"Measure all readers on blocks in fonts that none was trained on."`
	}
	command := kong.Parse(&o, kong.Name("readertrain"), kong.Description("Training data and tests of the compact reader."))
	if err := command.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "readertrain:", err)
		os.Exit(1)
	}
}
