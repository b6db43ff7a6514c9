package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/pprof"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"tijian/command"
	"tijian/engine/problem"
	"tijian/tools/bench/flame"
	"tijian/tools/bench/table"
)

// profileFile is the variable that tells serve where its profile belongs.
const profileFile = "TIJIAN_BENCH_PROFILE"

// serve is the service within this program, so that it can be profiled, from
// SIGUSR1 until it ends.
func serve() (err error) {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	var service command.Serve
	if _, err := kong.Must(&service).Parse(os.Args[2:]); err != nil {
		return err
	}
	file, err := os.Create(os.Getenv(profileFile))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	begin := make(chan os.Signal, 1)
	signal.Notify(begin, syscall.SIGUSR1)
	go func() {
		<-begin
		_ = pprof.StartCPUProfile(file) // without it the file stays empty, which is found
	}()
	defer pprof.StopCPUProfile()
	return service.Run(ctx, command.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Lang: problem.English})
}

// picture asks the service for a while and draws where its CPU time went.
func (o options) picture(ctx context.Context, work, file string) error {
	raw := o.profile
	if raw == "" {
		raw = work + "/cpu"
	}
	service, err := start(ctx, "", work, raw)
	if err != nil {
		return err
	}
	defer service.Kill()
	t, token, err := admit(service)
	if err != nil {
		return err
	}
	body, err := checkUp(o.samples)
	if err != nil {
		return err
	}
	t.request = post(t.address, samplesPath, token, body)
	if _, err := full(t, o.connections, o.length); err != nil { // warms up
		return err
	}
	if err := syscall.Kill(t.pid, syscall.SIGUSR1); err != nil {
		return err
	}
	r, err := full(t, o.connections, time.Duration(o.rounds)*o.length)
	if err != nil {
		return err
	}
	if err := service.Stop(); err != nil {
		return err
	}
	in, err := os.Open(raw)
	if err != nil {
		return err
	}
	defer in.Close()
	title := fmt.Sprintf("CPU time of /api/samples, %d samples: %d µs a request", o.samples, r.cpu.Microseconds())
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	err = flame.Draw(out, in, title, func(share float64) string {
		return fmt.Sprintf("%.1f µs, %.1f %%", share*float64(r.cpu)/1e3, share*100)
	})
	fmt.Fprintf(table.Aside(), "%s; %.0f a second; drawn to %s\n", title, r.rate, file)
	return errors.Join(err, out.Close())
}
