package fhir

import (
	"cmp"
	"strconv"
	"time"

	"tijian/engine/jsontree"
	"tijian/engine/message"
)

// sentAgain finds Observations that a Bundle has more than once and says of each
// why it does not count: systems send them again, or in several versions. They are
// the same by their id, address or identifier, or by all that they say.
func sentAgain(all []resource) map[*jsontree.Node]message.Phrase {
	not := map[*jsontree.Node]message.Phrase{}
	byName, byContent := map[string]*jsontree.Node{}, map[string]bool{}
	for _, one := range all {
		o := one.node
		if text(o, "resourceType") != "Observation" {
			continue
		}
		content := contentOf(o)
		if byContent[content] {
			not[o] = message.Twice
			continue
		}
		byContent[content] = true
		for _, name := range ownNames(one) {
			before := byName[name]
			byName[name] = o
			if before == nil || before == o {
				continue
			}
			switch order := compareVersions(before, o); {
			case order < 0:
				not[before] = message.OlderVersion
			case order > 0:
				not[o], byName[name] = message.OlderVersion, before
			default:
				not[before], not[o] = message.TwoVersions, message.TwoVersions
			}
		}
	}
	return not
}

// ownNames are what an observation is called by nobody else: not what a resource
// that contains it calls it.
func ownNames(one resource) (names []string) {
	if id := text(one.node, "id"); id != "" && one.of == nil {
		names = append(names, "Observation/"+id)
	}
	if one.fullURL != "" {
		names = append(names, one.fullURL)
	}
	for _, identifier := range items(one.node.Get("identifier")) {
		if value := text(identifier, "value"); value != "" && text(identifier, "system") != "" {
			names = append(names, text(identifier, "system")+"|"+value)
		}
	}
	return names
}

// contentOf is what an observation says, without what tells copies of it apart.
func contentOf(o *jsontree.Node) string {
	bare := jsontree.NewObject()
	for _, m := range o.Members {
		switch m.Key {
		case "id", "meta", "text", "identifier":
		default:
			bare.Set(m.Key, m.Value)
		}
	}
	return string(bare.Append(nil))
}

// compareVersions says which of two versions of an observation is the later one:
// negative when it is b, 0 when nothing says so.
func compareVersions(a, b *jsontree.Node) int {
	updated := func(o *jsontree.Node) time.Time {
		at, _ := time.Parse(time.RFC3339, text(o.Get("meta"), "lastUpdated"))
		return at
	}
	version := func(o *jsontree.Node) int {
		n, _ := strconv.Atoi(text(o.Get("meta"), "versionId"))
		return n
	}
	then, now := updated(a), updated(b)
	if !then.IsZero() && !now.IsZero() && !then.Equal(now) {
		return then.Compare(now)
	}
	if m, n := version(a), version(b); m > 0 && n > 0 {
		return cmp.Compare(m, n)
	}
	return 0
}
