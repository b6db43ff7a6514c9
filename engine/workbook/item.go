package workbook

import (
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"tijian/engine/message"
	"tijian/engine/problem"
)

// A Field is a key of a new item with its value, or with a list of them.
type Field struct {
	Key    string
	Values []string
	List   bool
}

// Item writes fields as an item of a list, as it stands in a file; those without
// a value are left out.
func Item(fields []Field) string {
	var parts []string
	for _, f := range fields {
		if len(f.Values) == 0 {
			continue
		}
		texts := make([]string, len(f.Values))
		for i, value := range f.Values {
			texts[i] = write(value, 0, true)
		}
		text := strings.Join(texts, ", ")
		if f.List {
			text = "[" + text + "]"
		}
		parts = append(parts, f.Key+": "+text)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// AddItem returns a file in whose list there is an item more: behind the last of
// those that have the same value of a key, or else behind all. What is the matter
// where it cannot be written comes instead. The rest stays as it is written.
func AddItem(data []byte, list, key, same string, fields []Field) ([]byte, *problem.Problem) {
	refuse := func(why problem.Problem) ([]byte, *problem.Problem) { return nil, &why }
	d, err := parse(data)
	if err != nil {
		return refuse(message.NoWorkbook.At(problem.Place{}, "error", err))
	}
	n := d.nodes["/"+list]
	if n == nil || n.Kind != yaml.SequenceNode || len(n.Content) == 0 {
		return refuse(message.CellShape.At(problem.Place{}))
	}
	after := len(n.Content) - 1
	for i := range slices.Backward(n.Content) {
		if own := d.nodes[itemPlace(list, i)+"/"+key]; same != "" && own != nil && own.Value == same {
			after = i
			break
		}
	}
	e, err := d.behindItem(n, n.Content[after], d.flow("/"+list), Item(fields))
	if err != nil {
		return refuse(message.CellShape.At(problem.Place{}))
	}
	out := apply(data, []edit{e})
	now, err := parse(out)
	if err != nil || len(now.root.Content) != len(d.root.Content) || now.nodes["/"+list] == nil || len(now.nodes["/"+list].Content) != len(n.Content)+1 || !now.says(itemPlace(list, after+1), fields) {
		return refuse(message.CellResult.At(problem.Place{}))
	}
	return out, nil
}

func itemPlace(list string, i int) string { return "/" + list + "/" + strconv.Itoa(i) }

// behindItem puts an item behind another of its list.
func (d *document) behindItem(list, item *yaml.Node, flow bool, text string) (edit, error) {
	if flow {
		end, err := d.end(item)
		return edit{end, end, ", " + text}, err
	}
	end, err := d.end(deepest(item))
	if err != nil {
		return edit{}, err
	}
	end = d.lineEnd(end)
	return edit{end, end, "\n" + strings.Repeat(" ", list.Column-1) + "- " + text}, nil
}

// says reports whether an item has just these fields.
func (d *document) says(place string, fields []Field) bool {
	n := d.nodes[place]
	if n == nil || n.Kind != yaml.MappingNode {
		return false
	}
	keys := 0
	for _, f := range fields {
		if len(f.Values) == 0 {
			continue
		}
		keys++
		own := d.nodes[place+"/"+f.Key]
		switch {
		case own == nil:
			return false
		case !f.List:
			if own.Kind != yaml.ScalarNode || own.Value != f.Values[0] {
				return false
			}
		case !slices.EqualFunc(own.Content, f.Values, func(n *yaml.Node, value string) bool { return n.Kind == yaml.ScalarNode && n.Value == value }):
			return false
		}
	}
	return len(n.Content) == 2*keys
}

// Values lists what items of a list have under a key, in the file's order; ""
// where one has none.
func Values(data []byte, list, key string) []string {
	d, err := parse(data)
	if err != nil || d.nodes["/"+list] == nil {
		return nil
	}
	var values []string
	for i := range d.nodes["/"+list].Content {
		values = append(values, d.value(&column{Key: key}, itemPlace(list, i)))
	}
	return values
}

// Value is what a file has under a key; "" for none.
func Value(data []byte, key string) string {
	d, err := parse(data)
	if err != nil {
		return ""
	}
	return d.text("/" + key)
}

// A Home is a list of words in a file: that under a key of the item, in a list
// of items, that has a name under another key; or, without a key, a list of
// words itself.
type Home struct{ List, By, Name, Key string }

// Names lists the names of the items.
func (h Home) Names(data []byte) []string {
	d, err := parse(data)
	if err != nil {
		return nil
	}
	var names []string
	for _, place := range d.places("/" + h.List + "/*/" + h.By) {
		names = append(names, d.nodes[place].Value)
	}
	return names
}

// AddWord returns a file in which a word stands behind the others of its home,
// and what is the matter where it cannot; nil for nothing. The rest stays as it
// is written.
func AddWord(data []byte, h Home, word string) ([]byte, *problem.Problem) {
	refuse := func(why problem.Problem) ([]byte, *problem.Problem) { return nil, &why }
	d, err := parse(data)
	if err != nil {
		return refuse(message.CellShape.At(problem.Place{}))
	}
	home := "/" + h.List
	if h.Key != "" {
		item := d.item(h)
		if item == "" {
			return refuse(message.WordHome.At(problem.Place{}, "name", h.Name))
		}
		home = item + "/" + h.Key
	}
	if n := d.nodes[home]; n != nil && slices.ContainsFunc(n.Content, func(item *yaml.Node) bool { return item.Value == word }) {
		return refuse(message.WordThere.At(problem.Place{}, "name", h.Name, "word", word))
	}
	e, err := d.appended(home, h, word)
	if err != nil {
		return refuse(message.CellShape.At(problem.Place{}))
	}
	after := apply(data, []edit{e})
	now, err := parse(after)
	if err != nil || now.nodes[home] == nil || len(now.order) < len(d.order)+1 || !slices.ContainsFunc(now.nodes[home].Content, func(item *yaml.Node) bool { return item.Value == word }) {
		return refuse(message.CellResult.At(problem.Place{}))
	}
	return after, nil
}

// item finds the one of a name; of several the plainest.
func (d *document) item(h Home) string {
	found, keys := "", 0
	for _, place := range d.places("/" + h.List + "/*/" + h.By) {
		item := parent(place)
		if n := len(d.nodes[item].Content); d.nodes[place].Value == h.Name && (found == "" || n < keys) {
			found, keys = item, n
		}
	}
	return found
}

// appended puts a word behind the last of a list, or begins the list.
func (d *document) appended(list string, h Home, word string) (edit, error) {
	n := d.nodes[list]
	if n == nil {
		key := h.Key + ": [" + write(word, 0, true) + "]"
		return d.behind(d.nodes[parent(list)], d.flow(parent(list)), key, key)
	}
	if n.Kind != yaml.SequenceNode || len(n.Content) == 0 {
		return edit{}, errShape
	}
	return d.behind(n, d.flow(list), write(word, 0, true), "- "+write(word, 0, false))
}

// behind puts a text behind the last part of a node: between brackets, or on a
// line of its own.
func (d *document) behind(n *yaml.Node, flow bool, between, line string) (edit, error) {
	end, err := d.end(n.Content[len(n.Content)-1])
	if err != nil {
		return edit{}, err
	}
	if flow {
		return edit{end, end, ", " + between}, nil
	}
	end = d.lineEnd(end)
	return edit{end, end, "\n" + strings.Repeat(" ", n.Column-1) + line}, nil
}

// SetNumber returns a file of named numbers (constants.yaml) in which one has
// another value, and what is the matter where it cannot; nil for nothing. The
// rest stays as it is written.
func SetNumber(data []byte, name, value string) ([]byte, *problem.Problem) {
	refuse := func(why problem.Problem) ([]byte, *problem.Problem) { return nil, &why }
	d, err := parse(data)
	if err != nil {
		return refuse(message.NoWorkbook.At(problem.Place{}, "error", err))
	}
	place := "/" + escape.Replace(name) + "/value"
	if d.nodes[place] == nil {
		return refuse(message.WordHome.At(problem.Place{}, "name", name))
	}
	edits, err := d.set(place, value, false)
	if err != nil {
		return refuse(message.CellShape.At(problem.Place{}))
	}
	after := apply(data, edits)
	if now, err := parse(after); err != nil || now.nodes[place] == nil || now.nodes[place].Value != value || len(now.order) != len(d.order) {
		return refuse(message.CellResult.At(problem.Place{}))
	}
	return after, nil
}
