package oracle

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tijian/engine/assess"
)

// Difference tells the first difference in what the oracle answers, "" when
// there is none. Floats are compared exactly. Of refusals the fields are
// compared and whether they are missing, in any order, not the reasons.
func Difference(got *assess.Result, gotErr error, want *assess.Result, wantErr error) string {
	if gotErr != nil || wantErr != nil {
		return differ("refusal", fields(gotErr), fields(wantErr))
	}
	if d := first(
		differ("version", got.Version+" "+got.Hash, want.Version+" "+want.Hash),
		derived(got.Derived, want.Derived),
		differ("assumptions", strings.Join(got.Assumptions, "; "), strings.Join(want.Assumptions, "; ")),
		differ("number of samples", len(got.Samples), len(want.Samples)),
	); d != "" {
		return d
	}
	for i, g := range got.Samples {
		w := want.Samples[i]
		at := fmt.Sprintf("samples[%d].", i)
		if d := first(
			differ(at+"level", g.Level, w.Level),
			differ(at+"color", g.Color, w.Color),
			differ(at+"act", g.Act, w.Act),
			differ(at+"tip", g.Tip, w.Tip),
			differ(at+"hint", g.Hint, w.Hint),
			differ(at+"risks", fmt.Sprint(g.Risks), fmt.Sprint(w.Risks)),
		); d != "" {
			return d
		}
	}
	return ""
}

func differ[T comparable](what string, got, want T) string {
	if got == want {
		return ""
	}
	return fmt.Sprintf("%s: %v, want %v", what, got, want)
}

func first(differences ...string) string {
	for _, d := range differences {
		if d != "" {
			return d
		}
	}
	return ""
}

func derived(got, want map[string]any) string {
	names := slices.Sorted(maps.Keys(got))
	for name := range want {
		if _, ok := got[name]; !ok {
			names = append(names, name)
		}
	}
	for _, name := range names {
		if d := differ("derived."+name, got[name], want[name]); d != "" {
			return d
		}
	}
	return ""
}

// fields names what a request was refused for.
func fields(err error) string {
	if err == nil {
		return "none"
	}
	var faults assess.FieldErrors
	if !errors.As(err, &faults) {
		return err.Error()
	}
	names := make([]string, len(faults))
	for i, f := range faults {
		names[i] = f.Path
		if f.Missing {
			names[i] += " (missing)"
		}
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}
