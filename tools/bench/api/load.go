package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http/httputil"
	"slices"
	"strconv"
	"sync"
	"time"

	"tijian/tools/bench/proc"
)

// A target is a server and the one request that it is asked again and again.
type target struct {
	name    string
	address string
	request []byte // header and body as they go over the wire
	pid     int
}

// A result is what a load came to.
type result struct {
	rate     float64 // answers a second
	p50, p99 time.Duration
	woken    time.Duration // how late the load generator itself was at most in 99 of 100 requests, for which no server can do anything
	cpu      time.Duration // of the server, for an answer
	size     int           // of an answer's body
}

// full asks over so many connections as fast as answers come.
func full(t target, connections int, length time.Duration) (result, error) {
	return load(t, connections, length, 0)
}

// paced asks so many times a second, whether or not answers come in time: where
// one was late, the next counts from when its request was due. Where the load
// generator slept and was woken late, it counts from then.
func paced(t target, connections int, length time.Duration, rate float64) (result, error) {
	return load(t, connections, length, time.Duration(float64(connections)/rate*float64(time.Second)))
}

func load(t target, connections int, length, every time.Duration) (result, error) {
	before, err := proc.Spent(t.pid)
	if err != nil {
		return result{}, err
	}
	clients := make([]client, connections)
	start := time.Now()
	var all sync.WaitGroup
	for i := range clients {
		all.Go(func() {
			c := &clients[i]
			c.err = c.run(t, start, start.Add(every*time.Duration(i)/time.Duration(connections)), length, every)
		})
	}
	all.Wait()
	took := time.Since(start)
	after, err := proc.Spent(t.pid)
	var r result
	var times, woken []time.Duration
	for i := range clients {
		err = errors.Join(err, clients[i].err)
		times, woken = append(times, clients[i].times...), append(woken, clients[i].woken...)
		r.size = clients[i].size
	}
	if err != nil {
		return r, fmt.Errorf("%s: %w", t.name, err)
	}
	slices.Sort(times)
	slices.Sort(woken)
	if len(woken) > 0 {
		r.woken = woken[len(woken)*99/100]
	}
	r.rate = float64(len(times)) / took.Seconds()
	r.p50, r.p99 = times[len(times)/2], times[len(times)*99/100]
	r.cpu = (after - before) / time.Duration(len(times))
	return r, nil
}

// A client is one connection. It costs as little as possible, for it takes its
// time from the server's processors.
type client struct {
	times []time.Duration
	woken []time.Duration // how late after each sleep
	size  int
	err   error
}

func (c *client) run(t target, start, due time.Time, length, every time.Duration) error {
	conn, err := net.Dial("tcp", t.address)
	if err != nil {
		return err
	}
	defer conn.Close()
	in := bufio.NewReaderSize(conn, 64<<10)
	for time.Since(start) < length {
		begun := time.Now()
		if every > 0 {
			if early := due.Sub(begun); early > 0 {
				time.Sleep(early)
				begun = time.Now()
				c.woken = append(c.woken, begun.Sub(due))
			} else {
				begun = due
			}
			due = due.Add(every)
		}
		if _, err := conn.Write(t.request); err != nil {
			return err
		}
		if c.size, err = answer(in); err != nil {
			return err
		}
		c.times = append(c.times, time.Since(begun))
	}
	if len(c.times) == 0 {
		return errors.New("no answer in time")
	}
	return nil
}

// answer reads one answer, which must be 200, and gives the size of its body.
func answer(in *bufio.Reader) (int, error) {
	var body io.Reader
	for first := true; ; first = false {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return 0, err
		}
		line = bytes.TrimSuffix(line, []byte("\r\n"))
		if first && !bytes.HasPrefix(line, []byte("HTTP/1.1 200 ")) {
			return 0, fmt.Errorf("answered %s", line)
		}
		if len(line) == 0 {
			break
		}
		switch name, value, _ := bytes.Cut(line, []byte(": ")); string(name) {
		case "Content-Length":
			size, err := strconv.ParseInt(string(value), 10, 64)
			if err != nil {
				return 0, err
			}
			body = io.LimitReader(in, size)
		case "Transfer-Encoding":
			body = httputil.NewChunkedReader(in)
		}
	}
	if body == nil {
		return 0, errors.New("an answer without its length")
	}
	size, err := io.Copy(io.Discard, body)
	if _, chunked := body.(*io.LimitedReader); !chunked && err == nil {
		_, err = in.Discard(len("\r\n")) // behind the last chunk
	}
	return int(size), err
}
