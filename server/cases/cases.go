// Package cases keeps the cases of the console: an examination of a person, from its
// pictures to the answer that was handed out. A case belongs to the user who began
// it. What it says is one JSON document that the console writes and reads, with a
// short one for lists; both are compressed, and sealed where a key is set (seal.go).
// A person is a pseudonym; names and numbers stand in the document, and once more by
// themselves, sealed alike, for whoever searches for a part of one.
package cases

import (
	"context"
	"database/sql"
	"errors"
	"math"
	"strings"
	"time"

	"tijian/server/store"
)

// State is how far the work on a case is.
type State string

// The states of a case.
const (
	Reading State = "reading" // its pictures are being read
	Check   State = "check"   // what was read is to be checked, or values are to be assessed
	Sign    State = "sign"    // the answer is to be signed
	Sent    State = "sent"    // signed and handed out
)

// States are all of them in the order of the work.
func States() []State { return []State{Reading, Check, Sign, Sent} }

// Why a case is not returned or not kept.
var (
	ErrNone    = errors.New("there is no such case")
	ErrAgain   = errors.New("the case exists already")
	ErrBusy    = errors.New("the case is changed by others all the time")
	ErrReading = errors.New("the pictures of the case are still being read")
	ErrSealed  = errors.New("the case is sealed under a key that is not set")
)

// A Case is one examination.
type Case struct {
	Owner, ID        string
	Person           string // a pseudonym
	State            State
	Pictures         int
	Created, Changed time.Time
	Head, Body       []byte   // JSON, nil for nothing; lists have no Body
	Found            []string // the names and numbers that it is found by; not read back
	found            string   // they, as they are kept
	revision         int64
}

// Store is where cases are.
type Store struct {
	DB   *store.DB
	Seal *Seal // nil for none
	Now  func() time.Time
}

const columns = "owner, id, person, found, state, pictures, revision, created_at, changed_at, head"

// scan reads a case with its head as it is kept.
func (c *Case) scan(row store.Row, more ...any) error {
	return row.Scan(append([]any{&c.Owner, &c.ID, &c.Person, &c.found, &c.State, &c.Pictures, &c.revision, store.Time(&c.Created), store.Time(&c.Changed), &c.Head}, more...)...)
}

// open opens what a case is made of.
func (s Store) open(c *Case, body []byte) (err error) {
	if c.Head, err = s.Seal.open(c.place("head"), c.Head); err == nil {
		c.Body, err = s.Seal.open(c.place("body"), body)
	}
	return err
}

// place is what binds a sealed document to its case: none can stand for another.
func (c *Case) place(part string) string { return part + "\x00" + c.ID + "\x00" + c.Owner }

// Get returns a case, ErrNone where the user has none of that id.
func (s Store) Get(ctx context.Context, owner, id string) (c Case, err error) {
	var body []byte
	err = c.scan(s.DB.QueryRow(ctx, "SELECT "+columns+", body FROM cases WHERE owner = ? AND id = ?", owner, id), &body)
	if errors.Is(err, sql.ErrNoRows) {
		return c, ErrNone
	}
	if err == nil {
		err = s.open(&c, body)
	}
	return c, err
}

// Create keeps a new case; ErrAgain where its user has one of that id.
func (s Store) Create(ctx context.Context, c Case) error {
	head, body, err := s.sealed(&c)
	if err != nil {
		return err
	}
	c.Created, c.Changed = s.Now(), s.Now()
	return s.DB.Act(ctx, func(tx *store.Tx) error { return insert(ctx, tx, &c, head, body) })
}

func insert(ctx context.Context, tx *store.Tx, c *Case, head, body []byte) error {
	return tx.Change(ctx, ErrAgain, `INSERT INTO cases (owner, id, person, found, state, pictures, revision, created_at, changed_at, head, body)
		VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?) ON CONFLICT (owner, id) DO NOTHING`,
		c.Owner, c.ID, c.Person, c.found, string(c.State), c.Pictures, store.Micros(c.Created), store.Micros(c.Changed), head, body)
}

func (s Store) sealed(c *Case) (head, body []byte, err error) {
	if c.Found != nil {
		if c.found, err = s.Seal.sealFound(c); err != nil {
			return nil, nil, err
		}
	}
	if head, err = s.Seal.seal(c.place("head"), c.Head); err != nil {
		return nil, nil, err
	}
	body, err = s.Seal.seal(c.place("body"), c.Body)
	return head, body, err
}

// tries of a change that others come before.
const tries = 8

