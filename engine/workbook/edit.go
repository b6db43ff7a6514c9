package workbook

import (
	"bytes"
	"errors"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"tijian/engine/message"
)

// errShape says that a scalar or list is written in a way that is not edited
// from here.
var errShape = errors.New("written over several lines")

// An edit puts a text in place of some bytes.
type edit struct {
	from, to int
	text     string
}

// apply makes edits that do not overlap; of those at one place the first comes
// first.
func apply(data []byte, edits []edit) []byte {
	slices.SortStableFunc(edits, func(a, b edit) int { return a.from - b.from })
	var out bytes.Buffer
	at := 0
	for _, e := range edits {
		out.Write(data[at:e.from])
		out.WriteString(e.text)
		at = e.to
	}
	out.Write(data[at:])
	return out.Bytes()
}

// offset of a node's first byte. Columns count characters.
func (d *document) offset(n *yaml.Node) int {
	at := 0
	for range n.Line - 1 {
		at += bytes.IndexByte(d.data[at:], '\n') + 1
	}
	for range n.Column - 1 {
		_, size := utf8.DecodeRune(d.data[at:])
		at += size
	}
	return at
}

// end is the byte behind a scalar on one line, or behind a list or mapping in
// brackets.
func (d *document) end(n *yaml.Node) (int, error) {
	start := d.offset(n)
	rest := d.data[start:]
	switch {
	case n.Kind == yaml.ScalarNode && n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0, n.Kind == yaml.AliasNode:
		return 0, errShape
	case n.Kind != yaml.ScalarNode && n.Style&yaml.FlowStyle == 0:
		return 0, errShape
	case n.Kind != yaml.ScalarNode:
		return d.close(start)
	case len(rest) > 0 && (rest[0] == '"' || rest[0] == '\''):
		size := quoted(rest)
		if size == 0 || bytes.ContainsRune(rest[:size], '\n') {
			return 0, errShape
		}
		return start + size, nil
	case !bytes.HasPrefix(rest, []byte(n.Value)):
		return 0, errShape
	}
	return start + len(n.Value), nil
}

// quoted is the length of the quoted scalar at the beginning; 0 when it does
// not end.
func quoted(b []byte) int {
	quote := b[0]
	for i := 1; i < len(b); i++ {
		switch {
		case quote == '"' && b[i] == '\\':
			i++
		case b[i] == quote && quote == '\'' && i+1 < len(b) && b[i+1] == quote:
			i++
		case b[i] == quote:
			return i + 1
		}
	}
	return 0
}

// close finds the end of the brackets that open at a byte. Quotes open where
// a scalar begins.
func (d *document) close(start int) (int, error) {
	depth, beginning := 0, true
	for i := start; i < len(d.data); i++ {
		switch c := d.data[i]; {
		case c == '[' || c == '{':
			depth++
			beginning = true
		case c == ']' || c == '}':
			if depth--; depth == 0 {
				return i + 1, nil
			}
		case c == ',' || c == ' ' || c == '\n':
			beginning = true
			continue
		case (c == '"' || c == '\'') && beginning:
			size := quoted(d.data[i:])
			if size == 0 {
				return 0, errShape
			}
			i += size - 1
		case c == '#' && i > start && d.data[i-1] == ' ':
			return 0, errShape // a comment could hold anything
		}
		beginning = d.data[i] == '[' || d.data[i] == '{'
	}
	return 0, errShape
}

// typed is more than a text to some reader of YAML.
var (
	typed   = regexp.MustCompile(`^(?i:y|n|yes|no|on|off|true|false|null|~|=|<<|[-+]?\.(inf|nan)|[-+]?0[box][0-9a-f_]+|[-+]?[0-9._]*[0-9][0-9._]*(e[-+]?[0-9]+)?|e[-+]?[0-9]+|[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?|\d{4}-\d\d?-\d\d?([t ].*)?)$`)
	decimal = regexp.MustCompile(`^[-+]?(0|[1-9][0-9]*)(\.[0-9]+)?$`)
)

