package auth

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

var (
	secretA = []byte("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")
	secretB = []byte("bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb")
	noon    = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
)

func at(t time.Time) func() time.Time { return func() time.Time { return t } }

func newTokens(t testing.TB, now time.Time, secrets ...[]byte) *Tokens {
	t.Helper()
	tokens, err := NewTokens(secrets, Lifetime, at(now))
	if err != nil {
		t.Fatal(err)
	}
	return tokens
}

func TestIssueAndVerify(t *testing.T) {
	tokens := newTokens(t, noon, secretA)
	token, err := tokens.Issue("李雷", 3)
	if err != nil {
		t.Fatal(err)
	}
	claims, err := tokens.Verify(token)
	if err != nil {
		t.Fatal(err)
	}
	if claims.User != "李雷" || claims.Generation != 3 || !claims.IssuedAt.Equal(noon) ||
		!claims.ExpiresAt.Equal(noon.Add(7*24*time.Hour)) || !strings.HasPrefix(claims.ID, "3.") {
		t.Errorf("claims %+v", claims)
	}
}

// The payload holds exactly the four claims of the contract, times as numbers.
func TestClaimsOnTheWire(t *testing.T) {
	token, err := newTokens(t, noon, secretA).Issue("u", 1)
	if err != nil {
		t.Fatal(err)
	}
	payload, err := base64.RawURLEncoding.DecodeString(strings.Split(token, ".")[1])
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(payload, &got); err != nil {
		t.Fatal(err)
	}
	if keys := slices.Sorted(maps.Keys(got)); !slices.Equal(keys, []string{"exp", "iat", "jti", "sub"}) {
		t.Errorf("claims %v", keys)
	}
	if got["iat"] != float64(noon.Unix()) || got["exp"] != float64(noon.Unix()+7*24*3600) {
		t.Errorf("times %v", got)
	}
}

func TestVerifyRefuses(t *testing.T) {
	type claims = map[string]any
	good := func() claims {
		return claims{"sub": "u", "jti": "1.x", "iat": noon.Unix(), "exp": noon.Add(Lifetime).Unix()}
	}
	with := func(key string, value any) claims {
		c := good()
		c[key] = value
		return c
	}
	without := func(key string) claims {
		c := good()
		delete(c, key)
		return c
	}
	tests := []struct {
		name   string
		method jwt.SigningMethod
		key    any
		header map[string]any
		claims claims
		want   error
	}{
		{"good", jwt.SigningMethodHS256, secretA, nil, good(), nil},
		{"jti without a generation is the first", jwt.SigningMethodHS256, secretA, nil, with("jti", "abc"), nil},
		{"expired", jwt.SigningMethodHS256, secretA, nil, with("exp", noon.Add(-time.Second).Unix()), Expired},
		{"expires now", jwt.SigningMethodHS256, secretA, nil, with("exp", noon.Unix()), Expired},
		{"expired and badly signed", jwt.SigningMethodHS256, secretB, nil, with("exp", noon.Add(-time.Hour).Unix()), Invalid},
		{"another secret", jwt.SigningMethodHS256, secretB, nil, good(), Invalid},
		{"no algorithm", jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, nil, good(), Invalid},
		{"HS384", jwt.SigningMethodHS384, secretA, nil, good(), Invalid},
		{"HS512", jwt.SigningMethodHS512, secretA, nil, good(), Invalid},
		{"unknown kid", jwt.SigningMethodHS256, secretA, map[string]any{"kid": "other"}, good(), Invalid},
		{"kid of another type", jwt.SigningMethodHS256, secretA, map[string]any{"kid": 1}, good(), Invalid},
		{"critical header", jwt.SigningMethodHS256, secretA, map[string]any{"crit": []string{"x"}}, good(), Invalid},
		{"no exp", jwt.SigningMethodHS256, secretA, nil, without("exp"), Invalid},
		{"no iat", jwt.SigningMethodHS256, secretA, nil, without("iat"), Invalid},
		{"no sub", jwt.SigningMethodHS256, secretA, nil, without("sub"), Invalid},
		{"no jti", jwt.SigningMethodHS256, secretA, nil, without("jti"), Invalid},
		{"iat in the future", jwt.SigningMethodHS256, secretA, nil, with("iat", noon.Add(time.Hour).Unix()), Invalid},
		{"sub a number", jwt.SigningMethodHS256, secretA, nil, with("sub", 5), Invalid},
		{"exp a string", jwt.SigningMethodHS256, secretA, nil, with("exp", "tomorrow"), Invalid},
		{"generation no number", jwt.SigningMethodHS256, secretA, nil, with("jti", "x.y"), Invalid},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			token := jwt.NewWithClaims(test.method, jwt.MapClaims(test.claims))
			maps.Copy(token.Header, test.header)
			text, err := token.SignedString(test.key)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := newTokens(t, noon, secretA).Verify(text); !errors.Is(err, test.want) {
				t.Errorf("got %v, want %v", err, test.want)
			}
		})
	}
}

