package jsontree

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

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

// Parse accepts what encoding/json accepts without duplicate keys, reads the
// same texts, and writes the same value. What it refuses has a fault.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{`{"a":[1,2.0,"x"],"b":null}`, `[[[[`, `"\ud800"`, `{"a":1,"a":2}`, `1e999`, ` {"x" : -0}`,
		`{"\ud800":1,"\udfff":2}`, `["\u0000\ud83d\ude00\ud800\u0061\/"]`, `{"a":1,}`, `[1 2]`, `-`, "\"\u2028\"", `{"a":{"b":[{}]}}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		n, err := Parse(data)
		if utf8.Valid(data) && (err == nil) != (fault(data) == nil) || errors.Is(err, errMalformed) {
			t.Fatalf("%q: %v, by encoding/json %v", data, err, fault(data))
		}
		if err != nil {
			return
		}
		decoder := json.NewDecoder(bytes.NewReader(data))
		decoder.UseNumber()
		var want any
		if err := decoder.Decode(&want); err != nil || !reflect.DeepEqual(bare(n), want) {
			t.Errorf("%q reads as %v, want %v, %v", data, bare(n), want, err)
		}
		out := n.Append(nil)
		var a, b bytes.Buffer
		if json.Compact(&a, data) != nil || json.Compact(&b, out) != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("%q became %q", data, out)
		}
	})
}

// bare is a tree as encoding/json decodes it.
func bare(n *Node) any {
	switch n.Kind {
	case Null:
		return nil
	case Bool:
		value, _ := n.Bool()
		return value
	case Number:
		return json.Number(n.Raw)
	case String:
		return n.Text
	case Array:
		items := []any{}
		for _, item := range n.Items {
			items = append(items, bare(item))
		}
		return items
	default:
		members := map[string]any{}
		for _, m := range n.Members {
			members[m.Key] = bare(m.Value)
		}
		return members
	}
}

// Strings are written as encoding/json writes them.
func FuzzAppendString(f *testing.F) {
	for _, seed := range []string{"", "提示 <b> & \"", "\x00\x1f\x7f\b\f\n\\", "\u2028", "a\u2029", "\xff", "\xe2\x80", "é\xc3", "\ufffd"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var want bytes.Buffer
		encoder := json.NewEncoder(&want)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(s); err != nil {
			t.Fatal(err)
		}
		if got := string(AppendString([]byte("x"), s)) + "\n"; got != "x"+want.String() {
			t.Errorf("%q: got %s, want %s", s, got, &want)
		}
	})
}

func TestAppendWith(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`{}`, `{"a":0,"b":1}`},
		{`{"x":1.0}`, `{"x":1.0,"a":0,"b":1}`},
		{`{"b":7,"\u0061":8}`, `{"b":1,"\u0061":0}`},
		{`{ "b" : 7 , "A" : [ ] }`, `{"b":1,"A":[],"a":0}`},
	} {
		n, err := Parse([]byte(c.in))
		if err != nil {
			t.Fatal(err)
		}
		got := n.AppendWith(nil, []string{"a", "b"}, func(dst []byte, key int) []byte { return strconv.AppendInt(dst, int64(key), 10) })
		if string(got) != c.want {
			t.Errorf("%s: got %s, want %s", c.in, got, c.want)
		}
	}
	if got := NewObject().AppendWith(nil, nil, nil); string(got) != "{}" {
		t.Errorf("got %s", got)
	}
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
