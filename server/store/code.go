package store

import "errors"

// The primary result codes of SQLite that are told apart here
// (https://sqlite.org/rescode.html); the lower byte of each further one.
const (
	liteBusy       = 5
	liteLocked     = 6
	liteReadOnly   = 8
	liteInputError = 10
	liteDamaged    = 11
	liteFull       = 13
	liteCannotOpen = 14
	liteForeign    = 26
)

// liteCode is the primary result code of an error of SQLite, and whether it is
// one.
func liteCode(err error) (int, bool) {
	lite, is := errors.AsType[interface {
		error
		Code() int
	}](err)
	if !is {
		return 0, false
	}
	return lite.Code() & 0xff, true
}
