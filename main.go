// Command tijian recognises Chinese check-up reports, assesses health
// indicators by rules, and extracts findings from check-up summaries.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	server "tijian/server/command"
	tools "tijian/tools/command"
)

type commands struct {
	Serve     server.Serve     `cmd:"" help:"Serve the API and work tasks."`
	Worker    server.Worker    `cmd:"" help:"Work tasks without serving the API (PostgreSQL)."`
	Recognise server.Recognise `cmd:"" hidden:""`
	DB        server.DB        `cmd:"" name:"db" help:"Migrate and back up the database."`
	User      server.User      `cmd:"" help:"Add, change, disable and list users."`
	Rules     tools.Rules      `cmd:"" help:"Check, test and explain rule files."`
	OCR       tools.OCR        `cmd:"" name:"ocr" help:"Recognise pictures of reports."`
	Keywords  tools.Keywords   `cmd:"" help:"Extract findings from the text of a check-up summary."`
	Version   tools.Version    `cmd:"" help:"Print the version of the program and of its rules."`
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
		kong.Bind(tools.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}),
	)
	os.Exit(tools.ExitCode(os.Stderr, k.Run()))
}
