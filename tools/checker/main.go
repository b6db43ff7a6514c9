// Command checker is tijian with the commands for rules and keywords only. It
// needs no C, and is built for the computers of people who edit rules:
// make tools.
package main

import (
	"context"
	"os"
	"os/signal"

	"github.com/alecthomas/kong"

	"tijian/command"
)

type commands struct {
	Rules    command.Rules    `cmd:"" help:"Check, test and explain rule files."`
	Keywords command.Keywords `cmd:"" help:"Extract findings from the text of a check-up summary."`
	Version  command.Version  `cmd:"" help:"Print the version of the program and of its rules."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var cli commands
	k := kong.Parse(&cli,
		kong.Name("tijian"),
		kong.Description("体检: rules and keywords of health reports, checked and tested."),
		kong.UsageOnError(),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(command.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}),
	)
	os.Exit(command.ExitCode(os.Stderr, k.Run()))
}
