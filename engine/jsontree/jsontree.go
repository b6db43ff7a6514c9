// Package jsontree reads JSON strictly and keeps what was written: the order
// of keys and every number and string to the digit, so that a request can be
// echoed as it came. Tokenising is jsontext's, which refuses duplicate keys as
// well; what is added here is the refusal of trailing data, invalid UTF-8 and
// deep nesting.
package jsontree

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// Kind is the type of a JSON value.
type Kind uint8

// The kinds of JSON values.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// String names the kind with its article, for error messages.
func (k Kind) String() string {
	return [...]string{"null", "a boolean", "a number", "a string", "an array", "an object"}[k]
}

// A Node is one JSON value. Scalars keep their literal in Raw.
type Node struct {
	Kind    Kind
	Raw     string   // literal as written, for null, booleans, numbers and strings
	Text    string   // decoded text of a string
	Items   []*Node  // of an array
	Members []Member // of an object, in the order written
}

// A Member is one key of an object with its value.
type Member struct {
	Key    string
	RawKey string
	Value  *Node
}

// Get returns the value of an object's key, or nil when n is nil, no object,
// or has no such key. Keys are case-sensitive.
func (n *Node) Get(key string) *Node {
	if n == nil || n.Kind != Object {
		return nil
	}
	for i := range n.Members {
		if n.Members[i].Key == key {
			return n.Members[i].Value
		}
	}
	return nil
}

// Set puts key into an object: in its old place when it is there, else last.
func (n *Node) Set(key string, value *Node) {
	for i := range n.Members {
		if n.Members[i].Key == key {
			n.Members[i].Value = value
			return
		}
	}
	n.Members = append(n.Members, Member{Key: key, RawKey: string(AppendString(nil, key)), Value: value})
}

// Bool returns a boolean's value; ok is false for any other kind or nil.
func (n *Node) Bool() (value, ok bool) {
	if n == nil || n.Kind != Bool {
		return false, false
	}
	return n.Raw[0] == 't', true
}

// Float returns a number's value; ok is false for any other kind, nil, or a
// number too large for a float64.
func (n *Node) Float() (value float64, ok bool) {
	if n == nil || n.Kind != Number {
		return 0, false
	}
	value, err := strconv.ParseFloat(n.Raw, 64)
	return value, err == nil && !math.IsInf(value, 0)
}

// NewString makes a string node.
func NewString(s string) *Node {
	return &Node{Kind: String, Raw: string(AppendString(nil, s)), Text: s}
}

// NewInt makes a number node.
func NewInt(i int) *Node { return &Node{Kind: Number, Raw: strconv.Itoa(i)} }

// NewFloat makes a number node with the shortest digits that read back as f,
// or null when f is not finite (JSON has no such number).
func NewFloat(f float64) *Node {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return NewNull()
	}
	format := byte('f')
	if abs := math.Abs(f); abs != 0 && (abs < 1e-6 || abs >= 1e21) {
		format = 'e'
	}
	return &Node{Kind: Number, Raw: strconv.FormatFloat(f, format, -1, 64)}
}

// NewBool makes a boolean node.
func NewBool(b bool) *Node { return &Node{Kind: Bool, Raw: strconv.FormatBool(b)} }

// NewNull makes a null node.
func NewNull() *Node { return &Node{Kind: Null, Raw: "null"} }

// NewArray makes an array node.
func NewArray(items ...*Node) *Node { return &Node{Kind: Array, Items: items} }

// NewObject makes an object node of pairs of a key and its value, as Of takes it.
func NewObject(pairs ...any) *Node {
	n := &Node{Kind: Object}
	for i := 0; i+1 < len(pairs); i += 2 {
		n.Set(pairs[i].(string), Of(pairs[i+1]))
	}
	return n
}

// Of makes a node of a text, a number, a truth value, a list of texts or nodes, or
// nil, which is null; a node stays itself. Other values are faults of the program.
func Of(value any) *Node {
	switch v := value.(type) {
	case nil:
		return NewNull()
	case *Node:
		return v
	case string:
		return NewString(v)
	case bool:
		return NewBool(v)
	case int:
		return NewInt(v)
	case float64:
		return NewFloat(v)
	case json.Number:
		return &Node{Kind: Number, Raw: v.String()}
	case []string:
		return List(v, NewString)
	case []*Node:
		return NewArray(v...)
	}
	panic(fmt.Sprintf("jsontree: no JSON of a %T", value))
}

// List makes an array node of what each item is.
func List[T any](items []T, of func(T) *Node) *Node {
	n := NewArray()
	for _, item := range items {
		n.Items = append(n.Items, of(item))
	}
	return n
}

// Append writes n as compact JSON behind dst.
func (n *Node) Append(dst []byte) []byte {
	switch n.Kind {
	case Array:
		dst = append(dst, '[')
		for i, item := range n.Items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = item.Append(dst)
		}
		return append(dst, ']')
	case Object:
		dst = append(dst, '{')
		for i := range n.Members {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(dst, n.Members[i].RawKey...)
			dst = append(dst, ':')
			dst = n.Members[i].Value.Append(dst)
		}
		return append(dst, '}')
	default:
		return append(dst, n.Raw...)
	}
}

// AppendWith is Append for an object that gets more members: those of keys, by
// their places there. One that the object has already is replaced, the others
// come last. value appends a member's value.
func (n *Node) AppendWith(dst []byte, keys []string, value func(dst []byte, key int) []byte) []byte {
	var replaced uint64 // a bit for each key
	dst = append(dst, '{')
	for i := range n.Members {
		m := &n.Members[i]
		dst = append(dst, m.RawKey...)
		dst = append(dst, ':')
		if key := slices.Index(keys, m.Key); key >= 0 {
			replaced |= 1 << key
			dst = value(dst, key)
		} else {
			dst = m.Value.Append(dst)
		}
		dst = append(dst, ',')
	}
	for key, name := range keys {
		if replaced&(1<<key) == 0 {
			dst = append(AppendString(dst, name), ':')
			dst = append(value(dst, key), ',')
		}
	}
	if dst[len(dst)-1] == ',' {
		dst = dst[:len(dst)-1]
	}
	return append(dst, '}')
}

// MarshalJSON makes a Node usable inside values that encoding/json writes.
func (n *Node) MarshalJSON() ([]byte, error) { return n.Append(nil), nil }
