package command

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

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

var parserFormats = sync.OnceValue(func() []parserFormat {
	return []parserFormat{
		refusal("%s, did you mean one of %s?", "$1，是不是 $2 之一？"),
		refusal("%s, did you mean %s?", "$1，是不是 $2？"),
		refusal("%s; perhaps try %s=%q?", "$1；可以试试 $2=$3"),
		refusal("%s (from envar %s=%q)", "$1（来自环境变量 $2=$3）"),
		refusal("unknown flag %s", "没有选项 $1"),
		refusal("unexpected argument %s", "不认识“$1”：没有这个命令，或多写了一项"),
		refusal("unexpected flag argument %q", "选项后面不该有 $1"),
		refusal("missing flags: %s", "缺少选项 $1"),
		refusal("missing positional arguments %s", "缺少参数 $1"),
		refusal("missing value, expecting \"<arg>%s\"", "缺少值"),
		refusal("flag --%s applies to the default command %q, not %q", "选项 --$1 属于默认命令 $2，不属于 $3"),
		refusal("%s must be one of %s but got %q", "$1 只能是 $2 之一，不能是 $3"),
		refusal("--%s and --%s can't be used together", "--$1 与 --$2 不能同时用"),
		refusal("expected one of %s", "缺少命令，可用的有 $1"),
		refusal("expected a valid %d bit int but got %q", "要写整数，不能是 $2"),
		refusal("expected a valid %d bit uint but got %q", "要写不为负的整数，不能是 $2"),
		refusal("expected a float but got %q (%s)", "要写数，不能是 $1"),
		refusal("expected duration but got %q: %v", "要写时长（例如 30s、72h），不能是 $1"),
		refusal("bool value must be true, 1, yes, false, 0 or no but got %q", "只能写 true 或 false，不能是 $1"),
		refusal("expected %s value but got %q (%s)", "缺少值"),
		refusal("expected %s", "缺少 $1"),
		refusal("--%s：%s", "--$1：$2"), // the colon by Localise, before an error of its own
	}
})

// A parserFormat is a format of the parser's errors and what it means; $1 is what
// its first verb wrote.
type parserFormat struct {
	format *regexp.Regexp
	zh     string
}

var verb = regexp.MustCompile(`%[a-z]`)

func refusal(format, zh string) parserFormat {
	plain := verb.Split(format, -1)
	for i := range plain {
		plain[i] = regexp.QuoteMeta(plain[i])
	}
	return parserFormat{regexp.MustCompile("(?s)^" + strings.Join(plain, "(.+?)") + "$"), zh}
}

func refusedByParser(text string) string {
	for _, known := range parserFormats() {
		if parts := known.format.FindStringSubmatch(text); parts != nil {
			var fill []string
			for i, part := range parts[1:] {
				fill = append(fill, "$"+strconv.Itoa(i+1), refusedByParser(part)) // may be an error itself
			}
			return strings.NewReplacer(fill...).Replace(known.zh)
		}
	}
	return text
}
