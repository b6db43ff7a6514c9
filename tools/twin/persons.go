package main

import (
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"strings"
	"time"

	"tijian/engine"
	"tijian/engine/assess"
	"tijian/engine/population"
	"tijian/engine/ruleset"
)

// persons draws n requests for a version of this build: adults, and as many whose
// values lie near its bounds.
func persons(version string, n int, seed uint64) (iter.Seq[string], error) {
	set, problems := engine.Rules(engine.Files{}, version)
	if set == nil {
		return nil, fmt.Errorf("%s: %v", version, problems)
	}
	model, problems := population.Adults(set.Dictionary)
	if model == nil {
		return nil, fmt.Errorf("%s: %v", version, problems)
	}
	return func(yield func(string) bool) {
		i := 0
		for r := range model.Varied(n, seed, set) {
			i++
			if !yield(body(fmt.Sprintf("p-%d", i), "v"+version, r)) {
				return
			}
		}
	}, nil
}

// body is a request as clients send it.
func body(name, namespace string, r *assess.Request) string {
	all := map[string]any{"user_identifier": name, "namespace": namespace, "datetime": r.At.Format("2006-01-02T15:04:05.000Z")}
	put(all, "profile.dob", r.Born.Format(time.DateOnly))
	put(all, "profile.gender", r.Sex)
	put(all, "health_background.smoke_daily_frequency", r.SmokeDaily)
	for _, b := range ruleset.Backgrounds {
		put(all, "health_background."+b.Name, *b.Of(&r.Person))
	}
	for path, value := range r.Arguments {
		put(all, path, value)
	}
	samples := make([]map[string]any, 0, len(r.Samples))
	for _, s := range r.Samples {
		one := map[string]any{"name": s.Name, "value": s.Value}
		if s.Unit != "" {
			one["unit"] = s.Unit
		}
		if ref := s.Reference; ref != nil {
			printed := map[string]any{}
			for end, x := range map[string]float64{"low": ref.Low, "high": ref.High} {
				if !math.IsNaN(x) && !math.IsInf(x, 0) {
					printed[end] = x
				}
			}
			one["reference"] = printed
		}
		var previous []map[string]any
		for _, e := range s.Previous {
			previous = append(previous, map[string]any{"value": e.Value, "unit": e.Unit, "datetime": e.At.Format(time.RFC3339)})
		}
		if previous != nil {
			one["previous"] = previous
		}
		samples = append(samples, one)
	}
	all["samples"] = samples
	text, err := json.Marshal(all)
	if err != nil {
		panic(err) // numbers and texts only
	}
	return string(text)
}

// put sets the value at a path such as profile.gender.
func put(object map[string]any, path string, value any) {
	for {
		key, rest, deeper := strings.Cut(path, ".")
		if !deeper {
			object[key] = value
			return
		}
		inner, ok := object[key].(map[string]any)
		if !ok {
			inner = map[string]any{}
			object[key] = inner
		}
		object, path = inner, rest
	}
}
