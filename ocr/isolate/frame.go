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

// request is the frame before each picture.
type request struct {
	Layout  block.Layout
	Quality map[string]ruleset.Thresholds
}

// reply is the frame that answers a picture: a result, or an error.
type reply struct {
	Result *result.Reading `json:",omitempty"`
	Code   string          `json:",omitempty"` // of an *ocr.Error
	Error  string          `json:",omitempty"`
}

func replyOf(seen ocr.Examination, err error) reply {
	var known *ocr.Error
	switch {
	case errors.As(err, &known):
		return reply{Code: known.Code, Error: known.Message.EN}
	case err != nil:
		return reply{Error: err.Error()}
	}
	reading, err := seen.Full.Reading()
	if err != nil {
		return reply{Error: err.Error()}
	}
	reading.Person = seen.Person
	return reply{Result: &reading}
}

func (r *reply) outcome() (result.Reading, error) {
	switch {
	case r.Code != "":
		return result.Reading{}, &ocr.Error{Code: r.Code, Message: message.Plain(r.Error)}
	case r.Error != "":
		return result.Reading{}, errors.New(r.Error)
	case r.Result == nil:
		return result.Reading{}, errors.New("the recogniser's answer is empty")
	}
	return *r.Result, nil
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
