//go:build amd64 || arm64

package isolate

import (
	"fmt"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// refuseCalls has every call of every thread fail but those of the rules (seccomp),
// for good. A refused call fails with EPERM and does not end the child: a library
// that asks for something it can do without goes on, and so does the page. Calls
// that are newer than the rules do not exist, nor does clone3, whose flags cannot be
// looked at: C libraries then take the older way.
func refuseCalls() error {
	program := filter(rules())
	thread, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC,
		uintptr(unsafe.Pointer(&unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]})))
	runtime.KeepAlive(program)
	if errno != 0 {
		return errno
	}
	if thread != 0 {
		return fmt.Errorf("thread %d has a filter of its own", thread)
	}
	return nil
}

// architectures are the processors that the numbers of calls are of.
var architectures = map[string]uint32{"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64}

// Offsets in struct seccomp_data.
const number, arch, arguments = 0, 4, 16

// filter is the rules as the kernel runs them.
func filter(rules []rule) []unix.SockFilter {
	const foreign = 0x40000000 // numbers of the x32 interface begin here
	program := []unix.SockFilter{
		load(arch), jump(unix.BPF_JEQ, architectures[runtime.GOARCH], 1, 0), refuse(unix.EPERM),
		load(number), jump(unix.BPF_JGE, foreign, 0, 1), refuse(unix.EPERM),
		jump(unix.BPF_JGT, newest, 1, 0), jump(unix.BPF_JEQ, unix.SYS_CLONE3, 0, 1), refuse(unix.ENOSYS),
	}
	for _, r := range rules {
		block := r.block()
		program = append(append(program, jump(unix.BPF_JEQ, r.call, 0, uint8(len(block)))), block...)
	}
	return append(program, refuse(unix.EPERM))
}

// block is what follows on the rule's own call: it ends the filter, or goes on behind
// itself with the number of the call.
func (r rule) block() []unix.SockFilter {
	pass := ret(unix.SECCOMP_RET_ALLOW)
	if len(r.when) == 0 {
		return []unix.SockFilter{pass}
	}
	block := []unix.SockFilter{pass, load(number)}
	for i := len(r.when) - 1; i >= 0; i-- { // from its end, where jumps lead to
		c, fail := r.when[i], uint8(len(block)-1)
		test := []unix.SockFilter{load(arguments + 8*c.argument), {Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: ^c.ignored}}
		for n, value := range c.values {
			left := uint8(len(c.values) - 1 - n)
			no := uint8(0)
			if left == 0 {
				no = fail
			}
			test = append(test, jump(unix.BPF_JEQ, value, left, no))
		}
		block = append(test, block...)
	}
	return block
}

func load(offset uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
}

func jump(test uint16, k uint32, yes, no uint8) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | test | unix.BPF_K, K: k, Jt: yes, Jf: no}
}

func ret(k uint32) unix.SockFilter { return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: k} }

func refuse(with unix.Errno) unix.SockFilter { return ret(unix.SECCOMP_RET_ERRNO | uint32(with)) }
