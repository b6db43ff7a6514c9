// Command checker is tijian with the commands for rules and keywords only. It
// needs no C, and is built for the computers of people who edit rules:
// make tools.
package main

import (
	"tijian/command"
	"tijian/engine/message"
)

type commands struct {
	command.Global

	Help     command.Help     `cmd:"" help:"要做什么、用哪个命令；一个命令的全部选项" en:"What you can do, and by which command; all options of a command."`
	Rules    command.Rules    `cmd:"" help:"检查、测试、解释、发布规则" en:"Check, test and explain rule files."`
	Keywords command.Keywords `cmd:"" help:"从体检小结的文字中提取所见；检查、测试词库" en:"Extract findings from the text of a check-up summary."`
	Version  command.Version  `cmd:"" help:"显示程序和规则的版本" en:"Print the version of the program and of its rules."`
}

func main() {
	command.Main(&commands{}, message.Phrase{ZH: "体检：检查、测试规则和词库", EN: "Tijian, to check and test rules and keywords."})
}
