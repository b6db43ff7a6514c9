package wire

import (
	"time"

	"tijian/engine/assess"
	"tijian/engine/jsontree"
	"tijian/engine/ruleset"
)

// A Person is whom a text is about.
type Person struct {
	ruleset.Person
	Background bool // the state of health is known, too
}

// DecodePerson reads profile, health_background and datetime of a request that
// may leave them out. Without a profile there is nobody; without a datetime it
// is now. What is there must be as in an assessment request.
func DecodePerson(tree *jsontree.Node, arguments []*ruleset.Argument, now time.Time) (*Person, error) {
	has := func(key string) bool {
		n := tree.Get(key)
		return n != nil && n.Kind != jsontree.Null
	}
	if !has("profile") {
		return nil, nil
	}
	var f fields
	r := assess.Request{}
	r.At = now
	if has("datetime") {
		r.At = f.instant(tree, "", "datetime")
	}
	f.profile(tree, &r)
	p := Person{Background: has("health_background")}
	if p.Background {
		f.background(tree, &r)
	}
	f.arguments(tree, &r, arguments)
	if err := f.err(); err != nil {
		return nil, err
	}
	p.Person = r.Person
	return &p, nil
}
