package command

import (
	"fmt"
	"os"
	"path/filepath"

	"tijian/engine"
)

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
