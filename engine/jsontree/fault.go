package jsontree

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"tijian/engine/message"
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
		return message.JSONAfterEnd.Err("byte", len(data)-len(rest)+1)
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
		return message.JSONEmpty.Err()
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return message.JSONCutShort.Err()
	case errors.As(err, &syntax):
		return message.JSONSyntax.Err("byte", w.dec.InputOffset()+1, "reason", syntax)
	default:
		return message.JSONUnread.Err("reason", err)
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
		return message.JSONTooDeep.Err("path", w.path.String(), "levels", MaxDepth)
	case open == '[':
		return w.array()
	case open == '{':
		return w.object()
	}
	return message.JSONUnexpected.Err("token", token)
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
			return message.JSONKeyMissing.Err("byte", w.dec.InputOffset())
		}
		w.path.last().key = key
		if seen[key] {
			return message.JSONKeyTwice.Err("path", w.path.String())
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
