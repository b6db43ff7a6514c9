package message

// How YAML is written.
var (
	Encoding = fault("encoding", "文件不是 UTF-8 编码（可能是 GBK）", "the file is not UTF-8 (perhaps GBK)").
			fix("在编辑器中另存为 UTF-8", "Save it as UTF-8")

	UTF16 = fault("encoding", "文件是 UTF-16 编码（记事本里叫 Unicode 或 UTF-16 LE）", "the file is UTF-16").
		fix("在编辑器中另存为 UTF-8", "Save it as UTF-8")

	MergeConflict = fault("merge-conflict", "两个人的改动还没有合并好：<<<<<<< 与 >>>>>>> 之间是两份", "a merge is not finished: between <<<<<<< and >>>>>>> are two versions").
			fix("留下要的一份，删去另一份和以 <<<<<<<、=======、>>>>>>> 开头的行", "Keep one and remove the other, with the lines that begin with <<<<<<<, ======= and >>>>>>>")

	Tab = fault("tab", "行首不能用制表符（Tab）缩进", "a tab cannot indent a line").
		fix("改用空格，每级两个", "Use spaces, two for each level")

	Invisible = fault("invisible", "这里有一个看不见的字符（{code}），含有它的词永远对不上", "there is an invisible character ({code}) here; a word that holds it never matches").
			fix("删去它：删掉前后两个字重新输入；确实需要时，在双引号里写它的编码，如 \"\\u200b\"", "Delete it; where it is meant, write its code within double quotes")

	WideBlank = fault("full-width-blank", "这里的空格不是半角空格（{code}）", "this is not a plain blank ({code})").
			fix("改为半角空格，或删去；文字里确实需要时，在双引号里写它的编码，如 \"\\u3000\"", "Write a plain blank or delete it; where it is meant in a text, write its code within double quotes")

	ListSeparator = fault("full-width", "列表的几项之间用了全角符号“{sign}”，它们会合成一项", "the items of the list are separated by {sign}, which joins them into one").
			fix("改为半角逗号加空格，如 [甲, 乙]；这个符号确实是词的一部分时，给整个词加引号", "Write an ASCII comma and a blank, as in [a, b]; quote a word that the sign belongs to")

	MissingDash = fault("missing-dash", "从“{key}”起像是列表的下一项，前面却没有“- ”", "from {key} on this looks like the next item of the list, but no dash begins it").
			fix("在“{key}”前面写“- ”，这一项的其他键与它左端对齐", "Write - before {key} and align the other keys of the item with it")

	SecondDocument = fault("yaml-documents", "一个文件只能有一份内容，这里用 --- 开始了第二份", "a file holds one document; --- starts a second one").
			fix("删去 ---，或把后面的内容移到另一个文件", "Remove --- or move what follows to a file of its own")

	FullWidthColon = fault("full-width-colon", "键后面用了全角冒号“：”", "a full-width colon follows the key").
			fix("改为半角冒号加一个空格“: ”", "Write an ASCII colon and a space")

	ColonBlank = fault("colon-blank", "冒号后面少一个空格", "a space is missing after the colon").
			fix("写成 {key}: {rest}", "Write {key}: {rest}")

	UnquotedComma = fault("unquoted-comma", "花括号里的逗号把公式或文字截断了", "a comma within braces cuts the formula or text in two").
			fix("给整个公式或文字加单引号", "Put the whole formula or text in single quotes")

	Alias = fault("yaml-alias", "不支持 YAML 的锚点和引用（& 和 *）", "YAML anchors and aliases (& and *) are not supported").
		fix("把内容完整写出；以 & 或 * 开头的文字请加引号", "Write the content out; quote text that begins with & or *")

	Folded = fault("folded", "表达式不能用 >（折叠块），换行会被改掉", "an expression cannot be a folded block (>)").
		fix("写在一行内，或改用 |", "Write it on one line or use |")

	Syntax = fault("yaml-syntax", "YAML 写法有误：“{reason}”", "YAML syntax: {reason}")
)

