// Package sqlite brings the driver "sqlite", SQLite translated from C, into a
// program that opens such databases by package store. Nothing else imports it, so
// that the server's packages are the same with and without it and are compiled
// once.
package sqlite
