package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"tijian/tools/bench/proc"
)

// A ppocr is PP-OCRv4 mobile run by ONNX Runtime with one thread, in one process
// that lives on; it reads lines and does not know what they mean.
type ppocr struct {
	process *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

// newPPOCR starts the peer; there is none where its packages were not
// installed.
func newPPOCR(ctx context.Context, folder string) (*ppocr, error) {
	if _, err := os.Stat(filepath.Join(folder, "node_modules")); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	p := &ppocr{process: exec.CommandContext(ctx, "node", "serve.mjs")}
	p.process.Dir, p.process.Stderr = folder, os.Stderr
	in, err := p.process.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := p.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.in, p.out = in, bufio.NewReader(out)
	return p, p.process.Start()
}

func (p *ppocr) close() {
	_ = p.in.Close()
	_ = p.process.Wait()
}

func (p *ppocr) recognise(file string) (cost, error) {
	path, err := filepath.Abs(file)
	if err != nil {
		return cost{}, err
	}
	before, err := proc.Spent(p.process.Process.Pid)
	if err != nil {
		return cost{}, err
	}
	start := time.Now()
	if _, err := fmt.Fprintln(p.in, path); err != nil {
		return cost{}, err
	}
	if answer, err := p.out.ReadString('\n'); err != nil {
		return cost{}, fmt.Errorf("PP-OCR answers %q: %w", answer, err)
	}
	wall := time.Since(start)
	after, err := proc.Spent(p.process.Process.Pid)
	return cost{after - before, wall}, err
}
