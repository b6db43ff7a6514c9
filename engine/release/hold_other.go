//go:build !unix

package release

import (
	"tijian/engine/message"
)

var errHeld = message.ActElsewhere.Err()

// hold does nothing where there is no flock: releases are made on the machine
// of the service, which is a Unix.
func hold(string) (release func(), err error) { return func() {}, nil }

func holdFiles(string) (release func(), err error) { return func() {}, nil }

func tryHold(string) (release func(), err error) { return func() {}, nil }
