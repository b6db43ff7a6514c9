package strictyaml

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"tijian/engine/message"
	"tijian/engine/problem"
)

// Decode fills into (a pointer to a struct, slice, map or scalar) and adds
// every fault to list. It reports whether there was none.
//
// Struct fields carry the tag `yaml:"key"` or `yaml:"key,required"`; a field At
// of type problem.Place gets the value's place; a Text keeps the places of its
// characters; Entries keeps a mapping's order and the places of its keys.
// Pointers are allocated. Folded scalars (>) are refused for Text.
func (f *File) Decode(into any, list *problem.List) bool {
	d := &decoder{file: f, list: list, before: len(*list)}
	target := reflect.ValueOf(into).Elem()
	if f.root == nil {
		if target.Kind() == reflect.Struct {
			d.missing(&yaml.Node{Line: 1, Column: 1}, target.Type(), nil)
		}
	} else {
		d.value(f.root, target)
	}
	return len(*list) == d.before
}

// An Entry is a key of a mapping with its value.
type Entry[T any] struct {
	Key   Text
	Value T
}

// Entries is a mapping in the file's order.
type Entries[T any] []Entry[T]

func (e *Entries[T]) decode(d *decoder, n *yaml.Node) {
	d.pairs(n, func(key, value *yaml.Node) {
		entry := Entry[T]{Key: d.file.text(key)}
		d.value(value, reflect.ValueOf(&entry.Value).Elem())
		*e = append(*e, entry)
	})
}

type decodable interface {
	decode(*decoder, *yaml.Node)
}

type decoder struct {
	file   *File
	list   *problem.List
	before int
}

var (
	textType  = reflect.TypeFor[Text]()
	placeType = reflect.TypeFor[problem.Place]()
	decimal   = regexp.MustCompile(`^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$`)
	octal     = regexp.MustCompile(`^[+-]?0[0-9_]`)
)

func (d *decoder) value(n *yaml.Node, v reflect.Value) {
	if n.Kind == yaml.AliasNode || n.Anchor != "" {
		d.list.Add(message.Alias.At(d.file.place(n)))
		return
	}
	if custom, ok := v.Addr().Interface().(decodable); ok {
		custom.decode(d, n)
		return
	}
	if v.Type() == textType {
		d.text(n, v)
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		d.value(n, v.Elem())
	case reflect.Struct:
		d.object(n, v)
	case reflect.Slice:
		d.sequence(n, v)
	case reflect.Array:
		d.array(n, v)
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		d.pairs(n, func(key, value *yaml.Node) {
			element := reflect.New(v.Type().Elem()).Elem()
			d.value(value, element)
			v.SetMapIndex(reflect.ValueOf(key.Value).Convert(v.Type().Key()), element)
		})
	default:
		d.scalar(n, v)
	}
}

func (d *decoder) text(n *yaml.Node, v reflect.Value) {
	if !d.isScalar(n, message.AText) {
		return
	}
	if n.Style&yaml.FoldedStyle != 0 {
		d.list.Add(message.Folded.At(d.file.place(n)))
		return
	}
	*v.Addr().Interface().(*Text) = d.file.text(n)
}

func (d *decoder) isScalar(n *yaml.Node, want message.Phrase) bool {
	switch {
	case n.Kind != yaml.ScalarNode:
		d.wrongType(n, want)
	case n.Tag == "!!null":
		d.list.Add(message.Empty.At(d.file.place(n)))
	default:
		return true
	}
	return false
}

func (d *decoder) scalar(n *yaml.Node, v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		if d.isScalar(n, message.AText) {
			v.SetString(n.Value)
		}
	case reflect.Bool:
		if !d.isScalar(n, message.ATruthValue) {
			return
		}
		if n.Value != "true" && n.Value != "false" {
			d.wrongType(n, message.ATruthValue)
			return
		}
		v.SetBool(n.Value == "true")
	case reflect.Float64, reflect.Int:
		d.number(n, v)
	default:
		panic(fmt.Sprintf("strictyaml: cannot decode into %s", v.Type()))
	}
}

func (d *decoder) number(n *yaml.Node, v reflect.Value) {
	if !d.isScalar(n, message.ANumber) {
		return
	}
	if octal.MatchString(n.Value) {
		d.list.Add(message.Octal.At(d.file.place(n), "found", n.Value))
		return
	}
	x, err := strconv.ParseFloat(n.Value, 64)
	if !decimal.MatchString(n.Value) || err != nil || math.IsInf(x, 0) {
		d.list.Add(message.NotANumber.At(d.file.place(n), "found", n.Value))
		return
	}
	if v.Kind() == reflect.Int {
		if x != math.Trunc(x) || math.Abs(x) > 1e9 {
			d.wrongType(n, message.AWholeNumber)
			return
		}
		v.SetInt(int64(x))
		return
	}
	v.SetFloat(x)
}

