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
