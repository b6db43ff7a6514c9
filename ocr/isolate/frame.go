package isolate

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"tijian/engine/message"
	"tijian/engine/ruleset"
	"tijian/ocr"
	"tijian/ocr/block"
	"tijian/ocr/result"
)

// maxFrame bounds what one side believes of the other's lengths.
const maxFrame = 256 << 20

// A frame is a length of four bytes, big-endian, and so many bytes.
func writeFrame(w io.Writer, data []byte) error {
	if err := binary.Write(w, binary.BigEndian, uint32(len(data))); err != nil {
		return err
	}
	_, err := w.Write(data)
	return err
}

func readFrame(r io.Reader) ([]byte, error) {
	var n uint32
	if err := binary.Read(r, binary.BigEndian, &n); err != nil {
		return nil, err
	}
	if n > maxFrame {
		return nil, fmt.Errorf("a frame of %d bytes is too long", n)
	}
	// The length is a claim: memory for more than this comes with the bytes.
	data := bytes.NewBuffer(make([]byte, 0, min(n, 1<<20)))
	if _, err := io.CopyN(data, r, int64(n)); err != nil {
		return nil, err
	}
	return data.Bytes(), nil
}

// setup is the first frame to a child; the dictionaries follow as a second one,
// a zip archive.
type setup struct {
	Hands  int
	Pixels int64
	Memory int64
}

// request is the frame before each file.
type request struct {
	Layout  block.Layout
	Pages   int // that the file may have
	Quality map[string]ruleset.Thresholds
}

// reply is a frame of the answer to a file: one for each page that was read, and
// a last one, which may be an error.
type reply struct {
	Sheets  []result.Sheet         `json:",omitempty"`
	Steps   []map[string][]float64 `json:",omitempty"` // of each sheet's entries
	Skipped *result.Skipped        `json:",omitempty"`
	Pages   int                    `json:",omitempty"` // of the file

	Last  bool   `json:",omitempty"`
	Code  string `json:",omitempty"` // of an *ocr.Error
	Error string `json:",omitempty"`
}

func replyOf(p *ocr.Page) reply {
	r := reply{Sheets: p.Found, Skipped: p.Skipped, Pages: p.Of}
	for i := range p.Found {
		r.Steps = append(r.Steps, p.Found[i].Full.Steps())
	}
	return r
}

// lastReply ends an answer.
func lastReply(err error) reply {
	var known *ocr.Error
	switch {
	case errors.As(err, &known):
		return reply{Last: true, Code: known.Code, Error: known.Message.EN}
	case err != nil:
		return reply{Last: true, Error: err.Error()}
	}
	return reply{Last: true}
}

// add takes what the frame says into the file.
func (r *reply) add(f *result.File) error {
	switch {
	case r.Code != "":
		return &ocr.Error{Code: r.Code, Message: message.Plain(r.Error)}
	case r.Error != "":
		return errors.New(r.Error)
	case r.Last && f.Pages == 0:
		return errors.New("the recogniser's answer is empty")
	case r.Last:
		return nil
	}
	for i := range min(len(r.Sheets), len(r.Steps)) {
		r.Sheets[i].Full.SetSteps(r.Steps[i])
	}
	f.Add(r.Pages, r.Sheets, r.Skipped)
	return nil
}

// writeJSON writes a value as one frame and flushes.
func writeJSON(w *bufio.Writer, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if err := writeFrame(w, data); err != nil {
		return err
	}
	return w.Flush()
}

func readJSON(r io.Reader, v any) error {
	data, err := readFrame(r)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, v)
}
