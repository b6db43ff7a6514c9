package workbook

import (
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"tijian/engine/message"
	"tijian/engine/problem"
)

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
