package isolate

import "golang.org/x/sys/unix"

const fstatat = unix.SYS_NEWFSTATAT

// alwaysHere are calls that other processors do not have any more.
var alwaysHere = []uint32{unix.SYS_DUP2, unix.SYS_ACCESS, unix.SYS_POLL, unix.SYS_EPOLL_WAIT, unix.SYS_TIME}
