// Package gateway takes messages of HL7 v2: each is stored before it is
// acknowledged, and one that comes again is answered as it was the first time.
package gateway

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"tijian/engine"
	"tijian/engine/intake"
	"tijian/server/store"
)

// Keep is how long messages are kept.
const Keep = 30 * 24 * time.Hour

// Options of a gateway. All are needed.
type Options struct {
	DB         *store.DB
	Snapshot   func() *engine.Snapshot // in force
	MaxSamples int
	Zone       *time.Location // of times without a zone
	Now        func() time.Time
}

// A Gateway takes messages. It is safe for concurrent use.
type Gateway struct{ Options }

// New returns a gateway.
func New(o Options) *Gateway { return &Gateway{o} }

// Take stores a message of a user and returns its acknowledgement: AA, AE or AR with
// what is wrong in ERR segments. An error means that it is not stored, and so not to
// be acknowledged. lang is one of package problem.
func (g *Gateway) Take(ctx context.Context, owner string, data []byte, lang string) (answer []byte, err error) {
	now, snapshot := g.Now(), g.Snapshot()
	receipt := intake.Receive(data, intake.Options{Dictionary: snapshot.Dictionary, Zone: g.Zone, Now: now.In(g.Zone)}, func(r intake.Request) error {
		_, _, err := snapshot.Assessment(r.Tree.Append(nil), g.MaxSamples, engine.Form{Assumed: r.Assumed}, now)
		return err
	}, rand.Text()[:20], lang)
	sum := sha256.New()
	sum.Write([]byte(receipt.Control + "\x00"))
	sum.Write(data)
	digest := hex.EncodeToString(sum.Sum(nil))
	err = g.DB.InTx(ctx, func(tx *store.Tx) error {
		if _, err := tx.Exec(ctx, `INSERT INTO hl7_messages (owner, digest, control_id, received_at, code, message, answer) VALUES (?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (owner, digest) DO NOTHING`, owner, digest, receipt.Control, store.Micros(now), receipt.Code, data, receipt.Answer); err != nil {
			return err
		}
		return tx.QueryRow(ctx, "SELECT answer FROM hl7_messages WHERE owner = ? AND digest = ?", owner, digest).Scan(&answer)
	})
	return answer, err
}

// Sweep deletes what is older than Keep.
func (g *Gateway) Sweep(ctx context.Context) error {
	_, err := g.DB.Exec(ctx, "DELETE FROM hl7_messages WHERE received_at < ?", store.Micros(g.Now().Add(-Keep)))
	return err
}
