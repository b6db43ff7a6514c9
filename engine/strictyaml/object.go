package strictyaml

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
	"tijian/engine/problem"
)

type field struct {
	index    int
	required bool
}

// fieldsOf maps the keys of a struct type to its fields.
func fieldsOf(t reflect.Type) (map[string]field, []string) {
	fields, names := map[string]field{}, []string{}
	for i := range t.NumField() {
		name, option, _ := strings.Cut(t.Field(i).Tag.Get("yaml"), ",")
		if name == "" || name == "-" {
			continue
		}
		fields[name] = field{i, option == "required"}
		names = append(names, name)
	}
	return fields, names
}

func (d *decoder) object(n *yaml.Node, v reflect.Value) {
	fields, names := fieldsOf(v.Type())
	if at := v.FieldByName("At"); at.IsValid() && at.Type() == placeType {
		at.Set(reflect.ValueOf(d.file.place(n)))
	}
	seen := map[string]bool{}
	d.pairs(n, func(key, value *yaml.Node) {
		f, known := fields[key.Value]
		if !known {
			if before, _, colon := strings.Cut(key.Value, ":"); colon {
				seen[before] = true // it is there, only not well written
			}
			d.unknownKey(key, names)
			return
		}
		seen[key.Value] = true
		d.value(value, v.Field(f.index))
	})
	if n.Kind == yaml.MappingNode {
		d.missing(n, v.Type(), seen)
	}
}

func (d *decoder) unknownKey(key *yaml.Node, names []string) {
	if before, _, wide := strings.Cut(key.Value, "："); wide && slices.Contains(names, strings.TrimSpace(before)) {
		d.list.Add(d.file.fullWidthColon(d.file.text(key).walk(len([]rune(before)))))
		return
	}
	if before, rest, colon := strings.Cut(key.Value, ":"); colon && rest != "" && slices.Contains(names, before) {
		at := d.file.text(key).walk(len([]rune(before)) + 1)
		d.list.Add(problem.Problem{Place: at, Code: "colon-blank", ZH: "冒号后面少一个空格", EN: "a blank is missing behind the colon",
			MendZH: "写成 " + before + ": " + rest, MendEN: "Write " + before + ": " + rest})
		return
	}
	if strings.ContainsAny(key.Value, "()=<>") {
		d.fault(key, "unquoted-comma", "花括号里的逗号把公式或文字截断了", "a comma within braces cuts the formula or text in two", "给整个公式或文字加单引号", "Put the whole formula or text in single quotes")
		return
	}
	mendZH, mendEN := "可用的键："+strings.Join(names, "、"), "Known keys: "+strings.Join(names, ", ")
	if near := problem.Nearest(key.Value, names); near != "" {
		mendZH, mendEN = "是否想写“"+near+"”？", "Did you mean "+near+"?"
	}
	d.fault(key, "unknown-key", "不认识的键“"+key.Value+"”", fmt.Sprintf("unknown key %q", key.Value), mendZH, mendEN)
}

func (d *decoder) missing(n *yaml.Node, t reflect.Type, seen map[string]bool) {
	fields, names := fieldsOf(t)
	for _, name := range names {
		if fields[name].required && !seen[name] {
			d.fault(n, "missing-key", "缺少“"+name+"”", "the key "+name+" is missing", "补上 "+name+":", "Add "+name+":")
		}
	}
}
