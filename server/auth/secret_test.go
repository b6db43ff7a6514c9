package auth

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func TestParseSecrets(t *testing.T) {
	a, b := strings.Repeat("a", 32), strings.Repeat("b", 40)
	tests := []struct {
		text string
		want []string
		err  string // part of the error
	}{
		{a, []string{a}, ""},
		{a + "," + b, []string{a, b}, ""},
		{" " + a + " ,\n" + b + "\n", []string{a, b}, ""},
		{"", nil, "no secret"},
		{" , ", nil, "no secret"},
		{a[:31], nil, "secret 1 of 1 has 31 bytes, must have at least 32"},
		{a + "," + "short", nil, "secret 2 of 2 has 5 bytes"},
		{a + "," + a, nil, "secrets 1 and 2 are the same"},
	}
	for _, test := range tests {
		got, err := ParseSecrets(test.text)
		if test.err != "" {
			if err == nil || !strings.Contains(err.Error(), test.err) {
				t.Errorf("%q: got error %v, want %q", test.text, err, test.err)
			}
			continue
		}
		if err != nil || len(got) != len(test.want) {
			t.Errorf("%q: got %q, %v", test.text, got, err)
			continue
		}
		for i := range got {
			if string(got[i]) != test.want[i] {
				t.Errorf("%q: got %q", test.text, got)
			}
		}
	}
}

func TestLoadSecretsCreatesOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	const starts = 8
	secrets := make([]string, starts)
	var group sync.WaitGroup
	for i := range starts {
		group.Go(func() {
			got, err := LoadSecrets("", dir)
			if err != nil {
				t.Error(err)
				return
			}
			secrets[i] = string(got[0])
		})
	}
	group.Wait()
	for _, s := range secrets {
		if s != secrets[0] || len(s) < MinSecretBytes {
			t.Fatalf("starts disagree: %d and %d bytes", len(s), len(secrets[0]))
		}
	}
	info, err := os.Stat(filepath.Join(dir, SecretFile))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

func TestLoadSecretsPrefersTheConfiguration(t *testing.T) {
	dir := t.TempDir()
	configured := strings.Repeat("c", 32)
	got, err := LoadSecrets(configured, dir)
	if err != nil || string(got[0]) != configured {
		t.Errorf("got %q, %v", got, err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 0 {
		t.Errorf("wrote %v", entries)
	}
	if _, err := LoadSecrets("short", dir); err == nil {
		t.Error("accepted a short secret")
	}
}

func TestLoadSecretsRefusesAReadableFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, SecretFile)
	if err := os.WriteFile(path, []byte(strings.Repeat("s", 40)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadSecrets("", dir); err == nil || !strings.Contains(err.Error(), "chmod 600") {
		t.Errorf("got %v", err)
	}
}
