package gateway

import (
	"bytes"
	"context"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"tijian/engine"
	"tijian/engine/problem"
	"tijian/server/store"
	"tijian/server/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

var snapshot = sync.OnceValue(func() *engine.Snapshot {
	s, problems := engine.Load(engine.Files{}, "")
	if err := problems.Err(); err != nil {
		panic(err)
	}
	return s
})

const message = "MSH|^~\\&|LIS|LAB|TJ||20261120093000||ORU^R01|42|P|2.4\rPID|1||u-1||张三||19700501|M\rOBR|1|||XH|||20261120083000\rOBX|1|NM|ALT^丙氨酸氨基转移酶||30|U/L|||||F\r"

// A message is stored once it is answered, whatever the answer; the same one is
// answered alike and stored once, for each user.
func TestTake(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		db, err := store.Open(t.Context(), dsn, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
		g := New(Options{DB: db, Snapshot: snapshot, MaxSamples: 100, Zone: time.UTC, Now: func() time.Time { return now }})
		take := func(owner, text string) []byte {
			t.Helper()
			answer, err := g.Take(t.Context(), owner, []byte(text), problem.English)
			if err != nil {
				t.Fatal(err)
			}
			return answer
		}
		count := func() (n int) {
			t.Helper()
			if err := db.QueryRow(t.Context(), "SELECT count(*) FROM hl7_messages").Scan(&n); err != nil {
				t.Fatal(err)
			}
			return n
		}
		first := take("alice", message)
		if !bytes.Contains(first, []byte("\rMSA|AA|42\r")) {
			t.Errorf("%q", first)
		}
		now = now.Add(time.Minute)
		var at sync.WaitGroup
		for range 4 {
			at.Go(func() {
				if again, err := g.Take(t.Context(), "alice", []byte(message), problem.English); err != nil || !bytes.Equal(again, first) {
					t.Errorf("%q, %v", again, err)
				}
			})
		}
		at.Wait()
		if n := count(); n != 1 {
			t.Errorf("%d messages of one", n)
		}
		take("bob", message)
		take("alice", strings.Replace(message, "|30|", "|31|", 1))
		if faulty := take("alice", strings.Replace(message, "|19700501|M", "||", 1)); !bytes.Contains(faulty, []byte("\rMSA|AE|42\r")) || !bytes.Contains(faulty, []byte("profile.dob, profile.gender")) {
			t.Errorf("%q", faulty)
		}
		if refused := take("alice", "hello"); !bytes.Contains(refused, []byte("\rMSA|AR|\r")) {
			t.Errorf("%q", refused)
		}
		if n := count(); n != 5 {
			t.Errorf("%d messages of 5", n)
		}
		now = now.Add(Keep + time.Second)
		if err := g.Sweep(t.Context()); err != nil || count() != 0 {
			t.Errorf("%d left, %v", count(), err)
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if answer, err := g.Take(gone, "alice", []byte(message), problem.English); err == nil {
			t.Errorf("acknowledged without having been stored: %q", answer)
		}
	})
}
