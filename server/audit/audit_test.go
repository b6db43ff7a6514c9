package audit

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tijian/engine/release"
	"tijian/server/store"
	"tijian/server/store/storetest"
	"tijian/server/user"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

func TestLog(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		db := storetest.Open(t, dsn)
		now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
		l := New(db, slog.New(slog.DiscardHandler), func() time.Time { return now })
		list := func(f Filter) string {
			t.Helper()
			if f.Most == 0 {
				f.Most = 100
			}
			all, err := l.List(t.Context(), f)
			if err != nil {
				t.Fatal(err)
			}
			var text []string
			for _, e := range all {
				text = append(text, e.Event+" "+e.Who+">"+e.About)
			}
			return strings.Join(text, ", ")
		}
		if _, err := db.Exec(t.Context(), "INSERT INTO users (name, password_hash, created_at) VALUES ('a', '', 1)"); err != nil {
			t.Fatal(err)
		}
		for i, e := range []Entry{
			{Event: "user-added", Who: "chief", About: "a"},
			{Event: "login-throttled", About: "a"}, {Event: "console-csrf", About: "a"}, // not kept
			{Event: "login-failed", About: "a"},
			{Event: "login-failed", About: "a secret in the wrong field"},
			{Event: "login-failed", About: "\xff\x00"},
			{Event: "rollback-refused", Who: "a", About: "2026.1", More: strings.Repeat("长", 999)},
			{Event: DraftMade, Who: "a", About: "2026.9"},
		} {
			now = now.Add(time.Duration(i) * time.Hour)
			l.Add(t.Context(), e)
		}
		(*Log)(nil).Add(t.Context(), Entry{Event: "user-added"})
		for f, want := range map[Filter]string{
			{}:                             "draft-made a>2026.9, rollback-refused a>2026.1, login-failed >, login-failed >, login-failed >a, user-added chief>a",
			{User: "chief"}:                "user-added chief>a",
			{User: "a", Kind: Login}:       "login-failed >a",
			{Kind: Releases}:               "rollback-refused a>2026.1",
			{Kind: "\x00", User: "\xff"}:   "draft-made a>2026.9, rollback-refused a>2026.1, login-failed >, login-failed >, login-failed >a, user-added chief>a",
			{To: now.Add(-25 * time.Hour)}: "user-added chief>a",
			{From: now}:                    "draft-made a>2026.9",
			{Before: "nonsense", Most: 1}:  "draft-made a>2026.9",
		} {
			if got := list(f); got != want {
				t.Errorf("%+v: %s, want %s", f, got, want)
			}
		}
		first, err := l.List(t.Context(), Filter{Most: 1})
		if err != nil || len([]rune(first[0].More)) > longest+1 {
			t.Fatal(first, err)
		}
		if got := list(Filter{Before: first[0].Mark(), Most: 1}); got != "rollback-refused a>2026.1" {
			t.Errorf("the second page: %s", got)
		}

		if _, err := db.Exec(t.Context(), "UPDATE audit SET who = 'b'"); err == nil || !strings.Contains(err.Error(), "stay as they are") {
			t.Errorf("an entry was changed: %v", err)
		}
		// Entries go by their age, refused logins by their number, too.
		if err := l.Sweep(t.Context(), 0); err != nil || list(Filter{Kind: Users}) == "" {
			t.Errorf("kept for ever: %v", err)
		}
		if err := l.Sweep(t.Context(), 20*time.Hour); err != nil || list(Filter{Kind: Users}) != "" || list(Filter{Kind: Drafts}) == "" {
			t.Errorf("%v: %s", err, list(Filter{}))
		}
	})
}

