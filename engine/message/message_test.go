package message

import (
	"errors"
	"testing"

	"tijian/engine/problem"
)

func TestWith(t *testing.T) {
	sentence := Phrase{"“{name}”：{list}，{kind}，{number}，{error} {}", `"{name}": {list}, {kind}, {number}, {error} {}`}
	got := sentence.With("name", "a{list}b", "list", []string{"一", "二"}, "kind", AText, "number", 1.5, "error", errors.New("broken"))
	want := Phrase{"“a{list}b”：一、二，文字，1.5，broken {}", `"a{list}b": 一, 二, a text, 1.5, broken {}`}
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got.In(problem.English) != got.EN || got.In(problem.Chinese) != got.ZH || got.In("") != got.ZH {
		t.Errorf("languages of %q", got)
	}
}

func TestAt(t *testing.T) {
	place := problem.Place{File: "a.yaml", Line: 2, Column: 3}
	m := warning("odd", "奇怪的{thing}", "an odd {thing}").fix("去掉{thing}", "Remove the {thing}")
	got := m.At(place, "thing", Phrase{"字", "word"})
	want := problem.Problem{Place: place, Severity: problem.Warning, Code: "odd", ZH: "奇怪的字", EN: "an odd word", FixZH: "去掉字", FixEN: "Remove the word"}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if p := fault("lost", "没有{name}", "no {name}").At(place, "name", "bmi"); p.Name != "bmi" {
		t.Errorf("name %q", p.Name)
	}
}

func TestSuggest(t *testing.T) {
	many := make([]string, mostKnown+1)
	for name, test := range map[string]struct {
		word  string
		known []string
		want  string
	}{
		"near":    {"glucos", []string{"bmi", "glucose"}, "Did you mean glucose?"},
		"few":     {"xyz", []string{"bmi", "glucose"}, "Known: bmi, glucose"},
		"many":    {"xyz", many, ""},
		"nothing": {"xyz", nil, ""},
	} {
		if got := Suggest(test.word, test.known); got.EN != test.want || (got.ZH == "") != (test.want == "") {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}
