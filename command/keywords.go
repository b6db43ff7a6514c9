package command

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"tijian/engine"
	"tijian/engine/keywords"
)

// Keywords extracts findings, and has what people need who edit the lexicon.
type Keywords struct {
	Extract keywordsExtract `cmd:"" default:"withargs" help:"从文件或标准输入的文字中提取所见（默认命令）" en:"Extract findings from a file or standard input (the default)."`
	Check   keywordsCheck   `cmd:"" help:"检查所见词库：重复的词、被遮住的提示词、含有提示词的标准词、不起作用的词" en:"Check the lexicon: duplicates, shadowed cues, terms that contain a cue, words without effect."`
	Test    keywordsTest    `cmd:"" help:"运行句子用例，显示用到了哪些提示词和标准词" en:"Run suites of sentences and show which cues and terms they reach."`
}

type keywordsExtract struct {
	local
	File    string `arg:"" optional:"" help:"小结的文字文件；不写则读标准输入" en:"Text of a summary; standard input without it."`
	Version string `help:"用哪一版的词库；默认为使用中的版本" en:"Version whose lexicon to use; the active one by default." placeholder:"VERSION"`
	Context string `help:"文字的种类：report、disease 或 report/disease" en:"report, disease or report/disease." placeholder:"NAME"`
	Item    string `help:"文字属于哪个检查项目，如 甲状腺超声；没有写部位时按它" en:"The examination that the text belongs to, which gives the site." placeholder:"NAME"`
	Format  string `enum:"text,json,full" default:"text" help:"输出格式：text 给人看，json 与接口相同，full 含每处提及" en:"text for people, json as the API answers, full with every mention."`
	Unread  string `help:"不提取，只数一个文件夹里的文字：看来异常、却没有一条所见管到的话，多的在前" en:"Count the phrases of a folder's texts that look abnormal and that no entry covers, most frequent first." placeholder:"FOLDER"`
}

// Run prints what the text says.
func (c *keywordsExtract) Run(s Streams) error {
	c.announce(s)
	var data []byte
	if c.Unread == "" {
		var err error
		if data, err = readInput(c.File, s.In); err != nil {
			return err
		}
	}
	if c.Unread == "" && c.Format != "text" {
		return c.answer(s, string(data))
	}
	lexicon, _, problems := c.Lexicon(c.Version, nil)
	if lexicon == nil {
		return invalid(s, c.Files, problems)
	}
	if c.Unread != "" {
		return printUnread(s.Out, lexicon, c.Unread, c.Item)
	}
	result, err := lexicon.ExtractItem(string(data), c.Context, c.Item)
	if err != nil {
		return err
	}
	if wantsColour(s.Out) {
		fmt.Fprintln(s.Out, coloured(string(data), result.Matches))
	}
	_, err = fmt.Fprintf(s.Out, s.in("确定：%s\n可能：%s\n", "certain:  %s\npossible: %s\n"), strings.Join(result.Certain, "、"), strings.Join(result.Possible, "、"))
	return err
}

// answer prints what the service answers, which judges values by the rules as well.
func (c *keywordsExtract) answer(s Streams, text string) error {
	snapshot, problems := engine.Load(c.Files, c.Version, dictionaryChecks...)
	if len(problems) > 0 {
		return invalid(s, c.Files, problems)
	}
	answer, err := snapshot.Findings(engine.Question{Text: text, Context: c.Context, Item: c.Item, Full: c.Format == "full"})
	if err == nil {
		_, err = fmt.Fprintf(s.Out, "%s\n", answer)
	}
	return err
}

var statusColours = map[keywords.Status]text.Colors{
	keywords.Certain:  {text.FgRed, text.Bold},
	keywords.Possible: {text.FgYellow},
	keywords.Negated:  {text.FgGreen},
}

// coloured marks every mention: red certain, yellow possible, green negated,
// grey all other.
func coloured(s string, matches []keywords.Match) string {
	runes := []rune(strings.TrimRight(s, "\n"))
	var b strings.Builder
	at := 0
	for _, m := range matches {
		if m.Start < at || m.End > len(runes) {
			continue // inside a mention already marked
		}
		b.WriteString(string(runes[at:m.Start]))
		c, ok := statusColours[m.Status]
		if !ok {
			c = text.Colors{text.FgHiBlack}
		}
		b.WriteString(c.Sprint(string(runes[m.Start:m.End])))
		at = m.End
	}
	return b.String() + string(runes[at:])
}

func readInput(file string, in io.Reader) ([]byte, error) {
	if file == "" || file == "-" {
		return io.ReadAll(in)
	}
	return os.ReadFile(file)
}

// printUnread counts the unread phrases of every file below a folder.
func printUnread(w io.Writer, lexicon *keywords.Lexicon, folder, item string) error {
	times := map[string]int{}
	err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		for _, u := range lexicon.Unread(string(data), item) {
			times[u.Text]++
		}
		return nil
	})
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	for _, phrase := range slices.SortedFunc(maps.Keys(times), func(a, b string) int { return cmp.Or(times[b]-times[a], cmp.Compare(a, b)) }) {
		fmt.Fprintf(out, "%d\t%s\n", times[phrase], phrase)
	}
	return out.Flush()
}
