// Package drawn tells tests which of very many cases they try: make test a share of
// them, the same each time, make test-long all.
package drawn

import "os"

// One reports whether case i is tried, where one of so many is. Where cases are made by
// loops within loops, a prime number tries each turn of each loop.
func One(i, of int) bool { return os.Getenv("RAPID_SEED") == "" || i%of == 0 }
