package message

// Files that are too large to be read.
var (
	BeyondBounds = Phrase{"文件超出限度：{what}最多 {most}；请分成几个文件", "the file is beyond a limit: at most {most} {what}; split it"}

	BytesOfFile    = Phrase{"字节数", "bytes"}
	RowsOfFile     = Phrase{"行数", "rows"}
	CellsOfFile    = Phrase{"单元格数（连同行内的空格）", "cells, the blank ones within rows included"}
	TextOfFile     = Phrase{"所有单元格的文字的字节数", "bytes of text in all cells"}
	BytesOfLine    = Phrase{"一行（一个请求）的字节数", "bytes of a line, which is one request"}
	PersonsOfFile  = Phrase{"人数", "persons"}
	CellsTogether  = Phrase{"可能属于同一人的单元格数（编号或姓名相同的各行）", "cells that may be of one person (rows with the same identifier or name)"}
	IssuesOfFile   = Phrase{"要说明的单元格数（读不出、有疑问）", "cells of which something has to be said"}
	FieldsOfFile   = Phrase{"字段数", "fields"}
	PartsOfFile    = Phrase{"压缩包里的部件数", "parts in the archive"}
	UnpackedOfFile = Phrase{"解压后的字节数", "bytes unpacked"}
	RatioOfFile    = Phrase{"压缩的倍数", "times of compression"}
	TagOfFile      = Phrase{"一个 XML 标记的字节数", "bytes of one tag of XML"}
	TagsOfFile     = Phrase{"一类部件里的 XML 标记数", "tags of XML in parts of a kind"}
)
