package isolate

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"tijian/ocr/pdf"
	"tijian/ocr/result"
)

// A child is one process that recognises pictures one after the other.
type child struct {
	knowledge *Knowledge
	setup     *setup // still to be sent, before the first picture
	cmd       *exec.Cmd
	in        io.WriteCloser
	writer    *bufio.Writer
	reader    *bufio.Reader
	stderr    lastWords
	timer     *time.Timer // ends it when idle; set while idle
	broken    bool        // died or was killed; not to be used again
}

// start runs a child. What is wrong with it shows with the first picture.
func start(o Options, knowledge *Knowledge) (*child, error) {
	c := &child{knowledge: knowledge, cmd: exec.Command(o.Command[0], o.Command[1:]...)}
	c.cmd.Env, c.cmd.Dir, c.cmd.SysProcAttr = environment(o), "/", attributes()
	in, err := c.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.cmd.Stderr = &c.stderr
	if err := c.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start a recogniser: %w", err)
	}
	c.in, c.writer, c.reader = in, bufio.NewWriter(in), bufio.NewReader(out)
	c.setup = &setup{Hands: o.Hands, Pixels: o.Pixels, Memory: o.Memory}
	return c, nil
}

// Check starts a child without any work and says why the children would not
// recognise pictures here, and what they are not shut in with: a kernel may have a part
// of Landlock only, and Unconfined children do without all of it.
func Check(ctx context.Context, o Options) (missing []string, err error) {
	c, err := start(o, nil)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { _ = c.cmd.Process.Kill() })
	defer stop()
	_ = c.in.Close()
	unread := readJSON(c.reader, &missing)
	if err := c.cmd.Wait(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, c.stderr.String())
	}
	return missing, unread
}

// Prepare has a process of its own compile what children read PDF with into a folder,
// unless it lies there: it takes some seconds and some 350 MB. That process sees no
// picture, and is not shut in.
func Prepare(ctx context.Context, command []string, folder string) error {
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Env, cmd.Dir, cmd.SysProcAttr = []string{pdf.CodeFolder + "=" + folder, preparing + "=1"}, "/", attributes()
	var said lastWords
	cmd.Stderr = &said
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%w: %s", err, said.String())
	}
	return nil
}

// preparing tells a child, in its environment, that it is one of Prepare's.
const preparing = "TIJIAN_PREPARING"

// unconfined tells a child, in its environment, to do without what the system
// lacks to shut it in with.
const unconfined = "TIJIAN_UNCONFINED"

// inherited are the variables that a child gets from this process: none that
// could hold a secret.
var inherited = []string{"TESSDATA_PREFIX", "LD_LIBRARY_PATH", "OMP_THREAD_LIMIT", "GOMAXPROCS", "TIJIAN_LANG"}

func environment(o Options) []string {
	env := []string{pdf.CodeFolder + "=" + o.Code}
	if o.Unconfined {
		env = append(env, unconfined+"=1")
	}
	for _, name := range inherited {
		if value, set := os.LookupEnv(name); set {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// Died is the error of a child that ended over a picture.
type Died struct{ err error }

func (d *Died) Error() string { return d.err.Error() }

// Unwrap returns how it ended.
func (d *Died) Unwrap() error { return d.err }

// Died reports that the recogniser died; it may have been the picture.
func (d *Died) Died() bool { return true }

// recognise sends one file and waits for its answer; each is called after each page.
// When ctx ends first, or the child dies, the child is killed and marked broken.
func (c *child) recognise(ctx context.Context, q request, file []byte, each func()) (result.File, error) {
	// The child reaches no collector: its part of a trace is told here.
	_, span := trace.SpanFromContext(ctx).TracerProvider().Tracer("tijian").Start(ctx, "recogniser", trace.WithAttributes(attribute.Int("process.pid", c.cmd.Process.Pid)))
	defer span.End()
	stop := context.AfterFunc(ctx, func() { _ = c.cmd.Process.Kill() })
	err := c.send(q, file)
	var read result.File
	var refused error
	for last := false; err == nil && !last; {
		var answer reply
		if err = readJSON(c.reader, &answer); err == nil {
			last, refused = answer.Last, answer.add(&read)
			if !last {
				span.AddEvent("page")
			}
			each()
		}
	}
	if !stop() || err != nil {
		if err == nil {
			err = ctx.Err() // killed at the very moment it answered
		}
		return result.File{}, c.died(err)
	}
	if refused != nil {
		return result.File{}, refused
	}
	return read, nil
}

func (c *child) send(q request, picture []byte) error {
	if c.setup != nil {
		if err := writeJSON(c.writer, c.setup); err != nil {
			return err
		}
		if err := writeFrame(c.writer, c.knowledge.Dictionaries); err != nil {
			return err
		}
		c.setup = nil
	}
	if err := writeJSON(c.writer, q); err != nil {
		return err
	}
	if err := writeFrame(c.writer, picture); err != nil {
		return err
	}
	return c.writer.Flush()
}

// died reaps a child that is of no more use and returns how it ended, with what
// it wrote on its standard error.
func (c *child) died(cause error) error {
	c.broken = true
	_ = c.cmd.Process.Kill()
	_ = c.in.Close()
	err := c.cmd.Wait()
	if err != nil {
		err = fmt.Errorf("the recogniser died (%w)", err)
	} else {
		err = fmt.Errorf("the recogniser stopped answering (%w)", cause)
	}
	if said := c.stderr.String(); said != "" {
		err = fmt.Errorf("%w: %s", err, said)
	}
	return &Died{err}
}

// end lets an idle child finish: its input ends, and it exits.
func (c *child) end() {
	_ = c.in.Close()
	kill := time.AfterFunc(5*time.Second, func() { _ = c.cmd.Process.Kill() })
	_ = c.cmd.Wait()
	kill.Stop()
}

// Bounds on what is kept of a child's standard error.
const (
	keptLines = 12
	keptLine  = 300 // bytes of each
)

// goDied matches the line with which Go says why it ends; stacks follow.
var goDied = regexp.MustCompile(`^(panic: |fatal error: |runtime: |SIG[A-Z]+: )`)

// lastWords keeps what a child wrote on its standard error: the last lines, or
// the first ones of Go's account of a crash. It is written by one goroutine
// and read once that has ended.
type lastWords struct {
	lines   []string
	partial []byte
	crashed bool
}

// Write implements io.Writer; it never fails.
func (w *lastWords) Write(data []byte) (int, error) {
	for rest := data; len(rest) > 0; {
		line, after, whole := bytes.Cut(rest, []byte("\n"))
		w.partial = append(w.partial, line[:min(len(line), keptLine-len(w.partial))]...)
		if rest = after; whole {
			w.add(string(w.partial))
			w.partial = w.partial[:0]
		}
	}
	return len(data), nil
}

func (w *lastWords) add(line string) {
	if line = strings.ToValidUTF8(strings.TrimSpace(line), "?"); line == "" {
		return
	}
	if !w.crashed && goDied.MatchString(line) {
		w.crashed, w.lines = true, nil
	}
	if len(w.lines) == keptLines {
		if w.crashed {
			return
		}
		w.lines = w.lines[1:]
	}
	w.lines = append(w.lines, line)
}

// String returns the lines kept, "" when the child said nothing.
func (w *lastWords) String() string {
	w.add(string(w.partial))
	w.partial = nil
	return strings.Join(w.lines, "\n")
}
