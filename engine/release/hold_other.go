//go:build !unix

package release

import "errors"

var errHeld = errors.New("another process acts on the rules")

// hold does nothing where there is no flock: releases are made on the machine
// of the service, which is a Unix.
func hold(string) (release func(), err error) { return func() {}, nil }

func tryHold(string) (release func(), err error) { return func() {}, nil }
