//go:build amd64 || arm64

package isolate

import (
	"os"
	"path/filepath"
	"unsafe"

	"golang.org/x/sys/unix"

	"tijian/ocr/pdf"
)

// readable is where programs, libraries and models lie. /proc and /sys tell the
// runtimes of Go and C about the machine, and nothing of other processes.
var readable = []string{"/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/alternatives", "/dev/null", "/dev/zero", "/dev/urandom", "/sys", "/proc/meminfo", "/proc/cpuinfo", "/proc/stat"}

// hidings are what each version of Landlock can take from a process, beside what the
// versions before it can. All that is not files the filter of calls refuses as well,
// and so it does truncation and devices.
var hidings = []struct {
	name              string
	files, net, scope uint64
}{
	1: {"files", unix.LANDLOCK_ACCESS_FS_MAKE_SYM<<1 - 1, 0, 0},
	2: {"moves", unix.LANDLOCK_ACCESS_FS_REFER, 0, 0},
	3: {"truncation", unix.LANDLOCK_ACCESS_FS_TRUNCATE, 0, 0},
	4: {"tcp", 0, unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP, 0},
	5: {"devices", unix.LANDLOCK_ACCESS_FS_IOCTL_DEV, 0, 0},
	6: {"signals and abstract sockets", 0, 0, unix.LANDLOCK_SCOPE_SIGNAL | unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET},
}

// hideFiles lets the thread open nothing but what is readable, and reach nothing
// outside by other ways (Landlock). It returns the kernel's version of it.
func hideFiles(program string) (version int, err error) {
	has, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 { // a kernel without it
		return 0, errno
	}
	var attr unix.LandlockRulesetAttr
	for _, h := range hidings[:min(int(has)+1, len(hidings))] {
		attr.Handled_access_fs |= h.files
		attr.Handled_access_net |= h.net
		attr.Scoped |= h.scope
	}
	ruleset, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), unsafe.Sizeof(attr), 0)
	if errno != 0 {
		return 0, errno
	}
	defer unix.Close(int(ruleset))
	paths := append([]string{program}, readable...)
	if models := os.Getenv("TESSDATA_PREFIX"); models != "" {
		paths = append(paths, models)
	}
	paths = append(paths, filepath.SplitList(os.Getenv("LD_LIBRARY_PATH"))...)
	if code := os.Getenv(pdf.CodeFolder); code != "" {
		paths = append(paths, code)
	}
	for _, path := range paths {
		allow(int(ruleset), path)
	}
	if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, ruleset, 0, 0); errno != 0 {
		return 0, errno
	}
	return int(has), nil
}

// notHidden names what a version of Landlock does not hide.
func notHidden(version int) (names []string) {
	for _, h := range hidings[min(version+1, len(hidings)):] {
		names = append(names, "landlock: "+h.name)
	}
	return names
}

func allow(ruleset int, path string) {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return // not on this machine
	}
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return
	}
	defer unix.Close(fd)
	access := uint64(unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_EXECUTE)
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		access |= unix.LANDLOCK_ACCESS_FS_READ_DIR
	} else if path == os.DevNull {
		access |= unix.LANDLOCK_ACCESS_FS_WRITE_FILE
	}
	beneath := unix.LandlockPathBeneathAttr{Allowed_access: access, Parent_fd: int32(fd)}
	_, _, _ = unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(ruleset), unix.LANDLOCK_RULE_PATH_BENEATH,
		uintptr(unsafe.Pointer(&beneath)), 0, 0, 0)
}
