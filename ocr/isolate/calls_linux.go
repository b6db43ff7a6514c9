//go:build amd64 || arm64

package isolate

import (
	"os"

	"golang.org/x/sys/unix"
)

// A rule lets a call through where its arguments meet all conditions; of several
// rules of one call one is enough.
type rule struct {
	call uint32
	when []condition
}

// A condition holds where the lower half of an argument, without the bits that do
// not matter, is one of the values. The kernel takes no more than that half of the
// arguments that are looked at here.
type condition struct {
	argument, ignored uint32
	values            []uint32
}

// always are the calls that a page is read with whatever their arguments: those that
// strace shows of pages in every format, and those that the runtimes of Go and C make
// instead on other kernels and processors. The most frequent come first.
var always = []uint32{
	unix.SYS_FUTEX, unix.SYS_NANOSLEEP, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_SCHED_YIELD, unix.SYS_RESTART_SYSCALL,
	// What is open already.
	unix.SYS_READ, unix.SYS_PREAD64, unix.SYS_WRITE, unix.SYS_WRITEV, unix.SYS_LSEEK, unix.SYS_FSTAT, unix.SYS_CLOSE, unix.SYS_DUP, unix.SYS_DUP3,
	unix.SYS_EPOLL_CREATE1, unix.SYS_EPOLL_CTL, unix.SYS_EPOLL_PWAIT, unix.SYS_EVENTFD2, unix.SYS_PPOLL,
	// Whether a file is there. Landlock says which may be opened.
	fstatat, unix.SYS_STATX, unix.SYS_FACCESSAT, unix.SYS_FACCESSAT2,
	// Its own memory, threads and signals.
	unix.SYS_MUNMAP, unix.SYS_MREMAP, unix.SYS_BRK, unix.SYS_SET_ROBUST_LIST, unix.SYS_RSEQ, unix.SYS_GETTID, unix.SYS_GETPID,
	unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGRETURN, unix.SYS_SIGALTSTACK, unix.SYS_EXIT, unix.SYS_EXIT_GROUP,
	// Time, chance and the machine.
	unix.SYS_CLOCK_GETTIME, unix.SYS_CLOCK_GETRES, unix.SYS_GETTIMEOFDAY, unix.SYS_GETRANDOM, unix.SYS_GETCPU, unix.SYS_SCHED_GETAFFINITY,
	unix.SYS_SYSINFO, unix.SYS_UNAME,
}

// rules are all that a child may ask of the kernel once it is shut in.
func rules() []rule {
	is := func(argument uint32, values ...uint32) condition { return condition{argument, 0, values} }
	list := []rule{
		// Memory is written or run, never both; nothing is mapped to be run: WebAssembly is
		// compiled into memory that is closed to writing then.
		{unix.SYS_MPROTECT, []condition{{2, unix.PROT_READ, []uint32{unix.PROT_NONE, unix.PROT_WRITE}}}},
		{unix.SYS_MPROTECT, []condition{is(2, unix.PROT_READ|unix.PROT_EXEC)}},
		{unix.SYS_MMAP, []condition{{2, unix.PROT_READ | unix.PROT_WRITE, []uint32{unix.PROT_NONE}}}},
		{unix.SYS_MADVISE, []condition{is(2, unix.MADV_DONTNEED, unix.MADV_FREE, unix.MADV_HUGEPAGE, unix.MADV_NOHUGEPAGE, unix.MADV_COLLAPSE)}},
		// Go interrupts its own threads.
		{unix.SYS_TGKILL, []condition{is(0, uint32(os.Getpid()))}},
		// A thread, as Go and C libraries begin one: no process, which would outlive its
		// time, and no name space of its own.
		{unix.SYS_CLONE, []condition{{0, unix.CLONE_SETTLS | unix.CLONE_PARENT_SETTID | unix.CLONE_CHILD_SETTID | unix.CLONE_CHILD_CLEARTID | unix.CLONE_DETACHED,
			[]uint32{unix.CLONE_VM | unix.CLONE_FS | unix.CLONE_FILES | unix.CLONE_SIGHAND | unix.CLONE_THREAD | unix.CLONE_SYSVSEM}}}},
		// To read; or to write and to append as fopen does, which is how Tesseract's client
		// opens /dev/null. Landlock says what.
		{unix.SYS_OPENAT, []condition{{2, unix.O_CLOEXEC | unix.O_NONBLOCK | unix.O_DIRECTORY | unix.O_NOFOLLOW | unix.O_LARGEFILE,
			[]uint32{unix.O_RDONLY, unix.O_WRONLY | unix.O_CREAT | unix.O_TRUNC, unix.O_WRONLY | unix.O_CREAT | unix.O_APPEND}}}},
		{unix.SYS_FCNTL, []condition{is(1, unix.F_DUPFD, unix.F_DUPFD_CLOEXEC, unix.F_GETFD, unix.F_SETFD, unix.F_GETFL, unix.F_SETFL)}},
		{unix.SYS_IOCTL, []condition{is(1, unix.TCGETS, unix.TIOCGWINSZ)}}, // is it a terminal?
		{unix.SYS_PRCTL, []condition{is(0, unix.PR_SET_NAME, unix.PR_SET_VMA)}},
		{unix.SYS_PRLIMIT64, []condition{is(0, 0)}}, // of itself, and only downwards
	}
	for _, call := range always {
		list = append(list, rule{call: call})
	}
	for _, call := range alwaysHere {
		list = append(list, rule{call: call})
	}
	return list
}

// newest is the last call that was known when the rules were written.
const newest = unix.SYS_RSEQ_SLICE_YIELD
