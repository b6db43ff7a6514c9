package command

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"github.com/alecthomas/kong"
	"gopkg.in/yaml.v3"

	"tijian/engine/message"
	"tijian/engine/problem"
)

// parseError says in the reader's language what the parser of command lines
// refuses. Its errors have no types, so that they are known by their formats;
// all of them are here, and no other error is known by its text.
func (s Streams) parseError(err *kong.ParseError) string {
	text := message.Localise(err, s.Lang)
	if s.Lang == problem.English {
		return text
	}
	return refusedByParser(text)
}

//go:embed usage_errors.yaml
var parserFile []byte

// parserFormats are the parser's formats and what they mean.
var parserFormats = sync.OnceValue(func() (list [][2]string) {
	if err := yaml.Unmarshal(parserFile, &list); err != nil {
		panic(err) // it is compiled in
	}
	return list
})

// refusedByParser is a text of the parser in Chinese; what is not known stays.
func refusedByParser(text string) string {
	for _, known := range parserFormats() {
		if parts, ok := written(known[0], text); ok {
			var fill []string
			for i, part := range parts {
				fill = append(fill, "$"+strconv.Itoa(i+1), refusedByParser(part)) // may be an error itself
			}
			return strings.NewReplacer(fill...).Replace(known[1])
		}
	}
	for _, colon := range []string{"：", ": "} { // behind the option or argument that it is about
		if before, after, ok := strings.Cut(text, colon); ok && !strings.ContainsAny(before, `" `) {
			return before + "：" + refusedByParser(after)
		}
	}
	return text
}

// written gives what the verbs of a format wrote, if it made the text.
func written(format, text string) (parts []string, ok bool) {
	plain := strings.Split(format, "%")
	if text, ok = strings.CutPrefix(text, plain[0]); !ok {
		return nil, false
	}
	last := len(plain) - 1
	for _, between := range plain[1:last] {
		var part string
		if part, text, ok = strings.Cut(text, between); !ok {
			return nil, false
		}
		parts = append(parts, part)
	}
	text, ok = strings.CutSuffix(text, plain[last])
	return append(parts, text), ok
}
