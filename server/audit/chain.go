package audit

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"tijian/server/keyed"
	"tijian/server/store"
)

// The chains of entries. What anybody can cause any number of, logins, has one of
// its own: it is cut by number, too.
const (
	Acts   = "acts"
	Logins = "logins"
)

// Chains returns the names of all chains.
func Chains() []string { return []string{Acts, Logins} }

func chainOf(kind string) string {
	if kind == Login {
		return Logins
	}
	return Acts
}

// A Head is the last entry of a chain: who keeps it elsewhere can show later that
// no entry up to it was changed, taken away or put in.
type Head struct {
	Chain string
	Seq   int64
	Hash  string
}

// String is a head as `tijian audit head` prints it.
func (h Head) String() string { return fmt.Sprintf("%s %d %s", h.Chain, h.Seq, h.Hash) }

// ParseHead reads what String wrote.
func ParseHead(text string) (h Head, err error) {
	if n, scanErr := fmt.Sscanf(strings.TrimSpace(text), "%s %d %s", &h.Chain, &h.Seq, &h.Hash); n != 3 || scanErr != nil {
		return h, errors.New("a head is a chain, a number and a hash")
	}
	return h, nil
}

// link is the hash of an entry behind another.
func link(before, chain string, seq, at int64, e Entry) string {
	text, err := json.Marshal([]any{before, chain, seq, at, e.id, e.Kind, e.Event, e.Who, e.About, e.More, e.Via, e.Address})
	if err != nil {
		panic(err) // impossible: they are texts and numbers
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// auditLock is the key of the advisory lock that lets one transaction at a time
// add to the chains of a PostgreSQL database.
const auditLock = 0x746a6175646974 // "tjaudit"

// lock has other transactions wait until this one has ended. SQLite has one writer
// anyway.
func lock(ctx context.Context, tx *store.Tx) error {
	if tx.PGX() == nil {
		return nil
	}
	_, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock(?)", int64(auditLock))
	return err
}

// headOf is the last entry of a chain, or the last one that was deleted.
func headOf(ctx context.Context, q store.Querier, chain string) (Head, error) {
	h := Head{Chain: chain}
	err := q.QueryRow(ctx, "SELECT seq, hash FROM audit WHERE chain = ? AND seq > 0 ORDER BY seq DESC LIMIT 1", chain).Scan(&h.Seq, &h.Hash)
	if errors.Is(err, sql.ErrNoRows) {
		return stubOf(ctx, q, chain)
	}
	return h, err
}

// stubOf is the last entry of a chain that was deleted.
func stubOf(ctx context.Context, q store.Querier, chain string) (Head, error) {
	h := Head{Chain: chain}
	err := q.QueryRow(ctx, "SELECT seq, hash FROM audit_stubs WHERE chain = ? ORDER BY seq DESC LIMIT 1", chain).Scan(&h.Seq, &h.Hash)
	if errors.Is(err, sql.ErrNoRows) {
		return h, nil
	}
	return h, err
}

// Heads returns the head of each chain.
func (l *Log) Heads(ctx context.Context) (list []Head, err error) {
	for _, chain := range Chains() {
		h, err := headOf(ctx, l.db, chain)
		if err != nil {
			return nil, err
		}
		list = append(list, h)
	}
	return list, nil
}

// seal signs where a chain begins.
func (l *Log) seal(h Head) string {
	return hex.EncodeToString(keyed.Digest(l.key, "audit stub "+h.String()))
}

// A Broken is an error of Verify: the chains are not what was written.
type Broken struct {
	Chain  string
	Seq    int64
	Reason string
}

// Error says what is broken where.
func (b *Broken) Error() string { return fmt.Sprintf("%s %d: %s", b.Chain, b.Seq, b.Reason) }

// What is broken of a chain.
const (
	EntryMissing  = "an entry is missing"
	EntryChanged  = "the entry is not the one that was written"
	StubForged    = "the entries before it were deleted, and not by this service: the signature is not its own"
	HeadMissing   = "the head was kept elsewhere, and there is no such entry"
	HeadDifferent = "the head was kept elsewhere, and this is another entry"
)

// Verify reads all entries again. The error is a *Broken at the first that is not
// as it was written, or that does not agree with heads that were kept elsewhere.
// signed also checks the signatures of what was deleted, for which the log must
// have the service's key. n counts the entries of each chain.
func (l *Log) Verify(ctx context.Context, signed bool, kept ...Head) (n map[string]int64, err error) {
	return l.check(ctx, l.db, signed, kept)
}

func (l *Log) check(ctx context.Context, q store.Querier, signed bool, kept []Head) (n map[string]int64, err error) {
	n = map[string]int64{}
	for _, chain := range Chains() {
		if n[chain], err = l.verify(ctx, q, chain, signed, kept); err != nil {
			return n, err
		}
	}
	return n, nil
}

func (l *Log) verify(ctx context.Context, q store.Querier, chain string, signed bool, kept []Head) (n int64, err error) {
	before, err := stubOf(ctx, q, chain)
	if err != nil {
		return 0, err
	}
	if before.Seq > 0 && signed {
		var mac string
		if err := q.QueryRow(ctx, "SELECT mac FROM audit_stubs WHERE chain = ? AND seq = ?", chain, before.Seq).Scan(&mac); err != nil {
			return 0, err
		}
		if !hmac.Equal([]byte(mac), []byte(l.seal(before))) {
			return 0, &Broken{chain, before.Seq, StubForged}
		}
	}
	seen := map[int64]string{before.Seq: before.Hash}
	first := before.Seq
	err = store.Each(ctx, q, func(row store.Row) error {
		var e Entry
		var seq, at int64
		var hash string
		if err := row.Scan(&seq, &hash, &at, &e.id, &e.Kind, &e.Event, &e.Who, &e.About, &e.More, &e.Via, &e.Address); err != nil {
			return err
		}
		if seq != before.Seq+1 {
			return &Broken{chain, before.Seq + 1, EntryMissing}
		}
		if hash != link(before.Hash, chain, seq, at, e) {
			return &Broken{chain, seq, EntryChanged}
		}
		before = Head{chain, seq, hash}
		if slices.ContainsFunc(kept, func(h Head) bool { return h.Seq == seq }) {
			seen[seq] = hash
		}
		n++
		return nil
	}, "SELECT seq, hash, at, id, kind, event, who, about, more, via, address FROM audit WHERE chain = ? AND seq > 0 ORDER BY seq", chain)
	if err != nil {
		return n, err
	}
	for _, h := range kept {
		switch hash, there := seen[h.Seq]; {
		case h.Chain != chain || h.Seq < first: // what was deleted since by its age, the stub tells
		case !there:
			return n, &Broken{chain, h.Seq, HeadMissing}
		case hash != h.Hash && h.Seq > 0:
			return n, &Broken{chain, h.Seq, HeadDifferent}
		}
	}
	return n, nil
}

// cut deletes the entries of a chain before a time, as far as none that is later
// stands before them, and leaves a stub that says where the chain begins now.
func (l *Log) cut(ctx context.Context, chain string, before int64) error {
	return l.db.InTx(ctx, func(tx *store.Tx) error {
		if err := lock(ctx, tx); err != nil {
			return err
		}
		last := Head{Chain: chain}
		err := tx.QueryRow(ctx, `SELECT seq, hash FROM audit WHERE chain = ? AND seq > 0 AND seq <
			coalesce((SELECT min(seq) FROM audit WHERE chain = ? AND seq > 0 AND at >= ?), 9223372036854775807) ORDER BY seq DESC LIMIT 1`, chain, chain, before).
			Scan(&last.Seq, &last.Hash)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		stub := []any{chain, last.Seq, last.Hash, store.Micros(l.now()), l.seal(last)}
		if tx.PGX() != nil { // the service's role may have no other way
			_, err := tx.Exec(ctx, "SELECT audit_cut(?, ?, ?, ?, ?)", stub...)
			return err
		}
		if _, err := tx.Exec(ctx, "INSERT INTO audit_stubs (chain, seq, hash, at, mac) VALUES (?, ?, ?, ?, ?)", stub...); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, "DELETE FROM audit WHERE chain = ? AND seq > 0 AND seq <= ?", chain, last.Seq)
		return err
	})
}
