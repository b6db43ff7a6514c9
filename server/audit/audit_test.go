package audit

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"tijian/engine/release"
	"tijian/server/store"
	"tijian/server/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

func TestLog(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		db, err := store.Open(t.Context(), dsn, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
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
			{Event: "login", About: "a"}, {Event: "login-throttled", About: "a"}, // not kept
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
	db, err := store.Open(t.Context(), storetest.SQLite(t), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
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
			if _, event, _ := (release.Act{Kind: kind, Err: err}).Record(); KindOf(event) != Releases {
				t.Errorf("%s is of the kind %q", event, KindOf(event))
			}
		}
	}
}
