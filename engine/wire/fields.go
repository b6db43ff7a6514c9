package wire

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"tijian/engine/jsontree"
)

// fields reads required and optional fields of a request and collects what is
// wrong with them, so that the client learns everything at once.
type fields struct {
	missing []string // paths, in the order of the contract
	invalid []string // "path: reason"
}

// An Error says what is wrong with a request. Its Detail is the sentence the
// API answers.
type Error struct {
	Missing []string // paths of required fields that are not there
	Invalid []string // "path: reason" of fields that are there and wrong
}

// Detail lists all missing arguments, then all invalid ones.
func (e *Error) Detail() string {
	var parts []string
	if len(e.Missing) > 0 {
		parts = append(parts, "missing arguments: "+strings.Join(e.Missing, ", "))
	}
	return strings.Join(append(parts, e.Invalid...), "; ")
}

func (e *Error) Error() string { return e.Detail() }

func (f *fields) err() error {
	if len(f.missing)+len(f.invalid) == 0 {
		return nil
	}
	return &Error{Missing: f.missing, Invalid: f.invalid}
}

func (f *fields) fault(path, format string, args ...any) {
	f.invalid = append(f.invalid, path+": "+fmt.Sprintf(format, args...))
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
		f.fault(jsontree.Join(path, key), "must be %s, not %s", kind, n.Kind)
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
		f.fault(jsontree.Join(path, key), "must be a finite number")
	}
	return v
}

func (f *fields) oneOf(parent *jsontree.Node, path, key string, allowed ...string) string {
	n := f.need(parent, path, key, jsontree.String)
	if n == nil {
		return ""
	}
	if !slices.Contains(allowed, n.Text) {
		f.fault(jsontree.Join(path, key), "must be %s", alternatives(allowed))
	}
	return n.Text
}

func alternatives(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = `"` + w + `"`
	}
	return strings.Join(quoted, " or ")
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
		f.fault(jsontree.Join(path, key), "must have a time zone, like 2026-01-31T08:30:00.000Z")
	} else {
		f.fault(jsontree.Join(path, key), "must be an ISO 8601 date and time with a zone, like 2026-01-31T08:30:00.000Z")
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
		f.fault(jsontree.Join(path, key), "must be a date of the form YYYY-MM-DD")
	}
	return t
}
