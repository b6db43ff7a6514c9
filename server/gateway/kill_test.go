package gateway

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"tijian/engine/intake"
	"tijian/engine/problem"
	"tijian/server/store"
	"tijian/server/store/storetest"
)

// What a process that is to be killed finds in its environment.
const (
	stepVariable = "GATEWAY_TEST_STEP"
	dsnVariable  = "GATEWAY_TEST_DSN"
	dirVariable  = "GATEWAY_TEST_DIR"
)

// killed ends the process as kill -9 does.
func killed() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

// sentTo is a line that writes to a file what it sends, and dies before the answer.
type sentTo struct{ file string }

func (s sentTo) Send(_ context.Context, id string, _ []byte) error {
	f, err := os.OpenFile(s.file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		_, err = fmt.Fprintln(f, id)
	}
	if err != nil {
		return err
	}
	killed()
	return nil
}

func (sentTo) Close() {}

// die does a step of taking or sending a message, and is killed in it. The message is
// read already: loading the rules would take long.
func die(step string) {
	ctx, dir := context.Background(), os.Getenv(dirVariable)
	db, err := store.Open(ctx, os.Getenv(dsnVariable), dir)
	if err != nil {
		panic(err)
	}
	g := New(Options{DB: db, Zone: time.UTC, Now: time.Now, Answers: true})
	data, err := os.ReadFile(dir + "/letter")
	if err != nil {
		panic(err)
	}
	var kept keptLetter
	if err := json.Unmarshal(data, &kept); err != nil {
		panic(err)
	}
	l := &letter{owner: "alice", digest: kept.Digest, data: []byte(alt), at: time.Now(), receipt: kept.Receipt, reports: []report{{kept.ID, kept.Text}}}
	switch step {
	case "storing", "stored":
		_ = db.InTx(ctx, func(tx *store.Tx) error {
			if err := g.store(ctx, tx, []*letter{l}); err != nil {
				panic(err)
			}
			if step == "storing" {
				killed()
			}
			return nil
		})
	case "sent":
		d := &Delivery{Gateway: g, Tries: 9, Backoff: time.Second, GiveUp: time.Hour, Logger: slog.New(slog.DiscardHandler)}
		for i := range d.lines {
			d.lines[i] = sentTo{dir + "/sent"}
		}
		_, err = d.round(ctx)
		panic(err)
	}
	killed()
}

type keptLetter struct {
	Digest, ID string
	Receipt    intake.Receipt
	Text       []byte
}

// A process that is killed between any two steps leaves neither half a message nor a
// second one: what was not committed is not there, what was is answered alike, and
// what was sent without being marked is sent again with the same control id.
func TestKilled(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		dir := t.TempDir()
		db := storetest.Open(t, dsn)
		b := &bench{t: t, now: time.Now()}
		b.Gateway = New(Options{DB: db, Snapshot: snapshot, MaxSamples: 100, Zone: time.UTC, Now: func() time.Time { return b.now }, Answers: true})
		l := b.read(&letter{owner: "alice", lang: problem.English, data: []byte(alt), at: b.now}, true)
		l.receipt.Requests = l.receipt.Requests[:0:0]
		data, err := json.Marshal(keptLetter{l.digest, l.reports[0].id, l.receipt, l.reports[0].text})
		if err == nil {
			err = os.WriteFile(dir+"/letter", data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			step           string
			messages, sent int
		}{{"storing", 0, 0}, {"stored", 1, 0}, {"sent", 1, 1}} {
			child := exec.Command(os.Args[0])
			child.Env = append(os.Environ(), stepVariable+"="+c.step, dsnVariable+"="+dsn, dirVariable+"="+dir)
			out, err := child.CombinedOutput()
			if status, ok := child.ProcessState.Sys().(syscall.WaitStatus); !ok || !status.Signaled() {
				t.Fatalf("%s: %v: %s", c.step, err, out)
			}
			sent, _ := os.ReadFile(dir + "/sent")
			ids := strings.Fields(string(sent))
			if m, o := b.count("hl7_messages"), b.count("hl7_outbox"); m != c.messages || o != c.messages || len(ids) != c.sent || len(slices.Compact(ids)) > 1 {
				t.Errorf("%s: %d messages, %d assessments, sent %v", c.step, m, o, ids)
			}
		}
		if again := b.take("alice", alt, "AA"); string(again) != string(l.receipt.Answer) {
			t.Errorf("%q, then %q", l.receipt.Answer, again)
		}
		h := &hospital{}
		d := b.delivery(h)
		b.now = time.Now()
		d.must(t)
		d.must(t)
		if got := h.list(); !slices.Equal(got, []string{"42"}) {
			t.Errorf("left: %v", got)
		}
	})
}
