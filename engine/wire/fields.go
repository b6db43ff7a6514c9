package wire

import (
	"slices"
	"strings"
	"time"

	"tijian/engine/assess"
	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/problem"
)

// fields reads required and optional fields of a request and collects what is
// wrong with them, so that the client learns everything at once.
type fields struct {
	missing []string // paths, in the order of the contract
	invalid []assess.FieldError
}

// An Error says what is wrong with a request. Its Detail is the sentence the
// API answers.
type Error struct {
	Missing []string            // paths of required fields that are not there
	Invalid []assess.FieldError // fields that are there and wrong
}

// Detail lists all missing arguments, then all invalid ones.
func (e *Error) Detail() string { return e.In(problem.English) }

// In says the same in a language.
func (e *Error) In(lang string) string {
	return strings.Join(e.parts(lang), message.Phrase{ZH: "；", EN: "; "}.In(lang))
}

func (e *Error) parts(lang string) []string {
	var parts []string
	if len(e.Missing) > 0 {
		parts = append(parts, message.MissingFields.With("paths", message.Plain(strings.Join(e.Missing, ", "))).In(lang))
	}
	for _, f := range e.Invalid {
		parts = append(parts, f.In(lang))
	}
	return parts
}

func (e *Error) Error() string { return e.Detail() }

func (f *fields) err() error {
	if len(f.missing)+len(f.invalid) == 0 {
		return nil
	}
	return &Error{Missing: f.missing, Invalid: f.invalid}
}

func (f *fields) fault(path string, reason message.Phrase) {
	f.invalid = append(f.invalid, assess.FieldError{Path: path, Reason: reason})
}

// need returns the field at key, noting when it is missing or of another kind.
func (f *fields) need(parent *jsontree.Node, path, key string, kind jsontree.Kind) *jsontree.Node {
	n := f.may(parent, path, key, kind)
	if n == nil && parent.Get(key) == nil {
		f.missing = append(f.missing, jsontree.Join(path, key))
	}
	return n
}

// may returns the field at key or nil, noting when it is of another kind.
func (f *fields) may(parent *jsontree.Node, path, key string, kind jsontree.Kind) *jsontree.Node {
	n := parent.Get(key)
	if n != nil && n.Kind != kind {
		f.fault(jsontree.Join(path, key), message.MustBeNot.With("want", jsonKinds[kind], "found", jsonKinds[n.Kind]))
		return nil
	}
	return n
}

// object returns a required object. A missing one yields nil without a note:
// its required fields are named instead.
func (f *fields) object(parent *jsontree.Node, path, key string) (n *jsontree.Node, wrong bool) {
	n = f.may(parent, path, key, jsontree.Object)
	return n, n == nil && parent.Get(key) != nil
}

func (f *fields) text(parent *jsontree.Node, path, key string) string {
	if n := f.need(parent, path, key, jsontree.String); n != nil {
		return n.Text
	}
	return ""
}

func (f *fields) boolean(parent *jsontree.Node, path, key string) bool {
	v, _ := f.need(parent, path, key, jsontree.Bool).Bool()
	return v
}

// number returns a required finite number.
func (f *fields) number(parent *jsontree.Node, path, key string) float64 {
	n := parent.Get(key)
	if n == nil {
		f.missing = append(f.missing, jsontree.Join(path, key))
		return 0
	}
	v, ok := n.Float()
	if !ok {
		f.fault(jsontree.Join(path, key), message.MustBe.With("want", message.FiniteNumber))
	}
	return v
}

func (f *fields) oneOf(parent *jsontree.Node, path, key string, allowed ...string) string {
	n := f.need(parent, path, key, jsontree.String)
	if n == nil {
		return ""
	}
	if !slices.Contains(allowed, n.Text) {
		f.fault(jsontree.Join(path, key), message.MustBe.With("want", alternatives(allowed)))
	}
	return n.Text
}

var jsonKinds = map[jsontree.Kind]message.Phrase{
	jsontree.Null: message.JSONNull, jsontree.Bool: message.JSONBoolean, jsontree.Number: message.ANumber,
	jsontree.String: message.JSONString, jsontree.Array: message.JSONArray, jsontree.Object: message.JSONObject,
}

func alternatives(words []string) message.Phrase {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = `"` + w + `"`
	}
	return message.Phrase{ZH: " " + strings.Join(quoted, " 或 "), EN: strings.Join(quoted, " or ")}
}

// timeLayouts are the forms of ISO 8601 that a datetime may have; Go's parser
// also takes a fraction of any length behind the seconds.
var timeLayouts = []string{
	"2006-01-02T15:04:05Z07:00", "2006-01-02T15:04:05Z0700", "2006-01-02T15:04:05Z07",
	"2006-01-02T15:04Z07:00", "20060102T150405Z0700",
}

// instant returns a required date and time with its zone.
func (f *fields) instant(parent *jsontree.Node, path, key string) (t time.Time) {
	n := f.need(parent, path, key, jsontree.String)
	if n == nil {
		return t
	}
	for _, layout := range timeLayouts {
		if t, err := time.Parse(layout, n.Text); err == nil {
			return t
		}
	}
	if _, err := time.Parse("2006-01-02T15:04:05", n.Text); err == nil {
		f.fault(jsontree.Join(path, key), message.NoTimeZone)
	} else {
		f.fault(jsontree.Join(path, key), message.NotATime)
	}
	return t
}

// date returns a required calendar day.
func (f *fields) date(parent *jsontree.Node, path, key string) (t time.Time) {
	n := f.need(parent, path, key, jsontree.String)
	if n == nil {
		return t
	}
	t, err := time.Parse(time.DateOnly, n.Text)
	if err != nil {
		f.fault(jsontree.Join(path, key), message.NotADate)
	}
	return t
}
