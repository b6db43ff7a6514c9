// Package workbook writes a version of the rules as a workbook of a spreadsheet
// program and reads an edited one back: every changed cell becomes an edit of
// its scalar in the YAML, so that comments, order and spelling of the rest stay.
package workbook

// A sheet shows the entries of some files, one a line.
type sheet struct {
	name    string
	tree    string // rules or cases
	files   []string
	entries []string // patterns of places: /*/rows/*; * is any key or index
	columns []column
	rows    bool // lines without a place are new entries
}

// A column shows one key of an entry, or where the entry is.
type column struct {
	title string
	key   string // of the entry; "/n" leads up n levels first, and "" is the entry itself
	fixed bool   // for orientation only
	list  bool   // several scalars, joined by "; "
	may   bool   // be left out
	width float64
}

// The first two columns of every sheet say where an entry is.
const (
	fileTitle  = "文件"
	placeTitle = "位置"
)

var sheets = []sheet{
	{
		name: "指标表", tree: rulesTree, files: []string{"indicators/*.yaml", "overlays/*/indicators/*.yaml"}, entries: []string{"/*"},
		columns: []column{
			{title: "指标", key: "indicator", fixed: true, width: 24}, {title: "适用 for", key: "for", may: true, width: 44},
			{title: "依据 source", key: "source", may: true, list: true, width: 24}, {title: "风险 risks", key: "risks", may: true, list: true, width: 36},
		},
	},
	{
		name: "行", tree: rulesTree, files: []string{"indicators/*.yaml", "overlays/*/indicators/*.yaml"}, entries: []string{"/*/rows/*"}, rows: true,
		columns: []column{
			{title: "指标", key: "../../indicator", fixed: true, width: 22}, {title: "适用", key: "../../for", fixed: true, width: 30},
			{title: "条件 when", key: "when", width: 28}, {title: levelTitle, key: "level", width: 9}, {title: "颜色 color", key: "color", may: true, width: 9},
			{title: "提示 tip", key: "tip", width: 48}, {title: "可能因素 hint", key: "hint", may: true, width: 60}, {title: "依据 source", key: "source", may: true, list: true, width: 24},
		},
	},
	{
		name: "常数", tree: rulesTree, files: []string{"constants.yaml"}, entries: []string{"/*"},
		columns: []column{
			{title: "指标", key: "indicator", fixed: true, width: 24}, {title: "数值 value", key: "value", width: 12}, {title: "单位 unit", key: "unit", may: true, width: 12},
			{title: "说明 zh", key: "zh", width: 50}, {title: "依据 source", key: "source", list: true, width: 24},
		},
	},
	{
		name: "风险行", tree: rulesTree, files: []string{"risks/*.yaml"}, entries: []string{"/rules/*/rows/*", "/rules/*/at_least/*"},
		columns: []column{
			{title: "疾病", key: "../../../../name", fixed: true, width: 20}, {title: "规则", key: "../../id", fixed: true, width: 20},
			{title: "条件 when", key: "when", width: 70}, {title: "格数 flag", key: "flag", width: 9},
		},
	},
	{
		name: "提示文字", tree: rulesTree, files: []string{"manifest.yaml"}, entries: []string{"/texts/*"},
		columns: []column{{title: "文字", width: 80}},
	},
	{
		name: "等级", tree: rulesTree, files: []string{"manifest.yaml"}, entries: []string{"/levels/*"},
		columns: []column{{title: "等级", key: "id", fixed: true, width: 9}, {title: "名称 name", key: "name", width: 16}, {title: "颜色 color", key: "color", width: 9}},
	},
	{
		name: "颜色", tree: rulesTree, files: []string{"manifest.yaml"}, entries: []string{"/colors/*"},
		columns: []column{{title: "编号", key: "code", fixed: true, width: 9}, {title: "名称 name", key: "name", width: 12}, {title: "色值 hex", key: "hex", width: 14}, {title: "含义 meaning", key: "meaning", may: true, width: 44}},
	},
	{
		name: "信号格", tree: rulesTree, files: []string{"manifest.yaml"}, entries: []string{"/flags/*"},
		columns: []column{{title: "格数", key: "flag", fixed: true, width: 9}, {title: "名称 name", key: "name", width: 20}},
	},
	{
		name: "来源", tree: rulesTree, files: []string{"sources.yaml"}, entries: []string{"/*"},
		columns: []column{{title: "标题 title", key: "title", width: 70}, {title: "机构 body", key: "body", may: true, width: 36}, {title: "年份 year", key: "year", may: true, width: 9}, {title: "说明 note", key: "note", may: true, width: 60}},
	},
	{
		name: "用例", tree: casesTree, files: []string{"*.yaml"}, entries: []string{"/cases/*/**"},
		columns: []column{{title: "用例", key: caseName, fixed: true, width: 36}, {title: "值", width: 30}},
	},
}

const (
	rulesTree  = "rules"
	casesTree  = "cases"
	levelTitle = "等级 level"
	// caseName is the name of the case that a scalar belongs to.
	caseName = "/cases/*/name"
	// readMe says how to edit, and from which files a workbook was made.
	readMe = "说明"
)

var instructions = []string{
	"改白底的格；灰底的格说明这一行在哪个文件的什么位置，请不要改。",
	"清空可以省略的格（颜色、可能因素、依据……）就是删去这一项；在空格里填写就是加上。",
	"几个依据之间用分号。",
	"给指标加一行：在“行”里插入一行，“位置”留空，写文件、条件、等级、提示；它会排在上面那一行之后。",
	"删去一行、加指标、加表、加用例，请在 YAML 里做。",
	"改完保存，运行 tijian rules import 文件.xlsx 看改动，加 --write 写回；然后 tijian rules check。",
}
