package session

import (
	"errors"
	"os"
	"testing"
	"time"

	"tijian/server/store/storetest"
	"tijian/server/user"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

// What a passkey was asked is answered once; a token is noted as used once a minute;
// what has ended or expired is in no list, and is taken away in the end.
func TestStore(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		db := storetest.Open(t, dsn)
		now := time.Unix(1_800_000_000, 0).UTC()
		tokens := Toucher{Store: Store{DB: db, Now: func() time.Time { return now }}}
		s, u := tokens.Store, user.User{Name: "王医生"}
		_, err := db.Exec(t.Context(), "INSERT INTO users (name, password_hash, created_at) VALUES ('王医生', '', 1)")
		must(t, err)
		id, err := s.Begin(t.Context(), u, From{"192.0.2.1", "a browser\x00"}, false)
		must(t, err)
		login, err := s.Find(t.Context(), id)
		must(t, err)
		if login.User != u.Name || login.Agent != "a browser" || !login.FactorAt.IsZero() || !login.ProvedAt.Equal(now) {
			t.Errorf("%+v", login)
		}
		must(t, s.Ask(t.Context(), login, "first"))
		must(t, s.Ask(t.Context(), login, "second"))
		for _, want := range []string{"second", ""} {
			if got, err := s.Asked(t.Context(), login); err != nil || got != want {
				t.Errorf("asked %q, %v; want %q", got, err, want)
			}
		}

		must(t, s.Issued(t.Context(), u, "0.a", now.Add(time.Hour), From{}))
		must(t, s.Issued(t.Context(), u, "0.b", now.Add(2*time.Hour), From{}))
		seen := func() (at time.Duration, n int) {
			t.Helper()
			list, err := s.Of(t.Context(), u)
			must(t, err)
			for _, l := range list {
				if l.ID == "0.b" {
					at = l.SeenAt.Sub(time.Unix(1_800_000_000, 0))
				}
			}
			return at, len(list)
		}
		var got []time.Duration
		for range 4 {
			now = now.Add(40 * time.Second)
			must(t, tokens.Used(t.Context(), "0.b"))
			at, _ := seen()
			got = append(got, at)
		}
		if got[0] != 40*time.Second || got[1] != 40*time.Second || got[2] != 2*time.Minute || got[3] != 2*time.Minute {
			t.Errorf("seen at %v", got)
		}
		if _, n := seen(); n != 3 {
			t.Errorf("%d logins", n)
		}
		if err := s.EndOne(t.Context(), "another", "0.b"); !errors.Is(err, ErrUnknown) {
			t.Errorf("another's login: %v", err)
		}
		must(t, s.EndOne(t.Context(), u.Name, "0.b"))
		if err := s.EndOne(t.Context(), u.Name, "0.b"); !errors.Is(err, ErrUnknown) {
			t.Errorf("ended twice: %v", err)
		}
		now = now.Add(90 * time.Minute) // the session and the first token are over
		if _, n := seen(); n != 0 {
			t.Errorf("%d logins are left", n)
		}
		must(t, s.Issued(t.Context(), u, "0.c", now.Add(time.Hour), From{}))
		var rows int
		must(t, db.QueryRow(t.Context(), "SELECT count(*) FROM logins").Scan(&rows))
		if rows != 2 { // the one that was ended is remembered while it could come
			t.Errorf("%d rows", rows)
		}
	})
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
