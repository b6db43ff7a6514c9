package jsontree

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"tijian/engine/message"
)

// MaxDepth is how deeply arrays and objects may be nested. Requests of this
// service need four; the limit keeps a hostile body from using up the stack.
const MaxDepth = 64

// Parse reads one JSON value and nothing behind it. The error is a sentence
// for the client: where the body is malformed, which key is there twice.
func Parse(data []byte) (*Node, error) { return new(Memory).Parse(data) }

// A Memory is used again for the tree of one body after the other.
type Memory struct {
	nodes   []Node
	members []Member
}

// Parse is the package's Parse. The tree lasts until Forget or the next call,
// its texts for ever.
func (m *Memory) Parse(data []byte) (*Node, error) {
	m.Forget()
	if !utf8.Valid(data) {
		return nil, message.JSONNotUTF8.Err()
	}
	p := parser{
		data: string(data), memory: m, nodes: m.nodes, kept: m.members,
		// Escapes of half a character are the client's to write; names are
		// compared here, which is cheaper.
		dec: jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)),
	}
	node, ok := p.value(0)
	if !ok || len(bytes.TrimLeft(data[p.dec.InputOffset():], blanks)) > 0 {
		return nil, cmp.Or(fault(data), errMalformed)
	}
	return node, nil
}

// Forget forgets the tree, which nobody may hold any more.
func (m *Memory) Forget() {
	clear(m.nodes)
	clear(m.members)
}

// errMalformed stands in for a fault that encoding/json does not find, of
// which none is known.
var errMalformed = message.JSONMalformed.Err()

// blanks are JSON's.
const blanks = " \t\r\n"

// A parser only knows that something is wrong; fault says what.
type parser struct {
	data   string // what nodes hold are parts of it
	dec    *jsontext.Decoder
	memory *Memory
	nodes  []Node   // made many at once, for values to take
	kept   []Member // likewise, for objects
	// What arrays and objects that are still open hold so far.
	items   []*Node
	members []Member
}

// token returns the next token and its literal.
func (p *parser) token() (token jsontext.Token, literal string, ok bool) {
	from := p.dec.InputOffset()
	token, err := p.dec.ReadToken()
	if err != nil {
		return token, "", false
	}
	literal = p.data[from:p.dec.InputOffset()]
	for between(literal[0]) {
		literal = literal[1:]
	}
	return token, literal, true
}

// between reports whether a byte may stand between two tokens.
func between(c byte) bool {
	return c == ',' || c == ':' || c == ' ' || c == '\n' || c == '\r' || c == '\t'
}

// value reads a value within so many others.
func (p *parser) value(depth int) (node *Node, ok bool) {
	token, raw, ok := p.token()
	if !ok {
		return nil, false
	}
	node = p.node()
	switch token.Kind() {
	case 'n':
		node.Kind, node.Raw = Null, raw
	case 't', 'f':
		node.Kind, node.Raw = Bool, raw
	case '0':
		node.Kind, node.Raw = Number, raw
	case '"':
		node.Kind, node.Raw, node.Text = String, raw, unquoted(token, raw)
	case '[':
		return node, depth < MaxDepth && p.array(node, depth+1)
	case '{':
		return node, depth < MaxDepth && p.object(node, depth+1)
	default:
		return nil, false
	}
	return node, true
}

// most bounds how many nodes or members are made at once.
const most = 256

// some is how many values the rest of the body may hold: with its key, one
// takes some twenty bytes. Where a memory was too small, the next is twice as large.
func (p *parser) some(before int) int {
	return min(max(1+(len(p.data)-int(p.dec.InputOffset()))/20, 2*before), most)
}

// larger chooses what is worth being used again, and not too large to be kept.
func larger[T any](old, made []T) []T {
	if len(made) > len(old) && len(made) <= most {
		return made
	}
	return old
}

func (p *parser) node() *Node {
	if len(p.nodes) == 0 {
		p.nodes = make([]Node, p.some(len(p.memory.nodes)))
		p.memory.nodes = larger(p.memory.nodes, p.nodes)
	}
	node := &p.nodes[0]
	p.nodes = p.nodes[1:]
	return node
}

// keep copies members to where they stay.
func (p *parser) keep(members []Member) []Member {
	n := len(members)
	if n > len(p.kept) {
		p.kept = make([]Member, max(n, p.some(len(p.memory.members))))
		p.memory.members = larger(p.memory.members, p.kept)
	}
	kept := p.kept[:n:n]
	p.kept = p.kept[n:]
	copy(kept, members)
	return kept
}

func (p *parser) array(node *Node, depth int) bool {
	node.Kind = Array
	begin := len(p.items)
	for p.dec.PeekKind() != ']' {
		item, ok := p.value(depth)
		if !ok {
			return false
		}
		p.items = append(p.items, item)
	}
	node.Items = append(node.Items, p.items[begin:]...)
	p.items = p.items[:begin]
	_, _, ok := p.token()
	return ok
}

func (p *parser) object(node *Node, depth int) bool {
	node.Kind = Object
	begin := len(p.members)
	var many map[string]bool // names so far, once they are many
	for p.dec.PeekKind() != '}' {
		key, raw, ok := p.token()
		if !ok {
			return false
		}
		name := unquoted(key, raw)
		if twice(name, p.members[begin:], &many) {
			return false
		}
		value, ok := p.value(depth)
		if !ok {
			return false
		}
		p.members = append(p.members, Member{Key: name, RawKey: raw, Value: value})
	}
	node.Members = p.keep(p.members[begin:])
	p.members = p.members[:begin]
	_, _, ok := p.token()
	return ok
}

// few is how many names are compared one by one.
const few = 8

// twice reports whether a name is among the members before it.
func twice(name string, before []Member, many *map[string]bool) bool {
	if len(before) < few {
		return slices.ContainsFunc(before, func(m Member) bool { return m.Key == name })
	}
	if *many == nil {
		*many = map[string]bool{}
		for i := range before {
			(*many)[before[i].Key] = true
		}
	}
	if (*many)[name] {
		return true
	}
	(*many)[name] = true
	return false
}

// unquoted is the text of a string, of which most need no more than its quotes
// taken away.
func unquoted(token jsontext.Token, raw string) string {
	if strings.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1]
	}
	return token.String()
}