func (d *decoder) sequence(n *yaml.Node, v reflect.Value) {
	if n.Kind != yaml.SequenceNode {
		if !d.misspelt(n) {
			d.list.Add(message.NotAList.At(d.file.place(n), "found", d.found(n)))
		}
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), len(n.Content), len(n.Content)))
	words := v.Type().Elem() == textType || v.Type().Elem().Kind() == reflect.String
	for i, item := range n.Content {
		if words {
			d.parted(item)
		}
		d.value(item, v.Index(i))
	}
}

func (d *decoder) array(n *yaml.Node, v reflect.Value) {
	if n.Kind != yaml.SequenceNode || len(n.Content) != v.Len() {
		if !d.misspelt(n) {
			d.wrongType(n, message.AListOf.With("count", v.Len()))
		}
		return
	}
	for i, item := range n.Content {
		d.value(item, v.Index(i))
	}
}

func (d *decoder) wrongType(n *yaml.Node, want message.Phrase) {
	d.list.Add(message.WrongType.At(d.file.place(n), "want", want, "found", d.found(n)))
}

// misspelt reports what a scalar that stands for a list or a mapping was most
// likely meant to be.
func (d *decoder) misspelt(n *yaml.Node) bool {
	if n.Kind != yaml.ScalarNode {
		return false
	}
	if before, _, wide := strings.Cut(n.Value, "："); wide {
		d.list.Add(message.FullWidthColon.At(d.file.text(n).walk(len([]rune(before)))))
		return true
	}
	if n.Tag == "!!null" {
		d.list.Add(message.Empty.At(d.file.place(n)))
		return true
	}
	return false
}

// pairs calls each for every key of a mapping, once.
func (d *decoder) pairs(n *yaml.Node, each func(key, value *yaml.Node)) {
	if n.Kind != yaml.MappingNode {
		if !d.misspelt(n) {
			d.list.Add(message.NotAMapping.At(d.file.place(n), "found", d.found(n)))
		}
		return
	}
	var earlier keys
	for i := 0; i+1 < len(n.Content); i += 2 {
		if d.dashless(n, i) {
			d.list.Add(message.MissingDash.At(d.file.place(n.Content[i]), "key", n.Content[i].Value))
			return
		}
		key, value := n.Content[i], n.Content[i+1]
		if key.Kind != yaml.ScalarNode || key.Tag == "!!merge" {
			d.list.Add(message.KeyNotText.At(d.file.place(key)))
			continue
		}
		if before := earlier.add(key); before != nil {
			d.list.Add(message.DuplicateKey.At(d.file.place(key), "key", key.Value, "line", before.Line))
			continue
		}
		each(key, value)
	}
}

// keys of one mapping. Nearly all have a few, which are found sooner one by one
// than in a map.
type keys struct {
	few  []*yaml.Node
	many map[string]*yaml.Node // once there are more
}

// aFew keys at most are looked through one by one.
const aFew = 16

// add notes a key and returns the one before it of the same name, which stays;
// nil for none.
func (k *keys) add(key *yaml.Node) *yaml.Node {
	if before := k.many[key.Value]; before != nil {
		return before
	}
	for _, before := range k.few {
		if before.Value == key.Value {
			return before
		}
	}
	if len(k.few) < aFew {
		k.few = append(k.few, key)
		return nil
	}
	if k.many == nil {
		k.many = map[string]*yaml.Node{}
	}
	k.many[key.Value] = key
	return nil
}

// dashless reports whether the key at i begins what was meant for the next item
// of a list: the keys of an item of several lines begin again.
func (d *decoder) dashless(n *yaml.Node, i int) bool {
	if i == 0 || n.Style&yaml.FlowStyle != 0 || n.Content[i].Kind != yaml.ScalarNode || n.Content[i].Value != n.Content[0].Value {
		return false
	}
	line := d.file.line(n.Line)
	return strings.HasSuffix(strings.TrimRight(string(line[:min(n.Column-1, len(line))]), " "), "-")
}

// found says what a node is. A text that is the whole file is not quoted: it is
// no rules but something else, perhaps a key that a link leads to.
func (d *decoder) found(n *yaml.Node) message.Phrase {
	switch {
	case n.Kind == yaml.MappingNode:
		return message.AMapping
	case n.Kind == yaml.SequenceNode:
		return message.AList
	case n == d.file.root:
		return message.AText
	default:
		return message.Quoted.With("text", n.Value)
	}
}
