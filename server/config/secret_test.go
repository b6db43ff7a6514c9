package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReadSecrets(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	forms := []struct {
		name         string
		secret, file func(*HTTP) *string
	}{
		{"TIJIAN_JWT_SECRET", func(h *HTTP) *string { return &h.JWTSecret }, func(h *HTTP) *string { return &h.JWTSecretFile }},
		{"TIJIAN_CASE_KEY", func(h *HTTP) *string { return &h.CaseKey }, func(h *HTTP) *string { return &h.CaseKeyFile }},
		{"TIJIAN_BOOTSTRAP_PASSWORD", func(h *HTTP) *string { return &h.BootstrapPassword }, func(h *HTTP) *string { return &h.BootstrapPasswordFile }},
		{"TIJIAN_RELOAD_TOKEN", func(h *HTTP) *string { return &h.ReloadToken }, func(h *HTTP) *string { return &h.ReloadTokenFile }},
	}
	const inText = "in text"
	tests := []struct {
		name, secret, file string
		want               string
		problem            string // behind the setting's name
	}{
		{"neither", "", "", "", ""},
		{"text", inText, "", inText, ""},
		{"file", "", write("file", " of file, one"), " of file, one", ""},
		{"one newline is cut", "", write("newline", "a\nb \n"), "a\nb ", ""},
		{"and only one", "", write("newlines", "a\n\n"), "a\n", ""},
		{"as other systems end lines", "", write("return", "a\r\n"), "a", ""},
		{"both", inText, write("both", "of file"), "", " and "},
		{"empty", "", write("empty", ""), "", "_FILE: "},
		{"blank", "", write("blank", " \n"), "", "_FILE: "},
		{"missing", "", filepath.Join(dir, "missing"), "", "_FILE: "},
	}
	for _, form := range forms {
		for _, test := range tests {
			var h HTTP
			*form.secret(&h), *form.file(&h) = test.secret, test.file
			err := h.ReadSecrets()
			if test.problem != "" {
				if err == nil || !strings.HasPrefix(err.Error(), form.name+test.problem) || strings.Contains(err.Error(), inText) {
					t.Errorf("%s, %s: %v", form.name, test.name, err)
				}
				continue
			}
			if got := *form.secret(&h); err != nil || got != test.want {
				t.Errorf("%s, %s: %q, %v, want %q", form.name, test.name, got, err, test.want)
			}
		}
	}
}
