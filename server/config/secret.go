package config

import (
	"errors"
	"os"
	"strings"

	"tijian/engine/message"
)

// ReadSecrets reads the secrets that are given as files. A secret given in
// both forms is an error, and so is an empty file, which would otherwise be
// taken for a secret not set. Errors never quote a secret.
func (h *HTTP) ReadSecrets() error {
	return errors.Join(
		h.Signing.ReadSecret(),
		readSecret("TIJIAN_CASE_KEY", &h.CaseKey, h.CaseKeyFile),
		readSecret("TIJIAN_BOOTSTRAP_PASSWORD", &h.BootstrapPassword, h.BootstrapPasswordFile),
		readSecret("TIJIAN_RELOAD_TOKEN", &h.ReloadToken, h.ReloadTokenFile),
	)
}

// ReadSecret reads the secret if it is given as a file, as HTTP.ReadSecrets does.
func (s *Signing) ReadSecret() error {
	return readSecret("TIJIAN_JWT_SECRET", &s.JWTSecret, s.JWTSecretFile)
}

func readSecret(name string, secret *string, file string) error {
	if file == "" {
		return nil
	}
	if *secret != "" {
		return message.SecretTwice.Err("setting", name)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return message.SecretFile.Err("setting", name, "reason", err)
	}
	*secret = strings.TrimSuffix(strings.TrimSuffix(string(text), "\n"), "\r")
	if strings.TrimSpace(*secret) == "" {
		return message.SecretFileEmpty.Err("setting", name, "file", file)
	}
	return nil
}
