package command

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"tijian/engine"
	"tijian/engine/dictionary"
	"tijian/engine/keywords/lexicon"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
	"tijian/engine/values"
	"tijian/ocr/match"
	"tijian/ocr/value"
)

// Rules has what people need who edit rule files.
type Rules struct {
	Check    rulesCheck    `cmd:"" help:"检查规则文件和词典：每处错误都指明位置" en:"Check rule files and dictionaries: every fault with its place."`
	Test     rulesTest     `cmd:"" help:"运行回归用例" en:"Run regression suites."`
	Explain  rulesExplain  `cmd:"" help:"评估一个请求，说明每个结论的由来" en:"Assess a request and say how each answer came about."`
	Diff     rulesDiff     `cmd:"" help:"比较两版规则给出的结论" en:"Compare what two versions of the rules answer."`
	Impact   rulesImpact   `cmd:"" help:"让一群人先后用两版规则评估：哪些人的等级、颜色、风险会变" en:"Replay a population through two versions: who gets another level, colour or risk."`
	Replay   rulesReplay   `cmd:"" help:"把服务存下的真实请求先后用两版规则评估，列出改变了的结论和例子" en:"Answer the requests that a service has kept by two versions: what changes, with examples."`
	Mutate   rulesMutate   `cmd:"" help:"衡量用例：逐个做细小的改错，看用例能找出哪些" en:"Measure the suites: make small wrong changes and see which ones they find."`
	Accept   rulesAccept   `cmd:"" help:"草稿有意改了回答的：把不符的用例从这一版起改按现在的回答" en:"Make what a draft answers the expectation of cases that fail, from this version on."`
	Unpack   rulesUnpack   `cmd:"" help:"把程序自带的规则、词典和用例写进一个文件夹，在那里起草、修改" en:"Write the rules, dictionaries and suites of the program into a folder, to be edited there."`
	Draft    rulesDraft    `cmd:"" help:"起草：把一个版本复制成新名称" en:"Begin a draft: a copy of a version under a new name."`
	Sheet    rulesSheet    `cmd:"" help:"草稿与使用中的版本相比的全部改动，归成组，供批准的人逐组签" en:"All that a draft changes, in groups that who approves signs one by one."`
	Release  rulesRelease  `cmd:"" help:"提出发布一份草稿，或批准发布：须由两个人" en:"Propose the release of a draft, or approve it: two people."`
	Rollback rulesRollback `cmd:"" help:"整版退回到以前的版本" en:"Put an earlier version back in force, all of it."`
	History  rulesHistory  `cmd:"" help:"显示并核验发布的历史" en:"Show and verify the history of releases."`
	Lock     rulesLock     `cmd:"" help:"锁定随程序发布的版本：此后它的文件不能再改" en:"Lock a version as it is shipped: no file of it may change from then on."`
	Seal     rulesSeal     `cmd:"" help:"封存不再使用的版本：两个文件夹各成一个压缩包，结论和指纹不变" en:"Seal a version that is no longer in force: a package for each of its two folders, answers and fingerprint stay."`
	Table    rulesTable    `cmd:"" help:"画出一个指标的判定表和彩色标尺：在终端里，或存成网页、图片" en:"Draw an indicator's decision tables and coloured scale: in the terminal, as a page or as a picture."`
	Where    rulesWhere    `cmd:"" help:"列出用到一个数的每一处：表、公式、风险、文字、用例" en:"List every place that uses a number: tables, formulas, risks, texts, cases."`
	Export   rulesExport   `cmd:"" help:"把表、文字、用例和出处写成电子表格的工作簿" en:"Write tables, texts, cases and sources as a workbook of a spreadsheet program."`
	Import   rulesImport   `cmd:"" help:"把改过的工作簿读回 YAML：先显示改动，加 --write 才写入" en:"Read an edited workbook back into the YAML: shows what changes, --write changes it."`
	LSP      rulesLSP      `cmd:"" name:"lsp" help:"语言服务：编辑器里当场检查、提示、跳转、改名（见编辑规则第十五节）" en:"Language server for editors: checks while people type, hover, completion, definitions, renaming."`
	Schema   rulesSchema   `cmd:"" help:"写出 JSON Schema，供编辑器提示规则和词典的写法" en:"Write JSON Schemas with which editors complete rule files and dictionaries."`
}

// local are the files of the commands for people who edit rules and
// dictionaries: where nothing else is said, those of the folder in which the
// command runs.
type local struct {
	engine.Files
}

// AfterApply chooses the folder's own files where it has both.
func (l *local) AfterApply() error {
	if l.Files.Embedded() && exists("rules/current.yaml") && exists("dictionaries") {
		l.Files = engine.Files{Rules: "rules", Dictionaries: "dictionaries"}
	}
	return nil
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// named refuses the program's own files: a command that writes into the folders
// has to be told which.
func (l *local) named(s Streams) error {
	if l.Rules == "" || l.Dictionaries == "" {
		return failure{exitInvalid, s.in("请用 --rules 和 --dictionaries 指明文件夹", "name the folders with --rules and --dictionaries")}
	}
	return nil
}

// announce says, before anything else, which rules a command looks at. It
// writes to standard error, so that the answers stay fit for other programs.
func (l *local) announce(s Streams) {
	name := func(folder string) string {
		if folder == "" {
			return s.in("程序自带的", "embedded")
		}
		if full, err := filepath.Abs(folder); err == nil && !filepath.IsLocal(folder) {
			return full
		}
		return folder
	}
	if l.Rules == "" && l.Dictionaries == "" {
		fmt.Fprintln(s.Err, s.in("规则和词典：程序自带的（不是这个文件夹里的）", "Rules and dictionaries: embedded in the program (not those of this folder)"))
		return
	}
	fmt.Fprintf(s.Err, s.in("规则：%s　词典：%s\n", "Rules: %s  dictionaries: %s\n"), name(l.Rules), name(l.Dictionaries))
}

// dictionaryChecks are what rules check, the start of the service and each
// reload demand of the dictionaries beyond what the engine reads itself.
var dictionaryChecks = []engine.Check{recognitionWords, strayDictionaries}

// recognitionWords checks the words of printed reports, which only recognition
// reads.
func recognitionWords(dictionaries fs.FS, dict *dictionary.Dictionary) problem.List {
	_, list := match.New(dictionaries, dict)
	return list
}

// strayDictionaries reports files that nothing would read: a mistyped name
// must not silently take words out of force.
func strayDictionaries(dictionaries fs.FS, _ *dictionary.Dictionary) problem.List {
	var list problem.List
	_ = fs.WalkDir(dictionaries, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			list.Add(message.Unreadable.At(problem.Place{File: name}, "error", err))
			return nil
		case entry.IsDir(), strings.HasPrefix(entry.Name(), "."), slices.Contains([]string{".go", ".md"}, path.Ext(name)):
			return nil
		}
		for _, s := range dictionaryShapes() {
			for _, pattern := range s.Files {
				if matched, _ := path.Match(pattern, name); matched {
					return nil
				}
			}
		}
		list.Add(message.StrayDictionary.At(problem.Place{File: name}))
		return nil
	})
	return list
}

// dictionaryShapes returns the kinds of file that a folder of dictionaries has.
func dictionaryShapes() []strictyaml.Shape {
	return slices.Concat(dictionary.Shapes(), lexicon.Shapes(), match.Shapes(), []strictyaml.Shape{value.Shape(), values.Shape()})
}
