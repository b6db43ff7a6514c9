//go:build !lint

package store

// The driver "sqlite" is SQLite translated from C. The tag lint leaves it out:
// staticcheck also looks through what is imported, and takes two minutes of a
// processor for these million lines alone, which nobody here writes.
import _ "modernc.org/sqlite"
