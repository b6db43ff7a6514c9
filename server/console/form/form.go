// Package form reads what pages send.
package form

import (
	"net/url"
	"reflect"
	"strings"
)

// Fill fills a form, a pointer to a struct. The tag of each field that is sent
// has its name: `form:"name"` is a text without the space around it (or, of a list
// of texts, all of that name; of a bool, whether there was any),
// `form:"name,text"` as typed but for line ends, `form:"name,raw"` as it came.
// Structs within are filled likewise.
func Fill(form any, values url.Values) { fillStruct(reflect.ValueOf(form).Elem(), values) }

func fillStruct(form reflect.Value, values url.Values) {
	for i := range form.NumField() {
		field, about := form.Field(i), form.Type().Field(i)
		name, how, _ := strings.Cut(about.Tag.Get("form"), ",")
		text := func(typed string) string {
			switch how {
			case "raw":
				return typed
			case "text":
				return strings.ReplaceAll(typed, "\r\n", "\n")
			}
			return strings.TrimSpace(typed)
		}
		switch {
		case name == "" && about.Anonymous && field.Kind() == reflect.Struct:
			fillStruct(field, values)
		case name == "":
		case field.Kind() == reflect.Bool:
			field.SetBool(values.Get(name) != "")
		case field.Kind() == reflect.Slice:
			for _, typed := range values[name] {
				field.Set(reflect.Append(field, reflect.ValueOf(text(typed))))
			}
		default:
			field.SetString(text(values.Get(name)))
		}
	}
}

// Column is the text of a name that is sent once for each row, "" for none.
func Column(values url.Values, name string, row int) string {
	if list := values[name]; row < len(list) {
		return strings.TrimSpace(list[row])
	}
	return ""
}

// A Choice is one value of a field that has a few.
type Choice struct {
	Value, Title string
	Chosen       bool
}
