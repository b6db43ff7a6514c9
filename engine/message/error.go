package message

import (
	"encoding/json"
	"errors"
	"io/fs"
	"net"
	"os"
	"os/exec"
	pattern "regexp/syntax"
	"strings"
	"syscall"

	"tijian/engine/problem"
)

// Err returns the phrase as an error, filled in as With does but with texts
// whole: they are names and paths of settings and calls. Its text is English,
// for logs and programs; Localise says it in a reader's language. Errors among
// the arguments are wrapped.
func (p Phrase) Err(args ...any) error {
	e := &phraseError{Phrase: p.fill(args, func(text string) string { return text })}
	for i := 1; i < len(args); i += 2 {
		if cause, ok := args[i].(error); ok {
			e.causes = append(e.causes, cause)
		}
	}
	return e
}

type phraseError struct {
	Phrase
	causes []error
}

func (e *phraseError) Error() string   { return e.EN }
func (e *phraseError) Unwrap() []error { return e.causes }

// Localise returns what an error says in a language: that of a phrase, and
// around it what wraps it. What comes from elsewhere and is not known here is
// left as it is. Any lang but English means Chinese.
func Localise(err error, lang string) string {
	if e, ok := err.(interface{ In(lang string) string }); ok {
		return e.In(lang)
	}
	if lang != problem.English {
		if said, known := ofSystem(err); known {
			return said
		}
	}
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		return around(err.Error(), lang, e.Unwrap())
	case interface{ Unwrap() []error }:
		return around(err.Error(), lang, e.Unwrap()...)
	}
	return err.Error()
}

// Of returns what an error says in both languages, as Localise does.
func Of(err error) Phrase {
	return Phrase{Localise(err, problem.Chinese), Localise(err, problem.English)}
}

// around says the causes that stand in the text of an error which wraps them.
func around(text, lang string, causes ...error) string {
	var said strings.Builder
	for _, cause := range causes {
		if cause == nil {
			continue
		}
		before, after, found := strings.Cut(text, cause.Error())
		if !found {
			continue
		}
		if prefix, ok := strings.CutSuffix(before, ": "); ok && lang != problem.English {
			before = prefix + "："
		}
		said.WriteString(before + Localise(cause, lang))
		text = after
	}
	return said.String() + text
}

// ofSystem is the Chinese of an error of the operating system or of a library
// of Go.
func ofSystem(err error) (said string, known bool) {
	for _, one := range systemErrors {
		if one.is(err) {
			return one.says.ZH, true
		}
	}
	about, cause := "", error(nil)
	switch e := err.(type) {
	case *fs.PathError:
		if about, cause = e.Path, e.Err; about == "." { // a folder that was named before
			about = ""
		}
	case *os.LinkError:
		about, cause = e.New, e.Err
	case *exec.Error:
		about, cause = e.Name, e.Err
	case *os.SyscallError:
		cause = e.Err
	case *net.OpError:
		if cause = e.Err; e.Addr != nil {
			about = e.Addr.String()
		}
	case *exec.ExitError:
		return ProgramFailed.With("code", e.ExitCode()).ZH, true
	case *net.DNSError:
		return HostUnknown.With("host", e.Name).ZH, true
	case *net.AddrError:
		return AddressMalformed.With("address", e.Addr).ZH, true
	case *json.SyntaxError:
		return jsonFault(e).ZH, true
	case *json.UnmarshalTypeError:
		return JSONKind.With("field", e.Field).ZH, true
	case *pattern.Error:
		return PatternMalformed.With("code", patternFault(e.Code), "part", Plain(e.Expr)).ZH, true
	}
	switch {
	case cause == nil:
		return "", false
	case about == "":
		return Localise(cause, problem.Chinese), true
	}
	return about + "：" + Localise(cause, problem.Chinese), true
}

// A systemError is one of the operating system's or of a library, known by what
// it is and not by its words, which differ between systems.
type systemError struct {
	errors []error
	says   Phrase
}

// is reports whether err is the system's own, not one that wraps it.
func (s systemError) is(err error) bool {
	if number, ok := err.(syscall.Errno); ok {
		for _, e := range s.errors {
			if errors.Is(number, e) {
				return true
			}
		}
		return false
	}
	for _, e := range s.errors {
		if err == e {
			return true
		}
	}
	return false
}