// write writes a scalar, in the style of the one before wherever it can.
func write(value string, style yaml.Style, flow bool) string {
	switch {
	case strings.ContainsAny(value, "\n\t") || style&yaml.DoubleQuotedStyle != 0:
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`).Replace(value) + `"`
	case style&yaml.SingleQuotedStyle == 0 && plain(value, flow):
		return value
	}
	return "'" + strings.ReplaceAll(value, "'", "''") + "'"
}

// plain reports whether a text needs no quotes: read back, it is itself.
func plain(value string, flow bool) bool {
	if typed.MatchString(value) && !decimal.MatchString(value) || strings.Trim(value, "-?:") == "" {
		return false
	}
	text := "k: " + value + "\n"
	if flow {
		text = "[" + value + ", {k: " + value + "}]\n"
	}
	var doc yaml.Node
	if yaml.Unmarshal([]byte(text), &doc) != nil || len(doc.Content) == 0 {
		return false
	}
	n := doc.Content[0]
	if flow {
		if len(n.Content) != 2 || n.Content[0].Value != value || n.Content[0].Kind != yaml.ScalarNode {
			return false
		}
		n = n.Content[1]
	}
	return n.Kind == yaml.MappingNode && len(n.Content) == 2 && n.Content[1].Kind == yaml.ScalarNode && n.Content[1].Style == 0 &&
		n.Content[1].Value == value && n.Content[1].LineComment == ""
}

// flow reports whether what is at a place is written in brackets.
func (d *document) flow(place string) bool {
	for ; place != ""; place = parent(place) {
		if n := d.nodes[place]; n != nil && n.Style&yaml.FlowStyle != 0 {
			return true
		}
	}
	return d.root.Style&yaml.FlowStyle != 0
}

func parent(place string) string {
	if i := strings.LastIndexByte(place, '/'); i >= 0 {
		return place[:i]
	}
	return ""
}

// set changes a scalar or list that is there.
func (d *document) set(place, value string, list bool) ([]edit, error) {
	n := d.nodes[place]
	if n.Kind == yaml.ScalarNode {
		end, err := d.end(n)
		if err != nil {
			return nil, err
		}
		return []edit{{d.offset(n), end, write(value, n.Style, d.flow(place))}}, nil
	}
	if !list || n.Kind != yaml.SequenceNode {
		return nil, errShape
	}
	items := split(value)
	if len(items) == len(n.Content) {
		var edits []edit
		for i, item := range n.Content {
			if item.Value == items[i] {
				continue
			}
			end, err := d.end(item)
			if err != nil {
				return nil, err
			}
			edits = append(edits, edit{d.offset(item), end, write(items[i], item.Style, d.flow(place))})
		}
		return edits, nil
	}
	end, err := d.end(n)
	if err != nil {
		return nil, err
	}
	return []edit{{d.offset(n), end, d.brackets(n, items)}}, nil
}

// change writes a cell of an entry; nil is no reason why not.
func (d *document) change(s *sheet, k int, entry, value string) ([]edit, *message.Message) {
	c := &s.Columns[k]
	place := c.at(entry)
	var edits []edit
	var err error
	switch there := d.nodes[place] != nil; {
	case strings.TrimSpace(value) == "" && !c.May:
		return nil, &message.WorkbookRequired
	case strings.TrimSpace(value) == "" && !there:
	case !there:
		edits, err = d.insert(s, k, entry, value)
	case strings.TrimSpace(value) == "":
		edits, err = d.remove(place)
	default:
		edits, err = d.set(place, value, c.List)
	}
	if err != nil {
		return nil, &message.CellShape
	}
	return edits, nil
}

// brackets writes a list; items that were there keep their spelling.
func (d *document) brackets(n *yaml.Node, items []string) string {
	was := map[string]string{}
	if n != nil {
		for _, item := range n.Content {
			if end, err := d.end(item); err == nil {
				was[item.Value] = string(d.data[d.offset(item):end])
			}
		}
	}
	texts := make([]string, len(items))
	for i, item := range items {
		if texts[i] = was[item]; texts[i] == "" {
			texts[i] = write(item, 0, true)
		}
	}
	return "[" + strings.Join(texts, ", ") + "]"
}

