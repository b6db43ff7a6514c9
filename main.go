// Command tijian recognises Chinese check-up reports, assesses health
// indicators by rules, and extracts findings from check-up summaries.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"tijian/command"
)

type commands struct {
	Serve     command.Serve     `cmd:"" help:"Serve the API and work tasks."`
	Worker    command.Worker    `cmd:"" help:"Work tasks without serving the API (PostgreSQL)."`
	Recognise command.Recognise `cmd:"" hidden:""`
	DB        command.DB        `cmd:"" name:"db" help:"Migrate and back up the database."`
	User      command.User      `cmd:"" help:"Add, change, disable and list users."`
	Rules     command.Rules     `cmd:"" help:"Check, test and explain rule files."`
	OCR       command.OCR       `cmd:"" name:"ocr" help:"Recognise pictures of reports."`
	Keywords  command.Keywords  `cmd:"" help:"Extract findings from the text of a check-up summary."`
	Version   command.Version   `cmd:"" help:"Print the version of the program and of its rules."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var cli commands
	k := kong.Parse(&cli,
		kong.Name("tijian"),
		kong.Description("体检: health-report recognition and risk assessment."),
		kong.UsageOnError(),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(command.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}),
	)
	os.Exit(command.ExitCode(os.Stderr, k.Run()))
}