// Whoever guesses passwords does not fill the disk, nor push out what others did.
func TestManyRefusedLogins(t *testing.T) {
	db := storetest.Open(t, storetest.SQLite(t))
	l := New(db, slog.New(slog.DiscardHandler), time.Now)
	l.logins = 100
	l.Add(t.Context(), Entry{Event: "user-added"})
	if _, err := db.Exec(t.Context(), fmt.Sprintf(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
		INSERT INTO audit (at, id, kind, event, who, about, more, via, address) SELECT i, '', 'login', 'login-failed', '', '', '', '', '' FROM n`, l.logins+50)); err != nil {
		t.Fatal(err)
	}
	if err := l.Sweep(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	for kind, want := range map[string]int{Login: l.logins, Users: 1} {
		var n int
		if err := db.QueryRow(t.Context(), "SELECT count(*) FROM audit WHERE kind = ?", kind).Scan(&n); err != nil || n != want {
			t.Errorf("%d of %s, want %d: %v", n, kind, want, err)
		}
	}
}

// What package release tells is kept, done or refused.
func TestReleasesAreKept(t *testing.T) {
	for _, kind := range []string{release.Proposing, release.Approving, release.Returning} {
		for _, err := range []error{nil, errors.New("no")} {
			if _, event, _ := (release.Act{Kind: kind, Err: err}).Record("en"); KindOf(event) != Releases {
				t.Errorf("%s is of the kind %q", event, KindOf(event))
			}
		}
	}
}

// A chain shows each entry that was changed, taken away or put in, and a head that
// was kept elsewhere what was taken from its end; what goes by its age leaves a
// signed stub.
func TestChain(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		db := storetest.Open(t, dsn)
		now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
		l, err := New(db, slog.New(slog.DiscardHandler), func() time.Time { return now }).Signed([]byte("secret"))
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		for i := range 20 { // at once, as processes do
			all.Go(func() { l.Add(t.Context(), Entry{Event: user.Added, Who: "chief", About: fmt.Sprint(i)}) })
		}
		all.Wait()
		l.Add(t.Context(), Entry{Event: "login", Who: "a"})
		kept, err := l.Heads(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		verify := func(heads ...Head) string {
			n, err := l.Verify(t.Context(), true, heads...)
			if broken, is := errors.AsType[*Broken](err); is {
				return fmt.Sprint(broken.Seq, " ", broken.Reason)
			}
			if err != nil {
				t.Fatal(err)
			}
			return fmt.Sprint(n[Acts], " ", n[Logins])
		}
		want := func(what, want string, heads ...Head) {
			t.Helper()
			if got := verify(heads...); got != want {
				t.Errorf("%s: %s, want %s", what, got, want)
			}
		}
		want("as it was written", "20 1", kept...)
		parsed, err := ParseHead(kept[0].String())
		if err != nil || parsed != kept[0] {
			t.Errorf("%v read again: %v, %v", kept[0], parsed, err)
		}
		l.Add(t.Context(), Entry{Event: user.Disabled, Who: "chief", About: "3"})
		want("with one more", "21 1", kept...)
		for _, test := range []struct{ name, statement, want string }{
			{"one changed", "UPDATE audit SET who = 'nobody' WHERE chain = 'acts' AND seq = 7", "7 " + EntryChanged},
			{"its time changed", "UPDATE audit SET at = at - 1 WHERE chain = 'acts' AND seq = 7", "7 " + EntryChanged},
			{"one taken away", "DELETE FROM audit WHERE chain = 'acts' AND seq = 7", "7 " + EntryMissing},
			{"the first taken away", "DELETE FROM audit WHERE chain = 'acts' AND seq = 1", "1 " + EntryMissing},
			{"the end taken away", "DELETE FROM audit WHERE chain = 'acts' AND seq > 18", "20 " + HeadMissing},
			{"a stub forged", "INSERT INTO audit_stubs (chain, seq, hash, at, mac) SELECT chain, seq, hash, at, 'x' FROM audit WHERE chain = 'acts' AND seq = 9", "9 " + StubForged},
		} {
			undone := errors.New("undone")
			err := db.InTx(t.Context(), func(tx *store.Tx) error {
				trigger := "DROP TRIGGER audit_stays"
				if tx.PGX() != nil {
					trigger += " ON audit"
				}
				for _, statement := range []string{trigger, test.statement} {
					if _, err := tx.Exec(t.Context(), statement); err != nil {
						return err
					}
				}
				if _, err := l.check(t.Context(), tx, true, kept); err != nil {
					if broken, is := errors.AsType[*Broken](err); !is || fmt.Sprint(broken.Seq, " ", broken.Reason) != test.want {
						t.Errorf("%s: %v, want %s", test.name, err, test.want)
					}
				} else {
					t.Errorf("%s: not seen", test.name)
				}
				return undone
			})
			if !errors.Is(err, undone) {
				t.Fatal(test.name, err)
			}
		}
		want("with all of it undone", "21 1", kept...)
		now = now.Add(time.Hour)
		l.Add(t.Context(), Entry{Event: user.Enabled, Who: "chief", About: "3"})
		if err := l.Sweep(t.Context(), time.Minute); err != nil {
			t.Fatal(err)
		}
		want("after the old ones have gone", "1 0", kept...)
		now = now.Add(time.Hour)
		if err := l.Sweep(t.Context(), time.Minute); err != nil {
			t.Fatal(err)
		}
		want("after all have gone", "0 0", kept...)
		l.Add(t.Context(), Entry{Event: user.Added, Who: "chief", About: "new"})
		want("and goes on", "1 0")
		stranger, err := l.Signed([]byte("another secret"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := stranger.Verify(t.Context(), true); err == nil {
			t.Error("another's signature is taken")
		}
	})
}

// An act that is undone leaves no entry, and one whose entry cannot be written is
// not done.
func TestEntryOfTheActItself(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		db := storetest.Open(t, dsn)
		l, users := New(db, slog.New(slog.DiscardHandler), time.Now), user.New(db)
		with := func(event string) context.Context {
			return With(t.Context(), Entry{Event: event, Who: "chief", About: "a", Via: "console"})
		}
		count := func() int {
			list, err := l.List(t.Context(), Filter{Most: 100})
			if err != nil {
				t.Fatal(err)
			}
			return len(list)
		}
		const password = "a horse of the audit 41"
		for _, test := range []struct {
			name string
			act  func() error
			ok   bool
		}{
			{"added", func() error { return users.Register(with(user.Added), "a", password, user.Admin) }, true},
			{"added again", func() error { return users.Register(with(user.Added), "a", password, user.Admin) }, false},
			{"last admin", func() error { return users.SetRole(with(user.RoleChanged), "a", user.Client) }, false},
			{"password", func() error { return users.Reset(with(user.PasswordChanged), "a", password+"x") }, true},
			{"unknown", func() error { return users.Reset(with(user.PasswordChanged), "nobody", password) }, false},
			{"role", func() error { return users.SetRole(with(user.RoleChanged), "a", user.Admin) }, true},
			{"enabled", func() error { return users.Enable(with(user.Enabled), "a") }, true},
		} {
			before := count()
			err := test.act()
			if grown := count() - before; (err == nil) != test.ok || grown == 1 != test.ok {
				t.Errorf("%s: %v, %d entries more", test.name, err, grown)
			}
		}
		if _, err := db.Exec(t.Context(), "ALTER TABLE audit RENAME TO audit_away"); err != nil {
			t.Fatal(err)
		}
		was, err := users.Current(t.Context(), "a")
		if err != nil {
			t.Fatal(err)
		}
		if err := users.Enable(with(user.Enabled), "a"); err == nil {
			t.Error("an act without an entry is done")
		}
		if now, err := users.Current(t.Context(), "a"); err != nil || now != was {
			t.Errorf("%+v, %v", now, err)
		}
	})
}

// The statements of docs/operations.md give a role of PostgreSQL what the service
// needs, and not the right to change or delete entries; old ones go all the same.
func TestRoleOfTheService(t *testing.T) {
	dsn := storetest.Postgres(t) // SQLite has no roles
	owner := storetest.Open(t, dsn)
	page, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "<!-- the service's role -->\n```sql\n")
	statements, _, found := strings.Cut(rest, "```")
	if !found {
		t.Fatal("docs/operations.md has no statements")
	}
	if _, err := owner.Postgres().Exec(t.Context(), "DROP ROLE IF EXISTS tijian_service"); err != nil {
		t.Fatal(err)
	}
	if _, err := owner.Postgres().Exec(t.Context(), statements); err != nil {
		t.Fatal(err)
	}
	address, err := url.Parse(dsn)
	if err != nil {
		t.Fatal(err)
	}
	query := address.Query()
	query.Set("user", "tijian_service")
	query.Set("password", "secret")
	address.User, address.RawQuery = nil, query.Encode()
	db, err := store.Open(t.Context(), address.String(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		db.Close()
		if _, err := owner.Postgres().Exec(context.Background(), "DROP OWNED BY tijian_service; DROP ROLE tijian_service"); err != nil {
			t.Error(err)
		}
	})
	now := time.Now()
	l, err := New(db, slog.New(slog.DiscardHandler), func() time.Time { return now }).Signed([]byte("secret"))
	if err != nil {
		t.Fatal(err)
	}
	if err := user.New(db).Register(With(t.Context(), Entry{Event: user.Added, About: "a"}), "a", "a horse of the role 41", user.Client); err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{"UPDATE audit SET who = 'b'", "DELETE FROM audit", "TRUNCATE audit", "UPDATE audit_stubs SET mac = ''", "DELETE FROM audit_stubs", "ALTER TABLE audit DISABLE TRIGGER audit_stays"} {
		if _, err := db.Exec(t.Context(), statement); err == nil || !strings.Contains(err.Error(), "permission denied") && !strings.Contains(err.Error(), "must be owner") {
			t.Errorf("%s: %v", statement, err)
		}
	}
	now = now.Add(time.Hour)
	if err := l.Sweep(t.Context(), time.Minute); err != nil {
		t.Fatal(err)
	}
	if n, err := l.Verify(t.Context(), true); err != nil || n[Acts] != 0 {
		t.Errorf("%v, %v", n, err)
	}
}

// Who could act as another, or chose what the other may do, is known for a while, and
// so is who had that power over them.
func TestMadeBy(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		db := storetest.Open(t, dsn)
		now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
		l := New(db, slog.New(slog.DiscardHandler), func() time.Time { return now })
		for _, e := range []Entry{
			{Event: user.PasswordChanged, Who: "old", About: "b", At: now.Add(-25 * time.Hour)},
			{Event: user.RoleChanged, Who: "a", About: "b"},
			{Event: user.FactorRemoved, Who: "d", About: "b"},
			{Event: user.Added, Who: "e", About: "a"},
			{Event: user.RoleChanged, Who: "b", About: "e"}, // a circle
			{Event: user.PasswordChanged, Who: "b", About: "b"},
			{Event: user.LoginsEnded, Who: "f", About: "b"}, // no power
			{Event: user.RoleChanged, About: "b", Via: "command"},
			{Event: user.RoleChanged, Who: "b", About: "g"},
		} {
			l.Add(t.Context(), e)
		}
		for within, want := range map[time.Duration]string{0: "[]", 24 * time.Hour: "[a d e]", 48 * time.Hour: "[a d e old]"} {
			got, err := l.MadeBy(t.Context(), "b", within)
			if slices.Sort(got); err != nil || fmt.Sprint(got) != want {
				t.Errorf("within %v: %v %v, want %s", within, got, err, want)
			}
		}
	})
}
