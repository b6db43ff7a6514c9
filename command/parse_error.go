package command

import (
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

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

// parserFormats are the parser's formats and what they mean; $1 is what the
// first verb wrote. What is part of another stands behind it.
var parserFormats = [][2]string{
	{"%, did you mean one of %?", "$1，是不是 $2 之一？"},
	{"%, did you mean %?", "$1，是不是 $2？"},
	{"%; perhaps try %=%?", "$1；可以试试 $2=$3"},
	{"% (from envar %=%)", "$1（来自环境变量 $2=$3）"},
	{"unknown flag %", "没有选项 $1"},
	{"unexpected argument %", "不认识“$1”：没有这个命令，或多写了一项"},
	{"unexpected flag argument %", "选项后面不该有 $1"},
	{"missing flags: %", "缺少选项 $1"},
	{"missing positional arguments %", "缺少参数 $1"},
	{"missing value, expecting \"<arg>%\"", "缺少值"},
	{"flag --% applies to the default command %, not %", "选项 --$1 属于默认命令 $2，不属于 $3"},
	{"% must be one of % but got %", "$1 只能是 $2 之一，不能是 $3"},
	{"--% and --% can't be used together", "--$1 与 --$2 不能同时用"},
	{"expected one of %", "缺少命令，可用的有 $1"},
	{"expected a valid % bit int but got %", "要写整数，不能是 $2"},
	{"expected a valid % bit uint but got %", "要写不为负的整数，不能是 $2"},
	{"expected a float but got % (%)", "要写数，不能是 $1"},
	{"expected duration but got %: %", "要写时长（例如 30s、72h），不能是 $1"},
	{"bool value must be true, 1, yes, false, 0 or no but got %", "只能写 true 或 false，不能是 $1"},
	{"expected % value but got % (%)", "缺少值"},
	{"expected \"<key>=<value>\" but got %", "要写 NAME=TEXT，不能是 $1"},
	{"expected %", "缺少 $1"},
}

// refusedByParser is a text of the parser in Chinese; what is not known stays.
func refusedByParser(text string) string {
	for _, known := range parserFormats {
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
