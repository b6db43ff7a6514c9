package upload

import (
	"errors"
	"io"
	"time"
)

// ErrSlow means that a body came slower than LeastSpeed.
var ErrSlow = errors.New("it comes too slowly")

const (
	// LeastSpeed of an upload, in bytes a second.
	LeastSpeed = 16 << 10
	// grace is how long a body may be behind that, at its beginning or later.
	grace = 10 * time.Second
)

// A Pace reads a body that must come with LeastSpeed. Whoever waits for others,
// such as a disk, counts that as the sender's: bodies are read while they come.
type Pace struct {
	io.ReadCloser
	Deadline func(time.Time) error // of the connection's reads
	begun    time.Time
	bytes    int64
}

// Read is that of the body, within what is left of the time for it.
func (p *Pace) Read(b []byte) (int, error) {
	now := time.Now()
	if p.begun.IsZero() {
		p.begun = now
	}
	by := p.begun.Add(grace + time.Duration(p.bytes)*time.Second/LeastSpeed)
	if now.After(by) {
		return 0, ErrSlow
	}
	_ = p.Deadline(by)
	n, err := p.ReadCloser.Read(b)
	p.bytes += int64(n)
	return n, err
}
