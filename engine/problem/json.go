package problem

// An Entry is a problem as machines read it.
type Entry struct {
	File     string `json:"file"`
	Line     int    `json:"line,omitempty"`   // from 1
	Column   int    `json:"column,omitempty"` // in characters, from 1
	Severity string `json:"severity"`         // error, warning or note
	Code     string `json:"code"`
	Message  string `json:"message"`
	Fix      string `json:"fix,omitempty"`
}

// Entries returns the list for a JSON document, in one language. It is never
// nil, so that an empty list is written as [].
func (l List) Entries(lang string) []Entry {
	entries := make([]Entry, len(l))
	for i, p := range l {
		entries[i] = Entry{p.File, p.Line, p.Column, p.Severity.String(), p.Code, p.ZH, p.FixZH}
		if lang == English {
			entries[i].Message, entries[i].Fix = p.EN, p.FixEN
		}
	}
	return entries
}
