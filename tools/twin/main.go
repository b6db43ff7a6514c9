// Command twin runs two builds of tijian side by side and compares what they
// answer, byte for byte: a change that is to change nothing is proved so.
//
//	go run ./tools/twin OLD NEW
//
// OLD and NEW are checkouts in which `make build` was run. Persons are drawn from
// the code that twin itself is built of, for every version that both have.
package main

import (
	"fmt"
	"os"

	"github.com/alecthomas/kong"
)

type options struct {
	Old      string   `arg:"" type:"existingdir" help:"Checkout with bin/tijian, before the change."`
	New      string   `arg:"" type:"existingdir" help:"Checkout with bin/tijian, after it."`
	Persons  int      `default:"10000" help:"Generated persons, for each version and form of answer."`
	Seed     uint64   `default:"1" help:"The same seed draws the same persons and walks."`
	Walks    int      `default:"30" help:"Walks through the console."`
	Pictures []string `type:"existingdir" help:"Folders of pictures to recognise, besides testdata/reports of OLD."`
	Allow    string   `type:"existingfile" placeholder:"FILE" help:"Differences that were decided: a line each, what is compared, a tab, the reason."`
	Only     []string `enum:"answers,texts,commands,requests,pictures,console" help:"Compare only these: answers, texts, commands, requests, pictures, console." default:"answers,texts,commands,requests,pictures,console"`
}

func main() {
	var o options
	k := kong.Parse(&o, kong.Description("Compares what two builds answer, byte for byte."))
	allowed, err := readAllowed(o.Allow)
	k.FatalIfErrorf(err)
	dir, err := os.MkdirTemp("", "twin")
	k.FatalIfErrorf(err)
	r := &report{out: os.Stdout, allowed: allowed}
	err = compare(o, dir, r)
	_ = os.RemoveAll(dir)
	k.FatalIfErrorf(err)
	fmt.Println(r.last())
	if r.differ > 0 {
		os.Exit(1)
	}
}