// What the YAML library finds wrong, explained.
var (
	ColonTooMany = syntax("这里多了一个冒号，或缩进不对", "there is a colon too many here, or the indentation is wrong").
			fix("含冒号的文字或公式（如“? :”）请整个加引号；检查这一行与上一行的缩进", "Quote text or a formula that contains a colon; check the indentation")

	KeysNotAligned = syntax("缩进与上面的键没有对齐，或者引号、括号没有闭合", "the line is not aligned with the keys above, or a quote or bracket is not closed").
			fix("让同一层的键左端对齐，并检查引号和括号", "Align the keys of one level; check quotes and brackets")

	DashesNotAligned = syntax("列表项没有对齐", "the items of the list are not aligned").
				fix("让同一列表的 - 左端对齐", "Align the dashes of one list")

	OpenBrace = syntax("花括号 { } 没有闭合，或两项之间缺逗号", "a brace is not closed, or a comma is missing between two items").
			fix("补上 } 或 ,（半角）；含“? :”或“, ”的公式请整个加引号", "Add } or ,; quote a formula that contains ? : or a comma")

	OpenBracket = syntax("方括号 [ ] 没有闭合，或两项之间缺逗号", "a bracket is not closed, or a comma is missing between two items").
			fix("补上 ] 或 ,（半角）", "Add ] or ,")

	BadFirstCharacter = syntax("这个字符不能出现在开头", "a text cannot begin with this character").
				fix("含 @ ` % 等符号的文字请加引号", "Quote text that begins with @ ` or %")

	OpenQuote = syntax("引号没有闭合", "a quote is not closed").
			fix("补上缺少的引号", "Close the quote")

	ContentMissing = syntax("这里缺少内容，或括号没有写完", "content is missing here, or a bracket is not closed")

	ColonMissing = syntax("键后面缺少冒号", "a colon is missing after the key").
			fix("在键后写半角冒号和一个空格", "Write a colon and a space after the key")

	UnknownEscape = syntax("双引号中的反斜杠写法不认识", "the backslash within double quotes means nothing").
			fix("改用单引号", "Use single quotes")

	UnknownAnchor = syntax("引用（*）没有对应的定义", "the alias (*) refers to nothing").
			fix("以 * 开头的文字请加引号", "Quote text that begins with *")

	ListNotHere = syntax("这里不能开始列表项（-）", "a list cannot begin here").
			fix("检查缩进，列表写在键的下一行", "Check the indentation; a list begins on the line after its key")

	ControlCharacter = syntax("文件中有看不见的控制字符", "the file has an invisible control character").
				fix("删去该字符", "Remove it")

	// WidePunctuation is added to what to do about a line with such signs.
	WidePunctuation = Phrase{"；这一行有全角符号“{sign}”，如用作 YAML 标点请改为半角", "; the line has full-width punctuation, which YAML does not know"}
)

func syntax(zh, en string) Message { return fault("yaml-syntax", zh, "YAML syntax: "+en) }

// Keys and values.
var (
	Empty = fault("empty", "这里没有内容", "the value is empty").
		fix("补上内容，或删去这个键", "Fill it in or remove the key")

	WrongType = fault("type", "这里应是{want}，却是{found}", "expected {want}, found {found}")

	NotANumber = fault("type", "这里应是数字，却是“{found}”", `expected a number, found "{found}"`).
			fix("数字只用半角 0-9 和小数点", "Use the digits 0-9 and a point")

	NotAList = fault("type", "这里应是列表，却是{found}", "expected a list, found {found}").
			fix("每项前写 - ，或写成 [一, 二]", "Begin each item with - or write [one, two]")

	NotAMapping = fault("type", "这里应是“键: 值”，却是{found}", "expected a mapping, found {found}").
			fix("写成“键: 值”，冒号后空一格", "Write key: value")

	KeyNotText = fault("type", "键只能是文字", "a key must be a text")

	Octal = fault("octal", "数字“{found}”以 0 开头，YAML 会当作八进制", "the number {found} begins with 0 and would be octal").
		fix("去掉前面的 0", "Remove the leading 0")

	DuplicateKey = fault("duplicate-key", "键“{key}”重复，第 {line} 行已经写过", `the key "{key}" was already given in line {line}`).
			fix("删去其中一个", "Remove one of them")

	UnknownKey = fault("unknown-key", "不认识的键“{key}”", `unknown key "{key}"`).fix("{fix}", "{fix}")

	MissingKey = fault("missing-key", "缺少“{key}”", "the key {key} is missing").
			fix("补上 {key}:", "Add {key}:")
)

// Kinds of values.
var (
	AText        = Phrase{"文字", "a text"}
	ANumber      = Phrase{"数字", "a number"}
	AWholeNumber = Phrase{"整数", "a whole number"}
	ATruthValue  = Phrase{" true 或 false", "true or false"}
	AList        = Phrase{"列表", "a list"}
	AListOf      = Phrase{"有 {count} 项的列表", "a list of {count}"}
	AMapping     = Phrase{"“键: 值”", "a mapping"}
	Quoted       = Phrase{"“{text}”", `"{text}"`}
	KnownKeys    = Phrase{"可用的键：{keys}", "Known keys: {keys}"}
)
