package command

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/kong"
	"github.com/jedib0t/go-pretty/v6/text"

	"tijian/engine/problem"
)

// Every command, flag and argument has its Chinese help in the tag help and the
// English in the tag en.

// hardBlank keeps the words of a Chinese text on one line until s.help breaks
// it: kong breaks lines at blanks only, of which such a text has hardly any.
const hardBlank = "\uE000"

// translate gives the program's help the language of the streams.
func (s Streams) translate(k *kong.Kong) error {
	k.Model.HelpFlag.Help = s.in("显示这份帮助", "Show this help.")
	return kong.Visit(k.Model, func(node kong.Visitable, next kong.Next) error {
		switch node := node.(type) {
		case *kong.Node:
			if en := node.Tag.Get("en"); s.Lang == problem.English && en != "" {
				node.Help = en
			}
			node.Help = s.unbroken(node.Help)
		case *kong.Value:
			if en := node.Tag.Get("en"); s.Lang == problem.English && en != "" {
				node.Help = en
			}
		}
		return next(nil)
	})
}

// value is a kong.HelpValueFormatter.
func (s Streams) value(v *kong.Value) string { return s.unbroken(kong.DefaultHelpValueFormatter(v)) }

func (s Streams) unbroken(help string) string {
	return s.in(strings.ReplaceAll(help, " ", hardBlank), help)
}

// The words that kong's help has between the texts.
var helpWords = []struct {
	en *regexp.Regexp
	zh string
}{
	{regexp.MustCompile(`^Usage: `), "用法："},
	{regexp.MustCompile(`^Arguments:$`), "参数："},
	{regexp.MustCompile(`^Flags:$`), "选项："},
	{regexp.MustCompile(`^Commands:$`), "命令："},
	{regexp.MustCompile(`^Run "(.*) --help" for more information.*$`), "各命令的帮助：${1} --help"},
	{regexp.MustCompile(`<command>`), "<命令>"},
	{regexp.MustCompile(`\[flags\]$`), "[选项]"},
}

// helpWidth is how many columns a line of Chinese help has, where a Chinese
// character takes two.
const helpWidth = 80

// help is a kong.HelpPrinter.
func (s Streams) help(o kong.HelpOptions, ctx *kong.Context) error {
	if s.Lang == problem.English {
		return kong.DefaultHelpPrinter(o, ctx)
	}
	out := ctx.Stdout
	defer func() { ctx.Stdout = out }()
	var english strings.Builder
	ctx.Stdout = &english
	if err := kong.DefaultHelpPrinter(o, ctx); err != nil {
		return err
	}
	for line := range strings.Lines(english.String()) {
		line = strings.TrimSuffix(line, "\n")
		for _, word := range helpWords {
			line = word.en.ReplaceAllString(line, word.zh)
		}
		if err := fold(out, strings.ReplaceAll(line, hardBlank, " ")); err != nil {
			return err
		}
	}
	return nil
}

// leader is what stands left of the text in a line of help.
var leader = regexp.MustCompile(`^ *(-\S.* {4}|\S+ {4,}|)`)

// fold writes a line, broken between Chinese characters where it is too long.
// What follows stands below its text.
func fold(w io.Writer, line string) error {
	indent := utf8.RuneCountInString(leader.FindString(line))
	runes := []rune(line)
	begin, column := 0, 0 // of the present line
	for i := range runes {
		if i > indent && breakable(runes[i-1], runes[i]) && column+wordWidth(runes[i:]) > helpWidth {
			if _, err := fmt.Fprintln(w, strings.TrimRight(string(runes[begin:i]), " ")); err != nil {
				return err
			}
			if _, err := fmt.Fprint(w, strings.Repeat(" ", indent)); err != nil {
				return err
			}
			if begin = i; runes[i] == ' ' {
				begin++
			}
			column = indent
		}
		column += text.RuneWidth(runes[i])
	}
	_, err := fmt.Fprintln(w, string(runes[begin:]))
	return err
}

// breakable reports whether a line may end between two characters.
func breakable(before, after rune) bool {
	if strings.ContainsRune("（“", before) || strings.ContainsRune("，。、；：）”", after) {
		return false
	}
	return wide(before) || wide(after) || after == ' '
}

func wide(r rune) bool {
	return unicode.Is(unicode.Han, r) || strings.ContainsRune("，。、；：（）“”", r)
}

// wordWidth returns the columns up to the next place where a line may end.
func wordWidth(runes []rune) int {
	width := text.RuneWidth(runes[0])
	for i := 1; i < len(runes) && !breakable(runes[i-1], runes[i]); i++ {
		width += text.RuneWidth(runes[i])
	}
	return width
}
