package message

// Files that cannot be read, and folders.
var (
	Unreadable = fault("unreadable", "读不到文件：{error}", "cannot read the file: {error}")

	UnreadableFolder = fault("unreadable", "读不到规则文件夹：{error}", "cannot read the folder of the rules: {error}")

	UnreadableSuites = fault("unreadable", "读不到用例：{error}", "cannot read the suites: {error}")

	MissingFile = fault("missing-file", "读不到词库文件：{error}", "the dictionary file cannot be read: {error}").
			fix("请把文件放回 dictionaries 目录", "Put the file back into dictionaries")

	NoFindings = fault("missing-file", "findings 目录中没有词库文件", "there is no file in findings/")

	NoIndicators = fault("unreadable", "indicators 下没有 .yaml 文件", "there is no .yaml file in indicators")

	NoSuites = fault("no-suites", "这里没有用例文件（*.yaml）", "there are no suites (*.yaml) here").
			fix("检查文件夹", "Check the folder")

	StrayFile = fault("stray-file", "这个文件不会被读取", "nothing reads this file").
			fix("放进 indicators、derived、risks 之一，扩展名为 .yaml；或删去", "Move it to indicators, derived or risks with the extension .yaml, or remove it")

	StrayOverlay = fault("stray-file", "这个文件不会被读取：覆盖层的文件夹叫 overlays", "nothing reads this file: the folder of overlays is called overlays").
			fix("改成 overlays/命名空间/，表放在其中的 indicators 里", "Call it overlays/NAMESPACE/, with the tables in its folder indicators")

	StrayDictionary = fault("stray-file", "这个文件不会被读取", "nothing reads this file").
			fix("检查文件夹和文件名，扩展名应为 .yaml；或删去", "Check folder and name, the extension must be .yaml; or remove it")

	StrayFolder = fault("stray-folder", "文件夹“{name}”里没有 manifest.yaml，不是一个版本，不会被读取", "the folder {name} has no manifest.yaml, so it is no version and nothing reads it").
			fix("补上 manifest.yaml，或删去这个文件夹", "Add manifest.yaml or remove the folder")

	NoDictionaries = fault("no-dictionaries", "版本“{name}”没有词典：dictionaries 里没有文件夹 {name}", "the version {name} has no dictionaries: there is no folder {name} in dictionaries").
			fix("把词典放进 dictionaries/{name}；规则在别的文件夹时，用 --dictionaries 指明它的词典", "Put them into dictionaries/{name}; for rules in another folder, name theirs with --dictionaries")

	StrayNames = fault("stray-folder", "词典“{name}”不属于任何版本，不会被读取", "the dictionaries {name} belong to no version, so nothing reads them").
			fix("放进与规则版本同名的文件夹（{versions}），或删去", "Move them into the folder of a version ({versions}), or remove them")

	NotEffective = fault("effective", "启用日期“{text}”写得不对", "{text} is no day or moment").
			fix("写成 2026-12-01（当地零点起），或带时区的时刻 2026-12-01T08:00:00+08:00", "Write 2026-12-01 (from midnight) or a moment with its zone, 2026-12-01T08:00:00+08:00")

	NoVersion = fault("version", "没有版本“{name}”", "there is no version {name}").
			fix("现有版本：{versions}", "Versions: {versions}")
)
