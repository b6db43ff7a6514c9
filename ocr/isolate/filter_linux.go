package isolate

import (
	"errors"
	"os"
	"runtime"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A limit lets a call through only with some values of one of its arguments. The
// kernel takes no more than the lower half of these arguments.
type limit struct {
	call, argument uint32
	values         []uint32
	bits           bool // one of these bits is enough
}

// limits are of calls that the runtimes of Go and C need for themselves and that
// reach others with other arguments.
func limits() []limit {
	return []limit{
		{call: unix.SYS_TGKILL, argument: 0, values: []uint32{uint32(os.Getpid())}}, // Go interrupts its own threads
		{call: unix.SYS_PRLIMIT64, argument: 0, values: []uint32{0}},
		{call: unix.SYS_CLONE, argument: 0, values: []uint32{unix.CLONE_THREAD}, bits: true}, // a process would outlive its time
		{call: unix.SYS_FCNTL, argument: 1, values: []uint32{unix.F_DUPFD, unix.F_DUPFD_CLOEXEC, unix.F_GETFD, unix.F_SETFD, unix.F_GETFL, unix.F_SETFL}},
		{call: unix.SYS_IOCTL, argument: 1, values: []uint32{unix.TCGETS, unix.TIOCGWINSZ}}, // is it a terminal?
		{call: unix.SYS_PRCTL, argument: 0, values: []uint32{unix.PR_SET_NAME, unix.PR_GET_NAME, unix.PR_SET_VMA, unix.PR_GET_NO_NEW_PRIVS, unix.PR_GET_SECCOMP}},
	}
}

// refuseCalls has the thread's refused calls fail with EPERM (seccomp).
func refuseCalls() error { return install(slices.Concat(refused, refusedHere), limits()) }

func install(refused []uint32, limits []limit) error {
	architecture := map[string]uint32{"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64}[runtime.GOARCH]
	if architecture == 0 {
		return errors.New("there is no list of them for " + runtime.GOARCH)
	}
	program := filter(architecture, refused, limits)
	return unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER,
		uintptr(unsafe.Pointer(&unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]})), 0, 0)
}

func filter(architecture uint32, refused []uint32, limits []limit) []unix.SockFilter {
	const number, arch, arguments = 0, 4, 16 // offsets in struct seccomp_data
	const foreign = 0x40000000               // numbers of the x32 interface begin here
	load := func(offset uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
	}
	ret := func(k uint32) unix.SockFilter { return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: k} }
	jump := func(test uint16, k uint32, yes, no uint8) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_JMP | test | unix.BPF_K, K: k, Jt: yes, Jf: no}
	}
	pass, deny := ret(unix.SECCOMP_RET_ALLOW), ret(unix.SECCOMP_RET_ERRNO|uint32(unix.EPERM))
	program := []unix.SockFilter{
		load(arch), jump(unix.BPF_JEQ, architecture, 1, 0), deny,
		load(number), jump(unix.BPF_JGE, foreign, 0, 1), deny,
		// Its flags cannot be looked at: C libraries fall back on clone.
		jump(unix.BPF_JEQ, unix.SYS_CLONE3, 0, 1), ret(unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)),
	}
	for _, call := range refused {
		program = append(program, jump(unix.BPF_JEQ, call, 0, 1), deny)
	}
	for _, l := range limits {
		test := uint16(unix.BPF_JEQ)
		if l.bits {
			test = unix.BPF_JSET
		}
		program = append(program, jump(unix.BPF_JEQ, l.call, 0, uint8(2*len(l.values)+2)), load(arguments+8*l.argument))
		for _, value := range l.values {
			program = append(program, jump(test, value, 0, 1), pass)
		}
		program = append(program, deny)
	}
	return append(program, pass)
}
