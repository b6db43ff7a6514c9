// Package command holds the subcommands of tijian. Those that run the service
// are serve, worker, user and db; people who edit and test rules use rules,
// keywords, ocr and version.
//
// Recognition needs C. Where there is no cgo, as in the builds for the
// computers of people who edit rules, the package has neither it nor the
// service.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"tijian/engine/message"
	"tijian/engine/problem"
)

// Streams are where a command reads and writes, and in which language.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	Lang     string // problem.English, or Chinese
}

// in chooses the text of the reader's language.
func (s Streams) in(zh, en string) string { return message.Pick(s.Lang, zh, en) }

// Exit codes with a meaning for scripts.
const (
	exitFailure = 1 // something went wrong that is not the input's fault
	exitInvalid = 3 // rule files or dictionaries are invalid
	exitTests   = 4 // a regression test failed, or more differs than was allowed
)

// failure is an error with its own exit code. Its message may be empty when
// the command has already said everything.
type failure struct {
	code    int
	message string
}

func (f failure) Error() string { return f.message }

// exitCode prints err, if it has something to say, and returns the code that
// the process should exit with: 0 without an error.
func exitCode(s Streams, err error) int {
	if err == nil {
		return 0
	}
	var f failure
	if !errors.As(err, &f) {
		f = failure{exitFailure, message.Localise(err, s.Lang)}
	}
	if f.message != "" {
		fmt.Fprintln(s.Err, "tijian:", f.message)
	}
	return f.code
}

// Global are the flags of every command.
type Global struct {
	Lang string `enum:"zh,en" default:"zh" help:"帮助和消息的语言：zh（中文）或 en（英文）；也可用环境变量 TIJIAN_LANG 设定" en:"Language of help and messages: zh (Chinese) or en (English); TIJIAN_LANG sets it, too."`
}

// Main runs the command line of a program whose commands are the fields of
// cli, and ends the process.
func Main(cli any, about message.Phrase) {
	os.Exit(Run(cli, about, os.Stdin, os.Stdout, os.Stderr, os.Args[1:]))
}

// Run is Main with other streams and arguments; it returns the code that the
// process should exit with.
func Run(cli any, about message.Phrase, in io.Reader, out, complaints io.Writer, args []string) int {
	return execute(untilSignal, cli, about, Streams{In: in, Out: out, Err: complaints, Lang: language(args, os.Getenv("TIJIAN_LANG"))}, args)
}

// untilSignal is the context of commands that take one, and end in good order
// when they are told to; told again, they end at once. The others leave signals
// to the system, which ends them.
func untilSignal() (context.Context, error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, nil
}

// execute returns the code that the process should exit with. It asks for a
// context if the command takes one.
func execute(begin func() (context.Context, error), cli any, about message.Phrase, s Streams, args []string) int {
	k, err := grammar(cli, about, s)
	if err != nil {
		panic(err) // the commands themselves are wrong
	}
	chosen, err := k.Parse(args)
	if err == nil {
		if err = chosen.BindSingletonProvider(begin); err == nil {
			err = chosen.Run()
		}
	}
	var wrong *kong.ParseError
	if errors.As(err, &wrong) {
		fmt.Fprintln(s.Err, "tijian:", s.parseError(wrong))
		fmt.Fprintf(s.Err, s.in("用法：%s\n", "Usage: %s\n"), helpOf(wrong.Context))
		return wrong.ExitCode()
	}
	return exitCode(s, err)
}

// helpOf is the command that shows the help of what a command line has named, as far as
// it goes.
func helpOf(c *kong.Context) string {
	for i := len(c.Path) - 1; i >= 0; i-- {
		if n := c.Path[i].Command; n != nil {
			return n.FullPath() + " --help"
		}
	}
	return c.Model.Name + " help"
}

// grammar reads command lines into cli.
func grammar(cli any, about message.Phrase, s Streams) (*kong.Kong, error) {
	k, err := kong.New(cli,
		kong.Name("tijian"),
		kong.Description(about.In(s.Lang)),
		kong.Writers(s.Out, s.Err),
		kong.Help(s.help),
		kong.ValueFormatter(s.value),
		kong.Bind(s),
	)
	if err != nil {
		return nil, err
	}
	return k, s.translate(k)
}

// language of a command line; set is that of TIJIAN_LANG. It is looked for
// before anything else is, for what is wrong with the rest has to be said in it.
func language(args []string, set string) string {
	for i, arg := range args {
		if arg == "--" {
			break
		}
		value, ok := strings.CutPrefix(arg, "--lang=")
		if arg == "--lang" && i+1 < len(args) {
			value, ok = args[i+1], true
		}
		if ok && (value == problem.Chinese || value == problem.English) {
			set = value
		}
	}
	if set == problem.English {
		return problem.English
	}
	return problem.Chinese
}
