package jsontree

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// fault says what is wrong with a body, nil when nothing is. It reads as
// encoding/json does, whose sentences clients know.
func fault(data []byte) error {
	w := walk{data: data, dec: json.NewDecoder(bytes.NewReader(data))}
	w.dec.UseNumber()
	if err := w.value(); err != nil {
		return err
	}
	if rest := bytes.TrimLeft(data[w.dec.InputOffset():], blanks); len(rest) > 0 {
		return fmt.Errorf("malformed JSON: unexpected data after the end of the value at byte %d", len(data)-len(rest)+1)
	}
	return nil
}

type walk struct {
	data []byte
	dec  *json.Decoder
	path path // of the value being read
}

func (w *walk) token() (json.Token, error) {
	token, err := w.dec.Token()
	if err != nil {
		return nil, w.malformed(err)
	}
	return token, nil
}

func (w *walk) malformed(err error) error {
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, io.EOF) && len(bytes.TrimSpace(w.data)) == 0:
		return errors.New("malformed JSON: the body is empty")
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("malformed JSON: the body ends too early")
	case errors.As(err, &syntax):
		return fmt.Errorf("malformed JSON at byte %d: %s", w.dec.InputOffset()+1, syntax.Error())
	default:
		return fmt.Errorf("malformed JSON: %w", err)
	}
}

func (w *walk) value() error {
	token, err := w.token()
	if err != nil {
		return err
	}
	open, container := token.(json.Delim)
	switch {
	case !container:
		return nil
	case len(w.path) == MaxDepth:
		return fmt.Errorf("%s: nested more than %d levels deep", w.path, MaxDepth)
	case open == '[':
		return w.array()
	case open == '{':
		return w.object()
	}
	return fmt.Errorf("malformed JSON: unexpected %v", token)
}

func (w *walk) array() error {
	w.path = append(w.path, step{})
	for i := 0; w.dec.More(); i++ {
		w.path.last().index = i
		if err := w.value(); err != nil {
			return err
		}
	}
	w.path = w.path[:len(w.path)-1]
	_, err := w.token()
	return err
}

func (w *walk) object() error {
	seen := map[string]bool{}
	w.path = append(w.path, step{inObject: true})
	for w.dec.More() {
		token, err := w.token()
		if err != nil {
			return err
		}
		key, ok := token.(string)
		if !ok {
			return fmt.Errorf("malformed JSON at byte %d: expected a key", w.dec.InputOffset())
		}
		w.path.last().key = key
		if seen[key] {
			return fmt.Errorf("%s: duplicate key", w.path)
		}
		seen[key] = true
		if err := w.value(); err != nil {
			return err
		}
	}
	w.path = w.path[:len(w.path)-1]
	_, err := w.token()
	return err
}
