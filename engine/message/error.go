package message

import (
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
// left as it is.
func Localise(err error, lang string) string {
	if lang == problem.English {
		return err.Error()
	}
	return chinese(err)
}

func chinese(err error) string {
	if e, ok := err.(interface{ In(lang string) string }); ok {
		return e.In(problem.Chinese)
	}
	for _, known := range systemErrors {
		if known.is(err) {
			return known.says.ZH
		}
	}
	switch e := err.(type) {
	case *fs.PathError:
		return e.Path + "：" + chinese(e.Err)
	case *os.LinkError:
		return e.New + "：" + chinese(e.Err)
	case *exec.Error:
		return e.Name + "：" + chinese(e.Err)
	case *net.OpError:
		if e.Addr != nil {
			return e.Addr.String() + "：" + chinese(e.Err)
		}
		return chinese(e.Err)
	case *os.SyscallError:
		return chinese(e.Err)
	case *pattern.Error:
		return PatternMalformed.With("code", patternFault(e.Code), "part", Plain(e.Expr)).ZH
	case interface{ Unwrap() error }:
		return around(err.Error(), e.Unwrap())
	case interface{ Unwrap() []error }:
		return around(err.Error(), e.Unwrap()...)
	}
	return err.Error()
}

// around says the causes that stand in the text of an error which wraps them.
func around(text string, causes ...error) string {
	var said strings.Builder
	for _, cause := range causes {
		if cause == nil {
			continue
		}
		before, after, found := strings.Cut(text, cause.Error())
		if !found {
			continue
		}
		if prefix, ok := strings.CutSuffix(before, ": "); ok {
			before = prefix + "："
		}
		said.WriteString(before + chinese(cause))
		text = after
	}
	return said.String() + text
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
