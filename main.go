// Command tijian recognises Chinese check-up reports, assesses health
// indicators by rules, and extracts findings from check-up summaries.
package main

import (
	"tijian/command"
	"tijian/engine/message"
)

type commands struct {
	command.Global

	Help      command.Help      `cmd:"" help:"要做什么、用哪个命令；一个命令的全部选项" en:"What you can do, and by which command; all options of a command."`
	Serve     command.Serve     `cmd:"" help:"启动服务：提供接口，处理任务" en:"Serve the API and work tasks."`
	Worker    command.Worker    `cmd:"" help:"只处理任务，不提供接口（须用 PostgreSQL）" en:"Work tasks without serving the API (PostgreSQL)."`
	Recognise command.Recognise `cmd:"" hidden:""`
	DB        command.DB        `cmd:"" name:"db" help:"升级、备份数据库" en:"Migrate and back up the database."`
	User      command.User      `cmd:"" help:"添加、修改、停用、列出用户" en:"Add, change, disable and list users."`
	Audit     command.Audit     `cmd:"" help:"显示谁做过什么：用户、发布、草稿、改正报告、被拒绝的登录" en:"Print who did what: users, releases, drafts, corrections, refused logins."`
	Rules     command.Rules     `cmd:"" help:"检查、测试、解释、发布规则" en:"Check, test and explain rule files."`
	OCR       command.OCR       `cmd:"" name:"ocr" help:"识别报告图片" en:"Recognise pictures of reports."`
	Keywords  command.Keywords  `cmd:"" help:"从体检小结的文字中提取所见；检查、测试词库" en:"Extract findings from the text of a check-up summary."`
	MLLP      command.MLLP      `cmd:"" name:"mllp" help:"医院系统的消息（HL7）：列出、重试、去掉死信" en:"Messages of hospital systems (HL7): list, replay and drop dead letters."`
	Mapping   command.Mapping   `cmd:"" help:"本院自己的项目编码：列出不认识的" en:"Codes of a site's own: list those that are not known."`
	Convert   command.Convert   `cmd:"" help:"把检验系统的 HL7 v2 结果（ORU^R01）转换成评估请求" en:"Convert HL7 v2 results (ORU^R01) into assessment requests."`
	Assess    command.Assess    `cmd:"" help:"评估一个文件里的许多人：表格（CSV、xlsx）、HL7、评估请求（NDJSON）" en:"Assess many persons of a file: tables (CSV, xlsx), HL7, assessment requests (NDJSON)."`
	Version   command.Version   `cmd:"" help:"显示程序和规则的版本" en:"Print the version of the program and of its rules."`
}

var about = message.Phrase{ZH: "体检：识别体检报告，评估健康指标和风险", EN: "Tijian recognises check-up reports and assesses indicators and risks."}

func main() { command.Main(&commands{}, about) }
