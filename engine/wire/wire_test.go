package wire

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"tijian/engine/assess"
	"tijian/engine/expression"
	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/ruleset"
)

const good = `{"user_identifier":"u","namespace":"n","datetime":"2026-11-20T08:30:00.000Z",
	"profile":{"dob":"1970-02-28","gender":"female","region":"north"},
	"health_background":{"has_diabetes":true,"is_taking_antihypertensive_therapy":false,"has_cvd":false,"smoke_daily_frequency":2.5,"has_hbp":false},
	"samples":[{"name":"a","unit":"g/L","value":1.50},{"name":"b","value":-2}]}`

var arguments = []*ruleset.Argument{
	{Path: "profile.region", Type: expression.String, Allowed: []string{"north", "south"}},
	{Path: "profile.urban", Type: expression.Boolean},
	{Path: "steps", Type: expression.Number},
	{Path: "profile.weeks", Type: expression.Number, Range: &[2]float64{0, 45}},
}

func decode(t *testing.T, body string) (*assess.Request, error) {
	t.Helper()
	tree, err := jsontree.Parse([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	return Decode(tree, 2, arguments)
}

func TestDecode(t *testing.T) {
	if r, err := decode(t, strings.Replace(good, `"unit":"g/L"`, `"unit":null`, 1)); err != nil || r.Samples[0].Unit != "" {
		t.Errorf("a null unit: %v", err)
	}
	if r, err := decode(t, strings.Replace(good, `"region":"north"`, `"region":null,"urban":null,"weeks":45`, 1)); err != nil || len(r.Arguments) != 1 {
		t.Errorf("null arguments: %v", err)
	}
	r, err := decode(t, good)
	if err != nil {
		t.Fatal(err)
	}
	if r.Namespace != "n" || r.Sex != assess.Female || !r.HasDiabetes || r.SmokeDaily != 2.5 || r.Age() != 56 ||
		!r.At.Equal(time.Date(2026, 11, 20, 8, 30, 0, 0, time.UTC)) || r.Arguments["profile.region"] != "north" {
		t.Errorf("%+v", r)
	}
	if !reflect.DeepEqual(r.Samples, []assess.Sample{{Name: "a", Unit: "g/L", Value: 1.5}, {Name: "b", Value: -2}}) {
		t.Errorf("%+v", r.Samples)
	}
}

func TestDecodeErrors(t *testing.T) {
	replace := func(from, to string) string {
		if !strings.Contains(good, from) {
			t.Fatalf("no %s", from)
		}
		return strings.Replace(good, from, to, 1)
	}
	for _, c := range []struct{ name, body, want string }{
		{"empty", `{}`, "missing arguments: user_identifier, namespace, datetime, profile.dob, profile.gender, health_background.has_diabetes, " +
			"health_background.is_taking_antihypertensive_therapy, health_background.has_cvd, health_background.smoke_daily_frequency, health_background.has_hbp, samples"},
		{"no object", `[]`, "body: must be an object, not an array"},
		{"two missing", strings.Replace(replace(`"dob":"1970-02-28",`, ""), `"value":1.50`, `"x":1`, 1),
			"missing arguments: profile.dob, samples[0].value"},
		{"missing and wrong", strings.Replace(replace(`"namespace":"n",`, ""), `"female"`, `"f"`, 1),
			`missing arguments: namespace; profile.gender: must be "male" or "female"`},
		{"infinite", replace(`"value":-2`, `"value":1e999`), "samples[1].value: must be a finite number"},
		{"text value", replace(`"value":-2`, `"value":"-2"`), "samples[1].value: must be a finite number"},
		{"number name", replace(`"name":"b"`, `"name":3`), "samples[1].name: must be a string, not a number"},
		{"number unit", replace(`"unit":"g/L"`, `"unit":3`), "samples[0].unit: must be a string, not a number"},
		{"sample no object", replace(`{"name":"b","value":-2}`, `7`), "samples[1]: must be an object, not a number"},
		{"too many", replace(`{"name":"b","value":-2}`, `{},{}`), "samples: at most 2 samples are allowed, got 3"},
		{"samples no array", replace(`[{"name":"a","unit":"g/L","value":1.50},{"name":"b","value":-2}]`, `{}`), "samples: must be an array, not an object"},
		{"profile no object", replace(`{"dob":"1970-02-28","gender":"female","region":"north"}`, `"x"`), "profile: must be an object, not a string"},
		{"no zone", replace(`08:30:00.000Z`, `08:30:00`), "datetime: must have a time zone, like 2026-01-31T08:30:00.000Z"},
		{"no time", replace(`2026-11-20T08:30:00.000Z`, `yesterday`), "datetime: must be an ISO 8601 date and time with a zone, like 2026-01-31T08:30:00.000Z"},
		{"29 February", replace(`1970-02-28`, `1970-02-29`), "profile.dob: must be a date of the form YYYY-MM-DD"},
		{"born later", replace(`1970-02-28`, `2026-11-21`), "profile.dob: must not be after datetime"},
		{"too old", replace(`1970-02-28`, `1895-11-20`), "profile.dob: gives an age of 131 at datetime, must be at most 130"},
		{"truth as number", replace(`"has_diabetes":true`, `"has_diabetes":1`), "health_background.has_diabetes: must be a boolean, not a number"},
		{"negative smoking", replace(`2.5`, `-1`), "health_background.smoke_daily_frequency: must not be negative"},
		{"argument out of range", replace(`"region":"north"`, `"region":"north","weeks":46`), `profile.weeks: must be from 0 to 45`},
		{"argument below its range", replace(`"region":"north"`, `"region":"north","weeks":-3`), `profile.weeks: must be from 0 to 45`},
		{"argument not allowed", replace(`"region":"north"`, `"region":"east"`), `profile.region: must be "north" or "south"`},
		{"argument of another kind", replace(`"region":"north"`, `"urban":"yes"`), "profile.urban: must be a boolean"},
		{"argument no number", replace(`"namespace":"n"`, `"namespace":"n","steps":"many"`), "steps: must be a finite number"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := decode(t, c.body)
			if err == nil || err.Error() != c.want {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

func TestTimes(t *testing.T) {
	for in, want := range map[string]string{
		"2026-11-20T08:30:00.000Z":      "2026-11-20T08:30:00Z",
		"2026-11-20T08:30:00+08:00":     "2026-11-20T00:30:00Z",
		"2026-11-20T08:30:00.123456+08": "2026-11-20T00:30:00.123456Z",
		"2026-11-20T08:30:00-0330":      "2026-11-20T12:00:00Z",
		"2026-11-20T08:30Z":             "2026-11-20T08:30:00Z",
		"20261120T083000Z":              "2026-11-20T08:30:00Z",
	} {
		r, err := decode(t, strings.Replace(good, "2026-11-20T08:30:00.000Z", in, 1))
		if err != nil {
			t.Errorf("%s: %v", in, err)
		} else if got := r.At.UTC().Format(time.RFC3339Nano); got != want {
			t.Errorf("%s read as %s, want %s", in, got, want)
		}
	}
}

func TestEncodeKeepsTheRequest(t *testing.T) {
	body := `{"z":1e2,"samples":[{"extra":{"é":0.10},"value":1.50,"name":"a","tip":"mine"}],"user_identifier":"u"}`
	tree, err := jsontree.Parse([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	result := &assess.Result{Version: "2026.1", Hash: "abc", Samples: []assess.SampleResult{{
		Tip: "提示", Hint: "原因", Color: 3, Level: "H1", Ideal: "<1.70", Risks: []assess.Risk{{ID: "r", Name: "风险", Flag: 2}},
	}}}
	now := time.Date(2026, 11, 20, 16, 30, 0, 1000, time.FixedZone("", 8*3600))
	want := `{"z":1e2,"samples":[{"extra":{"é":0.10},"value":1.50,"name":"a","tip":"提示","hint":"原因","color":3,"level":"H1","ideal":"<1.70",` +
		`"risks":[{"id":"r","flag":2,"name":"风险"}]}],"user_identifier":"u","created_at":"2026-11-20T08:30:00.000001+00:00"}`
	if got := string(Encode(nil, tree, result, now, nil)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestFromAssess(t *testing.T) {
	err := FromAssess(assess.FieldErrors{{Path: "samples[0].unit", Reason: message.Plain("unknown")}, {Path: "profile.region", Missing: true}})
	if want := "missing arguments: profile.region; samples[0].unit: unknown"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// Whatever is sent, Decode answers with a request or with an *Error that says
// something.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(good))
	f.Add([]byte(`{"samples":[{}],"profile":[]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		tree, err := jsontree.Parse(data)
		if err != nil {
			return
		}
		if _, err := Decode(tree, 100, arguments); err != nil {
			if e, ok := err.(*Error); !ok || e.Detail() == "" {
				t.Errorf("%q gives %#v", data, err)
			}
		}
	})
}
