package draft

import (
	"cmp"
	"io/fs"
	"reflect"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"tijian/engine/message"
)

// A Touched is an indicator or a risk whose rules a draft has otherwise.
type Touched struct {
	Name, Namespace, File string
	Title                 message.Phrase // what readers call it
}

// Touched finds the indicators and risks in altered files that are otherwise than
// in the version in force. A file that cannot be read is named as altered anyway.
func (b *Book) Touched(draft string, altered []string) (indicators, risks []Touched) {
	dict := b.Live.Snapshot().Rules.Dictionary
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
		before := b.entries(b.inForce(file, draft))
		for _, e := range b.entries(file) {
			if slices.ContainsFunc(before, func(old map[string]any) bool { return reflect.DeepEqual(old, e) }) {
				continue
			}
			t := Touched{Namespace: namespace, File: file}
			if parts[kind] == "risks" {
				t.Name, _ = e["id"].(string)
				name, _ := e["name"].(string)
				t.Title = message.Plain(name)
				risks = append(risks, t)
				continue
			}
			t.Name, _ = e["indicator"].(string)
			t.Title = message.Plain(t.Name)
			if i, ok := dict.Lookup(t.Name); ok {
				t.Name, t.Title = i.Name, message.Phrase{ZH: i.Title, EN: i.InEnglish()}
			}
			if t.Name != "" && !slices.Contains(indicators, t) {
				indicators = append(indicators, t)
			}
		}
	}
	byName := func(a, b Touched) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Namespace, b.Namespace))
	}
	slices.SortFunc(indicators, byName)
	slices.SortFunc(risks, byName)
	return indicators, risks
}

// entries are the tables of a file, or its one risk; none while it is faulty.
func (b *Book) entries(file string) []map[string]any {
	data, err := fs.ReadFile(b.Files, file)
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
