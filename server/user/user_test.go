package user

import (
	"context"
	"errors"
	"strings"
	"testing"

	"tijian/server/store"
)

// cheap keeps the tests quick; the standard cost has a test of its own.
var cheap = cost{memory: 64, passes: 1, threads: 1}

func openUsers(t *testing.T) *Users {
	t.Helper()
	db, err := store.Open(t.Context(), "", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return newUsers(db, cheap)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func generation(t *testing.T, u *Users, name string) int64 {
	t.Helper()
	user, err := u.Current(t.Context(), name)
	must(t, err)
	return user.Generation
}

func TestLifeOfAUser(t *testing.T) {
	u := openUsers(t)
	ctx := t.Context()
	authenticates := func(name, password string, want error) {
		t.Helper()
		user, err := u.Authenticate(ctx, name, password)
		if !errors.Is(err, want) || (err == nil && user.Name != name) {
			t.Errorf("%s/%s: got %+v, %v; want error %v", name, password, user, err, want)
		}
	}

	must(t, u.Add(ctx, "韩梅梅", "first word"))
	authenticates("韩梅梅", "first word", nil)
	authenticates("韩梅梅", "First word", ErrCredentials)
	authenticates("韩梅梅", "", ErrCredentials)
	authenticates("nobody", "first word", ErrCredentials)
	authenticates("nul\x00", "x", ErrCredentials)
	if err := u.Add(ctx, "韩梅梅", "other"); !errors.Is(err, ErrExists) {
		t.Errorf("second Add: %v", err)
	}

	before := generation(t, u, "韩梅梅")
	must(t, u.SetPassword(ctx, "韩梅梅", "second word"))
	authenticates("韩梅梅", "first word", ErrCredentials)
	authenticates("韩梅梅", "second word", nil)
	changed := generation(t, u, "韩梅梅")

	must(t, u.Disable(ctx, "韩梅梅"))
	authenticates("韩梅梅", "second word", ErrCredentials)
	disabled := generation(t, u, "韩梅梅")
	must(t, u.Enable(ctx, "韩梅梅"))
	authenticates("韩梅梅", "second word", nil)
	enabled := generation(t, u, "韩梅梅")
	if before >= changed || changed >= disabled || disabled >= enabled {
		t.Errorf("generations %d %d %d %d do not rise", before, changed, disabled, enabled)
	}

	for _, err := range []error{u.SetPassword(ctx, "nobody", "x"), u.Disable(ctx, "nobody"), u.Enable(ctx, "nobody")} {
		if !errors.Is(err, ErrUnknown) {
			t.Errorf("unknown user: %v", err)
		}
	}
}

func TestList(t *testing.T) {
	u := openUsers(t)
	for _, name := range []string{"b", "a", "c"} {
		must(t, u.Add(t.Context(), name, "pw"))
	}
	must(t, u.Disable(t.Context(), "c"))
	users, err := u.List(t.Context())
	must(t, err)
	if len(users) != 3 || users[0].Name != "a" || users[1].Disabled || !users[2].Disabled || users[0].CreatedAt.IsZero() {
		t.Errorf("got %+v", users)
	}
}

func TestAddRefuses(t *testing.T) {
	u := openUsers(t)
	for _, c := range [][2]string{
		{"", "pw"}, {" a", "pw"}, {"a ", "pw"}, {"a\nb", "pw"}, {"a\x00", "pw"}, {"\xff", "pw"},
		{strings.Repeat("长", MaxName+1), "pw"}, {"a", ""}, {"a", "  "},
	} {
		if err := u.Add(t.Context(), c[0], c[1]); err == nil {
			t.Errorf("accepted %q / %q", c[0], c[1])
		}
	}
	if err := u.SetPassword(t.Context(), "a", " "); err == nil {
		t.Error("SetPassword accepted a blank password")
	}
}

func TestBootstrap(t *testing.T) {
	ctx := t.Context()
	t.Run("named", func(t *testing.T) {
		u := openUsers(t)
		for _, password := range []string{"one", "two"} { // the second start leaves the user alone
			madeUp, err := u.Bootstrap(ctx, "doctor", password)
			if err != nil || madeUp != "" {
				t.Fatalf("got %q, %v", madeUp, err)
			}
		}
		if _, err := u.Authenticate(ctx, "doctor", "one"); err != nil {
			t.Errorf("first password: %v", err)
		}
	})
	t.Run("made up once", func(t *testing.T) {
		u := openUsers(t)
		madeUp, err := u.Bootstrap(ctx, "", "")
		if err != nil || len(madeUp) < 20 {
			t.Fatalf("got %q, %v", madeUp, err)
		}
		if _, err := u.Authenticate(ctx, FirstUser, madeUp); err != nil {
			t.Error(err)
		}
		if again, err := u.Bootstrap(ctx, "", ""); err != nil || again != "" {
			t.Errorf("second start: %q, %v", again, err)
		}
	})
	t.Run("half given", func(t *testing.T) {
		u := openUsers(t)
		for _, c := range [][2]string{{"doctor", ""}, {"", "pw"}} {
			if _, err := u.Bootstrap(ctx, c[0], c[1]); err == nil {
				t.Errorf("accepted %q", c)
			}
		}
	})
}

func TestAuthenticateHonoursItsContext(t *testing.T) {
	u := openUsers(t)
	must(t, u.Add(t.Context(), "a", "pw"))
	for range cap(u.hasher.slots) { // every slot taken
		must(t, u.hasher.enter(t.Context()))
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := u.Authenticate(ctx, "a", "pw")
		done <- err
	}()
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
