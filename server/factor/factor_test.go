package factor

import (
	"encoding/base32"
	"errors"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tijian/server/session"
	"tijian/server/store"
	"tijian/server/store/storetest"
	"tijian/server/user"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

// The vectors of RFC 6238, appendix B, for SHA-1, to six of their eight digits, and
// of RFC 4226, appendix D.
func TestVectors(t *testing.T) {
	key := []byte("12345678901234567890")
	for at, want := range map[int64]string{59: "287082", 1111111109: "081804", 1111111111: "050471", 1234567890: "005924", 2000000000: "279037", 20000000000: "353130"} {
		if got := codeOf(key, stepOf(time.Unix(at, 0))); got != want {
			t.Errorf("at %d: %s, want %s", at, got, want)
		}
	}
	for step, want := range []string{"755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"} {
		if got := codeOf(key, int64(step)); got != want {
			t.Errorf("counter %d: %s, want %s", step, got, want)
		}
	}
}

func TestPolicy(t *testing.T) {
	for policy, want := range map[Policy]string{"": "", Off: "", Editors: "editor approver admin ", All: "client editor approver admin "} {
		got := ""
		for _, role := range user.Roles() {
			if policy.Lacks(user.User{Role: role}) {
				got += string(role) + " "
			}
			if policy.Lacks(user.User{Role: role, Factor: true}) {
				t.Errorf("%s: %s with a factor lacks one", policy, role)
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", policy, got, want)
		}
	}
}

// A desk is a user with a session, and a clock.
type desk struct {
	*Factors
	t     *testing.T
	db    *store.DB
	now   time.Time
	login session.Login
}

var keys = [][]byte{[]byte(strings.Repeat("a", 32)), []byte(strings.Repeat("b", 32))}

func newDesk(t *testing.T, dsn string) *desk {
	db := storetest.Open(t, dsn)
	d := &desk{t: t, db: db, now: time.Unix(1_800_000_000, 0)}
	clock := func() time.Time { return d.now }
	var err error
	d.Factors, err = New(db, keys[:1], clock)
	must(t, err)
	_, err = db.Exec(t.Context(), "INSERT INTO users (name, password_hash, created_at) VALUES ('王医生', '', 1)")
	must(t, err)
	sessions := session.Store{DB: db, Now: clock}
	id, err := sessions.Begin(t.Context(), user.User{Name: "王医生"}, session.From{}, false)
	must(t, err)
	d.login, err = sessions.Find(t.Context(), id)
	must(t, err)
	return d
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// enrol gives the user an app, and returns its secret and the codes for recovery.
func (d *desk) enrol() (raw []byte, recovery []string) {
	d.t.Helper()
	o := d.Offer(d.login, "")
	uri, err := url.Parse(o.URI)
	must(d.t, err)
	raw, err = base32.StdEncoding.DecodeString(uri.Query().Get("secret"))
	must(d.t, err)
	if uri.Scheme != "otpauth" || uri.Host != "totp" || uri.Path != "/Tijian:王医生" || uri.Query().Get("issuer") != "Tijian" || strings.ReplaceAll(o.Text, " ", "") != uri.Query().Get("secret") {
		d.t.Errorf("%+v", o)
	}
	recovery, err = d.AddApp(d.t.Context(), d.login, d.Offer(d.login, o.Nonce), codeOf(raw, stepOf(d.now)))
	must(d.t, err)
	return raw, recovery
}

func (d *desk) want(what, code string, want error) {
	d.t.Helper()
	if err := d.Check(d.t.Context(), "王医生", code); !errors.Is(err, want) || want == nil && err != nil {
		d.t.Errorf("%s: %v, want %v", what, err, want)
	}
}

// A code is taken once, a step to either side of now, whoever tries how often; and
// no code is after a hundred wrong ones, until there is other proof.
func TestCodes(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		d := newDesk(t, dsn)
		if _, err := d.AddApp(t.Context(), d.login, d.Offer(d.login, ""), "000000"); !errors.Is(err, user.ErrCredentials) {
			t.Errorf("an app that does not have the secret: %v", err)
		}
		raw, recovery := d.enrol()
		at := func(steps int64) string { return codeOf(raw, stepOf(d.now)+steps) }
		d.want("the code that it was enrolled with", at(0), ErrReplayed)
		d.now = d.now.Add(10 * period)
		d.want("two steps old", at(-2), user.ErrCredentials)
		d.want("two steps ahead", at(2), user.ErrCredentials)
		d.want("a step old, typed with a blank", " "+at(-1)[:3]+" "+at(-1)[3:], nil)
		d.want("the same again", at(-1), ErrReplayed)
		d.want("full width", strings.Map(func(r rune) rune { return r - '0' + '０' }, at(0)), nil)
		d.want("a step ahead", at(1), nil)
		d.want("before the last that was taken", at(0), ErrReplayed)
		if err := d.Check(t.Context(), "nobody", at(1)); !errors.Is(err, user.ErrCredentials) {
			t.Errorf("another's code: %v", err)
		}

		// Of many who come at once with one code one gets in.
		d.now = d.now.Add(10 * period)
		var in atomic.Int32
		var group sync.WaitGroup
		for range 8 {
			group.Go(func() {
				if d.Check(t.Context(), "王医生", at(0)) == nil {
					in.Add(1)
				}
			})
		}
		group.Wait()
		if in.Load() != 1 {
			t.Errorf("one code opened %d times", in.Load())
		}

		d.now = d.now.Add(10 * period)
		_, err := d.db.Exec(t.Context(), "UPDATE factors SET wrong = ? WHERE kind = ?", mostWrong-1, App)
		must(t, err)
		d.want("one more wrong", at(5), user.ErrCredentials)
		d.want("after a hundred", at(0), user.ErrCredentials)
		d.want("a code for recovery", strings.ToLower(recovery[3]), nil)
		d.want("it again", recovery[3], user.ErrCredentials)
		d.want("the app after it", at(0), nil)

		// The table tells no secret.
		list, err := d.list(t.Context(), d.db, "王医生")
		must(t, err)
		for _, one := range list {
			for _, secret := range append(recovery, string(raw), base32.StdEncoding.EncodeToString(raw)) {
				if strings.Contains(one.secret, strings.ReplaceAll(secret, " ", "")) {
					t.Errorf("%s is kept as it is", one.Kind)
				}
			}
		}
	})
}

// Factors come and go; what was begun without ends with the first one, and all ends
// when an admin takes them away. Secrets outlive the rotation of the keys.
func TestFactorsOfUser(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		d := newDesk(t, dsn)
		users := user.New(d.db)
		sessions := session.Store{DB: d.db, Now: func() time.Time { return d.now }}
		_, err := sessions.Begin(t.Context(), user.User{Name: "王医生"}, session.From{}, false)
		must(t, err)
		open := func() (user.User, int) {
			t.Helper()
			u, err := users.Current(t.Context(), "王医生")
			must(t, err)
			list, err := sessions.Of(t.Context(), u)
			must(t, err)
			return u, len(list)
		}
		if u, n := open(); u.Factor || n != 2 {
			t.Errorf("before: %+v, %d", u, n)
		}
		raw, recovery := d.enrol()
		u, n := open()
		if here, _ := sessions.Of(t.Context(), u); !u.Factor || n != 1 || len(recovery) != recoveryCodes || here[0].FactorAt.IsZero() {
			t.Errorf("with an app: %+v, %d logins, %d codes", u, n, len(recovery))
		}
		codes, err := d.NewRecovery(t.Context(), "王医生")
		must(t, err)
		d.want("an old code for recovery", recovery[0], user.ErrCredentials)
		d.want("a new one", codes[0], nil)
		if _, left, err := d.Of(t.Context(), "王医生"); err != nil || left != recoveryCodes-1 {
			t.Errorf("%d are left, %v", left, err)
		}

		now := func() time.Time { return d.now }
		d.now = d.now.Add(10 * period)
		for i, live := range [][][]byte{{keys[1], keys[0]}, {keys[1]}} { // a new key, then it alone
			if d.Factors, err = New(d.db, live, now); err != nil {
				t.Fatal(err)
			}
			d.want("after a rotation", codeOf(raw, stepOf(d.now)+int64(i)), nil)
		}
		if d.Factors, err = New(d.db, keys[:1], now); err != nil {
			t.Fatal(err)
		}
		d.now = d.now.Add(10 * period)
		if err := d.Check(t.Context(), "王医生", codeOf(raw, stepOf(d.now))); err == nil || errors.Is(err, user.ErrCredentials) {
			t.Errorf("a secret of another key: %v", err)
		}
		d.want("a code for recovery helps on", codes[1], nil)

		if err := d.Remove(t.Context(), "王医生", "none"); !errors.Is(err, ErrUnknown) {
			t.Error(err)
		}
		apps, _, err := d.Of(t.Context(), "王医生")
		must(t, err)
		must(t, d.Remove(t.Context(), "王医生", apps[0].ID))
		if u, _ := open(); u.Factor {
			t.Error("it is still there")
		}
		d.want("a code for recovery without a factor", codes[2], user.ErrCredentials)
		if err := RemoveAll(t.Context(), d.db, "王医生"); !errors.Is(err, ErrUnknown) {
			t.Error(err)
		}
		d.enrol()
		must(t, RemoveAll(t.Context(), d.db, "王医生"))
		if u, n := open(); u.Factor || n != 0 {
			t.Errorf("after the admin: %+v, %d logins", u, n)
		}
	})
}
