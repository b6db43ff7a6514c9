package message

// Values of options.
var (
	ZoneMalformed    = Phrase{"--zone {text} 要写成 +08:00 的样子", "--zone {text} is not written such as +08:00"}
	ResumeAlone      = Phrase{"--resume 要和 --out 一起用", "--resume needs --out"}
	EndingUnknown    = Phrase{"文件应以 .csv、.tsv、.xlsx、.xls、.ods、.ndjson 或 .hl7 结尾", "the file must end with .csv, .tsv, .xlsx, .xls, .ods, .ndjson or .hl7"}
	PercentMalformed = Phrase{"{text}：要写 0 到 100 的百分数，例如 2%", "{text}: must be a percentage from 0 to 100, such as 2%"}
)
