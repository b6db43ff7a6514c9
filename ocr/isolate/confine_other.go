//go:build !linux

package isolate

import "syscall"

// Elsewhere a child is a process of its own and nothing more.
func confine() error { return nil }

func limitMemory(int64, int) error { return nil }

func attributes() *syscall.SysProcAttr { return nil }
