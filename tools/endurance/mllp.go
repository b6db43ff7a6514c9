package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"tijian/engine/intake"
	"tijian/server/mllp/frame"
	"tijian/server/store"
	"tijian/server/store/cluster"
	"tijian/tools/endurance/rig"
)

type mllp struct {
	Messages int    `default:"5000" help:"Messages to send."`
	Kills    int    `default:"20" help:"Times that the service is killed."`
	Senders  int    `default:"8" help:"Laboratory systems that send at once, each on a connection of its own."`
	Hangups  int    `default:"200" help:"The system that assessments are sent to hangs up instead of answering each so-manieth; 0 for never."`
	Database string `default:"both" enum:"sqlite,postgres,both" help:"sqlite, postgres or both."`
}

// Run measures without kills, then kills, on each database.
func (m *mllp) Run(ctx context.Context) error {
	var all []error
	for _, kills := range []int{0, m.Kills} {
		if m.Database != "postgres" {
			dir, remove, err := rig.Dir()
			if err != nil {
				return err
			}
			all = append(all, m.run(ctx, dir, "sqlite:"+filepath.Join(dir, "tijian.db"), kills))
			remove()
		}
		if m.Database != "sqlite" {
			all = append(all, rig.WithPostgres(ctx, func(dir, dsn string, _ *cluster.Cluster) error { return m.run(ctx, dir, dsn, kills) }))
		}
	}
	return errors.Join(all...)
}

// run sends all messages to a service that is killed and started again meanwhile.
func (m *mllp) run(ctx context.Context, dir, dsn string, kills int) error {
	his, err := newHIS(m.Hangups)
	if err != nil {
		return err
	}
	defer his.Close()
	var addresses [2]string
	for i := range addresses {
		if addresses[i], err = rig.FreeAddress(); err != nil {
			return err
		}
	}
	settings := rig.Settings{"TIJIAN_DATABASE": dsn, "TIJIAN_DATA": dir, "TIJIAN_LISTEN": addresses[0], "TIJIAN_WORKERS": "0",
		"TIJIAN_BOOTSTRAP_USER": "u", "TIJIAN_BOOTSTRAP_PASSWORD": "p",
		"TIJIAN_MLLP_LISTEN": addresses[1], "TIJIAN_MLLP_USER": "u", "TIJIAN_MLLP_SEND": his.Addr().String(), "TIJIAN_MLLP_BACKOFF": "100ms"}
	p, err := rig.Start(ctx, "", "serve", dir, settings)
	if err != nil {
		return err
	}
	defer func() { p.Kill() }()
	db, err := store.Open(ctx, dsn, dir)
	if err != nil {
		return err
	}
	defer db.Close()

	start := time.Now()
	var acked atomic.Int64
	var senders sync.WaitGroup
	for s := range m.Senders {
		senders.Go(func() { m.send(ctx, addresses[1], s, &acked) })
	}
	for i := range kills {
		for at := int64((i + 1) * m.Messages / (kills + 1)); acked.Load() < at && ctx.Err() == nil; {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(rand.N(30 * time.Millisecond))
		p.Kill()
		if p, err = rig.Start(ctx, "", "serve", dir, settings); err != nil {
			return err
		}
	}
	senders.Wait()
	taken := time.Since(start)
	for deadline := time.Now().Add(2 * time.Minute); his.different() < m.Messages && time.Now().Before(deadline) && ctx.Err() == nil; {
		time.Sleep(10 * time.Millisecond)
	}
	return m.report(ctx, db, his, kills, taken, time.Since(start))
}

// messageOf is one of a sender, with its control id.
func messageOf(sender, n int) (id string, text []byte) {
	id = fmt.Sprintf("%d-%d", sender, n)
	return id, fmt.Appendf(nil, "MSH|^~\\&|LIS%d|LAB|TJ||20261120093000||ORU^R01|%s|P|2.4\rPID|1||u-%s||张三||19700501|M\rOBR|1||%s|XH|||20261120083000\r"+
		"OBX|1|NM|ALT^丙氨酸氨基转移酶||%d|U/L|9-50||||F\rOBX|2|NM|14771-0^空腹血糖^LN||5.%d|mmol/L|3.9-6.1||||F\rOBX|3|NM|2160-0^肌酐^LN||%d|umol/L|57-97||||F\r",
		sender, id, id, id, 10+n%80, n%10, 50+n%60)
}

// send sends a sender's messages in order, each until it is acknowledged.
func (m *mllp) send(ctx context.Context, address string, sender int, acked *atomic.Int64) {
	var conn net.Conn
	defer func() {
		if conn != nil {
			conn.Close()
		}
	}()
	for n := sender; n < m.Messages; n += m.Senders {
		id, text := messageOf(sender, n)
		for ctx.Err() == nil {
			if conn == nil {
				var err error
				if conn, err = net.Dial("tcp", address); err != nil {
					time.Sleep(20 * time.Millisecond)
					continue
				}
			}
			if exchange(conn, id, text) {
				acked.Add(1)
				break
			}
			conn.Close()
			conn = nil
		}
	}
}

// exchange reports whether a message is acknowledged with AA.
func exchange(conn net.Conn, id string, text []byte) bool {
	_ = conn.SetDeadline(time.Now().Add(30 * time.Second))
	if _, err := conn.Write(frame.Of(text)); err != nil {
		return false
	}
	r := frame.NewReader(conn, 1<<20)
	if r.Begin() != nil {
		return false
	}
	data, err := r.Rest()
	if err != nil {
		return false
	}
	answer, ok := intake.ReadAnswer(data)
	return ok && answer.Code == "AA" && answer.Control == id
}

// his is the hospital's system that assessments are sent to.
type his struct {
	net.Listener
	hangups int

	mu     sync.Mutex
	ids    map[string]string // control ids of assessments, by those of the messages
	last   map[string]int    // of each sender, the number of the message last assessed
	all    int
	twice  int // other assessments of one message
	before int // out of order
}

func newHIS(hangups int) (*his, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	h := &his{Listener: l, hangups: hangups, ids: map[string]string{}, last: map[string]int{}}
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go h.serve(conn)
		}
	}()
	return h, nil
}

