package cases

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"tijian/server/store"
	"tijian/server/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

func open(t testing.TB, dsn string, keys ...string) Store {
	t.Helper()
	db := storetest.Open(t, dsn)
	return Store{DB: db, Seal: seal(t, keys...), Now: time.Now}
}

func seal(t testing.TB, keys ...string) *Seal {
	t.Helper()
	var all [][]byte
	for _, key := range keys {
		all = append(all, []byte(strings.Repeat(key, 32)))
	}
	s, err := NewSeal(all)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// What is kept is opened under every key that is set, by its own case alone, and by
// nobody without a key; what was kept before there was one stays readable.
func TestSeal(t *testing.T) {
	document := []byte(`{"name":"王小明"}`)
	for _, test := range []struct {
		sealed, opened []string
		place          string
		want           bool
	}{
		{nil, nil, "a", true}, {nil, []string{"k"}, "b", true}, {[]string{"k"}, []string{"k"}, "a", true}, {[]string{"k"}, []string{"n", "k"}, "a", true},
		{[]string{"k"}, nil, "a", false}, {[]string{"k"}, []string{"n"}, "a", false}, {[]string{"k"}, []string{"k"}, "b", false}, {[]string{"n", "k"}, []string{"k"}, "a", false},
	} {
		kept, err := seal(t, test.sealed...).seal("a", document)
		if err != nil {
			t.Fatal(err)
		}
		got, err := seal(t, test.opened...).open(test.place, kept)
		if ok := err == nil && bytes.Equal(got, document); ok != test.want || !test.want && !errors.Is(err, ErrSealed) {
			t.Errorf("%+v: %q, %v", test, got, err)
		}
	}
	for _, damaged := range [][]byte{{plain}, {sealed}, {sealed, 1, 2}, {plain, 1, 2}, {9}} {
		if got, err := seal(t, "k").open("a", damaged); err == nil {
			t.Errorf("%v is opened: %q", damaged, got)
		}
	}
}

// Changes at the same moment are all kept, one after the other, and nothing that a
// case says of a person is in the database as it is.
func TestChanges(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		s := open(t, dsn, "k")
		const owner, id, name = "client", "a", "王小明"
		create := Case{Owner: owner, ID: id, Person: "P1", State: Check, Head: []byte("head of " + name), Found: []string{name, "B-77"}}
		if err := s.Create(t.Context(), create); err != nil {
			t.Fatal(err)
		}
		if err := s.Create(t.Context(), create); !errors.Is(err, ErrAgain) {
			t.Errorf("a second of the same id: %v", err)
		}
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				for done := false; !done; {
					_, err := s.Change(t.Context(), owner, id, func(c *Case) error { c.Body = append(c.Body, 'x'); return nil })
					if done = err == nil; err != nil && !errors.Is(err, ErrBusy) {
						t.Error(err)
						return
					}
				}
			})
		}
		all.Wait()
		c, err := s.Get(t.Context(), owner, id)
		if err != nil || string(c.Body) != "xxxx" || string(c.Head) != "head of "+name {
			t.Errorf("%q %q, %v", c.Head, c.Body, err)
		}
		var head []byte
		var found string
		if err := s.DB.QueryRow(t.Context(), "SELECT head, found FROM cases").Scan(&head, &found); err != nil || strings.Contains(string(head)+found, "王") || found == "" {
			t.Errorf("%q %q, %v", head, found, err)
		}
		for text, want := range map[string]int{name: 1, " 王小明 ": 1, "王小": 1, "小明": 1, "王明": 0, "b-77": 1, "77": 1, "p1": 1, "P": 1, "1": 1, "2": 0, "%": 0, "\n": 1, "": 1, "\x00": 1} {
			if list, err := s.List(t.Context(), Filter{Owner: owner, Text: text, Most: 9}); err != nil || len(list) != want {
				t.Errorf("%q finds %d, %v", text, len(list), err)
			}
		}
		s.Seal = seal(t, "n", "k")
		if list, err := s.List(t.Context(), Filter{Owner: owner, Text: name, Most: 9}); err != nil || len(list) != 1 {
			t.Errorf("after a new key %d are found, %v", len(list), err)
		}
		if err := s.Hand(t.Context(), owner, id, "doctor", func(c *Case) error { c.Body = []byte("handed"); return nil }); err != nil {
			t.Fatal(err)
		}
		if list, err := s.List(t.Context(), Filter{Owner: "doctor", Text: "小明", Most: 9}); err != nil || len(list) != 1 || !list[0].Created.Equal(c.Created) {
			t.Errorf("who was given it finds %+v, %v", list, err)
		}
		if c, err := s.Get(t.Context(), "doctor", id); err != nil || string(c.Body) != "handed" {
			t.Errorf("what was given: %q, %v", c.Body, err)
		}
		if _, err := s.Get(t.Context(), owner, id); !errors.Is(err, ErrNone) {
			t.Errorf("what was given away: %v", err)
		}
		if err := s.Hand(t.Context(), "doctor", id, owner, func(*Case) error { return nil }); err != nil {
			t.Fatal(err)
		}
		for who, want := range map[string]int{"": 1, owner: 1, "editor": 0} {
			if list, err := s.Old(t.Context(), who, time.Now().Add(time.Minute)); err != nil || len(list) != want {
				t.Errorf("%d old ones of %q, %v", len(list), who, err)
			}
		}
		if err := s.Delete(t.Context(), owner, id); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Get(t.Context(), owner, id); !errors.Is(err, ErrNone) {
			t.Errorf("a deleted case: %v", err)
		}
		if err := s.Delete(t.Context(), owner, id); !errors.Is(err, ErrNone) {
			t.Errorf("deleted twice: %v", err)
		}
	})
}

