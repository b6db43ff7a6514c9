//go:build !lint

package sqlite

// The tag lint leaves the driver out: linters also look through what is imported,
// and staticcheck takes two minutes of a processor for these million lines alone,
// which nobody here writes.
import _ "modernc.org/sqlite"
