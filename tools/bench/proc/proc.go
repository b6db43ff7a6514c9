// Package proc reads what Linux counts of processes.
package proc

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// tick is the unit of times in proc(5) on every Linux that Go runs on.
const tick = 10 * time.Millisecond

// Spent is the CPU time that a running process has taken.
func Spent(process int) (time.Duration, error) {
	fields, err := stat(process)
	if err != nil {
		return 0, err
	}
	user, err := strconv.ParseInt(fields[11], 10, 64)
	if err != nil {
		return 0, err
	}
	system, err := strconv.ParseInt(fields[12], 10, 64)
	return time.Duration(user+system) * tick, err
}

// Child is the process that this one started from a program.
func Child(program string) (int, error) {
	all, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return 0, err
	}
	for _, folder := range all {
		process, err := strconv.Atoi(filepath.Base(folder))
		if err != nil {
			continue
		}
		fields, err := stat(process)
		if err != nil || fields[1] != strconv.Itoa(os.Getpid()) {
			continue // it ended meanwhile, or is another's
		}
		if name, err := os.ReadFile(filepath.Join(folder, "comm")); err == nil && strings.TrimSpace(string(name)) == filepath.Base(program) {
			return process, nil
		}
	}
	return 0, fmt.Errorf("no child process runs %s", program)
}

// stat gives the fields of /proc/PID/stat that follow the program's name:
// state, parent and so on.
func stat(process int) ([]string, error) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", process))
	if err != nil {
		return nil, err
	}
	fields := strings.Fields(string(data[bytes.LastIndexByte(data, ')')+1:]))
	if len(fields) < 13 {
		return nil, fmt.Errorf("/proc/%d/stat: %q", process, data)
	}
	return fields, nil
}

// Load is how many processes wanted a processor in the last minute.
func Load() string {
	data, _ := os.ReadFile("/proc/loadavg")
	first, _, _ := strings.Cut(string(data), " ")
	return first
}

// Resident is the memory that a process holds, in bytes.
func Resident(process int) (int64, error) {
	fields, err := stat(process)
	if err != nil {
		return 0, err
	}
	if len(fields) < 22 {
		return 0, fmt.Errorf("/proc/%d/stat: %q", process, fields)
	}
	pages, err := strconv.ParseInt(fields[21], 10, 64)
	return pages * int64(os.Getpagesize()), err
}