// split reads the items of a list; a full-width semicolon is as good.
func split(value string) []string {
	var items []string
	for item := range strings.FieldsFuncSeq(value, func(r rune) bool { return r == ';' || r == '；' || r == '\n' }) {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	return items
}

// value as it is written for a column that was left out before.
func (d *document) fresh(c *column, value string, flow bool) string {
	if c.List {
		return d.brackets(nil, split(value))
	}
	return write(value, 0, flow)
}

// insert adds a key to an entry, behind the nearest of the keys that the sheet
// shows before it.
func (d *document) insert(s *sheet, k int, entry, value string) ([]edit, error) {
	c := &s.Columns[k]
	flow := d.flow(entry)
	for i := k - 1; i >= 0; i-- {
		place := s.Columns[i].at(entry)
		key, n := d.keys[place], d.nodes[place]
		if parent(place) != entry || key == nil {
			continue
		}
		end, err := d.end(n)
		if err != nil {
			continue
		}
		text := d.fresh(c, value, flow)
		if flow {
			return []edit{{end, end, ", " + c.Key + ": " + text}}, nil
		}
		end = d.lineEnd(end)
		return []edit{{end, end, "\n" + strings.Repeat(" ", key.Column-1) + c.Key + ": " + text}}, nil
	}
	return nil, errShape
}

// lineEnd is where the line of a byte ends.
func (d *document) lineEnd(at int) int {
	if i := bytes.IndexByte(d.data[at:], '\n'); i >= 0 {
		at += i
	} else {
		at = len(d.data)
	}
	if at > 0 && d.data[at-1] == '\r' {
		at--
	}
	return at
}

// remove takes a key out of an entry.
func (d *document) remove(place string) ([]edit, error) {
	key, n := d.keys[place], d.nodes[place]
	end, err := d.end(n)
	if err != nil {
		return nil, err
	}
	start := d.offset(key)
	if d.flow(parent(place)) {
		before := bytes.TrimRight(d.data[:start], " \n")
		if len(before) == 0 || before[len(before)-1] != ',' {
			return nil, errShape
		}
		return []edit{{len(before) - 1, end, ""}}, nil
	}
	begin := bytes.LastIndexByte(d.data[:start], '\n') + 1
	last := d.lineEnd(end)
	if strings.TrimSpace(string(d.data[begin:start])) != "" || strings.TrimSpace(string(d.data[end:last])) != "" {
		return nil, errShape // behind a dash, or before a comment
	}
	return []edit{{max(0, begin-1), last, ""}}, nil
}

// row writes a new entry behind another one, in its style.
func (d *document) row(s *sheet, after string, cells []string) ([]edit, error) {
	n := d.nodes[after]
	if n.Kind != yaml.MappingNode || d.flow(parent(after)) {
		return nil, errShape
	}
	flow := n.Style&yaml.FlowStyle != 0
	end, err := d.end(n)
	if !flow {
		end, err = d.end(n.Content[len(n.Content)-1])
	}
	if err != nil {
		return nil, err
	}
	var parts []string
	for i := range s.Columns {
		if c := &s.Columns[i]; !c.Fixed && cells[i] != "" {
			parts = append(parts, c.Key+": "+d.fresh(c, cells[i], flow))
		}
	}
	start := d.offset(n)
	begin := bytes.LastIndexByte(d.data[:start], '\n') + 1
	dash := string(d.data[begin:start]) // the indentation and the dash
	if strings.TrimSpace(dash) != "-" {
		return nil, errShape
	}
	text := "\n" + dash
	if flow {
		text += "{" + strings.Join(parts, ", ") + "}"
	} else {
		text += strings.Join(parts, "\n"+strings.Repeat(" ", len(dash)))
	}
	end = d.lineEnd(end)
	return []edit{{end, end, text}}, nil
}
