// Command limits measures what the machine itself allows: the floors under the
// figures of the other parts, each beside what we take for the same.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"tijian/engine/jsontree"
	"tijian/server/auth"
	"tijian/tools/bench/table"
)

func main() {
	for _, part := range []func() error{memory, disk, loopback, request, network} {
		if err := part(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// spent is the CPU time of this process.
func spent() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err) // impossible: the process is there
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// memory bounds what looks through or copies the rules.
func memory() error {
	from, to := make([]byte, 256<<20), make([]byte, 256<<20)
	copy(to, from) // the pages come into being
	best := 0.0
	for range 5 {
		begun := time.Now()
		copy(to, from)
		best = max(best, float64(len(from))/time.Since(begun).Seconds())
	}
	table.Show(table.At("memory: copied by one core", table.BytesPerSecond(best)))
	runtime.KeepAlive(to)
	return nil
}

// disk bounds tasks: what has been answered must outlive a loss of power.
func disk() (err error) {
	file, err := os.CreateTemp("", "tijian-limit")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close(), os.Remove(file.Name())) }()
	page, n := make([]byte, 4096), 0
	begun := time.Now()
	for ; time.Since(begun) < 2*time.Second; n++ {
		if _, err := file.Write(page); err != nil {
			return err
		}
		if err := syscall.Fdatasync(int(file.Fd())); err != nil {
			return err
		}
	}
	table.Show(table.At("disk: 4 kB written and flushed, one after the other", table.PerSecond(float64(n)/time.Since(begun).Seconds())))
	return nil
}

// Bytes of a request of 30 samples and of its answer, as part api sends them.
const asked, answered = 2028, 7629

// loopback bounds any server: its bytes go through the kernel, without HTTP.
func loopback() error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer listener.Close()
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go exchange(conn, answered, asked, false)
		}
	}()
	const connections, each = 8, 2500
	faults := make([]error, connections)
	var all sync.WaitGroup
	cpu, begun := spent(), time.Now()
	for i := range faults {
		all.Go(func() {
			conn, err := net.Dial("tcp", listener.Addr().String())
			if err != nil {
				faults[i] = err
				return
			}
			defer conn.Close()
			for range each {
				if faults[i] = exchangeOnce(conn, make([]byte, asked), make([]byte, answered), true); faults[i] != nil {
					return
				}
			}
		})
	}
	all.Wait()
	took := time.Since(begun)
	table.Show(
		table.At(fmt.Sprintf("loopback: %d B there, %d B back, 8 connections", asked, answered), table.PerSecond(connections*each/took.Seconds())),
		table.At("loopback: CPU time of both ends for one", table.Time((spent()-cpu)/(connections*each))))
	return errors.Join(faults...)
}

func exchange(conn net.Conn, send, receive int, first bool) {
	defer conn.Close()
	out, in := make([]byte, send), make([]byte, receive)
	for exchangeOnce(conn, out, in, first) == nil {
	}
}

func exchangeOnce(conn net.Conn, out, in []byte, first bool) error {
	if first {
		if _, err := conn.Write(out); err != nil {
			return err
		}
	}
	if _, err := io.ReadFull(conn, in); err != nil || first {
		return err
	}
	_, err := conn.Write(out)
	return err
}

// request bounds a request's token and body.
func request() error {
	secret, text := bytes.Repeat([]byte("s"), 32), bytes.Repeat([]byte("t"), 250)
	tokens, err := auth.NewTokens([][]byte{secret}, time.Hour, time.Now)
	if err != nil {
		return err
	}
	token, err := tokens.Issue("bench", 1)
	if err != nil {
		return err
	}
	body := []byte(`{"user_identifier":"person-0001","namespace":"hospital","datetime":"2026-05-01T08:00:00.000Z","profile":{"dob":"1976-05-01","gender":"male"},"health_background":{},"samples":[` +
		strings.TrimSuffix(strings.Repeat(`{"name":"fasting_glucose","unit":"mmol/L","value":5.15},`, 30), ",") + "]}")
	table.Show(
		table.Within(fmt.Sprintf("token: verified, to an HMAC-SHA256 of %d B", len(text)), 0, func() {
			if _, err := tokens.Verify(token); err != nil {
				panic(err)
			}
		}, func() {
			mac := hmac.New(sha256.New, secret)
			mac.Write(text)
			mac.Sum(nil)
		}),
		table.Within(fmt.Sprintf("body of %d B: read with every digit, to json.Valid", len(body)), 0, func() {
			if _, err := jsontree.Parse(body); err != nil {
				panic(err)
			}
		}, func() { json.Valid(body) }))
	return nil
}

// performed is a line of BenchmarkPage: how long a page takes and how fast it is.
var performed = regexp.MustCompile(`([0-9.]+) ns/op\s+([0-9.]+) GMAC/s`)

// network bounds the reading of blocks. CPU time is counted, as of the peak.
func network() (err error) {
	dir, err := os.MkdirTemp("", "tijian-limit")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	program := filepath.Join(dir, "compact.test")
	build := exec.Command("go", "test", "-c", "-o", program, "./ocr/compact")
	build.Dir, build.Stderr = "../..", os.Stderr
	if err := build.Run(); err != nil {
		return err
	}
	pages := func(n int) (cpu time.Duration, multiplications float64, err error) {
		command := exec.Command(program, "-test.run", "^$", "-test.bench", "^BenchmarkPage$", "-test.benchtime", fmt.Sprintf("%dx", n), "-test.cpu", "1")
		out, err := command.CombinedOutput()
		m := performed.FindSubmatch(out)
		if err != nil || m == nil {
			return 0, 0, fmt.Errorf("%w\n%s", err, out)
		}
		each, _ := strconv.ParseFloat(string(m[1]), 64) // matched as digits
		speed, _ := strconv.ParseFloat(string(m[2]), 64)
		return command.ProcessState.UserTime() + command.ProcessState.SystemTime(), each * speed, nil
	}
	const more = 100
	best := 0.0
	for range 3 {
		few, _, err := pages(1)
		if err != nil {
			return err
		}
		many, multiplications, err := pages(1 + more)
		if err != nil {
			return err
		}
		best = max(best, more*multiplications/(many-few).Seconds())
	}
	most := peak()
	c := table.At("network: multiply-adds a second, of what one core can do", table.PerSecond(best))
	c.Peer, c.Ratio = table.PerSecond(most), best/most
	table.Show(c)
	return nil
}
