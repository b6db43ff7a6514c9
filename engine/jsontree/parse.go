package jsontree

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// MaxDepth is how deeply arrays and objects may be nested. Requests of this
// service need four; the limit keeps a hostile body from using up the stack.
const MaxDepth = 64

// Parse reads one JSON value and nothing behind it. The error is a sentence
// for the client: where the body is malformed, which key is there twice.
func Parse(data []byte) (*Node, error) {
	if !utf8.Valid(data) {
		return nil, errors.New("malformed JSON: the body is not valid UTF-8")
	}
	p := parser{data: data, dec: json.NewDecoder(bytes.NewReader(data))}
	p.dec.UseNumber()
	node, err := p.value()
	if err != nil {
		return nil, err
	}
	if rest := bytes.TrimLeft(data[p.dec.InputOffset():], " \t\r\n"); len(rest) > 0 {
		return nil, fmt.Errorf("malformed JSON: unexpected data after the end of the value at byte %d", len(data)-len(rest)+1)
	}
	return node, nil
}

type parser struct {
	data []byte
	dec  *json.Decoder
	path path // of the value being read
}

// token returns the next token and its literal.
func (p *parser) token() (json.Token, []byte, error) {
	from := p.dec.InputOffset()
	token, err := p.dec.Token()
	if err != nil {
		return nil, nil, p.malformed(err)
	}
	return token, bytes.TrimLeft(p.data[from:p.dec.InputOffset()], " \t\r\n,:"), nil
}

func (p *parser) malformed(err error) error {
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, io.EOF) && len(bytes.TrimSpace(p.data)) == 0:
		return errors.New("malformed JSON: the body is empty")
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("malformed JSON: the body ends too early")
	case errors.As(err, &syntax):
		return fmt.Errorf("malformed JSON at byte %d: %s", p.dec.InputOffset()+1, syntax.Error())
	default:
		return fmt.Errorf("malformed JSON: %w", err)
	}
}

func (p *parser) value() (*Node, error) {
	token, raw, err := p.token()
	if err != nil {
		return nil, err
	}
	switch t := token.(type) {
	case nil:
		return &Node{Kind: Null, Raw: raw}, nil
	case bool:
		return &Node{Kind: Bool, Raw: raw}, nil
	case json.Number:
		return &Node{Kind: Number, Raw: raw}, nil
	case string:
		return &Node{Kind: String, Raw: raw, Text: t}, nil
	case json.Delim:
		if len(p.path) == MaxDepth {
			return nil, fmt.Errorf("%s: nested more than %d levels deep", p.path, MaxDepth)
		}
		if t == '[' {
			return p.array()
		}
		return p.object()
	}
	return nil, fmt.Errorf("malformed JSON: unexpected %v", token)
}

func (p *parser) array() (*Node, error) {
	node := &Node{Kind: Array}
	p.path = append(p.path, step{})
	for p.dec.More() {
		p.path.last().index = len(node.Items)
		item, err := p.value()
		if err != nil {
			return nil, err
		}
		node.Items = append(node.Items, item)
	}
	p.path = p.path[:len(p.path)-1]
	_, _, err := p.token()
	return node, err
}

func (p *parser) object() (*Node, error) {
	node := &Node{Kind: Object}
	seen := map[string]bool{}
	p.path = append(p.path, step{inObject: true})
	for p.dec.More() {
		token, raw, err := p.token()
		if err != nil {
			return nil, err
		}
		key, ok := token.(string)
		if !ok {
			return nil, fmt.Errorf("malformed JSON at byte %d: expected a key", p.dec.InputOffset())
		}
		p.path.last().key = key
		if seen[key] {
			return nil, fmt.Errorf("%s: duplicate key", p.path)
		}
		seen[key] = true
		value, err := p.value()
		if err != nil {
			return nil, err
		}
		node.Members = append(node.Members, Member{Key: key, RawKey: raw, Value: value})
	}
	p.path = p.path[:len(p.path)-1]
	_, _, err := p.token()
	return node, err
}

func quote(s string) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string always encodes
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
