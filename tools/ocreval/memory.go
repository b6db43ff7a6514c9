package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"tijian/engine"
	"tijian/ocr/block"
	"tijian/ocr/isolate"
	"tijian/ocr/picture"
	"tijian/tools/reportgen/truth"
)

// childArgument makes this program a recogniser's child process.
const childArgument = "recogniser-child"

// remember recognises so many pages, the same ones over and over, in one child
// process as the service does, and tells how much memory it holds.
func remember(ctx context.Context, o options, files []string, out io.Writer) error {
	pool, err := childPool(o.Workers)
	if err != nil {
		return err
	}
	defer pool.Close()
	var pictures [][]byte
	for _, file := range files {
		page, err := truth.Read(file)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(filepath.Join(filepath.Dir(file), page.Picture))
		if err != nil {
			return err
		}
		pictures = append(pictures, data)
	}
	if _, err := fmt.Fprintf(out, "%6s %8s %10s %10s\n", "pages", "process", "now MB", "peak MB"); err != nil {
		return err
	}
	highest := 0.0
	for n := 1; n <= o.Memory; n++ {
		if _, err := pool.Recognise(ctx, pictures[(n-1)%len(pictures)], isolate.Ask{Layout: block.Default}); err != nil && ctx.Err() != nil {
			return ctx.Err()
		}
		process, now, peak, err := childMemory(os.Getpid())
		if errors.Is(err, errNoChild) {
			continue // it ended with its last picture
		}
		if err != nil {
			return err
		}
		highest = max(highest, peak)
		if n == 1 || n%max(1, o.Memory/20) == 0 {
			if _, err := fmt.Fprintf(out, "%6d %8d %10.0f %10.0f\n", n, process, now, peak); err != nil {
				return err
			}
		}
	}
	_, err = fmt.Fprintf(out, "highest peak %.0f MB\n", highest)
	return err
}

// childPool runs this program as the service runs its recognisers.
func childPool(hands int) (*isolate.Pool, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	snapshot, problems := engine.Load(engine.Files{}, "")
	if err := problems.Err(); err != nil {
		return nil, err
	}
	knowledge := &isolate.Knowledge{Dictionaries: snapshot.DictionaryFiles, Quality: snapshot.Rules.Quality}
	return isolate.New(isolate.Options{
		Command: []string{self, childArgument}, Children: 1, Hands: hands, Pixels: picture.DefaultLimits.Pixels, TimeLimit: time.Minute, Idle: time.Minute,
		Knowledge: func() *isolate.Knowledge { return knowledge },
	}), nil
}

var errNoChild = errors.New("no child process")

// childMemory reads from Linux's proc(5) how many megabytes the first child of
// a process holds in memory now, and held at most.
func childMemory(parent int) (process int, now, peak float64, err error) {
	all, err := filepath.Glob("/proc/[0-9]*/status")
	if err != nil {
		return 0, 0, 0, err
	}
	for _, file := range all {
		data, err := os.ReadFile(file)
		if err != nil {
			continue // it ended meanwhile
		}
		fields := map[string]string{}
		for line := range strings.Lines(string(data)) {
			name, rest, _ := strings.Cut(line, ":")
			if words := strings.Fields(rest); len(words) > 0 {
				fields[name] = words[0]
			}
		}
		if fields["PPid"] != strconv.Itoa(parent) || fields["VmHWM"] == "" {
			continue
		}
		process, err = strconv.Atoi(fields["Pid"])
		if err != nil {
			return 0, 0, 0, err
		}
		for name, into := range map[string]*float64{"VmRSS": &now, "VmHWM": &peak} {
			kilobytes, err := strconv.ParseFloat(fields[name], 64)
			if err != nil {
				return 0, 0, 0, fmt.Errorf("%s: %s: %w", file, name, err)
			}
			*into = kilobytes / 1024
		}
		return process, now, peak, nil
	}
	return 0, 0, 0, errNoChild
}
