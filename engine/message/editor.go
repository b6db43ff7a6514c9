package message

// What the language server tells editors.
var (
	NoWorkspace   = Phrase{"打开的文件夹里没有 rules 和 dictionaries，不能检查。请打开放着这两个文件夹的文件夹", "the opened folder has no rules and dictionaries, so nothing is checked; open the folder that holds both"}
	UsedAt        = Phrase{"用在 {count} 处：{places}", "used at {count} places: {places}"}
	OnlyConstants = Phrase{"这里没有可以改名的：能改名的是 constants.yaml 里有名称的数", "nothing here can be renamed: only the constants of constants.yaml can"}
	RenameLocked  = Phrase{"版本“{version}”已经发布，不能改；请在草稿里改", `version "{version}" is released and locked; rename in a draft`}
	RenameBroken  = Phrase{"{file} 里还有写错的地方，其中的名称可能没有找全；改好再改名", "{file} has faults, so some names in it may not be found; mend it first"}
	RenameHidden  = Phrase{"{file} 的名称夹在转义符之间，请先改成普通写法", "the name at {file} stands among escapes; write it plainly first"}
)

// ReviewUnfinished is all that is said of a version where nobody waits for more.
var ReviewUnfinished = fault("unfinished", "检查没有做完", "the check was not finished").fix("再检查一次", "Check again")