func (h *his) serve(conn net.Conn) {
	defer conn.Close()
	r := frame.NewReader(conn, 1<<20)
	for r.Begin() == nil {
		data, err := r.Rest()
		if err != nil {
			return
		}
		id := field(data, "\rMSH|", 9) // behind a line end that is put before it
		if !h.note(id, field(data, "|MESSAGE^", 3)) {
			return
		}
		if _, err := conn.Write(frame.Of([]byte("MSH|^~\\&|HIS||TIJIAN||||ACK|1|P|2.4\rMSA|AA|" + id + "\r"))); err != nil {
			return
		}
	}
}

// field is a field of the segment that has a mark in it, so many behind the mark.
func field(data []byte, mark string, n int) string {
	_, rest, _ := strings.Cut("\r"+string(data), mark)
	for range n - 1 {
		_, rest, _ = strings.Cut(rest, "|")
	}
	value, _, _ := strings.Cut(rest, "|")
	value, _, _ = strings.Cut(value, "\r")
	return value
}

// note keeps that an assessment came; not ok is to be left unanswered.
func (h *his) note(id, of string) (ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.all++
	if was, came := h.ids[of]; came && was != id {
		h.twice++
	} else if !came {
		h.ids[of] = id
		var sender, n int
		_, _ = fmt.Sscanf(of, "%d-%d", &sender, &n)
		key := fmt.Sprint(sender)
		if n < h.last[key] {
			h.before++
		}
		h.last[key] = n
	}
	return h.hangups == 0 || h.all%h.hangups != 0
}

func (h *his) different() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.ids)
}

func (m *mllp) report(ctx context.Context, db *store.DB, h *his, kills int, taken, sent time.Duration) error {
	var stored, assessed, waiting int
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		if err := db.QueryRow(ctx, "SELECT (SELECT count(*) FROM hl7_messages), (SELECT count(*) FROM hl7_outbox), (SELECT count(*) FROM hl7_outbox WHERE state <> 'SENT')").Scan(&stored, &assessed, &waiting); err != nil {
			return err
		}
		if waiting == 0 || time.Now().After(deadline) {
			break
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	fmt.Printf("%-9s %d messages of %d senders, %d kills: %d stored, %d assessments, %d came: %d lost, %d doubled, %d out of order, %d unsent; sent again with the same id: %d; %.0f messages/s acknowledged, %.0f/s assessed and delivered\n",
		db.Dialect(), m.Messages, m.Senders, kills, stored, assessed, len(h.ids), m.Messages-len(h.ids), h.twice, h.before, waiting, h.all-len(h.ids)-h.twice,
		float64(m.Messages)/taken.Seconds(), float64(m.Messages)/sent.Seconds())
	if stored != m.Messages || assessed != m.Messages || len(h.ids) != m.Messages || h.twice+h.before+waiting > 0 {
		return fmt.Errorf("%s: messages were lost, doubled or out of order", db.Dialect())
	}
	return nil
}
