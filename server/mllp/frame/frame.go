// Package frame reads and writes messages in the frames of the Minimal Lower Layer
// Protocol (HL7 transport specification, MLLP release 1).
package frame

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// The bytes around a message.
const (
	startBlock = 0x0b
	endBlock   = 0x1c
	endData    = '\r'
)

var (
	// ErrLarge says that a message has more bytes than are taken.
	ErrLarge = errors.New("the message is too large")
	// ErrBroken says that what came is no frame. What follows could be anything.
	ErrBroken = errors.New("this is no frame of MLLP")
)

// mostNoise is how much may lie between two frames: line ends, as some systems send.
const mostNoise = 64

// A Reader reads frames. It keeps no more of a frame in memory than has come.
type Reader struct {
	r    *bufio.Reader
	most int
	// Grow is asked before a message takes more than so many bytes of memory; its
	// error ends the reading. nil asks nobody.
	Grow func(bytes int) error
}

// NewReader returns a reader of messages of at most so many bytes.
func NewReader(r io.Reader, most int) *Reader {
	return &Reader{r: bufio.NewReaderSize(r, 4<<10), most: most}
}

// Begin waits for the first byte of a frame: io.EOF where the peer has ended before.
func (r *Reader) Begin() error {
	for range mostNoise {
		switch c, err := r.r.ReadByte(); {
		case err != nil:
			return err
		case c == startBlock:
			return nil
		case c != '\r' && c != '\n':
			return ErrBroken
		}
	}
	return ErrBroken
}

// Rest reads the message of a frame that has begun. A frame that breaks off, or has
// another one's beginning within, is an error: half a message is none.
func (r *Reader) Rest() ([]byte, error) {
	var message []byte
	for {
		piece, err := r.r.ReadSlice(endBlock)
		if bytes.IndexByte(piece, startBlock) >= 0 {
			return nil, ErrBroken
		}
		if size := len(message) + len(piece); size-1 > r.most {
			return nil, ErrLarge
		} else if size > cap(message) && r.Grow != nil {
			if err := r.Grow(2 * size); err != nil { // append at most doubles
				return nil, err
			}
		}
		message = append(message, piece...)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF):
			return nil, io.ErrUnexpectedEOF
		case err != nil:
			return nil, err
		}
		message = message[:len(message)-1]
		if c, err := r.r.ReadByte(); err != nil || c != endData {
			return nil, errors.Join(ErrBroken, err)
		}
		return message, nil
	}
}

// Of is a message in its frame.
func Of(message []byte) []byte {
	framed := make([]byte, 0, len(message)+3)
	return append(append(append(framed, startBlock), message...), endBlock, endData)
}
