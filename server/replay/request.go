package replay

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"tijian/engine/assess"
	"tijian/engine/jsontree"
	"tijian/engine/ruleset"
	"tijian/engine/wire"
	"tijian/server/keyed"
)

// pseudonymous returns the line to keep of a request, nil when the rules know
// nothing in it. It is made anew of what the rules read, so that nothing else
// can get into it: the person is a keyed hash, the time is the day, the date of
// birth the first of January that gives the same age in years, and texts are
// those of the rules and dictionaries only, the namespace excepted.
func pseudonymous(body []byte, rules func(namespace string) *ruleset.Set, key []byte) ([]byte, error) {
	tree, err := jsontree.Parse(body)
	if err != nil {
		return nil, err
	}
	var namespace string
	if n := tree.Get("namespace"); n != nil {
		namespace = n.Text
	}
	set := rules(namespace)
	request, err := wire.Decode(tree, len(body), set.Arguments)
	if err != nil {
		return nil, err
	}
	samples := known(request, set)
	if len(samples) == 0 {
		return nil, nil
	}
	year, month, day := request.At.Date()
	line := map[string]any{
		"user_identifier": hex.EncodeToString(keyed.Digest(key, tree.Get("user_identifier").Text)[:16]),
		"namespace":       request.Namespace,
		"datetime":        time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Format(time.RFC3339),
		"samples":         samples,
	}
	put(line, "profile.dob", fmt.Sprintf("%04d-01-01", year-request.Age()))
	put(line, "profile.gender", request.Sex)
	put(line, "health_background.smoke_daily_frequency", request.SmokeDaily)
	for _, b := range ruleset.Backgrounds {
		put(line, "health_background."+b.Name, *b.Of(&request.Person))
	}
	for _, a := range set.Arguments {
		value, given := request.Arguments[a.Path]
		if _, free := value.(string); given && (!free || len(a.Allowed) > 0) {
			put(line, a.Path, value)
		}
	}
	return json.Marshal(line)
}

type sample struct {
	Name      string     `json:"name"`
	Value     float64    `json:"value"`
	Unit      string     `json:"unit,omitempty"`
	Reference *reference `json:"reference,omitempty"`
	Previous  []earlier  `json:"previous,omitempty"`
}

type reference struct {
	Low  *float64 `json:"low,omitempty"`
	High *float64 `json:"high,omitempty"`
}

type earlier struct {
	Value    float64 `json:"value"`
	Unit     string  `json:"unit,omitempty"`
	Datetime string  `json:"datetime"` // the day
}

// known returns the samples that the dictionary knows, in units that it knows,
// with what the rules read of each: printed ends as numbers, earlier results of
// other days.
func known(r *assess.Request, set *ruleset.Set) []sample {
	exam := r.At.Format(time.DateOnly)
	var list []sample
	for _, s := range r.Samples {
		indicator, ok := set.Dictionary.Lookup(s.Name)
		if !ok {
			continue
		}
		unit := strings.TrimSpace(s.Unit)
		if _, ok := indicator.ToStandard(s.Value, unit); unit != "" && !ok {
			continue
		}
		kept := sample{Name: s.Name, Value: s.Value, Unit: unit}
		if s.Reference != nil {
			kept.Reference = &reference{end(s.Reference.Low), end(s.Reference.High)}
		}
		for _, e := range s.Previous {
			unit, day := strings.TrimSpace(e.Unit), e.At.Format(time.DateOnly)
			if _, ok := indicator.ToStandard(e.Value, unit); (unit == "" || ok) && day < exam {
				kept.Previous = append(kept.Previous, earlier{e.Value, unit, day})
			}
		}
		list = append(list, kept)
	}
	return list
}

// end is nil for one that is open.
func end(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	return &x
}

// put sets the value at a path such as profile.gender.
func put(object map[string]any, path string, value any) {
	keys := strings.Split(path, ".")
	for _, key := range keys[:len(keys)-1] {
		if object[key] == nil {
			object[key] = map[string]any{}
		}
		object = object[key].(map[string]any)
	}
	object[keys[len(keys)-1]] = value
}
