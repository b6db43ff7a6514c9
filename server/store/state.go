package store

// A State tells moments apart between which something was committed to the
// database, by whichever process: what was read in one state is true while the
// state is the same.
type State [48]byte

// State returns the present one. ok is false where it cannot be told without
// asking the database, as with PostgreSQL.
func (db *DB) State() (s State, ok bool) {
	if db.pool != nil {
		return s, false
	}
	return db.index.state()
}
