// Command api compares the service's answers to /api/samples with those of a
// bare Gin handler that decodes the same body and encodes an answer of the same
// size, turn by turn: requests a second, and how long an answer takes at full
// load and at half of it. The load comes from this process, on the processors
// of the servers. A server's CPU time for an answer is what a busy machine
// changes least.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"tijian/tools/bench/table"
	"tijian/tools/endurance/rig"
)

type options struct {
	program     string
	connections int
	samples     int
	rounds      int
	length      time.Duration
	idle        int
}

func main() {
	var o options
	template := flag.String("peer", "", "be the peer, whose answers have the texts of the one in this file")
	flag.StringVar(&o.program, "program", "", "the service; built by default")
	flag.IntVar(&o.connections, "connections", 8, "that ask at the same time")
	flag.IntVar(&o.samples, "samples", 30, "of the request")
	flag.IntVar(&o.rounds, "rounds", 5, "turns of each load")
	flag.DurationVar(&o.length, "length", 3*time.Second, "of a turn")
	flag.IntVar(&o.idle, "idle", 10000, "connections left open at the end; 0 for none")
	flag.Parse()
	if *template != "" {
		end(peer(*template))
		return
	}
	work, err := os.MkdirTemp("", "tijian-bench")
	end(err)
	end(errors.Join(o.compare(context.Background(), work), os.RemoveAll(work)))
}

// end ends the program where something went wrong.
func end(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// start starts the service.
func start(ctx context.Context, program, work string) (*rig.Process, error) {
	return rig.Start(ctx, program, "serve", work, rig.Settings{
		"TIJIAN_DATA": work, "TIJIAN_BOOTSTRAP_USER": user, "TIJIAN_BOOTSTRAP_PASSWORD": password,
	})
}

// admit logs in; the target's request is still to be chosen.
func admit(service *rig.Process) (ours target, token string, err error) {
	token, err = login(service.Base)
	return target{name: "the service", address: strings.TrimPrefix(service.Base, "http://"), pid: service.Pid()}, token, err
}

func (o options) compare(ctx context.Context, work string) error {
	if o.program == "" {
		o.program = filepath.Join(work, "tijian")
		build := exec.Command("go", "build", "-o", o.program, ".")
		build.Dir, build.Stderr = "../..", os.Stderr
		if err := build.Run(); err != nil {
			return err
		}
	}
	begun := time.Now()
	service, err := start(ctx, o.program, work)
	if err != nil {
		return err
	}
	defer service.Kill()
	if err := started(service.Pid(), time.Since(begun)); err != nil {
		return err
	}
	ours, token, err := admit(service)
	if err != nil {
		return err
	}
	body, err := checkUp(o.samples)
	if err != nil {
		return err
	}
	empty, err := checkUp(0)
	if err != nil {
		return err
	}
	gin, end, err := startPeer(work, service.Base, token, body)
	if err != nil {
		return err
	}
	defer end()
	nothing, health, echo := ours, ours, gin
	echo.name = "net/http echo"
	ours.request, gin.request = post(ours.address, samplesPath, token, body), post(gin.address, samplesPath, "", body)
	nothing.request, health.request = post(ours.address, samplesPath, token, empty), get(ours.address, "/healthz")
	echo.request = post(echo.address, echoPath, "", body)
	if err := o.contest(ours, gin, nothing, health, echo); err != nil || o.idle == 0 {
		return err
	}
	return idle(health, o.idle)
}

// startPeer runs this program as the peer.
func startPeer(work, base, token string, body []byte) (target, func(), error) {
	template := filepath.Join(work, "answer.json")
	if err := keepAnswer(base, token, body, template); err != nil {
		return target{}, nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return target{}, nil, err
	}
	command := exec.Command(self, "-peer", template)
	command.Stderr = os.Stderr
	in, err := command.StdinPipe()
	if err != nil {
		return target{}, nil, err
	}
	out, err := command.StdoutPipe()
	if err != nil {
		return target{}, nil, err
	}
	if err := command.Start(); err != nil {
		return target{}, nil, err
	}
	end := func() {
		in.Close()
		_ = command.Wait()
	}
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		end()
		return target{}, nil, fmt.Errorf("the peer did not start: %w", err)
	}
	return target{name: "bare Gin", address: strings.TrimSpace(address), pid: command.Process.Pid}, end, nil
}

// contest puts each load on the targets in turn, and prints what came out.
func (o options) contest(ours, gin, nothing, health, echo target) error {
	atFull, err := o.turns(func(t target) (result, error) { return full(t, o.connections, o.length) }, ours, gin, nothing, health, echo)
	if err != nil {
		return err
	}
	half := 0.0 // of what the service, or Gin, did just before: a shared machine does twice as much a minute later
	atHalf, err := o.turns(func(t target) (result, error) {
		if t.name != echo.name {
			now, err := full(t, o.connections, o.length/2)
			if err != nil {
				return result{}, err
			}
			half = now.rate / 2
		}
		return paced(t, o.connections, o.length, half)
	}, gin, ours, echo)
	if err != nil {
		return err
	}
	what := fmt.Sprintf("%d samples, %d B in, %d B out (peer %d)", o.samples, len(ours.request), atFull[0][0].size, atFull[1][0].size)
	lines := rates(what, 1/0.7, atFull[0], atFull[1])
	lines = append(lines, rates("as many bytes, a net/http echo", 0, atFull[0], atFull[4])...)
	lines = append(lines, latencies("full load", 0, atFull[0], atFull[1])...)
	lines = append(lines, latencies("half load", 5*time.Millisecond, atHalf[1], atHalf[0])...)
	lines = append(lines, latencies("half load, a net/http echo as often", 0, atHalf[1], atHalf[2])...)
	lines = append(lines, late(atHalf[1], atHalf[2]))
	lines = append(lines, rates("no sample, than /healthz", 0, atFull[2], atFull[3])...)
	table.Show(lines...)
	return nil
}

// turns gives each target's results.
func (o options) turns(load func(target) (result, error), targets ...target) ([][]result, error) {
	results := make([][]result, len(targets))
	for round := range o.rounds + 1 {
		for i, t := range targets {
			r, err := load(t)
			if err != nil {
				return nil, err
			}
			if round > 0 { // the first warms up
				results[i] = append(results[i], r)
			}
		}
	}
	return results, nil
}
