package wire

import (
	"maps"
	"slices"
	"strconv"
	"time"

	"tijian/engine/assess"
	"tijian/engine/jsontree"
)

// Full is what the full form of an answer has besides what the assessment found.
type Full struct {
	English *English // nil for none
	Unused  []Unused
}

// Encode adds an assessment to the request's tree and appends the response's
// JSON to dst: every submitted field as it came, the additions behind it. Fields of
// the additions' names that the client sent are replaced. full, nil for the
// simple form, adds the rule set, derived values, assumptions and traces, and
// what it has itself.
func Encode(dst []byte, tree *jsontree.Node, result *assess.Result, now time.Time, full *Full) []byte {
	items := tree.Get("samples").Items
	keys := []string{"samples", "created_at"}
	if full != nil {
		keys = append(keys, "ruleset", "derived", "assumptions")
		if result.Doubts != nil {
			keys = append(keys, "doubts")
		}
		if result.Summary != nil {
			keys = append(keys, "summary")
		}
		if full.English != nil {
			keys = append(keys, "english")
		}
		if len(full.Unused) > 0 || tree.Get(unusedKey) != nil {
			keys = append(keys, unusedKey)
		}
	}
	return tree.AppendWith(slices.Grow(dst, size(result)), keys, func(dst []byte, key int) []byte {
		switch keys[key] {
		case "samples":
			return appendSamples(dst, items, result.Samples, full != nil)
		case "created_at":
			return jsontree.AppendString(dst, Now(now))
		case "ruleset":
			return jsontree.NewObject("version", result.Version, "hash", result.Hash).Append(dst)
		case "derived":
			return derived(result.Derived).Append(dst)
		case "assumptions":
			return jsontree.Of(result.Assumptions).Append(dst)
		case "doubts":
			return jsontree.List(result.Doubts, doubt).Append(dst)
		case "english":
			return full.English.node().Append(dst)
		case unusedKey:
			return jsontree.List(full.Unused, Unused.node).Append(dst)
		default:
			return summary(result.Summary).Append(dst)
		}
	})
}

// size is about the length of a response that has no traces.
func size(result *assess.Result) int {
	n := 1 << 10
	for i := range result.Samples {
		s := &result.Samples[i]
		n += len(s.Tip) + len(s.Hint) + 100*len(s.Risks) + 200
	}
	return n
}

func appendSamples(dst []byte, items []*jsontree.Node, results []assess.SampleResult, full bool) []byte {
	dst = append(dst, '[')
	for i := range results {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendSample(dst, items[i], &results[i], full)
	}
	return append(dst, ']')
}

func appendSample(dst []byte, n *jsontree.Node, s *assess.SampleResult, full bool) []byte {
	keys := []string{"tip", "hint", "color", "level", "ideal", "risks", "act", "trend", "trace"}
	if !full {
		keys = keys[:6]
	} else {
		keys = slices.DeleteFunc(keys, func(key string) bool { return key == "trend" && s.Trend == "" || key == "act" && s.Act == "" })
	}
	text := jsontree.AppendString
	if s.Plain {
		text = jsontree.AppendPlain
	}
	return n.AppendWith(dst, keys, func(dst []byte, key int) []byte {
		switch keys[key] {
		case "tip":
			return text(dst, s.Tip)
		case "hint":
			return text(dst, s.Hint)
		case "color":
			return strconv.AppendInt(dst, int64(s.Color), 10)
		case "level":
			return jsontree.AppendString(dst, s.Level)
		case "ideal":
			return jsontree.AppendString(dst, s.Ideal)
		case "risks":
			return appendRisks(dst, s.Risks, full)
		case "act":
			return jsontree.AppendString(dst, s.Act)
		case "trend":
			return jsontree.AppendString(dst, s.Trend)
		default:
			return trace(s.Trace).Append(dst)
		}
	})
}

func appendRisks(dst []byte, risks []assess.Risk, full bool) []byte {
	dst = append(dst, '[')
	for i, r := range risks {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = jsontree.AppendString(append(dst, `{"id":`...), r.ID)
		dst = strconv.AppendInt(append(dst, `,"flag":`...), int64(r.Flag), 10)
		dst = jsontree.AppendString(append(dst, `,"name":`...), r.Name)
		if full && r.Act != "" {
			dst = jsontree.AppendString(append(dst, `,"act":`...), r.Act)
		}
		dst = append(dst, '}')
	}
	return append(dst, ']')
}

// derived writes numbers unrounded, texts and truth values as they are.
func derived(values map[string]any) *jsontree.Node {
	n := jsontree.NewObject()
	for _, id := range slices.Sorted(maps.Keys(values)) {
		n.Set(id, jsontree.Of(values[id]))
	}
	return n
}

// doubt writes which samples contradict each other, and what must be.
func doubt(d assess.Doubt) *jsontree.Node {
	return jsontree.NewObject("samples", jsontree.List(d.Samples, jsontree.NewInt), "rule", d.Rule, "message", d.Message)
}
