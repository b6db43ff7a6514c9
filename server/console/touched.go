package console

import (
	"cmp"
	"io/fs"
	"reflect"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// A touched is an indicator or a risk whose rules a draft has otherwise.
type touched struct{ Name, Title, Namespace, File string }

// touched finds the indicators and risks in altered files that are otherwise than
// in the version in force. A file that cannot be read is named as altered anyway.
func (c *Console) touched(lang, draft string, altered []string) (indicators, risks []touched) {
	dict := c.Live.Snapshot().Rules.Dictionary
	for _, file := range altered {
		parts := strings.Split(file, "/")
		kind := max(slices.Index(parts, "indicators"), slices.Index(parts, "risks"))
		if kind < 0 || parts[0] == "dictionaries" {
			continue
		}
		namespace := ""
		if i := slices.Index(parts, "overlays"); i >= 0 && i+1 < kind {
			namespace = parts[i+1]
		}
		before := c.entries(strings.Replace(file, "/"+draft+"/", "/"+c.book.inForce()+"/", 1))
		for _, e := range c.entries(file) {
			if slices.ContainsFunc(before, func(old map[string]any) bool { return reflect.DeepEqual(old, e) }) {
				continue
			}
			t := touched{Namespace: namespace, File: file}
			if parts[kind] == "risks" {
				t.Name, _ = e["id"].(string)
				t.Title, _ = e["name"].(string)
				risks = append(risks, t)
				continue
			}
			t.Name, _ = e["indicator"].(string)
			t.Title = t.Name
			if i, ok := dict.Lookup(t.Name); ok {
				t.Name, t.Title = i.Name, called(lang, i)
			}
			if t.Name != "" && !slices.Contains(indicators, t) {
				indicators = append(indicators, t)
			}
		}
	}
	byName := func(a, b touched) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Namespace, b.Namespace))
	}
	slices.SortFunc(indicators, byName)
	slices.SortFunc(risks, byName)
	return indicators, risks
}

// entries are the tables of a file, or its one risk; none while it is faulty.
func (c *Console) entries(file string) []map[string]any {
	data, err := fs.ReadFile(c.Files, file)
	if err != nil {
		return nil
	}
	var list []map[string]any
	if yaml.Unmarshal(data, &list) == nil {
		return list
	}
	var one map[string]any
	if yaml.Unmarshal(data, &one) != nil {
		return nil
	}
	return []map[string]any{one}
}
