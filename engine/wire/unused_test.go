package wire

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tijian/engine/assess"
	"tijian/engine/jsontree"
	"tijian/engine/ruleset"
	"tijian/internal/growth"
)

var asked = []*ruleset.Argument{
	{Path: "profile.is_pregnant"}, {Path: "profile.gestational_weeks"}, {Path: "profile.urban"},
	{Path: "health_background.is_taking_statin"}, {Path: "habits.sleep.hours"},
}

// Fields that nothing looks at are told with what they were meant for.
func TestUnused(t *testing.T) {
	for body, want := range map[string]string{
		strings.Replace(good, `"region":"north"`, `"urban":true`, 1):                                     "",
		`{"profile":{"pregnant":true}}`:                                                                  "profile.pregnant 1 profile.is_pregnant",
		`{"profile":{"isPregnant":true,"pregnancy":1,"gestational-week":20}}`:                            "profile.isPregnant 1 profile.is_pregnant; profile.pregnancy 1 profile.is_pregnant; profile.gestational-week 1 profile.gestational_weeks",
		`{"is_pregnant":true,"health_background":{"is_pregnant":true,"statins":true}}`:                   "is_pregnant 1 profile.is_pregnant; health_background.is_pregnant 1 profile.is_pregnant; health_background.statins 1 health_background.is_taking_statin",
		`{"samples":[{"refrence":{"low":1}},{"value":1,"refrence":{"low":2}}]}`:                          "samples[].refrence 2 samples[].reference",
		`{"samples":[{"reference":{"lo":1,"text":"1-2"},"previous":[{"vlaue":1,"dob":1}]}]}`:             "samples[].reference.lo 1 samples[].reference.low; samples[].previous[].vlaue 1 samples[].previous[].value; samples[].previous[].dob 1 ",
		`{"samples":[{"comparator":5},{"comparator":"<"},{"comparator":null},{"reference":"1-2"}]}`:      "samples[].comparator 1 < <= > >=",
		`{"id":7,"profile":{"名字":"x"},"samples":[{"sample_id":1}]}`:                                      "id 1 ; profile.名字 1 ; samples[].sample_id 1 ",
		`{"habits":{"sleep":{"hours":7,"hour":7},"slep":1},"profile":{"urban":{"x":1}},"samples":[[1]]}`: "habits.sleep.hour 1 habits.sleep.hours; habits.slep 1 habits.sleep",
		`{"created_at":"","summary":{"x":1},"unused_fields":[],"samples":[{"tip":"","trace":{}}]}`:       "",
	} {
		tree, err := jsontree.Parse([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, u := range UnusedIn(tree, asked) {
			got = append(got, fmt.Sprint(u.Field, " ", u.Times, " ", strings.Join(u.Instead, " ")))
		}
		if got := strings.Join(got, "; "); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", body, got, want)
		}
	}
	if names := taken["profile"]; !slices.Equal(names, []string{"dob", "gender"}) {
		t.Errorf("one request's arguments became everybody's: %v", names)
	}
}

// Only the full form has the list, and only where there is something in it; what
// an earlier answer said is replaced.
func TestUnusedIsOfTheFullForm(t *testing.T) {
	for body, want := range map[string]string{
		`{"profile":{"pregnant":true},"samples":[]}`:                  `"unused_fields":[{"field":"profile.pregnant","times":1,"did_you_mean":["profile.is_pregnant"]}]}`,
		`{"profile":{},"samples":[]}`:                                 `"assumptions":[]}`,
		`{"unused_fields":[{"field":"x"}],"profile":{},"samples":[]}`: `{"unused_fields":[],`,
	} {
		tree, err := jsontree.Parse([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		full := string(Encode(nil, tree, &assess.Result{}, time.Time{}, &Full{Unused: UnusedIn(tree, asked)}))
		if !strings.HasSuffix(full, want) && !strings.HasPrefix(full, want) {
			t.Errorf("%s\nwant %s", full, want)
		}
		if simple := string(Encode(nil, tree, &assess.Result{}, time.Time{}, nil)); !strings.HasPrefix(simple, strings.TrimSuffix(body, "}")) {
			t.Errorf("the simple form: %s", simple)
		}
	}
}

// Any number of them costs in proportion to the bytes, and few are told.
func TestCostOfUnused(t *testing.T) {
	growth.Memory(t, 1<<14, func(n int) []byte {
		var b strings.Builder
		for i := 0; b.Len() < n; i++ {
			fmt.Fprintf(&b, `"refrence%d":0,`, i)
		}
		return []byte(`{"samples":[{` + strings.TrimSuffix(b.String(), ",") + `}]}`)
	}, func(data []byte) {
		tree, err := jsontree.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		if all := UnusedIn(tree, asked); len(all) == 0 || len(all) > mostUnused || len(data) > 1<<13 && len(all) < mostUnused {
			t.Errorf("%d fields of %d bytes", len(all), len(data))
		}
	})
}
