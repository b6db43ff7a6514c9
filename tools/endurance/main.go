// Command endurance tries what a service must survive, with real processes,
// real databases and real connections, and prints the figures:
//
//	go run ./tools/endurance kill         processes and databases die, no task does
//	go run ./tools/endurance throughput   tasks a second, POST latency while many wait
//	go run ./tools/endurance pages        one worker and two on real pages
//	go run ./tools/endurance hostile      addresses and servers that mean harm
//	go run ./tools/endurance attack       requests and pictures that are cheap to send
//	go run ./tools/endurance flood        requests within the limits, more than there is room for
//	go run ./tools/endurance soak         mixed requests for long, rules reloaded each second
//	go run ./tools/endurance trouble      a full disk, a read-only and a lost database
//	go run ./tools/endurance faults       kills, clocks that jump, copies, large pages, two processes
//	go run ./tools/endurance mixed        everything at once for minutes
//	go run ./tools/endurance table        all of it on both databases, before and after
//	go run ./tools/endurance mllp         messages of HL7 while the service is killed: none lost or doubled
//	go run ./tools/endurance capacity     a plan for so many pages a day, by simulation
//
// Recognition is replaced by a pause except in pages, so that the queue is
// measured and not Tesseract.
package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"os/signal"
	"runtime/pprof"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"tijian/command"
	"tijian/engine/problem"
	"tijian/ocr/result"
	"tijian/server/task"
	"tijian/tools/endurance/rig"
)

type grammar struct {
	Kill       kill       `cmd:"" help:"Kill processes at random moments; none of the tasks may be lost or stored twice."`
	Throughput throughput `cmd:"" help:"Tasks a second end to end, and POST latency while 1,000 tasks wait."`
	Pages      pages      `cmd:"" help:"Real pages with one worker and with two."`
	Hostile    hostile    `cmd:"" help:"Hostile addresses and servers; a listening trap must not be reached."`
	Attack     attack     `cmd:"" help:"Requests and pictures that are cheap to send and once hurt; CPU seconds and peak memory of each."`
	Flood      flood      `cmd:"" help:"Requests that are each within the limits and together more than there is room for."`
	Soak       soak       `cmd:"" help:"Mixed requests with a reload of the rules each second; nothing may fail or grow."`
	Faults     faults     `cmd:"" help:"Kills, clocks that jump, a copy under load, ten large pages, two processes: a line with its figure for each, on both databases."`
	Mixed      mixed      `cmd:"" help:"Tasks, small requests and floods at the limit of what is admitted, for minutes: nothing lost, wrong or failed."`
	Table      table      `cmd:"" help:"Attack, soak, kill, trouble, faults and mixed on both databases, of this version and of one before, as one table."`
	Trouble    trouble    `cmd:"" help:"A full disk, a read-only database, a lost connection."`
	MLLP       mllp       `cmd:"" name:"mllp" help:"Messages of HL7 by MLLP, and assessments back, while the service is killed: none lost, doubled or out of order; messages a second."`
	Capacity   capacity   `cmd:"" help:"Plan machines for a number of pages a day; the simulation is checked against a real run."`
	Serve      serve      `cmd:"" hidden:""`
	Worker     worker     `cmd:"" hidden:""`
}

// serve and worker are the service's own commands with recognition replaced.
type (
	serve  struct{ command.Serve }
	worker struct{ command.Worker }
)

func (s *serve) Run(ctx context.Context) error {
	s.Recogniser = pause{}
	if name := os.Getenv(rig.ProfileEnv); name != "" {
		file, err := os.Create(name)
		if err != nil {
			return err
		}
		defer file.Close()
		if err := pprof.StartCPUProfile(file); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	return s.Serve.Run(ctx, streams())
}

func (w *worker) Run(ctx context.Context) error {
	w.Recogniser = pause{}
	return w.Worker.Run(ctx, streams())
}

func streams() command.Streams {
	return command.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Lang: problem.English}
}

// pause stands in for recognition.
type pause struct{}

// Recognise waits as long as the environment says.
func (pause) Recognise(ctx context.Context, _ []byte, _ task.Ask) (result.File, error) {
	d, err := time.ParseDuration(os.Getenv(rig.PauseEnv))
	if err != nil {
		return result.File{}, errors.New(rig.PauseEnv + " must be a duration")
	}
	if os.Getenv(rig.RandomEnv) != "" {
		d = time.Duration(float64(d) * rand.ExpFloat64())
	}
	select {
	case <-time.After(d):
		return result.File{Pages: 1, Sheets: []result.Sheet{{Full: result.Full{}}}}, nil
	case <-ctx.Done():
		return result.File{}, ctx.Err()
	}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var g grammar
	k := kong.Parse(&g, kong.Name("endurance"), kong.Description("Tries what a service must survive, and prints the figures."), kong.UsageOnError())
	k.BindTo(ctx, (*context.Context)(nil))
	k.FatalIfErrorf(k.Run())
}