// Change has f change a case and keeps it; f may be called again with what somebody
// else has made of the case meanwhile. An error of f keeps nothing. What the context
// has to write besides (store.Besides) is in the same transaction.
func (s Store) Change(ctx context.Context, owner, id string, f func(*Case) error) (Case, error) {
	for range tries {
		c, err := s.Get(ctx, owner, id)
		if err != nil {
			return c, err
		}
		if err := f(&c); err != nil {
			return c, err
		}
		head, body, err := s.sealed(&c)
		if err != nil {
			return c, err
		}
		c.Changed = s.Now()
		err = s.DB.Act(ctx, func(tx *store.Tx) error {
			return tx.Change(ctx, ErrAgain, "UPDATE cases SET person = ?, found = ?, state = ?, revision = revision + 1, changed_at = ?, head = ?, body = ? WHERE owner = ? AND id = ? AND revision = ?",
				c.Person, c.found, string(c.State), store.Micros(c.Changed), head, body, owner, id, c.revision)
		})
		if !errors.Is(err, ErrAgain) {
			return c, err
		}
	}
	return Case{}, ErrBusy
}

// Hand gives a case of one user to another, with its pictures, as f makes it: ErrAgain
// where the other has it already, ErrReading while its pictures are being read.
func (s Store) Hand(ctx context.Context, owner, id, to string, f func(*Case) error) error {
	c, err := s.Get(ctx, owner, id)
	if err == nil && c.State == Reading {
		err = ErrReading
	}
	if err == nil {
		err = f(&c)
	}
	if err != nil {
		return err
	}
	if c.Found == nil {
		c.Found = strings.Split(s.Seal.openFound(&c), "\n")
	}
	c.Owner, c.Changed = to, s.Now()
	head, body, err := s.sealed(&c)
	if err != nil {
		return err
	}
	return s.DB.Act(ctx, func(tx *store.Tx) error {
		err := insert(ctx, tx, &c, head, body)
		if err == nil {
			err = tx.Change(ctx, ErrBusy, "DELETE FROM cases WHERE owner = ? AND id = ? AND revision = ?", owner, id, c.revision)
		}
		if err == nil {
			_, err = tx.Exec(ctx, "UPDATE uploads SET owner = ? WHERE owner = ? AND task_id = ?", to, owner, id)
		}
		return err
	})
}

// Delete deletes a case with all that there is of it, its task and pictures included.
func (s Store) Delete(ctx context.Context, owner, id string) error {
	return s.DB.Act(ctx, func(tx *store.Tx) error {
		n, err := tx.Exec(ctx, "DELETE FROM cases WHERE owner = ? AND id = ? AND state <> 'reading'", owner, id)
		if err == nil && n == 0 {
			err = ErrReading
			if e := tx.QueryRow(ctx, "SELECT count(*) FROM cases WHERE owner = ? AND id = ?", owner, id).Scan(&n); e != nil || n == 0 {
				err = errors.Join(e, ErrNone)
			}
		}
		for _, one := range []string{"tasks WHERE owner = ? AND id = ? AND status IN ('DONE', 'ERROR')", "corrections WHERE owner = ? AND task_id = ?"} {
			if err == nil {
				_, err = tx.Exec(ctx, "DELETE FROM "+one, owner, id)
			}
		}
		return err
	})
}

// Withdraw takes back a case whose pictures were not taken.
func (s Store) Withdraw(ctx context.Context, owner, id string) error {
	_, err := s.DB.Exec(ctx, "DELETE FROM cases WHERE owner = ? AND id = ? AND state = 'reading'", owner, id)
	return err
}

// A Filter chooses cases of a user.
type Filter struct {
	Owner  string
	State  State  // "" for all
	Text   string // a part of a pseudonym, a name or a number
	Person string // whose
	Before string // the Mark of the last case of the page before
	Most   int
	ids    []any // what has Text
}

// Mark says where a case stands, for the next page.
func (c *Case) Mark() string { return c.Changed.Format(time.RFC3339Nano) + "_" + c.ID }

// List returns cases without their bodies, the last changed first. A page costs the
// same wherever it begins, but for a text: each case is looked at then until so many
// have it.
func (s Store) List(ctx context.Context, f Filter) (list []Case, err error) {
	if text := strings.ToLower(clean(f.Text)); text != "" {
		if f.ids, err = s.having(ctx, f, text); err != nil || len(f.ids) == 0 {
			return nil, err
		}
	}
	query, args := s.query(columns, f)
	return store.All(ctx, s.DB, func(row store.Row, c *Case) error {
		err := c.scan(row)
		if err == nil {
			err = s.open(c, nil)
		}
		if errors.Is(err, ErrSealed) { // it is listed all the same
			return nil
		}
		return err
	}, query, args...)
}

// errEnough ends a search.
var errEnough = errors.New("as many are found as were asked for")

