package wire

import (
	"maps"
	"slices"
	"time"

	"tijian/engine/assess"
	"tijian/engine/jsontree"
)

// Encode adds an assessment to the request's tree and returns the response's
// JSON: every submitted field as it came, the additions behind it. Fields of
// the additions' names that the client sent are replaced. full adds the
// rule set, derived values, assumptions and traces.
func Encode(tree *jsontree.Node, result *assess.Result, now time.Time, full bool) []byte {
	tree.Set("created_at", jsontree.NewString(Now(now)))
	items := tree.Get("samples").Items
	for i := range result.Samples {
		addSample(items[i], &result.Samples[i], full)
	}
	if full {
		ruleset := jsontree.NewObject()
		ruleset.Set("version", jsontree.NewString(result.Version))
		ruleset.Set("hash", jsontree.NewString(result.Hash))
		tree.Set("ruleset", ruleset)
		tree.Set("derived", derived(result.Derived))
		tree.Set("assumptions", texts(result.Assumptions))
		if result.Summary != nil {
			tree.Set("summary", summary(result.Summary))
		}
	}
	return tree.Append(nil)
}

func addSample(n *jsontree.Node, s *assess.SampleResult, full bool) {
	n.Set("tip", jsontree.NewString(s.Tip))
	n.Set("hint", jsontree.NewString(s.Hint))
	n.Set("color", jsontree.NewInt(s.Color))
	n.Set("level", jsontree.NewString(s.Level))
	n.Set("ideal", jsontree.NewString(s.Ideal))
	risks := jsontree.NewArray()
	for _, r := range s.Risks {
		risk := jsontree.NewObject()
		risk.Set("id", jsontree.NewString(r.ID))
		risk.Set("flag", jsontree.NewInt(r.Flag))
		risk.Set("name", jsontree.NewString(r.Name))
		risks.Items = append(risks.Items, risk)
	}
	n.Set("risks", risks)
	if full && s.Trend != "" {
		n.Set("trend", jsontree.NewString(s.Trend))
	}
	if full {
		n.Set("trace", trace(s.Trace))
	}
}

// derived writes numbers unrounded, texts and truth values as they are.
func derived(values map[string]any) *jsontree.Node {
	n := jsontree.NewObject()
	for _, id := range slices.Sorted(maps.Keys(values)) {
		switch v := values[id].(type) {
		case float64:
			n.Set(id, jsontree.NewFloat(v))
		case string:
			n.Set(id, jsontree.NewString(v))
		case bool:
			n.Set(id, jsontree.NewBool(v))
		}
	}
	return n
}

func texts(list []string) *jsontree.Node {
	n := jsontree.NewArray()
	for _, s := range list {
		n.Items = append(n.Items, jsontree.NewString(s))
	}
	return n
}
