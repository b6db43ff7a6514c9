package message

// Codes of a site, in a table: what is wrong with its lines.
var (
	MappingUnread    = fault("mapping", "编码对照表读不了：{reason}", "the mapping cannot be read: {reason}")
	MappingEncoding  = fault("mapping", "编码对照表应是 UTF-8；用 Excel 另存为“CSV UTF-8”", "the mapping must be in UTF-8; have Excel save it as CSV UTF-8")
	MappingHeader    = fault("mapping", "第一行应是 {columns}", "the first line must be {columns}")
	MappingFields    = fault("mapping", "这一行有 {count} 格，应有 {want} 格", "the line has {count} fields, must have {want}")
	MappingNoCode    = fault("mapping", "没有写编码", "there is no code")
	MappingIndicator = fault("mapping", "没有指标“{name}”；写英文标准名或中文名", "there is no indicator {name}; write its standard name or one of its Chinese names")
	MappingUnit      = fault("mapping", "“{name}”没有单位“{unit}”，可用：{known}", "{name} has no unit {unit}; known: {known}")
	MappingTwice     = fault("mapping", "编码“{code}”在第 {line} 行已经对照到别的指标或单位", "the code {code} has another indicator or unit in line {line}")
)