// having are the ids of the cases that a text is a part of. Heads, which have pictures,
// are left where they are.
func (s Store) having(ctx context.Context, f Filter, text string) (ids []any, err error) {
	most := f.Most
	f.Most = math.MaxInt32
	query, args := s.query("id, person, found", f)
	err = store.Each(ctx, s.DB, func(row store.Row) error {
		c := Case{Owner: f.Owner}
		if err := row.Scan(&c.ID, &c.Person, &c.found); err != nil {
			return err
		}
		if strings.Contains(strings.ToLower(c.Person), text) || strings.Contains(s.Seal.openFound(&c), text) {
			if ids = append(ids, c.ID); len(ids) == most {
				return errEnough
			}
		}
		return nil
	}, query, args...)
	if errors.Is(err, errEnough) {
		err = nil
	}
	return ids, err
}

// query asks for a page of cases, of any text.
func (s Store) query(columns string, f Filter) (query string, args []any) {
	query, args = "SELECT "+columns+" FROM cases WHERE owner = ?", []any{f.Owner}
	and := func(condition string, values ...any) {
		query += " AND " + condition
		args = append(args, values...)
	}
	if f.State != "" {
		and("state = ?", string(f.State))
	}
	if len(f.ids) > 0 {
		and("id IN (?"+strings.Repeat(", ?", len(f.ids)-1)+")", f.ids...)
	}
	if f.Person != "" {
		and("person = ?", f.Person)
	}
	day, id, ok := strings.Cut(clean(f.Before), "_")
	if at, err := time.Parse(time.RFC3339Nano, day); ok && err == nil {
		and("(changed_at, id) < (?, ?)", store.Micros(at), id)
	}
	return query + " ORDER BY changed_at DESC, id DESC LIMIT ?", append(args, f.Most)
}

// Refind has what older versions kept found by their names again: f says by which.
func (s Store) Refind(ctx context.Context, f func(Case) []string) error {
	// Digests have no capitals; what is kept now begins with a byte of 0 or 1, an A.
	old, err := store.All(ctx, s.DB, scanName, "SELECT owner, id FROM cases WHERE found <> '' AND substr(found, 1, 1) <> 'A'")
	for _, one := range old {
		if err != nil {
			return err
		}
		var c Case
		if c, err = s.Get(ctx, one[0], one[1]); errors.Is(err, ErrNone) || errors.Is(err, ErrSealed) { // until there is its key
			err = nil
			continue
		}
		if err == nil {
			c.Found = f(c)
			c.found, err = s.Seal.sealFound(&c)
		}
		if err == nil {
			_, err = s.DB.Exec(ctx, "UPDATE cases SET found = ? WHERE owner = ? AND id = ? AND revision = ?", c.found, c.Owner, c.ID, c.revision)
		}
	}
	return err
}

// All is how many cases there are of all users.
func (s Store) All(ctx context.Context) (n int, err error) {
	err = s.DB.QueryRow(ctx, "SELECT count(*) FROM cases").Scan(&n)
	return n, err
}

// Count counts the cases of a user by state.
func (s Store) Count(ctx context.Context, owner string) (map[State]int, error) {
	return store.Counts[State](ctx, s.DB, "SELECT state, count(*) FROM cases WHERE owner = ? GROUP BY state", owner)
}

// atOnce bounds how many cases are looked up at a time.
const atOnce = 50

// lost is how long a case waits for a task that is not there.
const lost = time.Hour

// Ended lists cases that are being read and whose task has ended, as owner and id; of
// one user where owner is not "".
func (s Store) Ended(ctx context.Context, owner string) (list [][2]string, err error) {
	query, args := `SELECT c.owner, c.id FROM cases c LEFT JOIN tasks t ON t.owner = c.owner AND t.id = c.id
		WHERE c.state = 'reading' AND (t.status IN ('DONE', 'ERROR') OR t.id IS NULL AND c.created_at < ?)`, []any{store.Micros(s.Now().Add(-lost))}
	if owner != "" {
		query, args = query+" AND c.owner = ?", append(args, owner)
	}
	return store.All(ctx, s.DB, scanName, query+" LIMIT ?", append(args, atOnce)...)
}

// scanName reads an owner and an id.
func scanName(row store.Row, name *[2]string) error { return row.Scan(&name[0], &name[1]) }

// Old lists cases that nobody has changed since, and that are not being read, as owner
// and id; of one user where owner is not "".
func (s Store) Old(ctx context.Context, owner string, since time.Time) (list [][2]string, err error) {
	query, args := "SELECT owner, id FROM cases WHERE changed_at < ? AND state <> 'reading'", []any{store.Micros(since)}
	if owner != "" {
		query, args = query+" AND owner = ?", append(args, owner)
	}
	return store.All(ctx, s.DB, scanName, query+" ORDER BY changed_at LIMIT ?", append(args, atOnce)...)
}
