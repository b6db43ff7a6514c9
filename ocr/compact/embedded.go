package compact

import (
	_ "embed"
	"sync"
)

// reader.weights is made by tools/readertrain; golden.json beside it holds
// lines with the answers that the training gave.
//
//go:embed reader.weights
var weights []byte

// Embedded gives the reader that this program is built with, parsed once.
var Embedded = sync.OnceValues(func() (*Net, error) { return Parse(weights) })
