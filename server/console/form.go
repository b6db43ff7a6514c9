package console

import (
	"net/url"
	"reflect"
	"strings"
)

// sent fills a form with what a POST sent: see fill.
func (v *requestContext) sent(form any) { fill(form, v.PostForm) }

// asked fills a form with the query of the address.
func (v *requestContext) asked(form any) { fill(form, v.URL.Query()) }

// fill fills a form, a pointer to a struct. The tag of each field that is sent
// has its name: `form:"name"` is a text without the space around it (or, of a list
// of texts, all of that name; of a bool, whether there was any),
// `form:"name,text"` as typed but for line ends, `form:"name,raw"` as it came.
// Structs within are filled likewise.
func fill(form any, values url.Values) { fillStruct(reflect.ValueOf(form).Elem(), values) }

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

// column is the text of a name that is sent once for each row, "" for none.
func column(values url.Values, name string, row int) string {
	if list := values[name]; row < len(list) {
		return strings.TrimSpace(list[row])
	}
	return ""
}

// A choice is one value of a field that has a few.
type choice struct {
	Value, Title string
	Chosen       bool
}
