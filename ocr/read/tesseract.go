package read

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"math"
	"strings"
	"sync"

	"github.com/otiai10/gosseract/v2"

	"tijian/ocr/block"
)

// ErrEmpty says that a picture without pixels was to be read.
var ErrEmpty = errors.New("no pixels to read")

// creating guards the making of clients: gosseract redirects the stderr of
// the whole process while a model loads.
var creating sync.Mutex

// tesseract is one gosseract client with one model; not safe for concurrent
// use.
type tesseract struct {
	client *gosseract.Client
	reader block.Reader
	buffer bytes.Buffer
}

// newTesseract loads the model of reader and reads once, so that a missing
// model shows now and not on the first page.
func newTesseract(reader block.Reader) (*tesseract, error) {
	creating.Lock()
	defer creating.Unlock()
	t := &tesseract{client: gosseract.NewClient(), reader: reader}
	settings := map[gosseract.SettableVariable]string{
		"tessedit_pageseg_mode":    "7", // one text line; SetPageSegMode would be lost when the model loads
		"tessedit_do_invert":       "0", // blocks are dark on light
		"user_defined_dpi":         "200",
		gosseract.DEBUG_FILE:       "/dev/null",
		"load_system_dawg":         "0", // words of the language would pull numbers and names towards them
		"load_freq_dawg":           "0",
		"classify_enable_learning": "0",
	}
	err := t.client.SetLanguage(string(reader))
	for k, v := range settings {
		err = errors.Join(err, t.client.SetVariable(k, v))
	}
	if err == nil {
		sample := image.NewGray(image.Rect(0, 0, 64, 48))
		for i := range sample.Pix {
			sample.Pix[i] = 255
		}
		_, err = t.read(sample)
	}
	if err != nil {
		_ = t.client.Close()
		return nil, fmt.Errorf("tesseract model %s: %w", reader, err)
	}
	return t, nil
}

// read reads one line of text, dark on light.
func (t *tesseract) read(line *image.Gray) (block.Reading, error) {
	out := block.Reading{Reader: t.reader}
	w, h := line.Rect.Dx(), line.Rect.Dy()
	if w == 0 || h == 0 {
		return out, ErrEmpty
	}
	t.buffer.Reset()
	fmt.Fprintf(&t.buffer, "P5\n%d %d\n255\n", w, h)
	for y := range h {
		t.buffer.Write(line.Pix[y*line.Stride : y*line.Stride+w])
	}
	if err := t.client.SetImageFromBytes(t.buffer.Bytes()); err != nil {
		return out, err
	}
	words, err := t.client.GetBoundingBoxes(gosseract.RIL_WORD)
	if err != nil {
		return out, err
	}
	texts := make([]string, 0, len(words))
	lowest := 100.0
	for _, word := range words {
		if s := strings.TrimSpace(word.Word); s != "" {
			texts = append(texts, s)
			lowest = min(lowest, word.Confidence)
		}
	}
	if len(texts) > 0 {
		out.Text = strings.Join(texts, " ")
		out.Confidence = math.Round(max(lowest, 0)*100) / 10000
	}
	return out, nil
}

func (t *tesseract) close() error { return t.client.Close() }
