package message

// Files of rules and suites that a workbook cannot be made of.
var (
	FileMalformed = Phrase{"YAML 写错了，运行 tijian rules check 可知在哪里：“{reason}”", "{reason}"}
	FileEmpty     = Phrase{"没有内容", "no content"}
)

// Workbooks that are read back into rules.
var (
	NoWorkbook = fault("workbook", "不能读作工作簿：{error}", "no workbook that can be read: {error}")

	WorkbookVersion = fault("workbook", "工作簿是版本“{name}”的，这里是“{version}”", `the workbook is of version "{name}", not "{version}"`).
			fix("加 --version {name}，或重新导出", "Add --version {name}, or export anew")

	WorkbookOld = fault("workbook-old", "导出之后，{file} 又改过了", "{file} has changed since the export").
			fix("重新导出，再改一次", "Export anew and edit that")

	WorkbookSheet = fault("workbook-sheet", "缺少这张工作表", "the sheet is missing").
			fix("重新导出，再改一次", "Export anew and edit that")

	WorkbookHead = fault("workbook-sheet", "这一列应是“{want}”", `this column should be "{want}"`).
			fix("不要改第一行，不要移动或删去列", "Leave the first line and the columns as they are")

	WorkbookFile = fault("workbook-place", "没有文件“{name}”", `there is no file "{name}"`)

	WorkbookPlace = fault("workbook-place", "{file} 里没有“{name}”这个位置", `{file} has no place "{name}"`).
			fix("灰底的格不要改；加一行时，“位置”留空", "Leave the grey cells as they are; a new line has an empty place")

	WorkbookTwice = fault("workbook-place", "这个位置在第 {line} 行已经有了", "line {line} has this place, too").
			fix("复制出来的行，把“位置”清空，就是加一行", "Clear the place of a copied line to make it a new one")

	WorkbookLost = fault("workbook-place", "少了 {file} 的 {name}", "{name} of {file} is missing").
			fix("删去一行或一例，请在 YAML 里做", "Delete rows and cases in the YAML")

	WorkbookFixed = fault("workbook-fixed", "这一列只供查看，不能从这里改", "this column is for orientation only").
			fix("改回“{value}”，或在 YAML 里改", `Write "{value}" again, or edit the YAML`)

	WorkbookRequired = fault("workbook-required", "这一格不能留空", "this cell must not be empty")

	WorkbookNew = fault("workbook-new", "这张表里不能加行", "lines cannot be added to this sheet").
			fix("在 YAML 里加", "Add it in the YAML")

	WorkbookBehind = fault("workbook-new", "新的一行要排在同一个文件、同一张表的某一行之后", "a new line stands behind a line of the same file and table").
			fix("把它移到那一行下面，或在 YAML 里加", "Move it below that line, or add it in the YAML")

	WorkbookShape = fault("workbook-shape", "{file} 里这一处的写法（几行，或一项一行）不能从工作簿里改", "{file} writes this over several lines, which cannot be edited from a workbook").
			fix("在 YAML 里改", "Edit the YAML")

	WorkbookResult = fault("workbook-shape", "{file} 改写之后与工作簿对不上", "{file} would not say what the workbook says").
			fix("在 YAML 里改", "Edit the YAML")

	// Cells that are edited on a page.
	CellShape = fault("cell-shape", "这一处写成几行或一项一行，不能在格子里改", "this is written over several lines, which cannot be edited in a cell").
			fix("在 YAML 里改", "Edit the YAML")

	CellFirst = fault("cell-first", "新的一行要排在某一行之后", "a new row stands behind another one").
			fix("先留下一行，或在 YAML 里加", "Keep a row above it, or add it in the YAML")

	CellResult = fault("cell-shape", "改写之后与格子里的对不上", "the file would not say what the cells say").
			fix("在 YAML 里改", "Edit the YAML")

	// Words that are added from a page.
	WordHome = fault("word", "词典里没有“{name}”", `the dictionaries have no "{name}"`).
			fix("从列出的里面选", "Choose one of those listed")

	WordThere = fault("word", "“{name}”已经有“{word}”", `"{name}" has "{word}" already`)
)
