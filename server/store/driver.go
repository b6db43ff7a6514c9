//go:build !lint

package store

// The driver "sqlite" is SQLite translated from C. The tag lint leaves it out:
// linters also look through what is imported, and staticcheck takes two minutes
// of a processor for these million lines alone, which nobody here writes.
import _ "modernc.org/sqlite"
