package message

import (
	"archive/zip"
	"context"
	"io"
	"io/fs"
	"os"
	"os/exec"
	pattern "regexp/syntax"
	"syscall"
)

// What operating systems and libraries refuse.
var (
	FileMissing      = Phrase{"没有这个文件或文件夹", "no such file or directory"}
	FileForbidden    = Phrase{"没有权限", "permission denied"}
	FileExists       = Phrase{"已经有这个文件", "file exists"}
	FileIsFolder     = Phrase{"这是文件夹，不是文件", "is a directory"}
	FileIsNoFolder   = Phrase{"这不是文件夹", "not a directory"}
	FileNameTooLong  = Phrase{"名称太长", "file name too long"}
	FileCutShort     = Phrase{"没有写完", "unexpected EOF"}
	DiskFull         = Phrase{"磁盘满了", "no space left on device"}
	DiskReadOnly     = Phrase{"只能读，不能写", "read-only file system"}
	AddressTaken     = Phrase{"地址已经被占用", "address already in use"}
	AddressForeign   = Phrase{"这台机器没有这个地址", "cannot assign requested address"}
	ConnectionDenied = Phrase{"连接被拒绝", "connection refused"}
	OutOfTime        = Phrase{"超过了时限", "deadline exceeded"}
	Cancelled        = Phrase{"已停止", "canceled"}
	HostUnknown      = Phrase{"查不到主机 {host}", "no such host {host}"}
	AddressMalformed = Phrase{"地址“{address}”要写成 主机:端口 的样子", "the address {address} is not written as HOST:PORT"}
	ProgramMissing   = Phrase{"没有安装这个程序", "not installed"}
	ProgramFailed    = Phrase{"那个程序的退出码是 {code}", "exit status {code}"}
	NotAWorkbook     = Phrase{"不是 xlsx 工作簿；请在电子表格程序里另存为 xlsx 或 CSV", "not a valid zip file"}
	PatternMalformed = Phrase{"正则表达式写错了：{code}：{part}", "error parsing regexp: {code}: {part}"}
)

var systemErrors = []systemError{
	{[]error{fs.ErrNotExist}, FileMissing},
	{[]error{fs.ErrPermission}, FileForbidden},
	{[]error{fs.ErrExist}, FileExists},
	{[]error{syscall.EISDIR}, FileIsFolder},
	{[]error{syscall.ENOTDIR}, FileIsNoFolder},
	{[]error{syscall.ENAMETOOLONG}, FileNameTooLong},
	{[]error{io.ErrUnexpectedEOF}, FileCutShort},
	{[]error{syscall.ENOSPC}, DiskFull},
	{[]error{syscall.EROFS}, DiskReadOnly},
	{[]error{syscall.EADDRINUSE}, AddressTaken},
	{[]error{syscall.EADDRNOTAVAIL}, AddressForeign},
	{[]error{syscall.ECONNREFUSED}, ConnectionDenied},
	{[]error{os.ErrDeadlineExceeded, context.DeadlineExceeded}, OutOfTime},
	{[]error{context.Canceled}, Cancelled},
	{[]error{exec.ErrNotFound}, ProgramMissing},
	{[]error{zip.ErrFormat}, NotAWorkbook},
}

// patternFault says what is wrong with a regular expression.
func patternFault(code pattern.ErrorCode) Phrase {
	if said, known := patternFaults[code]; known {
		return Phrase{ZH: said, EN: string(code)}
	}
	return Plain(string(code))
}

var patternFaults = map[pattern.ErrorCode]string{
	pattern.ErrInvalidCharClass:      "字符组写错了",
	pattern.ErrInvalidCharRange:      "字符范围写错了",
	pattern.ErrInvalidEscape:         "没有这种转义",
	pattern.ErrInvalidNamedCapture:   "命名的组写错了",
	pattern.ErrInvalidPerlOp:         "不认识的 (? 写法",
	pattern.ErrInvalidRepeatOp:       "重复写错了",
	pattern.ErrInvalidRepeatSize:     "重复的次数写错了",
	pattern.ErrInvalidUTF8:           "不是 UTF-8",
	pattern.ErrMissingBracket:        "缺少 ]",
	pattern.ErrMissingParen:          "缺少 )",
	pattern.ErrMissingRepeatArgument: "重复的前面没有内容",
	pattern.ErrTrailingBackslash:     "末尾多了 \\",
	pattern.ErrUnexpectedParen:       "多了 )",
	pattern.ErrNestingDepth:          "嵌套太深",
	pattern.ErrLarge:                 "太长",
}
