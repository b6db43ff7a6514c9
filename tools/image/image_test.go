package main

import (
	"os"
	"reflect"
	"strings"
	"testing"
)

// The last stage of our Dockerfile is understood whole.
func TestDockerfile(t *testing.T) {
	text, err := os.ReadFile("../../deploy/Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	s, err := parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	if len(s.runs) != 1 || !strings.Contains(s.runs[0], "tesseract-ocr-chi-sim") || strings.Contains(s.runs[0], `\`) {
		t.Errorf("runs %q", s.runs)
	}
	s.runs = nil
	want := &stage{
		from: "debian:bookworm-slim", copies: [][2]string{{"/src/bin/tijian", "/usr/local/bin/tijian"}}, env: []string{"TIJIAN_DATA=/data", "TIJIAN_LISTEN=0.0.0.0:8080"},
		user: "tijian", volumes: []string{"/data"}, command: []string{"tijian", "serve"},
	}
	if !reflect.DeepEqual(s, want) {
		t.Errorf("%+v, want %+v", s, want)
	}
}

// An instruction that is not understood is not passed over.
func TestUnknownInstructions(t *testing.T) {
	for _, text := range []string{"", "RUN x", "FROM a\nHEALTHCHECK NONE", "FROM a\nCOPY a b c", "FROM a\nCMD serve"} {
		if s, err := parse(text); err == nil {
			t.Errorf("%q is %+v", text, s)
		}
	}
}
