package isolate

import (
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"tijian/engine/dictionary"
	"tijian/engine/message"
	"tijian/engine/ruleset"
	"tijian/ocr"
	"tijian/ocr/pdf"
	"tijian/ocr/picture"
)

// heap is where Go's memory is collected early instead of growing to twice what
// is in use: a page enlarged for its small print took 494 MB without it, and
// takes 330 MB. A picture that needs more still gets it.
const heap = 160 << 20

// garbage is the share of what is in use, in percent, that may lie about below
// heap: a page leaves ten times as much behind as stays, and looking for it takes
// as long as a stage of the page's preparation.
const garbage = 400

// ErrNotConfined says that the system lacks what a child is shut in with.
var ErrNotConfined = message.NotConfined.Err()

// Serve is the child's side: it reads pictures from in and answers on out until
// in ends. Nothing else may be written to out. It first shuts the process in
// for good, for which the program is started anew with the same arguments: call
// it before anything is read from in.
func Serve(in io.Reader, out io.Writer) error {
	if os.Getenv(preparing) != "" {
		return pdf.Compile(os.Getenv(pdf.CodeFolder))
	}
	missing, err := confine()
	if err != nil {
		return err
	}
	return answer(in, out, missing)
}

// answer reads pictures in a child that has been shut in, but for what is missing.
func answer(in io.Reader, out io.Writer, missing []string) error {
	r, w := bufio.NewReader(in), bufio.NewWriter(out)
	var s setup
	if err := readJSON(r, &s); errors.Is(err, io.EOF) { // started to see whether it can be shut in
		return writeJSON(w, missing)
	} else if err != nil {
		return fmt.Errorf("set-up: %w", err)
	}
	debug.SetMemoryLimit(min(s.Memory, heap))
	debug.SetGCPercent(garbage)
	if err := limitMemory(s.Memory, s.Hands); err != nil {
		return fmt.Errorf("limit the recogniser's memory: %w", err)
	}
	archive, err := readFrame(r)
	if err != nil {
		return fmt.Errorf("dictionaries: %w", err)
	}
	files, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return fmt.Errorf("dictionaries: %w", err)
	}
	dict, problems := dictionary.Load(files)
	if err := problems.Err(); err != nil {
		return err
	}
	var quality map[string]ruleset.Thresholds
	recogniser, err := ocr.New(ocr.Options{
		Workers:      s.Hands,
		Dictionary:   func() *dictionary.Dictionary { return dict },
		Dictionaries: files,
		Quality:      func() map[string]ruleset.Thresholds { return quality },
		Limits:       picture.Limits{Pixels: s.Pixels, Memory: s.Memory},
	})
	if err != nil {
		return err
	}
	defer recogniser.Close()
	for {
		var q request
		if err := readJSON(r, &q); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		data, err := readFrame(r)
		if err != nil {
			return err
		}
		quality = q.Quality
		err = recogniser.Read(context.Background(), data, q.Layout, q.Pages, func(p *ocr.Page) error { return writeJSON(w, replyOf(p)) })
		if err := writeJSON(w, lastReply(err)); err != nil {
			return err
		}
	}
}
