//go:build !linux || !(amd64 || arm64)

package isolate

import (
	"fmt"
	"os"
	"runtime"
	"syscall"
)

// Elsewhere a child is a process of its own and nothing more.
func confine() (missing []string, err error) {
	if os.Getenv(unconfined) != "" {
		return []string{"landlock", "seccomp"}, nil
	}
	return nil, fmt.Errorf("%w on %s/%s", ErrNotConfined, runtime.GOOS, runtime.GOARCH)
}

func limitMemory(int64, int) error { return nil }

func attributes() *syscall.SysProcAttr { return nil }
