// Package shard writes labelled strips for training: for each its width and
// the length of its label (little-endian uint16), its kind (a byte), the label
// in UTF-8, then its pixels row by row.
package shard

import (
	"bufio"
	"encoding/binary"
	"os"

	"tijian/tools/readertrain/sheet"
)

// A Writer appends to one file.
type Writer struct {
	file *os.File
	to   *bufio.Writer
	n    int
}

// Create makes the file anew.
func Create(path string) (*Writer, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	return &Writer{file: f, to: bufio.NewWriterSize(f, 1<<20)}, nil
}

// Write appends one block. The first error is kept for Close.
func (w *Writer) Write(b *sheet.Labelled) {
	g := b.Picture
	head := binary.LittleEndian.AppendUint16(nil, uint16(g.Rect.Dx()))
	head = binary.LittleEndian.AppendUint16(head, uint16(len(b.Label)))
	w.to.Write(append(head, byte(b.Kind)))
	w.to.WriteString(b.Label)
	for y := range g.Rect.Dy() {
		w.to.Write(g.Pix[y*g.Stride : y*g.Stride+g.Rect.Dx()])
	}
	w.n++
}

// Blocks is how many have been written.
func (w *Writer) Blocks() int { return w.n }

// Close ends the file and returns the first error of any write.
func (w *Writer) Close() error {
	err := w.to.Flush()
	if closed := w.file.Close(); err == nil {
		err = closed
	}
	return err
}
