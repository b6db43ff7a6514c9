//go:build !unix

package store

import (
	"errors"
	"os"
)

// flock fails: a database belongs to the service, whose machine is a Unix.
func flock(*os.File) (held bool, err error) { return false, errors.ErrUnsupported }