func TestRotation(t *testing.T) {
	old, err := newTokens(t, noon, secretA).Issue("u", 1)
	if err != nil {
		t.Fatal(err)
	}
	rotated := newTokens(t, noon, secretB, secretA)
	if _, err := rotated.Verify(old); err != nil {
		t.Errorf("token of the old secret: %v", err)
	}
	fresh, err := rotated.Issue("u", 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := newTokens(t, noon, secretB).Verify(fresh); err != nil {
		t.Errorf("the first secret must sign: %v", err)
	}
	if _, err := newTokens(t, noon, secretB).Verify(old); err != Invalid {
		t.Errorf("token of a secret taken away: got %v", err)
	}
}

func TestNewTokensRefusesShortSecrets(t *testing.T) {
	for _, secrets := range [][][]byte{nil, {[]byte("short")}, {secretA, secretA[:31]}, {secretA, secretA}} {
		if _, err := NewTokens(secrets, Lifetime, time.Now); err == nil {
			t.Errorf("accepted %q", secrets)
		} else if bytes.Contains([]byte(err.Error()), secretA[:31]) {
			t.Errorf("error quotes the secret: %v", err)
		}
	}
}

// signed checks a signature by hand.
func signed(token string) bool {
	dot := strings.LastIndexByte(token, '.')
	if dot < 0 {
		return false
	}
	for _, secret := range [][]byte{secretA, secretB} {
		mac := hmac.New(sha256.New, secret)
		mac.Write([]byte(token[:dot]))
		if token[dot+1:] == base64.RawURLEncoding.EncodeToString(mac.Sum(nil)) {
			return true
		}
	}
	return false
}

func FuzzVerify(f *testing.F) {
	tokens := newTokens(f, noon, secretA, secretB)
	good, err := tokens.Issue("u", 1)
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{"", ".", "..", "a.b.c", good, good + "A", good[:len(good)-1], "eyJhbGciOiJub25lIn0.e30."} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, token string) {
		_, err := tokens.Verify(token)
		if err == nil && !signed(token) {
			t.Errorf("accepted %q", token)
		}
		if err != nil && err != Invalid && err != Expired {
			t.Errorf("error outside the contract: %v", err)
		}
	})
}

// A token is valid for as long as was set.
func TestLifetimeIsSet(t *testing.T) {
	now := noon
	tokens, err := NewTokens([][]byte{[]byte(strings.Repeat("s", MinSecretBytes))}, time.Hour, func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	token, err := tokens.Issue("u", FirstGeneration)
	if err != nil {
		t.Fatal(err)
	}
	for after, want := range map[time.Duration]error{59 * time.Minute: nil, 61 * time.Minute: Expired} {
		now = noon.Add(after)
		if _, err := tokens.Verify(token); err != want {
			t.Errorf("after %v: %v, want %v", after, err, want)
		}
	}
}

// A token that was good is asked for its times again.
func TestVerifyAgain(t *testing.T) {
	now := noon
	tokens, err := NewTokens([][]byte{secretA}, Lifetime, func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	issued, err := tokens.Issue("u", 2)
	if err != nil {
		t.Fatal(err)
	}
	later, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{
		"sub": "u", "jti": "2.x", "iat": noon.Unix(), "nbf": noon.Unix(), "exp": noon.Add(Lifetime).Unix(),
	}).SignedString(secretA)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, token string
		at          time.Time
		want        error
	}{
		{"first", issued, noon, nil},
		{"again", issued, noon.Add(time.Hour), nil},
		{"at its last moment", issued, noon.Add(Lifetime - time.Nanosecond), nil},
		{"when it expires", issued, noon.Add(Lifetime), Expired},
		{"clock turned back", issued, noon.Add(-clockSkew - time.Second), Invalid},
		{"after all that", issued, noon, nil},
		{"not yet", later, noon.Add(-time.Second), Invalid},
		{"now", later, noon, nil},
		{"clock turned back before its first moment", later, noon.Add(-time.Second), Invalid},
	} {
		now = c.at
		claims, err := tokens.Verify(c.token)
		if err != c.want || err == nil && (claims.User != "u" || claims.Generation != 2) {
			t.Errorf("%s: %+v, %v, want %v", c.name, claims, err, c.want)
		}
	}
}