// BenchmarkList shows the first page, a later one and a search beside 10,000 cases.
func BenchmarkList(b *testing.B) {
	for _, dsn := range []func(testing.TB) string{storetest.SQLite, storetest.Postgres} {
		s := open(b, dsn(b), "k")
		one := Case{Owner: "client", ID: "x", Head: []byte(`{"values":32,"wanting":7}`), Found: []string{"王小明", "B-77"}}
		head, _, err := s.sealed(&one)
		if err != nil {
			b.Fatal(err)
		}
		for from := 0; from < 10_000; from += 500 {
			err := s.DB.InTx(b.Context(), func(tx *store.Tx) error {
				for i := from; i < from+500; i++ {
					if _, err := tx.Exec(b.Context(), "INSERT INTO cases (owner, id, person, found, state, pictures, revision, created_at, changed_at, head, body) VALUES ('client', ?, ?, ?, 'check', 1, 1, ?, ?, ?, ?)",
						fmt.Sprintf("id%d", i), fmt.Sprintf("P%05d", i), one.found, i, i, head, bytes.Repeat([]byte("x"), 8000)); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				b.Fatal(err)
			}
		}
		for name, f := range map[string]Filter{"first": {}, "state": {State: Check}, "later": {Before: time.UnixMicro(5000).UTC().Format(time.RFC3339Nano) + "_id5000"}, "search": {Text: "00123"}} {
			f.Owner, f.Most = "client", 26
			b.Run(string(s.DB.Dialect())+"/"+name, func(b *testing.B) {
				for b.Loop() {
					if _, err := s.List(b.Context(), f); err != nil && !errors.Is(err, ErrSealed) {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// What older versions kept, which were digests of names, is found by a part of a name
// after a start; what no key opens waits for its key.
func TestRefind(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		s := open(t, dsn, "k")
		const digests = "5c0ffee15badc0ffee15bad0 aaaa1b2c3d4e5f60718293a4"
		for id, key := range map[string]string{"a": "k", "b": "k", "lost": "n"} {
			one := Store{DB: s.DB, Seal: seal(t, key), Now: s.Now}
			if err := one.Create(t.Context(), Case{Owner: "client", ID: id, Person: "P-" + id, State: Check, Head: []byte("王小明 " + id), Found: []string{id}}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.DB.Exec(t.Context(), "UPDATE cases SET found = ? WHERE id <> 'b'", digests); err != nil {
			t.Fatal(err)
		}
		finds := func(text string, want int) {
			t.Helper()
			if list, err := s.List(t.Context(), Filter{Owner: "client", Text: text, Most: 9}); err != nil || len(list) != want {
				t.Errorf("%q finds %d, %v", text, len(list), err)
			}
		}
		finds("小明", 0)
		before, err := s.Get(t.Context(), "client", "a")
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := s.Refind(t.Context(), func(c Case) []string { return []string{string(c.Head)} }); err != nil {
				t.Fatal(err)
			}
			finds("小明", 1) // b says nothing of it, and was left alone
		}
		if c, err := s.Get(t.Context(), "client", "a"); err != nil || !c.Changed.Equal(before.Changed) {
			t.Errorf("it counts as changed: %v, %v", c.Changed, err)
		}
		s.Seal = seal(t, "k", "n")
		if err := s.Refind(t.Context(), func(c Case) []string { return []string{string(c.Head)} }); err != nil {
			t.Fatal(err)
		}
		finds("小明", 2)
	})
}
