package isolate

import "golang.org/x/sys/unix"

// refusedHere are calls that other processors do not have any more.
var refusedHere = []uint32{
	unix.SYS_FORK, unix.SYS_VFORK, unix.SYS_CHMOD, unix.SYS_CHOWN, unix.SYS_LCHOWN, unix.SYS_LINK, unix.SYS_SYMLINK, unix.SYS_RENAME, unix.SYS_UNLINK,
	unix.SYS_RMDIR, unix.SYS_MKDIR, unix.SYS_MKNOD, unix.SYS_UTIME, unix.SYS_UTIMES, unix.SYS_FUTIMESAT, unix.SYS_INOTIFY_INIT, unix.SYS_IOPL,
	unix.SYS_IOPERM, unix.SYS_MODIFY_LDT, unix.SYS_USELIB,
}
