// Package rig is what endurance tests stand on: processes of the service,
// databases, a client, a server of pictures and a receiver of callbacks.
package rig

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// Variables of the processes whose recognition is replaced by a pause.
const (
	PauseEnv  = "ENDURANCE_PAUSE"        // how long
	RandomEnv = "ENDURANCE_PAUSE_RANDOM" // not empty: exponentially distributed around it

	ProfileEnv = "ENDURANCE_PROFILE" // not empty: a file for a profile of CPU time
)

// A Process is one of the service's.
type Process struct {
	Base    string // of its API; "" for a worker
	command *exec.Cmd
	log     string
}

// Core among the settings pins a process, and what it starts, to one core.
const Core = "ENDURANCE_CORE"

// Settings are those of the service, by variable.
type Settings map[string]string

// Start runs `serve` or `worker` of a binary ("" for this one, whose
// recognition is a pause) and waits until it answers, or has begun to work.
func Start(ctx context.Context, binary, role, dir string, settings Settings) (*Process, error) {
	if binary == "" {
		self, err := os.Executable()
		if err != nil {
			return nil, err
		}
		binary = self
	}
	log, err := os.CreateTemp(dir, role+"-*.log")
	if err != nil {
		return nil, err
	}
	defer log.Close()
	p := &Process{command: exec.Command(binary, role), log: log.Name()}
	if core := settings[Core]; core != "" {
		p.command = exec.Command("taskset", "-c", core, binary, role)
	}
	p.command.Stdout, p.command.Stderr = log, log
	p.command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	// Many tasks come from this machine; its memory is what the service makes of it, whatever
	// the shell of who measures says.
	p.command.Env = append(os.Environ(), "TIJIAN_TASKS_RATE=0", "GOGC=", "GOMEMLIMIT=")
	if role == "serve" {
		address := settings["TIJIAN_LISTEN"]
		if address == "" {
			if address, err = FreeAddress(); err != nil {
				return nil, err
			}
		}
		p.Base = "http://" + address
		p.command.Env = append(p.command.Env, "TIJIAN_LISTEN="+address)
	}
	for name, value := range settings {
		if name != "TIJIAN_LISTEN" {
			p.command.Env = append(p.command.Env, name+"="+value)
		}
	}
	if err := p.command.Start(); err != nil {
		return nil, err
	}
	if p.Base == "" {
		return p, nil
	}
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline) && ctx.Err() == nil; time.Sleep(10 * time.Millisecond) {
		if !p.Alive() {
			break
		}
		resp, err := http.Get(p.Base + "/healthz")
		if err == nil {
			resp.Body.Close()
			return p, nil
		}
	}
	p.Kill()
	said, _ := os.ReadFile(p.log)
	return nil, fmt.Errorf("%s ended, or does not answer within 30 s; it said:\n%s", role, said)
}

// Kill ends the process at once, as a crash or the kernel does.
func (p *Process) Kill() {
	_ = p.command.Process.Kill()
	_ = p.command.Wait() // its error is the kill
}

// Stop asks it to end and waits.
func (p *Process) Stop() error {
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	return p.command.Wait()
}

// Alive reports whether the process still runs.
func (p *Process) Alive() bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.command.Process.Pid))
	return err == nil && !containsZombie(stat)
}

func containsZombie(stat []byte) bool {
	for i := range len(stat) - 3 {
		if string(stat[i:i+4]) == ") Z " {
			return true
		}
	}
	return false
}

// FreeAddress finds an address that nobody listens on.
func FreeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

// Dir makes a directory for one run; remove deletes it.
func Dir() (dir string, remove func(), err error) {
	dir, err = os.MkdirTemp("", "endurance")
	return dir, func() { _ = os.RemoveAll(dir) }, err
}

// Build builds the service's own binary into dir.
func Build(dir string) (string, error) {
	binary := filepath.Join(dir, "tijian")
	command := exec.Command("go", "build", "-o", binary, "tijian")
	if out, err := command.CombinedOutput(); err != nil {
		return "", errors.Join(err, errors.New(string(out)))
	}
	return binary, nil
}
