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

func TestMain(m *testing.M) {
	if step := os.Getenv(stepVariable); step != "" {
		die(step) // as the process of TestKilled
	}
	os.Exit(storetest.Main(m))
}

var snapshot = sync.OnceValue(func() *engine.Snapshot {
	s, problems := engine.DraftRules(engine.Files{}, "") // no text is read here
	if err := problems.Err(); err != nil {
		panic(err)
	}
	return s
})

const alt = "MSH|^~\\&|LIS|LAB|TJ||20261120093000||ORU^R01|42|P|2.4\rPID|1||u-1||张三||19700501|M\rOBR|1|P1|F1|XH|||20261120083000\rOBX|1|NM|ALT^丙氨酸氨基转移酶||30|U/L|||||F\r"

// numbered is alt with another control id.
func numbered(id string) string { return strings.Replace(alt, "|42|", "|"+id+"|", 1) }

// bench is a gateway on a database of its own, with a clock to set.
type bench struct {
	*Gateway
	t   *testing.T
	now time.Time
}

func each(t *testing.T, test func(b *bench)) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		db := storetest.Open(t, dsn)
		b := &bench{t: t, now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
		b.Gateway = New(Options{DB: db, Snapshot: snapshot, MaxSamples: 100, Zone: time.UTC, Now: func() time.Time { return b.now }, Answers: true})
		test(b)
	})
}

func (b *bench) take(owner, text, code string) []byte {
	b.t.Helper()
	answer, err := b.Take(b.t.Context(), owner, []byte(text), problem.English)
	if err != nil || !bytes.Contains(answer, []byte("\rMSA|"+code+"|")) {
		b.t.Fatalf("not %s: %q, %v", code, answer, err)
	}
	return answer
}

func (b *bench) count(table string) (n int) {
	b.t.Helper()
	if err := b.DB.QueryRow(b.t.Context(), "SELECT count(*) FROM "+table).Scan(&n); err != nil {
		b.t.Fatal(err)
	}
	return n
}

// A message is stored once it is answered, whatever the answer; the same one is
// answered alike and stored once, for each user, and so is its assessment.
func TestTake(t *testing.T) {
	each(t, func(b *bench) {
		first := b.take("alice", alt, "AA")
		b.now = b.now.Add(time.Minute)
		var at sync.WaitGroup
		for range 4 {
			at.Go(func() {
				if again, err := b.Take(b.t.Context(), "alice", []byte(alt), problem.English); err != nil || !bytes.Equal(again, first) {
					b.t.Errorf("%q, %v", again, err)
				}
			})
		}
		at.Wait()
		if m, o := b.count("hl7_messages"), b.count("hl7_outbox"); m != 1 || o != 1 {
			b.t.Errorf("%d messages and %d assessments of one", m, o)
		}
		b.take("bob", alt, "AA")
		b.take("alice", "hello", "AR")
		b.now = b.now.Add(Keep + time.Second)
		if err := b.Sweep(b.t.Context()); err != nil || b.count("hl7_messages")+b.count("hl7_outbox") != 0 {
			b.t.Errorf("%d left, %v", b.count("hl7_messages"), err)
		}
		gone, cancel := context.WithCancel(b.t.Context())
		cancel()
		if answer, err := b.Take(gone, "alice", []byte(alt), problem.English); err == nil {
			b.t.Errorf("acknowledged without having been stored: %q", answer)
		}
	})
}

// A control id is one message's of a sender, once anything of it was taken.
func TestConflict(t *testing.T) {
	other := strings.Replace(alt, "|30|", "|31|", 1)
	unusable := strings.Replace(alt, "|19700501|M", "||", 1)
	each(t, func(b *bench) {
		b.take("alice", unusable, "AE")
		b.take("alice", alt, "AA")
		refused := b.take("alice", other, "AR")
		if !bytes.Contains(refused, []byte("|205^")) {
			b.t.Errorf("%q", refused)
		}
		if again := b.take("alice", other, "AR"); !bytes.Equal(again, refused) {
			b.t.Errorf("%q, then %q", refused, again)
		}
		b.take("alice", strings.Replace(other, "|LAB|", "|LAB2|", 1), "AA")
		b.take("alice", strings.Replace(other, "|42|", "|43|", 1), "AA")
		// What no index takes, or no text of PostgreSQL.
		b.take("alice", numbered(strings.Repeat("长", 5000)), "AA")
		b.take("alice", numbered(`A\X00\B`), "AA")
		if n := b.count("hl7_outbox"); n != 5 {
			b.t.Errorf("%d assessments of 5", n)
		}
	})
}

