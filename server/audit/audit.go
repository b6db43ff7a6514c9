// Package audit keeps who did what in the database, for those who have to answer
// for it later: changes of users, drafts and releases of rules, corrections of
// reports, logins, what was read and refused. Entries name users, versions, files and reports; what
// reports say is in none of them. They are added and, when they are old, deleted;
// the database refuses to change one.
package audit

import (
	"context"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"tijian/server/job"
	"tijian/server/store"
	"tijian/server/user"
)

// The kinds of entries.
const (
	Login       = "login"
	Access      = "access" // to what is about people's health, and to what a role may not see
	Users       = "users"
	Drafts      = "drafts"
	Releases    = "releases"
	Corrections = "corrections"
	Messages    = "messages" // of HL7
)

// Kinds returns all kinds in the order that pages show them.
func Kinds() []string { return []string{Users, Releases, Drafts, Corrections, Messages, Access, Login} }

// The events of drafts and reports.
const (
	DraftMade       = "draft-made"
	DraftEdited     = "draft-edited"
	ReportCorrected = "report-corrected"
	ReportRead      = "report-read"
	LabelsRead      = "labels-read" // the values of a report, exported
	PictureRead     = "picture-read"
	LetterReplayed  = "letter-replayed"
	LetterDropped   = "letter-dropped"
	AnswerRead      = "answer-read"    // or the page for the patient
	RulesUnpacked   = "rules-unpacked" // the program's, into a folder
	LinkMade        = "link-made"      // for a patient
	CaseSigned      = "case-signed"
	ValueVouched    = "value-vouched"  // one that the rules doubt is on the report, somebody says
	CaseReopened    = "case-reopened"  // a signature was taken back
	CaseSplit       = "case-split"     // into one of each report
	CaseJoined      = "case-joined"    // all its pictures are of one report, somebody says
	CaseSeparated   = "case-separated" // from another person's of the same number
	CaseHanded      = "case-handed"    // to a colleague
	CaseDeleted     = "case-deleted"
)

// Events that are kept, by kind. Those of releases have a twin with -refused.
var events = map[string][]string{
	Login:  {"login-failed", "login", user.CodeReplayed},
	Access: {"denied", ReportRead, PictureRead, LabelsRead, AnswerRead, LinkMade},
	Users: {user.Added, user.RoleChanged, user.PasswordChanged, user.Disabled, user.Enabled, user.LoginEnded, user.LoginsEnded, user.TokenIssued,
		user.FactorAdded, user.FactorRemoved, user.RecoveryMade, user.RecoveryUsed},
	Drafts:      {DraftMade, DraftEdited, RulesUnpacked},
	Releases:    {"release-proposed", "release-decided", "release-approved", "rollback"}, // of package release
	Corrections: {ReportCorrected, ValueVouched, CaseSigned, CaseReopened, CaseSplit, CaseJoined, CaseSeparated, CaseHanded, CaseDeleted},
	Messages:    {LetterReplayed, LetterDropped},
}

// Events returns the events that are kept.
func Events() []string {
	var all []string
	for _, kind := range Kinds() {
		for _, event := range events[kind] {
			if all = append(all, event); kind == Releases {
				all = append(all, event+refused)
			}
		}
	}
	return all
}

const refused = "-refused"

// KindOf is the kind of an event of the security log, "" for one that is not kept.
func KindOf(event string) string {
	for kind, list := range events {
		if slices.Contains(list, strings.TrimSuffix(event, refused)) {
			return kind
		}
	}
	return ""
}

// An Entry is one thing that happened.
type Entry struct {
	At      time.Time // set where it is not
	Kind    string    // set by Add
	Event   string
	Who     string // the user who acted, "" where none is known
	About   string // the user, version, file or report
	More    string // such as the new role, or why an act was refused
	Via     string // console, api, command or start
	Address string // of the client
	id      string
}

// Log is the table of entries. It is safe for concurrent use.
type Log struct {
	db     *store.DB
	logger *slog.Logger
	now    func() time.Time
	logins int    // that are kept
	key    []byte // that signs where chains begin
}

// New returns the entries kept in db. Trouble with it is logged.
func New(db *store.DB, logger *slog.Logger, now func() time.Time) *Log {
	return &Log{db: db, logger: logger, now: now, logins: mostLogins}
}

// Signed gives the log the key that signs where chains begin, derived from the
// secret of tokens.
func (l *Log) Signed(secret []byte) (*Log, error) {
	key, err := hkdf.Key(sha256.New, secret, nil, "tijian audit", sha256.Size)
	if err != nil {
		return nil, err
	}
	signed := *l
	signed.key = key
	return &signed, nil
}

// within bounds the wait for the database: what happened has happened.
const within = 2 * time.Second

// longest is how much of a name or reason is kept, in characters.
const longest = 300

// Add keeps an entry if its event is one that is kept. The name of a refused
// login is kept only where a user has it: people type passwords into the wrong
// field. A nil Log keeps nothing.
func (l *Log) Add(ctx context.Context, e Entry) {
	kind := KindOf(e.Event)
	if l == nil || kind == "" {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), within)
	defer cancel()
	if e.At.IsZero() {
		e.At = l.now()
	}
	if err := l.db.InTx(ctx, func(tx *store.Tx) error { return Write(ctx, tx, e) }); err != nil {
		l.logger.Warn("an entry is missing in the audit log", "event", e.Event, "error", err)
	}
}

