package fhir

import (
	"cmp"
	"strconv"
	"time"

	"tijian/engine/jsontree"
	"tijian/engine/message"
)

// duplicates finds Observations that a Bundle has more than once and says of each
// why it does not count: systems send them again, or in several versions. They are
// the same by their id, address or identifier, or by all that they say.
func duplicates(all []resource) map[*jsontree.Node]message.Phrase {
	not := map[*jsontree.Node]message.Phrase{}
	byName, byContent := map[string]*jsontree.Node{}, map[string]bool{}
	for _, one := range all {
		o := one.node
		if text(o, "resourceType") != "Observation" {
			continue
		}
		if one.deleted {
			not[o] = message.Withdrawn
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
			inError := func(o *jsontree.Node) bool { return text(o, "status") == "entered-in-error" }
			switch order := compareVersions(before, o); {
			case inError(before) && inError(o):
			case inError(o):
				not[before] = message.Withdrawn
			case inError(before):
				not[o], byName[name] = message.Withdrawn, before
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
// negative when it is b, 0 when nothing says so or some of it disagrees. The time of
// issue, the server's time and its number of the version tell it, and a corrected
// status what came before the correction.
func compareVersions(a, b *jsontree.Node) int {
	told := 0
	for _, c := range []int{
		moments(text(a, "issued"), text(b, "issued")),
		moments(text(a.Get("meta"), "lastUpdated"), text(b.Get("meta"), "lastUpdated")),
		numbers(text(a.Get("meta"), "versionId"), text(b.Get("meta"), "versionId")),
		cmp.Compare(stages[text(a, "status")], stages[text(b, "status")]),
	} {
		switch {
		case c == 0:
		case told == -c:
			return 0
		default:
			told = c
		}
	}
	return told
}

// stages of a result, in their order.
var stages = map[string]int{"registered": -2, "preliminary": -1, "amended": 1, "corrected": 1, "appended": 1}

// moments compares times, numbers whole numbers; 0 where either says nothing.
func moments(a, b string) int {
	then, err := time.Parse(time.RFC3339, a)
	now, err2 := time.Parse(time.RFC3339, b)
	if err != nil || err2 != nil {
		return 0
	}
	return then.Compare(now)
}

func numbers(a, b string) int {
	m, err := strconv.Atoi(a)
	n, err2 := strconv.Atoi(b)
	if err != nil || err2 != nil {
		return 0
	}
	return cmp.Compare(m, n)
}
