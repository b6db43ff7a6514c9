package strictyaml

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
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

func (d *decoder) fault(n *yaml.Node, code, zh, en, mendZH, mendEN string) {
	d.list.Add(problem.Problem{Place: d.file.place(n), Code: code, ZH: zh, EN: en, MendZH: mendZH, MendEN: mendEN})
}

func (d *decoder) value(n *yaml.Node, v reflect.Value) {
	if n.Kind == yaml.AliasNode || n.Anchor != "" {
		d.fault(n, "yaml-alias", "不支持 YAML 的锚点和引用（& 和 *）", "YAML anchors and aliases (& and *) are not supported", "把内容完整写出；以 & 或 * 开头的文字请加引号", "Write the content out; quote a text that begins with & or *")
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
	if !d.isScalar(n, "文字", "a text") {
		return
	}
	if n.Style&yaml.FoldedStyle != 0 {
		d.fault(n, "folded", "表达式不能用 >（折叠块），换行会被改掉", "an expression cannot be a folded block (>)", "写在一行内，或改用 |", "Write it on one line or use |")
		return
	}
	v.Set(reflect.ValueOf(d.file.text(n)))
}

func (d *decoder) isScalar(n *yaml.Node, zh, en string) bool {
	switch {
	case n.Kind != yaml.ScalarNode:
		d.fault(n, "type", "这里应是"+zh+"，却是"+kindZH(n), "expected "+en+", found "+kindEN(n), "", "")
	case n.Tag == "!!null":
		d.fault(n, "empty", "这里没有内容", "the value is empty", "补上内容，或删去这个键", "Fill it in or remove the key")
	default:
		return true
	}
	return false
}

func (d *decoder) scalar(n *yaml.Node, v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		if d.isScalar(n, "文字", "a text") {
			v.SetString(n.Value)
		}
	case reflect.Bool:
		if !d.isScalar(n, " true 或 false", "true or false") {
			return
		}
		if n.Value != "true" && n.Value != "false" {
			d.fault(n, "type", "这里应是 true 或 false，却是“"+n.Value+"”", "expected true or false, found "+strconv.Quote(n.Value), "", "")
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
	if !d.isScalar(n, "数字", "a number") {
		return
	}
	if octal.MatchString(n.Value) {
		d.fault(n, "octal", "数字“"+n.Value+"”以 0 开头，YAML 会当作八进制", "the number "+n.Value+" begins with 0 and would be octal", "去掉前面的 0", "Remove the leading 0")
		return
	}
	x, err := strconv.ParseFloat(n.Value, 64)
	if !decimal.MatchString(n.Value) || err != nil || math.IsInf(x, 0) {
		d.fault(n, "type", "这里应是数字，却是“"+n.Value+"”", "expected a number, found "+strconv.Quote(n.Value), "数字只用半角 0-9 和小数点", "Use the digits 0-9 and a point")
		return
	}
	if v.Kind() == reflect.Int {
		if x != math.Trunc(x) || math.Abs(x) > 1e9 {
			d.fault(n, "type", "这里应是整数，却是 "+n.Value, "expected a whole number, found "+n.Value, "", "")
			return
		}
		v.SetInt(int64(x))
		return
	}
	v.SetFloat(x)
}

func (d *decoder) sequence(n *yaml.Node, v reflect.Value) {
	if n.Kind != yaml.SequenceNode {
		d.wrongKind(n, "列表", "a list", "每项前写 - ，或写成 [一, 二]", "Begin each item with - or write [one, two]")
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), len(n.Content), len(n.Content)))
	for i, item := range n.Content {
		d.value(item, v.Index(i))
	}
}

func (d *decoder) array(n *yaml.Node, v reflect.Value) {
	if n.Kind != yaml.SequenceNode || len(n.Content) != v.Len() {
		d.wrongKind(n, fmt.Sprintf("有 %d 项的列表", v.Len()), fmt.Sprintf("a list of %d", v.Len()), "", "")
		return
	}
	for i, item := range n.Content {
		d.value(item, v.Index(i))
	}
}

func (d *decoder) wrongKind(n *yaml.Node, zh, en, mendZH, mendEN string) {
	if n.Kind == yaml.ScalarNode && strings.Contains(n.Value, "：") {
		at := d.file.text(n)
		before, _, _ := strings.Cut(n.Value, "：")
		d.list.Add(d.file.fullWidthColon(at.walk(len([]rune(before)))))
		return
	}
	if n.Kind == yaml.ScalarNode && n.Tag == "!!null" {
		d.fault(n, "empty", "这里没有内容", "the value is empty", "补上内容，或删去这个键", "Fill it in or remove the key")
		return
	}
	d.fault(n, "type", "这里应是"+zh+"，却是"+kindZH(n), "expected "+en+", found "+kindEN(n), mendZH, mendEN)
}

// pairs calls each for every key of a mapping, once.
func (d *decoder) pairs(n *yaml.Node, each func(key, value *yaml.Node)) {
	if n.Kind != yaml.MappingNode {
		d.wrongKind(n, "“键: 值”", "a mapping", "写成“键: 值”，冒号后空一格", "Write key: value")
		return
	}
	first := map[string]*yaml.Node{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if key.Kind != yaml.ScalarNode || key.Tag == "!!merge" {
			d.fault(key, "type", "键只能是文字", "a key must be a text", "", "")
			continue
		}
		if before := first[key.Value]; before != nil {
			d.fault(key, "duplicate-key", fmt.Sprintf("键“%s”重复，第 %d 行已经写过", key.Value, before.Line), fmt.Sprintf("the key %q was already given in line %d", key.Value, before.Line), "删去其中一个", "Remove one of them")
			continue
		}
		first[key.Value] = key
		each(key, value)
	}
}

func kindZH(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "“键: 值”"
	case yaml.SequenceNode:
		return "列表"
	default:
		return "“" + n.Value + "”"
	}
}

func kindEN(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	default:
		return strconv.Quote(n.Value)
	}
}
