package auth

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"tijian/engine/message"
)

// MinSecretBytes is the shortest secret accepted: the output length of
// SHA-256, as RFC 7518 section 3.2 demands for HS256.
const MinSecretBytes = 32

// SecretFile is the name of the file in the data directory that keeps the
// secret when the configuration gives none.
const SecretFile = "jwt-secret"

// LoadSecrets returns the live signing secrets, the one that signs first.
// configured holds one or more secrets separated by commas; when it is blank
// they come from SecretFile in dir, created at the first call with one random
// secret and mode 0600. The file may hold several secrets too, one a line.
//
// To rotate: put the new secret before the old one, restart, and take the old
// one away when its last token has expired.
func LoadSecrets(configured, dir string) ([][]byte, error) {
	secrets, err := findSecrets(configured, dir)
	if errors.Is(err, fs.ErrNotExist) {
		if err := createSecretFile(filepath.Join(dir, SecretFile)); err != nil {
			return nil, err
		}
		return findSecrets(configured, dir)
	}
	return secrets, err
}

// CheckSecrets says why LoadSecrets would refuse, and creates nothing.
func CheckSecrets(configured, dir string) error {
	if _, err := findSecrets(configured, dir); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// findSecrets returns the secrets that there are already.
func findSecrets(configured, dir string) ([][]byte, error) {
	if strings.TrimSpace(configured) != "" {
		secrets, err := ParseSecrets(configured)
		if err != nil {
			return nil, message.JWTSecret.Err("reason", err)
		}
		return secrets, nil
	}
	path := filepath.Join(dir, SecretFile)
	text, err := readSecretFile(path)
	if err != nil {
		return nil, err
	}
	secrets, err := ParseSecrets(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return secrets, nil
}

// ParseSecrets splits text at commas and line ends, trims blanks and checks
// that every secret is long enough and that none is given twice.
func ParseSecrets(text string) ([][]byte, error) {
	var secrets [][]byte
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == '\n' }) {
		secret := bytes.TrimSpace([]byte(part))
		if len(secret) == 0 {
			continue
		}
		secrets = append(secrets, secret)
	}
	return secrets, checkSecrets(secrets)
}

// checkSecrets never quotes a secret in its error.
func checkSecrets(secrets [][]byte) error {
	if len(secrets) == 0 {
		return message.SecretMissing.Err()
	}
	for i, secret := range secrets {
		if len(secret) < MinSecretBytes {
			return message.SecretShort.Err("number", i+1, "count", len(secrets), "bytes", len(secret), "least", MinSecretBytes)
		}
		for j := range i {
			if bytes.Equal(secret, secrets[j]) {
				return message.SecretRepeated.Err("number", j+1, "other", i+1)
			}
		}
	}
	return nil
}

func readSecretFile(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 {
		return "", message.SecretReadable.Err("path", path, "mode", fmt.Sprintf("%04o", mode))
	}
	text, err := os.ReadFile(path)
	return string(text), err
}

// createSecretFile writes the whole file under another name and links it into
// place, so that of two processes starting together one wins and the other
// reads a complete file.
func createSecretFile(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(path), SecretFile+".*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	random := make([]byte, 48)
	rand.Read(random) // never fails
	_, err = file.WriteString(base64.StdEncoding.EncodeToString(random) + "\n")
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	if err = os.Link(file.Name(), path); errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}
