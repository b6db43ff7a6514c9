package jsontree

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestParseKeepsWhatWasWritten(t *testing.T) {
	for _, in := range []string{
		`null`, `true`, `-0.0`, `1.50`, `1e5`, `1E+05`, `123456789012345678901234567890.000`,
		`"a\u00e9\/\ud83d\ude00"`, `"\ud800"`, `[]`, `{}`, `[1,[2.0,[3]],{}]`,
		`{"b":1,"a":{"ü":"中","x y":null},"c":[{"v":4.10}]}`,
	} {
		n, err := Parse([]byte(in))
		if err != nil {
			t.Errorf("%s: %v", in, err)
		} else if got := string(n.Append(nil)); got != in {
			t.Errorf("got %s, want %s", got, in)
		}
	}
	spaced, err := Parse([]byte(" { \"a\" : [ 1.0 ,\n2 ] , \"b\" : \"x , : y\" } \n"))
	if want := `{"a":[1.0,2],"b":"x , : y"}`; err != nil || string(spaced.Append(nil)) != want {
		t.Errorf("got %v %v, want %s", spaced, err, want)
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{``, "malformed JSON: the body is empty"},
		{" \n", "malformed JSON: the body is empty"},
		{`{`, "malformed JSON: the body ends too early"},
		{`{"a":1`, "malformed JSON: the body ends too early"},
		{`{"a":1}x`, "malformed JSON: unexpected data after the end of the value at byte 8"},
		{`{} {}`, "malformed JSON: unexpected data after the end of the value at byte 4"},
		{`{"a":1,"b":{"c":1,"c":2}}`, "b.c: duplicate key"},
		{`{"a":[{"x":1},{"y":1,"y":1}]}`, "a[1].y: duplicate key"},
		{`{"a":1,"\u0061":2}`, "a: duplicate key"},
		{`[[1,{"a":[[]],"b":[0,{"` + strings.Repeat("长", 300) + `":[{"x":1,"x":2}]}]}]]`, "[0][1].b[1]." + strings.Repeat("长", 34) + "…[0].x: duplicate key"},
		{"\"\xff\"", "malformed JSON: the body is not valid UTF-8"},
		{strings.Repeat("[", 100), strings.Repeat("[0]", 64) + ": nested more than 64 levels deep"},
		{`NaN`, "malformed JSON at byte 1"},
		{`[01]`, "malformed JSON"},
		{`[1,]`, "malformed JSON"},
		{`{a:1}`, "malformed JSON"},
		{`{"a":.5}`, "malformed JSON"},
		{"\ufeff{}", "malformed JSON at byte 1"},
	} {
		if _, err := Parse([]byte(c.in)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %s", c.in, err, c.want)
		}
	}
}

func TestAccess(t *testing.T) {
	n, err := Parse([]byte(`{"n":2.50,"b":true,"big":1e400,"s":"x"}`))
	if err != nil {
		t.Fatal(err)
	}
	if v, ok := n.Get("n").Float(); v != 2.5 || !ok {
		t.Errorf("n: %v %v", v, ok)
	}
	if v, ok := n.Get("b").Bool(); !v || !ok {
		t.Errorf("b: %v %v", v, ok)
	}
	for _, key := range []string{"big", "s", "missing", "N"} {
		if _, ok := n.Get(key).Float(); ok {
			t.Errorf("%s reads as a number", key)
		}
	}
	n.Set("s", NewString("<y>"))
	n.Set("new", NewArray(NewInt(3), NewFloat(0.1), NewFloat(1e-9), NewBool(false), NewNull()))
	want := `{"n":2.50,"b":true,"big":1e400,"s":"<y>","new":[3,0.1,1e-09,false,null]}`
	if got := string(n.Append(nil)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// What encoding/json accepts without duplicate keys, Parse accepts, and its
// output is the same value.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{`{"a":[1,2.0,"x"],"b":null}`, `[[[[`, `"\ud800"`, `{"a":1,"a":2}`, `1e999`, ` {"x" : -0}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		n, err := Parse(data)
		if err != nil {
			return
		}
		out := n.Append(nil)
		var a, b bytes.Buffer
		if json.Compact(&a, data) != nil || json.Compact(&b, out) != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("%q became %q", data, out)
		}
	})
}

func TestFloatsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.Float64().Draw(t, "f")
		n, err := Parse(NewFloat(f).Append(nil))
		if err != nil {
			t.Fatal(err)
		}
		if v, ok := n.Float(); n.Kind == Number && (!ok || v != f) {
			t.Fatalf("%v became %v", f, v)
		}
	})
}
