package command

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"tijian/engine/problem"
)

// said returns an error in the reader's language. Packages that speak English
// to programs say no more than that; here their sentences are in Chinese, by
// the format that made them. What is not among them, such as the words of the
// operating system, stays as it is.
func (s Streams) said(err error) string { return said(s.Lang, err) }

func said(lang string, err error) string {
	if lang == problem.English {
		return err.Error()
	}
	return chinese(err.Error())
}

func chinese(text string) string {
	lines := strings.Split(text, "\n")
	for _, known := range sentences {
		if len(lines) > 1 && !known.long {
			continue // errors that were joined are said one by one
		}
		if parts := known.format().FindStringSubmatch(text); parts != nil {
			var fill []string
			for i, part := range parts[1:] {
				fill = append(fill, "$"+strconv.Itoa(i+1), chinese(part)) // may be a sentence itself
			}
			return strings.NewReplacer(fill...).Replace(known.zh)
		}
	}
	if len(lines) > 1 {
		for i, line := range lines {
			lines[i] = chinese(line)
		}
		return strings.Join(lines, "\n")
	}
	if before, after, ok := strings.Cut(text, ": "); ok {
		if said := chinese(after); said != after {
			return before + "：" + said
		}
	}
	return text
}

type sentence struct {
	format func() *regexp.Regexp // made when something has to be said
	zh     string                // $1 is what the format's first verb wrote
	long   bool                  // it goes over several lines
}

var verb = regexp.MustCompile(`%(\[\d\])?[+#0-9.]*[a-z]`)

// say makes a sentence of a format and of what it means.
func say(format, zh string) sentence {
	return sentence{sync.OnceValue(func() *regexp.Regexp {
		plain := verb.Split(format, -1)
		for i := range plain {
			plain[i] = regexp.QuoteMeta(strings.ReplaceAll(plain[i], "%%", "%"))
		}
		return regexp.MustCompile("(?s)^" + strings.Join(plain, "(.+?)") + "$")
	}), zh, strings.Contains(format, "\n")}
}
