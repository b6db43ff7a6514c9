package openapi

import (
	"slices"
	"strings"
)

// fieldRows lists the fields of a schema, nested ones by their paths: a.b,
// list[].c, map.*. Fields told twice, by parts of an allOf or anyOf, keep their
// place. must is the word for mandatory fields; mandatory says whether the
// schema itself is one.
func fieldRows(path string, schema node, must string, mandatory bool) []row {
	var rows []row
	add := func(more []row) {
		for _, r := range more {
			if i := slices.IndexFunc(rows, func(have row) bool { return have.Name == r.Name }); i >= 0 {
				rows[i].Must = max(rows[i].Must, r.Must)
				if have := &rows[i].Type; *have != r.Type {
					*have += " or " + r.Type
				}
			} else {
				rows = append(rows, r)
			}
		}
	}
	if path != "" {
		self := row{Name: path, Type: typeName(schema), Description: describe(schema)}
		if mandatory {
			self.Must = must
		}
		add([]row{self})
	}
	for _, combination := range []string{"allOf", "anyOf"} {
		for _, part := range schema.get(combination).items() {
			below := fieldRows(path, part, must, mandatory)
			if path != "" && len(below) > 0 {
				below = below[1:] // path itself stands there already
			}
			add(below)
		}
	}
	required := schema.get("required").items()
	for name, property := range schema.get("properties").members() {
		always := slices.ContainsFunc(required, func(n node) bool { return n.Value == name })
		add(fieldRows(join(path, name), property, must, always))
	}
	if item := schema.get("items"); schema.text("type") == "array" && item.Node != nil && nests(item) {
		add(fieldRows(path+"[]", item, must, false)[1:])
	}
	if value := schema.get("additionalProperties"); value.Node != nil && len(value.Content) > 0 {
		add(fieldRows(join(path, "*"), value, must, false))
	}
	return rows
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func nests(schema node) bool {
	return schema.get("properties").Node != nil || schema.get("allOf").Node != nil
}

// typeName says what a schema allows, in a few words.
func typeName(schema node) string {
	if values := schema.get("enum").items(); len(values) > 0 {
		words := make([]string, len(values))
		for i, v := range values {
			if words[i] = v.Value; v.Value == "" {
				words[i] = `""`
			}
		}
		return strings.Join(words, " | ")
	}
	if alternatives := schema.get("anyOf").items(); len(alternatives) > 0 {
		var words []string
		for _, a := range alternatives {
			if name := typeName(a); !slices.Contains(words, name) {
				words = append(words, name)
			}
		}
		return strings.Join(words, " or ")
	}
	if types := schema.get("type").items(); len(types) > 0 {
		words := make([]string, len(types))
		for i, t := range types {
			words[i] = t.Value
		}
		return strings.Join(words, " or ")
	}
	switch kind := schema.text("type"); {
	case kind == "array":
		return "array of " + typeName(schema.get("items"))
	case kind != "":
		return kind
	case schema.get("allOf").Node != nil:
		return "object"
	}
	return "any"
}

// describe adds the limits of a schema to its description.
func describe(schema node) string {
	text := schema.text("description")
	for _, limit := range []struct{ key, before, behind string }{
		{"minimum", "At least ", "."}, {"maximum", "At most ", "."},
		{"maxLength", "At most ", " characters."}, {"maxItems", "At most ", " entries."},
		{"default", "Default: ", "."},
	} {
		if value := schema.text(limit.key); value != "" {
			text = strings.TrimSpace(text + " " + limit.before + value + limit.behind)
		}
	}
	return text
}