// With returns a context of an act that keeps an entry in its own transaction (see
// store.Act): there is never the one without the other.
func With(ctx context.Context, e Entry) context.Context {
	return store.Besides(ctx, func(ctx context.Context, tx *store.Tx) error { return Write(ctx, tx, e) })
}

// Write adds an entry to its chain, in the transaction of what it is about. One of
// an event that is not kept is no error.
func Write(ctx context.Context, tx *store.Tx, e Entry) error {
	if e.Kind = KindOf(e.Event); e.Kind == "" {
		return nil
	}
	if e.At.IsZero() {
		e.At = time.Now()
	}
	e.id, e.Who, e.About, e.More, e.Address = rand.Text(), clean(e.Who), clean(e.About), clean(e.More), clean(e.Address)
	if e.Kind == Login && e.About != "" {
		err := tx.QueryRow(ctx, "SELECT name FROM users WHERE name = ?", e.About).Scan(&e.About)
		if errors.Is(err, sql.ErrNoRows) {
			e.About, err = "", nil
		}
		if err != nil {
			return err
		}
	}
	if err := lock(ctx, tx); err != nil {
		return err
	}
	chain, at := chainOf(e.Kind), store.Micros(e.At)
	head, err := headOf(ctx, tx, chain)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "INSERT INTO audit (at, id, kind, event, who, about, more, via, address, chain, seq, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		at, e.id, e.Kind, e.Event, e.Who, e.About, e.More, e.Via, e.Address, chain, head.Seq+1, link(head.Hash, chain, head.Seq+1, at, e))
	return err
}

// clean is a text that every database takes.
func clean(text string) string {
	if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return ""
	}
	if runes := []rune(text); len(runes) > longest {
		return string(runes[:longest]) + "…"
	}
	return text
}

// A Filter chooses entries; its zero value all of them.
type Filter struct {
	User     string // who acted, or whom it is about
	Kind     string
	From, To time.Time // To is exclusive
	Before   string    // the Mark of the last entry of the page before
	Most     int
}

// Mark says where an entry stands, for the next page.
func (e Entry) Mark() string { return e.At.Format(time.RFC3339Nano) + "/" + e.id }

// List returns entries, the newest first.
func (l *Log) List(ctx context.Context, f Filter) ([]Entry, error) {
	query, args := "SELECT at, id, kind, event, who, about, more, via, address FROM audit WHERE 1 = 1", []any{}
	and := func(condition string, values ...any) {
		query += " AND " + condition
		args = append(args, values...)
	}
	if name := clean(f.User); name != "" {
		and("(who = ? OR about = ?)", name, name)
	}
	if kind := clean(f.Kind); kind != "" {
		and("kind = ?", kind)
	}
	if !f.From.IsZero() {
		and("at >= ?", store.Micros(f.From))
	}
	if !f.To.IsZero() {
		and("at < ?", store.Micros(f.To))
	}
	day, id, ok := strings.Cut(clean(f.Before), "/")
	if at, err := time.Parse(time.RFC3339Nano, day); ok && err == nil {
		and("(at, id) < (?, ?)", store.Micros(at), id)
	}
	return store.All(ctx, l.db, func(row store.Row, e *Entry) error {
		return row.Scan(store.Time(&e.At), &e.id, &e.Kind, &e.Event, &e.Who, &e.About, &e.More, &e.Via, &e.Address)
	}, query+" ORDER BY at DESC, id DESC LIMIT ?", append(args, f.Most)...)
}

// mostLogins is how many refused logins are kept, whatever their age: who guesses
// passwords from many addresses must not fill the disk.
const mostLogins = 100_000

// Sweep deletes what is older than keep; nothing by age where keep is 0.
func (l *Log) Sweep(ctx context.Context, keep time.Duration) error {
	var latest int64 // of the logins that are too many
	err := l.db.QueryRow(ctx, "SELECT at FROM audit WHERE kind = ? ORDER BY at DESC LIMIT 1 OFFSET ?", Login, l.logins-1).Scan(&latest)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	old := int64(0)
	if keep > 0 {
		old = store.Micros(l.now().Add(-keep))
	}
	for chain, before := range map[string]int64{Acts: old, Logins: max(old, latest)} {
		// Those of before there were chains.
		cut, args := "DELETE FROM audit WHERE seq = 0 AND at < ? AND (kind = 'login') = ?", []any{before, chain == Logins}
		if l.db.Dialect() == store.Postgres {
			cut = "SELECT audit_cut_unchained(?, ?)"
		}
		if _, err := l.db.Exec(ctx, cut, args...); err != nil {
			return err
		}
		if err := l.cut(ctx, chain, before); err != nil {
			return err
		}
	}
	return nil
}

// SweepEvery sweeps now and every hour until ctx ends.
func (l *Log) SweepEvery(ctx context.Context, keep time.Duration) {
	job.Every(ctx, time.Hour, func() {
		if err := l.Sweep(ctx, keep); err != nil && ctx.Err() == nil {
			l.logger.Warn("old entries of the audit log cannot be deleted", "error", err)
		}
	})
}
