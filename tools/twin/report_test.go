package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// What no two runs have in common is no difference; what a person sent is.
func TestMasked(t *testing.T) {
	now := time.Now().UTC()
	same := [][2]string{
		{`"created_at":"` + now.Format("2006-01-02T15:04:05.000000+00:00") + `"`, `"created_at":"` + now.Add(time.Second).Format("2006-01-02T15:04:05.000000+00:00") + `"`},
		{"urn:uuid:0b7c1c3a-6d0e-4a53-9a50-3b1f6c1f2a01", "urn:uuid:1b7c1c3a-6d0e-4a53-9a50-3b1f6c1f2a02"},
		{"http://127.0.0.1:8080/x", "http://127.0.0.1:9090/x"},
	}
	for _, pair := range same {
		if a, b := masked([]byte(pair[0])), masked([]byte(pair[1])); !bytes.Equal(a, b) {
			t.Errorf("%s and %s differ", a, b)
		}
	}
	for _, pair := range [][2]string{{`"datetime":"2020-01-15T08:00:00.000Z"`, `"datetime":"2020-01-15T08:00:01.000Z"`}, {"5.5 mmol/L", "5.6 mmol/L"}} {
		if bytes.Equal(masked([]byte(pair[0])), masked([]byte(pair[1]))) {
			t.Errorf("%s and %s are taken for the same", pair[0], pair[1])
		}
	}
}

// A difference counts until a line with a reason allows it.
func TestAllowed(t *testing.T) {
	name := filepath.Join(t.TempDir(), "allow")
	if err := os.WriteFile(name, []byte("# decided\nanswer 2026.1 fhir\tthe range is carried\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	allowed, err := readAllowed(name)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	r := &report{out: &out, allowed: allowed}
	r.compare("answer 2026.1 fhir", []byte("a"), []byte("b"))
	r.compare("answer 2026.1 full", []byte("a"), []byte("b"))
	r.compare("answer 2026.1 full", []byte("a"), []byte("a"))
	if got := r.last(); got != "3 compared: 1 equal, 1 decided, 1 differ" {
		t.Error(got)
	}
	if !strings.Contains(out.String(), "answer 2026.1 full differs at byte 0") {
		t.Error(out.String())
	}
	if err := os.WriteFile(name, []byte("answer 2026.1 fhir\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := readAllowed(name); err == nil {
		t.Error("a line without a reason is taken")
	}
}

// Walks follow pages only.
func TestLinks(t *testing.T) {
	got, err := links("/console/rules/table/2026.4/bmi", []byte(`<a href="../../where?n=1&amp;x=2"> <a href="https://example.org/"> <a href="#main"> <a href="../../../logout"> <a hx-get="../potassium">`))
	if want := "/console/rules/table/potassium /console/rules/where?n=1&x=2"; err != nil || strings.Join(got, " ") != want {
		t.Errorf("%q, %v", got, err)
	}
}
