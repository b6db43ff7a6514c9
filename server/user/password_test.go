package user

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestStandardCost(t *testing.T) {
	h := newHasher(standard)
	hash, err := h.hash(t.Context(), "秘密 word")
	must(t, err)
	if !strings.HasPrefix(hash, "$argon2id$v=19$m=47104,t=2,p=1$") {
		t.Errorf("hash %s", hash)
	}
	for password, want := range map[string]bool{"秘密 word": true, "秘密 Word": false, "": false} {
		if got, err := h.matches(t.Context(), password, hash); err != nil || got != want {
			t.Errorf("%q: %v, %v", password, got, err)
		}
	}
}

// An unknown user must cost what a known one costs.
func TestDummyHashHasTheCostOfARealOne(t *testing.T) {
	h := newHasher(standard)
	real, err := h.hash(t.Context(), "x")
	must(t, err)
	c1, salt1, key1, err1 := parsePHC(real)
	c2, salt2, key2, err2 := parsePHC(h.dummyHash())
	if err1 != nil || err2 != nil || c1 != c2 || len(salt1) != len(salt2) || len(key1) != len(key2) {
		t.Errorf("%v %v, %v %v", c1, c2, err1, err2)
	}
}

func TestHashesAreSalted(t *testing.T) {
	h := newHasher(cheap)
	rapid.Check(t, func(t *rapid.T) {
		password := rapid.String().Draw(t, "password")
		a, errA := h.hash(t.Context(), password)
		b, errB := h.hash(t.Context(), password)
		if errA != nil || errB != nil || a == b {
			t.Fatalf("%q, %q, %v, %v", a, b, errA, errB)
		}
		if ok, err := h.matches(t.Context(), password, b); !ok || err != nil {
			t.Fatalf("%v, %v", ok, err)
		}
	})
}

func FuzzParsePHC(f *testing.F) {
	f.Add("$argon2id$v=19$m=64,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
	f.Add("$argon2id$v=19$m=64,t=0,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
	f.Add("$argon2id$v=19$m=4294967295,t=1,p=1$AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA")
	f.Add("$argon2i$v=19$m=64,t=1,p=1$AA$AA")
	f.Add("$2y$10$abc")
	f.Add("")
	f.Fuzz(func(t *testing.T, phc string) {
		c, salt, key, err := parsePHC(phc)
		if err != nil {
			return
		}
		if c.memory > maxMemory || c.passes == 0 || c.passes > maxPasses || c.threads == 0 || len(salt) < 8 || len(key) < 16 {
			t.Errorf("accepted %q", phc)
		}
	})
}

func BenchmarkAuthenticate(b *testing.B) {
	h := newHasher(standard)
	hash := h.dummyHash()
	for b.Loop() {
		if _, err := h.matches(b.Context(), "x", hash); err != nil {
			b.Fatal(err)
		}
	}
}
