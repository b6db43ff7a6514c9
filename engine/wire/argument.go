package wire

import (
	"slices"
	"strings"

	"tijian/engine/assess"
	"tijian/engine/expression"
	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/ruleset"
)

// arguments reads the rule set's additional arguments, where they were sent.
// Whether one is required is decided with the rules, see FromAssess.
func (f *fields) arguments(tree *jsontree.Node, r *assess.Request, declared []*ruleset.Argument) {
	for _, a := range declared {
		n := tree
		for key := range strings.SplitSeq(a.Path, ".") {
			n = n.Get(key)
		}
		if n == nil || n.Kind == jsontree.Null {
			continue // null is as good as left out
		}
		value, ok := argument(n, a.Type)
		switch text, isText := value.(string); {
		case !ok:
			f.fault(a.Path, message.MustBe.With("want", kinds[a.Type]))
		case isText && len(a.Allowed) > 0 && !slices.Contains(a.Allowed, text):
			f.fault(a.Path, message.MustBe.With("want", alternatives(a.Allowed)))
		case !inRange(a, value):
			f.fault(a.Path, message.OutOfRange.With("low", a.Range[0], "high", a.Range[1]))
		default:
			if r.Arguments == nil {
				r.Arguments = map[string]any{}
			}
			r.Arguments[a.Path] = value
		}
	}
}

func inRange(a *ruleset.Argument, value any) bool {
	x, isNumber := value.(float64)
	return !isNumber || a.Admits(x)
}

var kinds = map[expression.Type]message.Phrase{
	expression.Number:  message.FiniteNumber,
	expression.Boolean: message.JSONBoolean,
	expression.String:  message.JSONString,
}

func argument(n *jsontree.Node, want expression.Type) (value any, ok bool) {
	switch want {
	case expression.Number:
		return firstOK(n.Float())
	case expression.Boolean:
		return firstOK(n.Bool())
	default:
		return n.Text, n.Kind == jsontree.String
	}
}

func firstOK[T any](value T, ok bool) (any, bool) { return value, ok }

// FromAssess turns the faults that only the rules can find (missing additional
// arguments, units that cannot be converted) into an *Error; any other error
// stays as it is.
func FromAssess(err error) error {
	faults, ok := err.(assess.FieldErrors)
	if !ok {
		return err
	}
	var f fields
	for _, e := range faults {
		if e.Missing {
			f.missing = append(f.missing, e.Path)
		} else {
			f.invalid = append(f.invalid, e)
		}
	}
	return f.err()
}