// Who is sent nothing asks for the assessments of a message by its control id.
func TestAssessments(t *testing.T) {
	each(t, func(b *bench) {
		b.Answers = false
		ask := func(owner, control, sender string) (string, error) {
			text, err := b.Assessments(b.t.Context(), owner, control, sender, problem.English)
			return string(text), err
		}
		b.take("alice", alt, "AA")
		b.take("alice", strings.Replace(numbered("43"), "|M\r", "|\r", 1), "AE")
		if text, err := ask("alice", "42", ""); err != nil || !strings.Contains(text, "\rOBX|1|NM|ALT^") || !strings.Contains(text, "MESSAGE^") {
			b.t.Errorf("%q, %v", text, err)
		}
		b.take("alice", strings.Replace(alt, "|LAB|", "|LAB2|", 1), "AA")
		if text, err := ask("alice", "42", "LIS|LAB2"); err != nil || !strings.Contains(text, "|LIS|LAB2|") {
			b.t.Errorf("%q, %v", text, err)
		}
		for _, c := range []struct {
			owner, control, sender string
			want                   error
		}{{"alice", "42", "", ErrManySenders}, {"alice", "43", "", ErrNoMessage}, {"alice", "44", "", ErrNoMessage}, {"bob", "42", "", ErrNoMessage}, {"alice", "42", "x", ErrNoMessage}} {
			if text, err := ask(c.owner, c.control, c.sender); err != c.want {
				b.t.Errorf("%v: %q, %v", c, text, err)
			}
		}
		if n := b.count("hl7_outbox"); n != 0 {
			b.t.Errorf("%d assessments wait for nobody", n)
		}
	})
}

// A dead letter is worked again as things are now; what has left does not leave
// again.
func TestReplay(t *testing.T) {
	two := alt + "PID|2||u-2||李四||||\rOBR|1||F2|XH|||20261120083000\rOBX|1|NM|ALT||31|U/L|||||F\r"
	each(t, func(b *bench) {
		ctx := b.t.Context()
		b.take("alice", two, "AE")
		b.take("alice", alt, "AR") // whose id is taken
		list, err := b.Letters(ctx, 9)
		if err != nil || len(list) != 2 || list[0].Out || list[0].Reason == "" || list[0].Control != "42" || list[0].Sender != "LIS|LAB" {
			b.t.Fatalf("%+v, %v", list, err)
		}
		for _, l := range list {
			whole, err := b.Letter(ctx, l.ID)
			if err != nil || !bytes.Contains(whole.Text, []byte("OBX|1|NM|ALT")) {
				b.t.Fatalf("%+v, %v", whole, err)
			}
			if code, err := b.Replay(ctx, whole, problem.Chinese); err != nil || code != l.Code {
				b.t.Errorf("%s became %s, %v", l.Code, code, err)
			}
			if n := b.count("hl7_outbox"); n != 1 {
				b.t.Errorf("%d assessments of one", n)
			}
			failing := store.Besides(ctx, func(context.Context, *store.Tx) error { return os.ErrPermission })
			if err := b.Drop(failing, whole); err == nil {
				b.t.Error("dropped without its entry in the audit")
			}
			if err := b.Drop(ctx, whole); err != nil {
				b.t.Error(err)
			}
			if _, err := b.Letter(ctx, l.ID); err != ErrNoLetter {
				b.t.Errorf("still there: %v", err)
			}
			if _, err := b.Replay(ctx, whole, problem.Chinese); err != ErrNoLetter {
				b.t.Errorf("what was dropped is worked again: %v", err)
			}
		}
		if back, err := b.Backlog(ctx); err != nil || back.Dead != 0 || back.Waiting != 1 {
			b.t.Errorf("%+v, %v", back, err)
		}
	})
}
