package task

import (
	"net/url"
	"strings"
	"testing"

	"tijian/internal/waittest"
	"tijian/server/fetch"
)

// Places that are open to users only are reached by their tasks, pictures and
// callbacks, and by no others.
func TestAllowedForUsers(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		l := newListener(t, nil)
		at, err := url.Parse(l.URL)
		if err != nil {
			t.Fatal(err)
		}
		allowed, err := fetch.ParseAllowed("127.0.0.1:" + at.Port() + "/users/, 127.0.0.1:" + at.Port() + "/all/@anyone")
		if err != nil {
			t.Fatal(err)
		}
		b := setup(t, dsn, func(o *Options) {
			o.Workers, o.Tries = 1, 1
			o.Fetch = fetch.New(fetch.Options{Allowed: allowed, Connect: waittest.Limit, Idle: waittest.Limit, Total: waittest.Limit})
		})
		b.start()
		for _, owner := range []string{"", "alice"} {
			for _, place := range []string{"users", "all"} {
				s := entry()
				s.Owner, s.ImageURL = owner, l.URL+"/"+place+"/picture-of-"+owner
				s.CallbackURL = ptr(l.URL + "/" + place + "/callback-of-" + owner)
				b.submit(s)
				want := Done
				if owner == "" && place == "users" {
					want = Failed
				}
				if got := b.ended(s); got.Status != want {
					t.Errorf("%q, %s: %+v", owner, place, got)
				}
			}
		}
		b.until("three callbacks", func() bool { return strings.Count(strings.Join(l.seen(), " "), "/callback-of") == 3 })
		if all := strings.Join(l.seen(), " "); strings.Contains(all, "/users/picture-of- ") || strings.Contains(all+" ", "/users/callback-of- ") {
			t.Error(all)
		}
	})
}
