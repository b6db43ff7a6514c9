package user

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"tijian/server/store"
	"tijian/server/store/storetest"
)

// cheap keeps the tests quick; the standard cost has a test of its own.
var cheap = cost{memory: 64, passes: 1, threads: 1}

func openUsers(t *testing.T, dsn string) *Users {
	t.Helper()
	db := storetest.Open(t, dsn)
	return newUsers(db, cheap)
}

func TestMain(m *testing.M) {
	code := storetest.Main(m)
	if err := goleak.Find(); code == 0 && err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func TestUsers(t *testing.T) {
	for name, test := range map[string]func(*testing.T, *Users){
		"life":                    testLife,
		"list":                    testList,
		"last admin":              testLastAdmin,
		"search":                  testSearch,
		"add refuses":             testAddRefuses,
		"bootstrap named":         testBootstrapNamed,
		"bootstrap made up once":  testBootstrapMadeUpOnce,
		"bootstrap half given":    testBootstrapHalfGiven,
		"bootstrap by many":       testBootstrapTogether,
		"authenticate in context": testContext,
		"changed elsewhere":       testChangedElsewhere,
	} {
		t.Run(name, func(t *testing.T) {
			storetest.Each(t, func(t *testing.T, dsn string) { test(t, openUsers(t, dsn)) })
		})
	}
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

func testLife(t *testing.T, u *Users) {
	ctx := t.Context()
	authenticates := func(name, password string, want error) {
		t.Helper()
		user, err := u.Authenticate(ctx, name, password)
		if !errors.Is(err, want) || (err == nil && user.Name != name) {
			t.Errorf("%s/%s: got %+v, %v; want error %v", name, password, user, err, want)
		}
	}

	must(t, u.Add(ctx, "chief", "word", Admin)) // so that 韩梅梅 is never the last one
	must(t, u.Add(ctx, "韩梅梅", "first word", Client))
	authenticates("韩梅梅", "first word", nil)
	authenticates("韩梅梅", "First word", ErrCredentials)
	authenticates("韩梅梅", "", ErrCredentials)
	authenticates("nobody", "first word", ErrCredentials)
	authenticates("nul\x00", "x", ErrCredentials)
	if err := u.Add(ctx, "韩梅梅", "other", Client); !errors.Is(err, ErrExists) {
		t.Errorf("second Add: %v", err)
	}

	for _, role := range []Role{Editor, Approver, Admin, Client} {
		must(t, u.SetRole(ctx, "韩梅梅", role))
		if user, err := u.Current(ctx, "韩梅梅"); err != nil || user.Role != role {
			t.Errorf("role %q: %+v %v", role, user, err)
		}
	}
	if err := u.SetRole(ctx, "韩梅梅", "chief"); err == nil {
		t.Error("a role that nobody knows was given")
	}
	if err := u.SetRole(ctx, "nobody", Editor); !errors.Is(err, ErrUnknown) {
		t.Errorf("role of an unknown user: %v", err)
	}

	lower := generation(t, u, "韩梅梅")
	must(t, u.SetRole(ctx, "韩梅梅", Editor))
	if before := generation(t, u, "韩梅梅"); lower != 1 || before != lower {
		t.Errorf("generation %d after a lower role, %d after a higher one", lower, before)
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

// However many try at the same moment, one admin stays.
func testLastAdmin(t *testing.T, u *Users) {
	ctx := t.Context()
	must(t, u.Add(ctx, "a", "pw", Admin))
	must(t, u.Add(ctx, "editor", "pw", Editor))
	for _, err := range []error{u.Disable(ctx, "a"), u.SetRole(ctx, "a", Approver)} {
		if !errors.Is(err, ErrLastAdmin) {
			t.Errorf("the only admin: %v", err)
		}
	}
	must(t, u.SetRole(ctx, "a", Admin))
	must(t, u.Disable(ctx, "editor"))
	must(t, u.Add(ctx, "b", "pw", Admin))
	var group sync.WaitGroup
	errs := make([]error, 2)
	group.Go(func() { errs[0] = u.Disable(ctx, "a") })
	group.Go(func() { errs[1] = u.SetRole(ctx, "b", Client) })
	group.Wait()
	if errors.Is(errs[0], ErrLastAdmin) == errors.Is(errs[1], ErrLastAdmin) {
		t.Errorf("both at once: %v", errs)
	}
	count, err := u.Count(ctx)
	if must(t, err); count[Admin] != 1 {
		t.Errorf("%v are left", count)
	}
}

// Names are found by a part of them, page by page.
func testSearch(t *testing.T, u *Users) {
	for _, name := range []string{"王一", "王二", "李_三", "李四%", "x"} {
		must(t, u.Add(t.Context(), name, "pw", Client))
	}
	names := func(text, after string, most int) string {
		t.Helper()
		list, err := u.Search(t.Context(), text, after, most)
		must(t, err)
		var all []string
		for _, user := range list {
			all = append(all, user.Name)
		}
		return strings.Join(all, " ")
	}
	for text, want := range map[string]string{"_": "李_三", "%": "李四%", "nobody": "", "\\": "", "\x00": names("", "", 9)} {
		if got := names(text, "", 9); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	first := names("王", "", 1)
	if second := names("王", first, 1); first == second || names("王", second, 1) != "" {
		t.Errorf("pages %q %q", first, second)
	}
}

// What another process does to a user is known at once.
func testChangedElsewhere(t *testing.T, u *Users) {
	must(t, u.Add(t.Context(), "a", "pw", Client))
	elsewhere := newUsers(u.db, cheap)
	for range 3 {
		for disabled, change := range map[bool]func(context.Context, string) error{true: elsewhere.Disable, false: elsewhere.Enable} {
			for range 2 { // remembered, where it can be
				generation(t, u, "a")
			}
			must(t, change(t.Context(), "a"))
			if user, err := u.Current(t.Context(), "a"); err != nil || user.Disabled != disabled {
				t.Errorf("disabled is %v: %+v %v", disabled, user, err)
			}
		}
	}
}

func testList(t *testing.T, u *Users) {
	for _, name := range []string{"b", "a", "c"} {
		must(t, u.Add(t.Context(), name, "pw", Client))
	}
	must(t, u.Disable(t.Context(), "c"))
	users, err := u.List(t.Context())
	must(t, err)
	if len(users) != 3 || users[0].Name != "a" || users[1].Disabled || !users[2].Disabled || users[0].CreatedAt.IsZero() {
		t.Errorf("got %+v", users)
	}
}

func testAddRefuses(t *testing.T, u *Users) {
	for _, c := range [][2]string{
		{"", "pw"}, {" a", "pw"}, {"a ", "pw"}, {"a\nb", "pw"}, {"a\x00", "pw"}, {"\xff", "pw"},
		{strings.Repeat("长", MaxName+1), "pw"}, {"a", ""}, {"a", "  "},
	} {
		if err := u.Add(t.Context(), c[0], c[1], Client); err == nil {
			t.Errorf("accepted %q / %q", c[0], c[1])
		}
	}
	if err := u.SetPassword(t.Context(), "a", " "); err == nil {
		t.Error("SetPassword accepted a blank password")
	}
}

func testBootstrapNamed(t *testing.T, u *Users) {
	created := Bootstrapped{Name: "doctor"}
	for _, password := range []string{"one", "two"} { // the second start leaves the user alone
		if done, err := u.Bootstrap(t.Context(), "doctor", password); err != nil || done != created {
			t.Fatalf("got %+v, %v", done, err)
		}
		created = Bootstrapped{}
	}
	if _, err := u.Authenticate(t.Context(), "doctor", "one"); err != nil {
		t.Errorf("first password: %v", err)
	}
}

func testBootstrapMadeUpOnce(t *testing.T, u *Users) {
	done, err := u.Bootstrap(t.Context(), "", "")
	madeUp := done.MadeUp
	if err != nil || len(madeUp) < 20 {
		t.Fatalf("got %q, %v", madeUp, err)
	}
	if _, err := u.Authenticate(t.Context(), FirstUser, madeUp); err != nil {
		t.Error(err)
	}
	if again, err := u.Bootstrap(t.Context(), "", ""); err != nil || again != (Bootstrapped{}) {
		t.Errorf("second start: %q, %v", again, err)
	}
}

func testBootstrapHalfGiven(t *testing.T, u *Users) {
	for _, c := range [][2]string{{"doctor", ""}, {"", "pw"}} {
		if _, err := u.Bootstrap(t.Context(), c[0], c[1]); err == nil {
			t.Errorf("accepted %q", c)
		}
	}
}

// Starts of several processes on one database at the same moment agree.
func testBootstrapTogether(t *testing.T, u *Users) {
	var group sync.WaitGroup
	madeUp := make(chan string, 4)
	for range cap(madeUp) {
		group.Go(func() {
			done, err := u.Bootstrap(t.Context(), "", "")
			password := done.MadeUp
			if err != nil {
				t.Error(err)
			}
			if password != "" {
				madeUp <- password
			}
		})
	}
	group.Wait()
	if len(madeUp) != 1 {
		t.Fatalf("%d starts made up a password", len(madeUp))
	}
	if _, err := u.Authenticate(t.Context(), FirstUser, <-madeUp); err != nil {
		t.Error(err)
	}
}

func testContext(t *testing.T, u *Users) {
	must(t, u.Add(t.Context(), "a", "pw", Client))
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

// Current is asked for every request with a token.
func BenchmarkCurrent(b *testing.B) {
	db, err := store.Open(b.Context(), storetest.SQLite(b), b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	u := newUsers(db, cheap)
	if err := u.Add(b.Context(), "a", "pw", Client); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := u.Current(b.Context(), "a"); err != nil {
			b.Fatal(err)
		}
	}
}

// When more wait than will be served soon, the others are told so at once.
func TestBusy(t *testing.T) {
	h := newHasher(cheap)
	for range cap(h.slots) {
		h.slots <- struct{}{}
	}
	ctx, cancel := context.WithCancel(t.Context())
	var waiting sync.WaitGroup
	for range mostWaiting {
		waiting.Go(func() {
			if _, err := h.hash(ctx, "x"); !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		})
	}
	for len(h.waiting) < mostWaiting {
		runtime.Gosched()
	}
	if _, err := h.hash(ctx, "x"); !errors.Is(err, ErrBusy) {
		t.Errorf("one more: %v", err)
	}
	cancel()
	waiting.Wait()
}

func TestLongPassword(t *testing.T) {
	u := openUsers(t, storetest.SQLite(t))
	long := strings.Repeat("x", maxPassword+1)
	if err := u.Add(t.Context(), "a", long, Client); err == nil {
		t.Error("accepted")
	}
	must(t, u.Add(t.Context(), "a", long[1:], Client))
	if _, err := u.Authenticate(t.Context(), "a", long); !errors.Is(err, ErrCredentials) {
		t.Error(err)
	}
}
